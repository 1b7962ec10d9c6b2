"""Tidying: guests who never did anything and tables nobody played are deleted after a while.

Whatever was played stays: a table with a game that has a result, everyone who ever sat at a table
that stays, everyone who has an account, a token, a recovery link, a rating or a game that they have
brought. Puzzles keep a guest only as long as they are tried: with the guest goes all that is known
of their attempts.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, text
from sqlalchemy import Table as Kept

from ludotheque.match.match import ABORTED
from ludotheque.store.database import Database
from ludotheque.store.schema import (
    ACTS,
    BROUGHT,
    DAY,
    PEOPLE,
    PRESENCE,
    PUZZLE_ATTEMPTS,
    PUZZLE_STREAKS,
    RATINGS,
    RESULTS,
    REVIEWS,
    SEATS_TAKEN,
    TABLES,
    TOKENS,
)
from ludotheque.store.space import POSTGRES_SIZE

LIFE: Final = 400 * DAY
"""As long as a cookie lives: after it, a guest cannot come back to what they have brought."""
A_TIME: Final = 500
"""As many are deleted in one transaction, so that nobody waits long for it."""


@dataclass(frozen=True)
class Keeping:
    """How many days things are kept that nobody may need any more."""

    guests: int = 30
    """Guests who have never sat at a table that is kept."""
    tables: int = 30
    """Tables at which no game was played that has a result, and nothing happens."""


@dataclass(frozen=True)
class Swept:
    """How much was deleted, or would be."""

    guests: int
    tables: int
    acts: int


@dataclass(frozen=True)
class Held:
    """How much the house holds."""

    people: int
    tables: int
    acts: int
    results: int
    size: int
    """The bytes of the database as it is on the disk, what was deleted included."""


class Tidy:
    """What can be thrown away, and how much there is. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def sweep(self, now: int, keeping: Keeping, *, dry_run: bool = False) -> Swept:
        """Delete what need not be kept at the time *now*; with *dry_run* only count it."""
        tables = _unplayed(now - keeping.tables * DAY)
        guests = _idle(now - keeping.guests * DAY, tables)
        if dry_run:
            return self._database.read(lambda c: _counted(c, tables, guests))
        seqs = self._thrown_away(tables)
        return Swept(self._delete_guests(guests), len(seqs), sum(seqs))

    def _thrown_away(self, which: ColumnElement[bool]) -> list[int]:
        """Delete tables, and return how many acts each had."""
        # Asked in the same transaction: a table at which someone plays on meanwhile stays.
        some = select(TABLES.c.id, TABLES.c.seq).where(which).limit(A_TIME).with_for_update()

        def work(connection: Connection) -> list[int]:
            found = connection.execute(some).all()
            ids = [row.id for row in found]
            for kept in (ACTS, SEATS_TAKEN, PRESENCE, RESULTS, REVIEWS):
                connection.execute(delete(kept).where(kept.c.table_id.in_(ids)))
            connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))
            return [row.seq for row in found]

        seqs: list[int] = []
        while True:
            done = self._database.write(work)
            seqs += done
            if len(done) < A_TIME:
                return seqs

    def _delete_guests(self, which: ColumnElement[bool]) -> int:
        some = select(PEOPLE.c.id).where(which).limit(A_TIME).with_for_update()

        def work(connection: Connection) -> tuple[int, int]:
            ids = list(connection.execute(some).scalars())
            # Asked again, by a statement of its own, once nobody else can add anything of theirs:
            # PostgreSQL's first one does not see what was added while it waited for them.
            gone = delete(PEOPLE).where(PEOPLE.c.id.in_(ids), which)
            return len(ids), connection.execute(gone).rowcount

        swept = 0
        while True:
            found, done = self._database.write(work)
            swept += done
            if found < A_TIME:
                return swept

    def held(self) -> Held:
        """Return how much there is; acts are counted by the heads of tables, which is quick."""
        sqlite = text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        size = sqlite if self._database.is_sqlite else POSTGRES_SIZE

        def rows(connection: Connection, kept: Kept) -> int:
            return int(connection.execute(select(func.count()).select_from(kept)).scalar_one())

        def work(connection: Connection) -> Held:
            acts = connection.execute(select(func.coalesce(func.sum(TABLES.c.seq), 0))).scalar_one()
            return Held(
                people=rows(connection, PEOPLE),
                tables=rows(connection, TABLES),
                acts=int(acts),
                results=rows(connection, RESULTS),
                size=int(connection.execute(size).scalar_one()),
            )

        return self._database.read(work)


def _unplayed(limit: int) -> ColumnElement[bool]:
    """Return which tables have no game with a result, and nothing has happened at since *limit*."""
    played = exists().where(RESULTS.c.table_id == TABLES.c.id, RESULTS.c.reason != ABORTED)
    looked_at = exists().where(PRESENCE.c.table_id == TABLES.c.id, PRESENCE.c.seen >= limit)
    ended = TABLES.c.status.in_(("closed", "over"))
    return ended & (TABLES.c.updated < limit) & ~played & ~looked_at


def _idle(limit: int, tables: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return which people have done nothing since *limit*, those *tables* aside."""
    going = select(TABLES.c.id).where(tables)
    sat = exists().where(
        SEATS_TAKEN.c.person_id == PEOPLE.c.id, SEATS_TAKEN.c.table_id.not_in(going)
    )
    return (
        PEOPLE.c.name.is_(None)
        & PEOPLE.c.recovery_hash.is_(None)
        & (PEOPLE.c.created < limit)
        & ~sat
        & ~exists().where(TOKENS.c.person_id == PEOPLE.c.id)
        & ~exists().where(RATINGS.c.who == PEOPLE.c.id)
        & ~exists().where(BROUGHT.c.person_id == PEOPLE.c.id, BROUGHT.c.at >= limit - LIFE)
        & ~exists().where(PRESENCE.c.person_id == PEOPLE.c.id, PRESENCE.c.seen >= limit)
        & ~exists().where(PUZZLE_ATTEMPTS.c.person_id == PEOPLE.c.id, PUZZLE_ATTEMPTS.c.at >= limit)
        & ~exists().where(
            PUZZLE_STREAKS.c.person_id == PEOPLE.c.id, PUZZLE_STREAKS.c.began >= limit
        )
    )


def _counted(
    connection: Connection, tables: ColumnElement[bool], guests: ColumnElement[bool]
) -> Swept:
    """Return how much would be deleted."""
    acts = func.coalesce(func.sum(TABLES.c.seq), 0)
    number, seqs = connection.execute(select(func.count(), acts).where(tables)).one()
    many = select(func.count()).select_from(PEOPLE).where(guests)
    return Swept(int(connection.execute(many).scalar_one()), int(number), int(seqs))
