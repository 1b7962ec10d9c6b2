"""Log of the tables of one browser: what is kept of them, and who keeps it."""

from typing import NamedTuple, Protocol


class Row(NamedTuple):
    """One act of a table."""

    seq: int
    """Its number at its table: 1, 2, 3 … without a gap."""
    at: int
    """When it was done, in milliseconds since 1970."""
    body: str
    """What was done, as JSON."""


class Kept(NamedTuple):
    """A table as it is kept."""

    secret: str
    """From which its host deals."""
    rows: tuple[Row, ...]


class Log(Protocol):
    """Where rows are kept: all of them, for good, before anyone is told."""

    async def create(self, table_id: str, secret: str, row: Row, listed: str) -> bool:
        """Keep a new table with its first row; return False if there is one of that id.

        *listed* is what lists show of the table, as JSON.
        """

    async def append(self, table_id: str, row: Row, listed: str) -> bool:
        """Keep a row; return False if there is one of that number: another tab was faster."""

    async def read(self, table_id: str, after: int = 0) -> Kept | None:
        """Return a table with its rows after the one numbered *after*; None if there is none."""

    async def tables(self) -> list[str]:
        """Return the ids of all tables."""

    async def name(self) -> str:
        """Return the name that the person of this browser goes by, empty if they said none."""

    async def rename(self, name: str) -> None:
        """Keep another name."""
