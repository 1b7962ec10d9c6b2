"""Check of a whole house: the log of every table against its chain of hashes."""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from ludotheque.store.chain import read_whole
from ludotheque.store.database import Database
from ludotheque.store.schema import TABLES

AT_ONCE: Final = 200
"""The tables that are checked in one transaction: whoever plays meanwhile need not wait."""


class Checked(NamedTuple):
    """A table whose log has been checked."""

    table_id: str
    acts: int
    """How many acts are sound, from the first on."""
    broken: int | None
    """The first act that is missing or not as it was written, if one is."""


def check(database: Database) -> Iterator[Checked]:
    """Yield every table of the house, checked; the house may be open meanwhile."""
    some = [Checked("", 0, None)]
    while some := database.read(partial(_checked, after=some[-1].table_id)):
        yield from some


def _checked(connection: Connection, after: str) -> list[Checked]:
    which = select(TABLES.c.id).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(AT_ONCE)
    found = ((name, read_whole(connection, name)) for name in connection.scalars(which).all())
    return [Checked(name, len(whole.rows), whole.broken) for name, whole in found if whole]
