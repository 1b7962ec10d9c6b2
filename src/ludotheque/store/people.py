"""Accounts: guests, guests who took a name, and bots; their sessions and tokens.

A guest *is* the account: a name and a password are given to the same person, who keeps everything.
Of a password, a recovery link, a token or a session only a hash is kept.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Update,
    case,
    delete,
    exists,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from ludotheque.errors import N_, NotAllowed
from ludotheque.store.database import Database
from ludotheque.store.errors import NameTaken
from ludotheque.store.schema import PEOPLE, SESSIONS_ENDED, TOKENS
from ludotheque.tables import folded, skeleton

ID_BYTES: Final = 16
SECRET_BYTES: Final = 32
TAKEN: Final = N_(
    "someone here goes by the name “{name}”, or by one that looks like it: please choose another"
)
"""Told to whoever wants a name, and to a guest whose name someone has taken since."""


@dataclass(frozen=True)
class Person:
    """Someone as the house knows them. The id is a secret between them and the house."""

    id: str
    shown: str
    """The name that others see."""
    name: str | None
    """The name to log in with, folded; None for a guest."""
    epoch: int
    """A session begun in an earlier epoch has ended."""
    lang: str
    created: int
    bot: bool


@dataclass(frozen=True)
class Token:
    """A bot's key, as its owner sees it in a list."""

    id: str
    """What to revoke it by: its hash, useless for anything else."""
    label: str
    created: int


@dataclass(frozen=True)
class Pass:
    """By what someone has come in: a session or a token. It may end while they are there."""

    person_id: str
    epoch: int
    """That of the person when they came in."""
    key: str
    """The hash of the session's or the token's secret."""
    by_token: bool = False


def new_id() -> str:
    """Return an id that nobody has, nor can guess."""
    return secrets.token_urlsafe(ID_BYTES)


def hashed(token: str) -> str:
    """Return what is kept of a random token; it needs no slow hash, for it cannot be guessed."""
    return sha256(token.encode()).hexdigest()


class People:
    """Everyone who has come. Its methods block, and those with passwords take their time."""

    def __init__(self, database: Database, hasher: PasswordHasher | None = None) -> None:
        self._database = database
        self._hasher = hasher or PasswordHasher()

    def guest(
        self, person_id: str, shown: str, lang: str, now: int, *, bot: bool = False
    ) -> Person:
        """Return the person of that id, a new guest unless they were made before."""
        guest = Person(person_id, shown, None, 0, lang, now, bot)
        made = self._database.insert(PEOPLE).values(vars(guest)).on_conflict_do_nothing()
        self._database.write(lambda c: c.execute(made))
        return self.find(person_id) or guest

    def find(self, person_id: str) -> Person | None:
        """Return the person of that id, if there is one."""
        return self._find(PEOPLE.c.id == person_id)

    def by_session(self, session: Pass) -> tuple[Person | None, bool]:
        """Return whose session that is, and whether it has ended: then it is nobody's.

        One that was handed out to a guest who has not been made is nobody's either, but good.
        """
        logged_out = exists().where(SESSIONS_ENDED.c.hash == session.key)
        its = select(PEOPLE, logged_out.label("over")).where(PEOPLE.c.id == session.person_id)
        row = self._database.read(lambda c: c.execute(its).mappings().one_or_none())
        if row is None:
            return None, False
        over = row["over"] or row["epoch"] != session.epoch
        return (None, True) if over else (_person(row), False)

    def named(self, name: str) -> Person | None:
        """Return the person who took that name, however it is spelt, if there is one."""
        return self._find(PEOPLE.c.name == folded(name))

    def alike(self, name: str, person_id: str | None = None) -> Person | None:
        """Return someone whose account others would take *name* for, other than *person_id*."""
        theirs = (PEOPLE.c.name == folded(name)) | (PEOPLE.c.skeleton == skeleton(name))
        its = select(PEOPLE).where(theirs, PEOPLE.c.id != (person_id or "")).limit(1)
        row = self._database.read(lambda c: c.execute(its).mappings().one_or_none())
        return None if row is None else _person(row)

    def _find(self, which: ColumnElement[bool]) -> Person | None:
        row = self._database.read(lambda c: _one(c, which))
        return None if row is None else _person(row)

    def change(
        self,
        person_id: str,
        *,
        shown: str | None = None,
        lang: str | None = None,
        bot: bool | None = None,
    ) -> Person | None:
        """Change what is not None, and return the person; None if there is none.

        Someone who took a name is shown by it: *shown* can then only spell it otherwise.
        """
        changes: dict[str, Any] = {"shown": shown, "lang": lang, "bot": bot}
        changes = {name: value for name, value in changes.items() if value is not None}
        same = PEOPLE.c.id == person_id
        if shown is not None:
            same &= PEOPLE.c.name.is_(None) | (PEOPLE.c.name == folded(shown))
            # Only of those who have an account, and not of one that looks like an older one.
            looks = case((PEOPLE.c.skeleton.is_not(None), skeleton(shown)))
            changes["skeleton"] = looks
        if changes:
            with _unlike_others(shown):
                self._database.write(
                    lambda c: c.execute(update(PEOPLE).where(same).values(changes))
                )
        return self.find(person_id)

    def register(self, person_id: str, shown: str, password: str) -> Person:
        """Give a guest a name and a password, in place; end all sessions.

        Raises NameTaken if someone else has that name or one that looks like it, NotAllowed if
        this is no guest.
        """
        taken = update(PEOPLE).where(PEOPLE.c.id == person_id, PEOPLE.c.name.is_(None))
        values = {
            "name": folded(shown),
            "shown": shown,
            "skeleton": skeleton(shown),
            "password": self._hasher.hash(password),
            # Whoever planted a guest's session on this device must not have the account by it.
            "epoch": PEOPLE.c.epoch + 1,
        }
        with _unlike_others(shown):
            person = self._changed(taken.values(values))
        if person is None:
            raise NotAllowed(N_("only a guest can take a name"))
        return person

    def check(self, name: str, password: str) -> Person | None:
        """Return the person of that name and password, if there is one.

        It takes as long for a name that nobody has as for a wrong password.
        """
        row = self._database.read(lambda c: _one(c, PEOPLE.c.name == folded(name)))
        kept = row["password"] if row is not None else None
        right = self._verify(kept or self._nobodys_password, password)
        if row is None or kept is None or not right:
            return None
        if self._hasher.check_needs_rehash(kept):
            anew = update(PEOPLE).where(PEOPLE.c.id == row["id"], PEOPLE.c.password == kept)
            self._changed(anew.values(password=self._hasher.hash(password)))
        return _person(row)

    def change_password(
        self, person_id: str, password: str, *, end_tokens: bool = False
    ) -> Person | None:
        """Set a new password, end all sessions and any recovery link; None without a name."""
        known = update(PEOPLE).where(PEOPLE.c.id == person_id, PEOPLE.c.name.is_not(None))
        changes = {"password": self._hasher.hash(password), "recovery_hash": None}
        return self._changed(
            known.values(epoch=PEOPLE.c.epoch + 1, **changes), end_tokens=end_tokens
        )

    def end_sessions(self, person_id: str) -> Person | None:
        """Raise the epoch: whoever is logged in as that person no longer is."""
        mine = update(PEOPLE).where(PEOPLE.c.id == person_id)
        return self._changed(mine.values(epoch=PEOPLE.c.epoch + 1))

    def end_session(self, session: Pass, now: int) -> None:
        """End one session and no other, for good: who has copied its cookie may have patience."""
        ended = self._database.insert(SESSIONS_ENDED).values(hash=session.key, ended=now)
        self._database.write(lambda c: c.execute(ended.on_conflict_do_nothing()))

    def ended(self, passes: Collection[Pass]) -> set[Pass]:
        """Return those of *passes* that have ended, by whatever worker."""
        people = select(PEOPLE.c.id, PEOPLE.c.epoch).where(
            PEOPLE.c.id.in_({one.person_id for one in passes})
        )
        keys = {one.key for one in passes}
        logged_out = select(SESSIONS_ENDED.c.hash).where(SESSIONS_ENDED.c.hash.in_(keys))
        tokens = select(TOKENS.c.hash).where(TOKENS.c.hash.in_(keys))

        def look(connection: Connection) -> set[Pass]:
            epochs = {row.id: row.epoch for row in connection.execute(people)}
            gone = set(connection.scalars(logged_out))
            good = set(connection.scalars(tokens))
            return {
                one
                for one in passes
                if (
                    one.key not in good
                    if one.by_token
                    else one.key in gone or epochs.get(one.person_id) != one.epoch
                )
            }

        return self._database.read(look)

    def make_recovery(self, person_id: str) -> str | None:
        """Return the secret of a new recovery link, which ends the one before; None if nobody."""
        token = secrets.token_urlsafe(SECRET_BYTES)
        mine = update(PEOPLE).where(PEOPLE.c.id == person_id)
        return token if self._changed(mine.values(recovery_hash=hashed(token))) else None

    def recover(self, token: str, password: str) -> Person | None:
        """Return whose recovery link that is, once; None from then on, and for any other text.

        It sets the password of whoever has a name, and ends every session and every token: whoever
        needs it does not know who else has come in.
        """
        its = update(PEOPLE).where(PEOPLE.c.recovery_hash == hashed(token))
        anew = case((PEOPLE.c.name.is_not(None), self._hasher.hash(password)))
        return self._changed(
            its.values(recovery_hash=None, password=anew, epoch=PEOPLE.c.epoch + 1),
            end_tokens=True,
        )

    def make_token(self, person_id: str, label: str, now: int) -> str:
        """Return a new token by which a program may act as that person."""
        token = secrets.token_urlsafe(SECRET_BYTES)
        values = {"hash": hashed(token), "person_id": person_id, "label": label, "created": now}
        self._database.write(lambda c: c.execute(TOKENS.insert().values(values)))
        return token

    def by_token(self, token: str) -> Person | None:
        """Return whose token that is, if it is one and has not been revoked."""
        owner = select(TOKENS.c.person_id).where(TOKENS.c.hash == hashed(token))
        return self._find(PEOPLE.c.id == owner.scalar_subquery())

    def tokens(self, person_id: str) -> list[Token]:
        """Return the tokens of that person, oldest first."""
        mine = (
            select(TOKENS.c.hash, TOKENS.c.label, TOKENS.c.created)
            .where(TOKENS.c.person_id == person_id)
            .order_by(TOKENS.c.created, TOKENS.c.hash)
        )
        return self._database.read(lambda c: [Token(*row) for row in c.execute(mine)])

    def revoke(self, person_id: str, token_id: str) -> bool:
        """End one of that person's tokens; False if they have no such token."""
        its = delete(TOKENS).where(TOKENS.c.person_id == person_id, TOKENS.c.hash == token_id)
        return self._database.write(lambda c: c.execute(its).rowcount == 1)

    def _changed(self, change: Update, *, end_tokens: bool = False) -> Person | None:
        """Do *change*, and return the one person whom it has changed."""

        def do(connection: Connection) -> RowMapping | None:
            row = connection.execute(change.returning(PEOPLE)).mappings().one_or_none()
            if row is not None and end_tokens:
                connection.execute(delete(TOKENS).where(TOKENS.c.person_id == row["id"]))
            return row

        row = self._database.write(do)
        return None if row is None else _person(row)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (Argon2Error, InvalidHashError):
            return False

    @cached_property
    def _nobodys_password(self) -> str:
        """What the passwords of unknown people are compared with."""
        return self._hasher.hash(secrets.token_urlsafe(SECRET_BYTES))


@contextmanager
def _unlike_others(shown: str | None) -> Iterator[None]:
    """Raise NameTaken if, inside, the database says that another account is spelt or looks so."""
    try:
        yield
    except IntegrityError as fault:
        raise NameTaken(TAKEN, name=shown) from fault


def _one(connection: Connection, which: ColumnElement[bool]) -> RowMapping | None:
    return connection.execute(select(PEOPLE).where(which)).mappings().one_or_none()


def _person(row: RowMapping) -> Person:
    return Person(**{name: row[name] for name in Person.__dataclass_fields__})
