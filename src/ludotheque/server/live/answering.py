"""Thread pool, one and small, for all that is played, checked and drawn for whoever asks.

Nothing that a stranger asks for is done on the event loop, nor in the threads in which sessions are
looked up. Each address has one answer made at a time, the others wait in a fair line; long work is
done in steps, between which others have their turn. What it takes is charged to the address:
whoever has used up their share of CPU time is refused for a while.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from time import thread_time
from typing import Final, Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from ludotheque.match import Steps
from ludotheque.server import metrics
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.turns import Line, Pool
from ludotheque.server.wire.errors import TooOften

P = ParamSpec("P")
T = TypeVar("T")

THREADS: Final = 2
"""More would share one interpreter, and keep the event loop from it."""
MOST_WAITING: Final = 200
"""The answers, and the long works, for one address that may wait: a class that opens a book of
thirty figures."""
STEPS_A_TURN: Final = 10
"""The steps of long work that are done in one turn."""
A_WHILE: Final = 2
"""The seconds after which whoever was refused may ask again."""
WORK: Final = "work"
"""The kind of the rate that counts milliseconds of CPU time."""


class Answering(Pool):
    """The threads, who waits for one of them, and what each address has used."""

    def __init__(self, rate_limits: RateLimits, threads: int = THREADS) -> None:
        super().__init__(threads, "answering")
        self._rate_limits = rate_limits
        self._line = Line("answer", threads)
        self._long: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By address, who holds it has the one long work that is done for that address."""
        self._long_works: Counter[str] = Counter()
        """By address, the long works that are done or wait to be."""

    def next_line(self) -> Line:
        """Return the one line that there is."""
        return self._line

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Return the result of *work* for that address, when its turn has come, or TooOften."""
        self._rate_limits.check_spent(WORK, address)
        _check_waiting(self._line.waiting(address))
        async with self.turn_in(self._line, address) as turn:
            # Those who went before may have used up what was left when this one came.
            self._rate_limits.check_spent(WORK, address)
            return await turn.run(self._charged, asyncio.get_running_loop(), address, work)

    async def in_steps(self, address: str, steps: Steps[T]) -> T:
        """Return the result of all *steps*, or raise TooOften before the first.

        Others are served in between, but no other steps of the same address: so what it may use
        too much of is no more than one long work.
        """
        _check_waiting(self._long_works[address])
        self._long_works[address] += 1
        try:
            async with self._long.setdefault(address, asyncio.Lock()):
                return await self._all(address, steps)
        finally:
            self._long_works[address] -= 1
            if not self._long_works[address]:
                del self._long_works[address]

    async def _all(self, address: str, steps: Steps[T]) -> T:
        self._rate_limits.check_spent(WORK, address)
        loop, end = asyncio.get_running_loop(), None
        while end is None:
            async with self.turn_in(self._line, address) as turn:
                end = await turn.run(self._charged, loop, address, partial(_some, steps))
        return end.result

    def _charged(self, loop: asyncio.AbstractEventLoop, address: str, work: Callable[[], T]) -> T:
        """Return the result of *work*, done in this thread; let its time be counted."""
        began = thread_time()
        try:
            return work()
        finally:
            took = ceil((thread_time() - began) * 1000)
            with suppress(RuntimeError):  # The loop is closed: nobody counts any more.
                loop.call_soon_threadsafe(self._rate_limits.charge, WORK, took, address)


@dataclass(frozen=True)
class Answers:
    """What is made for one address."""

    answering: Answering
    address: str

    async def run(self, work: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Return the result of *work*, or raise TooOften."""
        return await self.answering.run(self.address, lambda: work(*args, **facts))

    async def in_steps(self, steps: Steps[T]) -> T:
        """Return the result of all *steps*; others are served in between. Or raise TooOften."""
        return await self.answering.in_steps(self.address, steps)


@dataclass(frozen=True)
class _End(Generic[T]):
    """How long work came out."""

    result: T


def _check_waiting(count: int) -> None:
    """Raise TooOften where so many wait already."""
    if count >= MOST_WAITING:
        metrics.limited.labels(WORK).inc()
        raise TooOften.after(A_WHILE)


def _some(steps: Steps[T]) -> _End[T] | None:
    """Do a turn's worth of *steps*, and return their end if they have come to it."""
    for _ in range(STEPS_A_TURN):
        try:
            next(steps)
        except StopIteration as end:
            return _End(end.value)
    return None
