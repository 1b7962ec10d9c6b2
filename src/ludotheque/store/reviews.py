"""Reviews of games that were played at tables, kept so that none is made twice."""

from sqlalchemy import Connection, select

from ludotheque.store.database import Database
from ludotheque.store.schema import REVIEWS, TABLES


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
