"""Tidying: guests who never did anything and tables nobody played are deleted after a while.

Whatever was played stays: a table with a game that has a result, everyone who ever sat at a table
that stays, everyone who has an account, a token, a recovery link or a rating.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, text
from sqlalchemy import Table as Kept

from ludotheque.store.database import Database
from ludotheque.store.schema import (
    ACTS,
    PEOPLE,
    PRESENCE,
    RATINGS,
    RESULTS,
    SEATS_TAKEN,
    TABLES,
    TOKENS,
)

DAY: Final = 86_400_000
A_TIME: Final = 500
"""As many are deleted in one transaction, so that nobody waits long for it."""
NO_RESULT: Final = "aborted"
"""The reason of results that are none, see `ludotheque.match.match.ABORTED`."""


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
    """The bytes of the database, as far as it says."""


class Tidy:
    """What can be thrown away, and how much there is. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def sweep(self, now: int, keeping: Keeping, *, dry_run: bool = False) -> Swept:
        """Delete what need not be kept at the time *now*; with *dry_run* only count it."""
        played = exists().where(RESULTS.c.table_id == TABLES.c.id, RESULTS.c.reason != NO_RESULT)
        limit = now - keeping.tables * DAY
        looked_at = exists().where(PRESENCE.c.table_id == TABLES.c.id, PRESENCE.c.seen >= limit)
        tables = (
            TABLES.c.status.in_(("closed", "over")) & (TABLES.c.updated < limit) & ~played
        ) & ~looked_at
        found = self._database.read(
            lambda c: [
                tuple(row) for row in c.execute(select(TABLES.c.id, TABLES.c.seq).where(tables))
            ]
        )
        ids = [table_id for table_id, _ in found]
        swept_tables = len(ids)
        if not dry_run:
            for first in range(0, len(ids), A_TIME):
                self._throw_away(ids[first : first + A_TIME])
        guests = self._idle(now - keeping.guests * DAY, ids if dry_run else [])
        swept_guests = self._count(guests) if dry_run else self._delete_guests(guests)
        return Swept(swept_guests, swept_tables, sum(seq for _, seq in found))

    def _throw_away(self, ids: Sequence[str]) -> None:
        def work(connection: Connection) -> None:
            for kept in (ACTS, SEATS_TAKEN, PRESENCE, RESULTS):
                connection.execute(delete(kept).where(kept.c.table_id.in_(ids)))
            connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))

        self._database.write(work)

    def _idle(self, limit: int, without: Sequence[str]) -> ColumnElement[bool]:
        """Return which people have done nothing since *limit*, tables *without* aside."""
        sat = exists().where(
            SEATS_TAKEN.c.person_id == PEOPLE.c.id, SEATS_TAKEN.c.table_id.not_in(without)
        )
        return (
            PEOPLE.c.name.is_(None)
            & PEOPLE.c.recovery_hash.is_(None)
            & (PEOPLE.c.created < limit)
            & ~sat
            & ~exists().where(TOKENS.c.person_id == PEOPLE.c.id)
            & ~exists().where(RATINGS.c.who == PEOPLE.c.id)
            & ~exists().where(PRESENCE.c.person_id == PEOPLE.c.id, PRESENCE.c.seen >= limit)
        )

    def _delete_guests(self, which: ColumnElement[bool]) -> int:
        some = select(PEOPLE.c.id).where(which).limit(A_TIME)
        swept = 0
        while True:
            # Asked again in the same statement: whoever sits down meanwhile stays.
            done = self._database.write(
                lambda c: c.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(some))).rowcount
            )
            swept += done
            if done < A_TIME:
                return swept

    def _count(self, which: ColumnElement[bool]) -> int:
        many = select(func.count()).select_from(PEOPLE).where(which)
        return self._database.read(lambda c: int(c.execute(many).scalar_one()))

    def held(self) -> Held:
        """Return how much there is; acts are counted by the heads of tables, which is quick."""
        sqlite = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        size = sqlite if self._database.is_sqlite else "SELECT pg_database_size(current_database())"

        def rows(connection: Connection, kept: Kept) -> int:
            return int(connection.execute(select(func.count()).select_from(kept)).scalar_one())

        def work(connection: Connection) -> Held:
            acts = connection.execute(select(func.coalesce(func.sum(TABLES.c.seq), 0))).scalar_one()
            return Held(
                people=rows(connection, PEOPLE),
                tables=rows(connection, TABLES),
                acts=int(acts),
                results=rows(connection, RESULTS),
                size=int(connection.execute(text(size)).scalar_one()),
            )

        return self._database.read(work)
