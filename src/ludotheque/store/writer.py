"""Group commit: one writer a process, a thread that keeps whatever waits in one transaction.

Many who append at once share one commit, and so one wait for the disk. Nobody is told before that
commit is done, and all are told in one call into their event loop.
"""

import asyncio
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import Connection, select

from ludotheque.errors import N_
from ludotheque.store.chain import read_whole
from ludotheque.store.database import FIRST_PAUSE, LONGEST_PAUSE, Database, down
from ludotheque.store.errors import StoreDown
from ludotheque.store.log import Row, Summary, Whole
from ludotheque.store.schema import ACTS

T = TypeVar("T")

LARGEST_GROUP: Final = 256
"""The most rows of one transaction."""
READERS: Final = 4
"""The threads that read the log."""


class Opening(NamedTuple):
    """What a new table has beside its first row."""

    secret: str
    game: str


@dataclass(slots=True, eq=False)
class Entry:
    """A row that waits to be kept, and who waits for it."""

    table_id: str
    row: Row
    summary: Summary
    opening: Opening | None
    kept: asyncio.Future[bool]
    deadline: float


class Lost(Exception):
    """The database does not answer, or not now; what was asked of it may be asked again."""


class GroupWriter(ABC):
    """A log by way of a thread that writes; a subclass knows how its database does that.

    It serves one event loop.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: list[Entry] = []
        self._waiting: queue.SimpleQueue[list[Entry] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "log-reader")
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._closed = False
        self._ending = False
        self._thread.start()

    async def create(
        self, table_id: str, secret: str, game: str, first: Row, summary: Summary
    ) -> bool:
        """Keep a new table, see `Log`."""
        if first.seq != 1:
            raise ValueError(first.seq)
        return await self._keep_soon(table_id, first, summary, Opening(secret, game))

    async def append(self, table_id: str, row: Row, summary: Summary) -> bool:
        """Keep the next row of a table, see `Log`."""
        return await self._keep_soon(table_id, row, summary, None)

    def _keep_soon(
        self, table_id: str, row: Row, summary: Summary, opening: Opening | None
    ) -> asyncio.Future[bool]:
        if self._closed:
            raise StoreDown(N_("the store is closed"))
        loop = asyncio.get_running_loop()
        kept = loop.create_future()
        deadline = time.monotonic() + self._database.patience
        if not self._asked:
            # Whoever else appends in this turn of the loop shares the commit: else the writer
            # would run off with the first row, and let all others wait for the next commit.
            loop.call_soon(self._send)
        self._asked.append(Entry(table_id, row, summary, opening, kept, deadline))
        return kept

    def _send(self) -> None:
        if self._asked:
            self._waiting.put(self._asked)
            self._asked = []

    async def read(self, table_id: str, after: int = 0) -> list[Row]:
        """Return the rows of a table after that number, see `Log`."""
        rows = (
            select(ACTS.c.seq, ACTS.c.stamp, ACTS.c.at, ACTS.c.body)
            .where(ACTS.c.table_id == table_id, ACTS.c.seq > after)
            .order_by(ACTS.c.seq)
        )
        return await self._read(lambda c: [Row(*row) for row in c.execute(rows)])

    async def whole(self, table_id: str) -> Whole | None:
        """Return a table with all of its log that is sound, see `Log`."""
        return await self._read(lambda c: read_whole(c, table_id))

    async def _read(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._database.read, work)

    async def close(self) -> None:
        """Finish what waits, see `Log`."""
        if not self._closed:
            self._closed = True
            self._send()
            self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown(wait=False)

    # The rest runs in the writer's thread.

    def _run(self) -> None:
        pending: list[Entry] = []
        pause = FIRST_PAUSE
        while self._gather(pending):
            group = _first_of_each_table(pending)
            try:
                verdicts = self._verdicts(group)
            except Lost as lost:
                self._disconnect()
                pending = _expire(pending, lost)
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                told = set(group)
                pending = [entry for entry in pending if entry not in told]
                pause = FIRST_PAUSE
                _tell(list(zip(group, verdicts, strict=True)))
        self._disconnect()

    def _gather(self, pending: list[Entry]) -> bool:
        """Add what waits to *pending*, and wait for something; False once all is done."""
        with suppress(queue.Empty):
            while len(pending) < LARGEST_GROUP:
                asked = self._waiting.get(block=not pending and not self._ending)
                if asked is None:
                    self._ending = True
                    break
                pending += asked
        return bool(pending)

    def _verdicts(self, group: list[Entry]) -> "list[Verdict]":
        """Keep *group*, or if it is refused as a whole, each of its rows alone."""
        try:
            return [*self._keep(group)]
        except Lost:
            raise
        except Exception as fault:  # noqa: BLE001 - whoever appended it is told
            if len(group) == 1:
                return [fault]
            return [verdict for entry in group for verdict in self._verdicts([entry])]

    @abstractmethod
    def _keep(self, group: Sequence[Entry]) -> list[bool]:
        """Commit *group*, at most one row a table, and say which rows are now kept.

        Connects if need be. Raises Lost, or what the database refuses, after which nothing of the
        group is kept, or it is not known what.
        """

    @abstractmethod
    def _disconnect(self) -> None:
        """Leave the database, if it was reached."""


Verdict = bool | Exception


def _first_of_each_table(pending: list[Entry]) -> list[Entry]:
    """Return the entries that need not wait for another one of their table."""
    return [*{entry.table_id: entry for entry in reversed(pending[:LARGEST_GROUP])}.values()]


def _expire(pending: list[Entry], lost: Lost) -> list[Entry]:
    """Tell those who have waited long enough, and return the others."""
    now = time.monotonic()
    _tell([(entry, down(lost)) for entry in pending if entry.deadline <= now])
    return [entry for entry in pending if entry.deadline > now]


def _tell(verdicts: "list[tuple[Entry, Verdict]]") -> None:
    """Tell all who wait, in one call into each event loop."""
    for loop in {entry.kept.get_loop() for entry, _ in verdicts}:
        told = [pair for pair in verdicts if pair[0].kept.get_loop() is loop]
        with suppress(RuntimeError):  # a loop that is closed has nobody left who waits
            loop.call_soon_threadsafe(_resolve, told)


def _resolve(verdicts: "list[tuple[Entry, Verdict]]") -> None:
    for entry, verdict in verdicts:
        if entry.kept.done():
            continue  # whoever waited has been cancelled
        if isinstance(verdict, Exception):
            entry.kept.set_exception(verdict)
        else:
            entry.kept.set_result(verdict)
