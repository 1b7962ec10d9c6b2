"""Folding of a log: from the rows that were kept back to the table that they led to."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from ludotheque.errors import N_, NoSuchTable
from ludotheque.tables.form import read_act
from ludotheque.tables.step import Step
from ludotheque.tables.table import Table, follow


class Kept(Protocol):
    """A row of a log, wherever that is kept."""

    @property
    def seq(self) -> int:
        """Its number at its table: 1, 2, 3 … without a gap."""

    @property
    def at(self) -> int:
        """When it was done, in milliseconds since 1970."""

    @property
    def body(self) -> str:
        """What was done, as `act_text` wrote it."""


def folded(rows: Iterable[Kept]) -> Table:
    """Return the table whose log has these rows, or raise NoSuchTable if there are none."""
    table: Table | None = None
    for row in rows:
        table = follow(table, read_act(row.seq, row.at, row.body))
    if table is None:
        raise NoSuchTable(N_("there is no such table"))
    return table


def refolded(
    rows: Iterable[Kept], table: Table | None = None
) -> Iterator[tuple[Table | None, Step]]:
    """Yield every act of these rows with the table before it and after; the first follows *table*.

    Without a table, they begin with the first row of a log.
    """
    for row in rows:
        act = read_act(row.seq, row.at, row.body)
        before, table = table, follow(table, act)
        yield before, Step(act, table)
