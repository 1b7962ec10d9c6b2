"""Reviews of games that were played at tables, kept so that none is made twice."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, select

from ludotheque.store.database import Database
from ludotheque.store.schema import RESULTS, REVIEWS, SEATS_TAKEN, TABLES


@dataclass(frozen=True)
class Kept:
    """A review of a game that somebody played."""

    table_id: str
    number: int
    people: tuple[str, ...]
    """By seat, as in `Result`."""
    body: str


class Reviews:
    """One review a game, as text; by which engine it was made is its edition. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, table_id: str, number: int, edition: str) -> str | None:
        """Return the review of a game, None if there is none, or one of another edition."""
        which = select(REVIEWS.c.body).where(
            REVIEWS.c.table_id == table_id,
            REVIEWS.c.number == number,
            REVIEWS.c.edition == edition,
        )
        found: str | None = self._database.read(lambda c: c.execute(which).scalar())
        return found

    def of_person(self, person_id: str, game: str, *, limit: int) -> list[Kept]:
        """Return reviews of games that a person has played, of any edition, the newest first."""
        theirs = (
            select(REVIEWS.c.table_id, REVIEWS.c.number, RESULTS.c.people, REVIEWS.c.body)
            .join(SEATS_TAKEN, SEATS_TAKEN.c.table_id == REVIEWS.c.table_id)
            .join(
                RESULTS,
                (RESULTS.c.table_id == REVIEWS.c.table_id) & (RESULTS.c.number == REVIEWS.c.number),
            )
            .where(SEATS_TAKEN.c.person_id == person_id, RESULTS.c.game == game)
            .order_by(RESULTS.c.ended.desc(), REVIEWS.c.table_id, REVIEWS.c.number.desc())
            .limit(limit)
        )
        return self._database.read(lambda c: [_kept(*row) for row in c.execute(theirs)])

    def of_game(self, person_id: str, table_id: str, number: int) -> Kept | None:
        """Return the review of a game that a person has played; None if there is no such."""
        its = (
            select(REVIEWS.c.table_id, REVIEWS.c.number, RESULTS.c.people, REVIEWS.c.body)
            .join(
                RESULTS,
                (RESULTS.c.table_id == REVIEWS.c.table_id) & (RESULTS.c.number == REVIEWS.c.number),
            )
            .where(REVIEWS.c.table_id == table_id, REVIEWS.c.number == number)
        )
        row = self._database.read(lambda c: c.execute(its).one_or_none())
        found = None if row is None else _kept(*row)
        return found if found is not None and person_id in found.people else None

    def keep(self, table_id: str, number: int, edition: str, body: str, now: int) -> None:
        """Keep the review of a game in place of any other; of a table that has gone, none."""
        there = select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update()
        made = {"edition": edition, "made": now, "body": body}
        mine = self._database.insert(REVIEWS).values(table_id=table_id, number=number, **made)
        mine = mine.on_conflict_do_update(
            index_elements=[REVIEWS.c.table_id, REVIEWS.c.number], set_=made
        )

        def work(connection: Connection) -> None:
            if connection.execute(there).first() is not None:
                connection.execute(mine)

        self._database.write(work)


def _kept(table_id: str, number: int, people: str, body: str) -> Kept:
    return Kept(table_id, number, tuple(json.loads(people)), body)
