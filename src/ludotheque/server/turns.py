"""Pools of threads, and the lines in which whoever wants one waits for a turn.

A line is fair by whom a turn is for, however much one of them asks, and lets what costs little go
first. Each has a sum of what was done for them; of all who wait, the one comes next whose sum would
be the smallest afterwards. Whoever comes anew begins where the line has come to, so that nobody
saves up; and as that grows with every turn, what costs much is not passed for ever either.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ludotheque.server import metrics

P = ParamSpec("P")
T = TypeVar("T")


class Turn:
    """A thread of the pool, for as long as a turn lasts."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._work: Future[Any] | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Return the result of *work*, which nothing can interrupt once it has begun."""
        self._work = future = self._threads.submit(work, *args, **facts)
        return await asyncio.wrap_future(future)

    def at_end(self, act: Callable[[], None]) -> None:
        """Call *act* in the event loop once the thread is free."""
        loop = asyncio.get_running_loop()

        def ended(_work: Future[Any]) -> None:
            with suppress(RuntimeError):  # The loop is closed: nobody waits any more.
                loop.call_soon_threadsafe(act)

        if self._work is None or self._work.done():
            act()
        else:  # Whoever waited for it has been cancelled.
            self._work.add_done_callback(ended)


class Pool(ABC):
    """Threads, and who waits for one of them."""

    def __init__(self, threads: int, name: str) -> None:
        self._free = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)

    @abstractmethod
    def next_line(self) -> "Line":
        """Return the line whose turn it is; if nobody can be called from it, then from none."""

    @asynccontextmanager
    async def turn_in(
        self, line: "Line", whose: Hashable, cost: float = 1.0
    ) -> AsyncIterator[Turn]:
        """Wait in *line* for a thread and give it.

        It is free again once the block is left and what was begun in it has ended.
        """
        await self._wait(line, whose, cost)
        turn = Turn(self._threads)
        try:
            yield turn
        finally:
            turn.at_end(lambda: self._leave(line, whose))

    def close(self) -> None:
        """Begin nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait(self, line: "Line", whose: Hashable, cost: float) -> None:
        called = line.join(whose, cost)
        self._call()
        try:
            with metrics.timed(metrics.waiting_seconds.labels(line.kind)):
                await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave(line, whose)
            raise

    def _leave(self, line: "Line", whose: Hashable) -> None:
        line.leave(whose)
        self._free += 1
        self._call()

    def _call(self) -> None:
        """Call in whoever is next, while a thread is free."""
        while self._free and self.next_line().call():
            self._free -= 1


class _Place(NamedTuple):
    """Somebody who waits; of those for the same one, the cheapest comes first, then the first."""

    cost: float
    number: int
    since: float
    """Where the line had come to when they came."""
    called: asyncio.Future[None]


class Line:
    """Those who wait, by whom they are for."""

    def __init__(self, kind: str, most: int, each: int = 1) -> None:
        self.kind = kind
        """What it is called where its waiting is measured."""
        self._most = most
        """How many may have a turn at once."""
        self._each = each
        """How many of the same may."""
        self._waiting: dict[Hashable, list[_Place]] = {}
        """For each a heap."""
        self._inside: Counter[Hashable] = Counter()
        self._numbers = count()
        self._come_to = 0.0
        """The largest sum of all whose turn has ended."""
        self._sums: dict[Hashable, float] = {}
        """What was done for each, as far as it still matters."""

    @property
    def ready(self) -> bool:
        """Whether somebody can be called."""
        return self.inside < self._most and self._next() is not None

    @property
    def inside(self) -> int:
        """How many have a turn now."""
        return self._inside.total()

    def waiting(self, whose: Hashable) -> int:
        """Return how many wait for *whose*."""
        return sum(not place.called.done() for place in self._waiting.get(whose, ()))

    def join(self, whose: Hashable, cost: float = 1.0) -> asyncio.Future[None]:
        """Return what is done once the one who waits is called."""
        called = asyncio.get_running_loop().create_future()
        place = _Place(cost, next(self._numbers), self._come_to, called)
        heappush(self._waiting.setdefault(whose, []), place)
        return called

    def call(self) -> bool:
        """Call who is next; return whether there was anyone."""
        whose = self._next() if self.inside < self._most else None
        if whose is None:
            return False
        place = heappop(self._waiting[whose])
        self._sums[whose] = self._sum_after(whose, place)
        self._inside[whose] += 1
        place.called.set_result(None)
        return True

    def leave(self, whose: Hashable) -> None:
        """Let another for *whose* be called."""
        self._come_to = max(self._come_to, self._sums[whose])
        self._inside[whose] -= 1
        if not self._inside[whose]:
            del self._inside[whose]
        self._forget()

    def _next(self) -> Hashable | None:
        """Return whose turn it is."""
        self._tidy()
        able = [whose for whose in self._waiting if self._inside[whose] < self._each]
        return min(able, key=self._rank) if able else None

    def _rank(self, whose: Hashable) -> tuple[float, int]:
        place = self._waiting[whose][0]
        return self._sum_after(whose, place), place.number

    def _sum_after(self, whose: Hashable, place: _Place) -> float:
        return max(place.since, self._sums.get(whose, 0.0)) + place.cost

    def _tidy(self) -> None:
        """Let those go who come first, but wait no longer."""
        for whose, places in list(self._waiting.items()):
            while places and places[0].called.done():
                heappop(places)
            if not places:
                del self._waiting[whose]

    def _forget(self) -> None:
        """Forget the sums that say no more than where the line has come to."""
        self._sums = {
            whose: spent
            for whose, spent in self._sums.items()
            if spent > self._come_to or whose in self._waiting or whose in self._inside
        }
