"""Hash chain of a table's log: every row holds a hash of itself and of all rows before it.

The first follows the table's id and secret, and the table holds the hash of the last. So a row
that has changed, is missing or stands elsewhere is found, and so is a tail that has gone. What
cannot be found: a table whose rows and head went back together, as in an older copy of the
database, and the work of someone who may write to the database and computes every hash anew.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from ludotheque.store.log import Row, Whole
from ludotheque.store.schema import ACTS, TABLES

BETWEEN: Final = "\x1f"
"""What stands between the parts that are hashed: no JSON, number or id has it."""
DIGITS: Final = 32
"""The hexadecimal digits of a link."""
WHOLE: Final = (
    select(TABLES.c.secret, TABLES.c.seq, TABLES.c.head)
    .add_columns(ACTS.c.seq, ACTS.c.stamp, ACTS.c.at, ACTS.c.body, ACTS.c.link)
    .select_from(TABLES.outerjoin(ACTS, ACTS.c.table_id == TABLES.c.id))
    .where(TABLES.c.id == bindparam("id"))
    .order_by(ACTS.c.seq)
)
"""A table and its rows, in order; of a table without any, one line of nothing."""


class _Head(NamedTuple):
    secret: str
    seq: int
    link: str


def anchor(table_id: str, secret: str) -> str:
    """Return what the first row of a table follows."""
    return _hashed(table_id, _hashed(secret))


def link(before: str, row: Row) -> str:
    """Return the link of *row*, which follows the link *before*."""
    return _hashed(before, str(row.seq), row.stamp, str(row.at), row.body)


def _hashed(*parts: str) -> str:
    return sha256(BETWEEN.join(parts).encode()).hexdigest()[:DIGITS]


def read_whole(connection: Connection, table_id: str) -> Whole | None:
    """Return a table with all rows of its log that can be vouched for; None if there is none.

    Others may append meanwhile: one question, and so one moment of the database, has it all.
    """
    found = connection.execute(WHOLE, {"id": table_id}).all()
    if not found:
        return None
    head = _Head(*found[0][:3])
    linked = [(Row(*row), kept) for _, _, _, *row, kept in found if row[0] is not None]
    sound = _sound(anchor(table_id, head.secret), linked, head)
    rows = [row for row, _ in linked[:sound]]
    intact = sound == head.seq and len(linked) <= head.seq
    return Whole(head.secret, rows, None if intact else sound + 1)


def _sound(before: str, linked: Sequence[tuple[Row, str]], head: _Head) -> int:
    """Return how many rows from the first on are as they were written."""
    for number, (row, kept) in enumerate(linked[: head.seq], 1):
        if row.seq != number or link(before, row) != kept:
            return number - 1
        before = kept
        if number == head.seq and kept != head.link:
            return number - 1
    return min(len(linked), head.seq)
