"""The log of acts, which is the truth about every table: what it keeps, and what it promises."""

from typing import NamedTuple, Protocol


class Row(NamedTuple):
    """One act of a table, as the log keeps it."""

    seq: int
    """Its number at its table: 1, 2, 3 … without a gap."""
    stamp: str
    """Random text of whoever appends it: tells one's own row from another's with its number."""
    at: int
    """When it was done, in milliseconds since 1970."""
    body: str
    """What was done, as JSON."""


class Summary(NamedTuple):
    """What lists and workers need to know of a table after an act, without its log."""

    status: str
    """`open`, `playing`, `over` or `closed`."""
    public: bool
    due: int | None
    """The moment from which some worker must look at the table; None if nobody need."""
    note: str
    """What lists show of it, as JSON."""
    sitters: tuple[str, ...] = ()
    """The ids of the people whom this act has seated; who sat there before stays known."""
    awaited: str | None = None
    """The id of the person whose turn it is, if it is a person's."""


class Whole(NamedTuple):
    """A table as it is kept."""

    secret: str
    """The master seed of its chance."""
    rows: list[Row]
    """Its log, up to the first row that is not as it was written."""
    broken: int | None
    """The number of that row, None if all are sound."""


class Log(Protocol):
    """An append-only log, one numbered sequence of rows a table.

    Every method may wait for a lost database, and raises StoreDown once its patience is at an end.
    """

    async def create(
        self, table_id: str, secret: str, game: str, first: Row, summary: Summary
    ) -> bool:
        """Keep a new table with its first row, number 1; False if another has that id.

        *secret* is the master seed of the table's chance: it leaves the store by `whole` alone.
        """
        ...

    async def append(self, table_id: str, row: Row, summary: Summary) -> bool:
        """Return True once *row* and *summary* are durable, and False if *row* is not the next.

        Then there is a row of that number already (of another stamp), or none before it, or no such
        table; nothing has been written. The same row appended again is True again, never a double.
        """
        ...

    async def read(self, table_id: str, after: int = 0) -> list[Row]:
        """Return the rows of a table whose number is greater than *after*, in order."""
        ...

    async def whole(self, table_id: str) -> Whole | None:
        """Return a table with its secret and all of its log that is sound; None if there is none.

        Every row is held against the chain of hashes, see `chain.py`; `read` trusts them.
        """
        ...

    async def close(self) -> None:
        """Finish what waits, then stop; whoever appends later is refused."""
        ...
