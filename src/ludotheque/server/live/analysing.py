"""Live analyses: positions looked at deeper and deeper, for as long as somebody watches.

They have a few threads of their own, to which the system gives what others leave: neither the
computers at the tables nor anyone's moves wait for them. Of each person one position is looked at,
the last that they asked for; the others wait in line, and whoever reads is told where theirs
stands. Once nobody reads any more it is given up.
"""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from threading import get_native_id
from time import monotonic
from typing import Any, Final

import structlog

from ludotheque.arena import cores
from ludotheque.engine import Analyst, Limits, Line, a_moment, kernel
from ludotheque.engine.memory import LIVE_HASH_MB
from ludotheque.errors import N_, HouseClosing, LudothequeError, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.position import Position
from ludotheque.server import metrics
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.live.news import News
from ludotheque.server.wire.errors import TooOften
from ludotheque.study.looking import looked_at

MOST_LINES: Final = 5
MOST_WAITING: Final = 100
"""The analyses that may wait; one more is refused."""
MOST_OF_ONE: Final = 30
"""The same of one address: a class that studies."""
A_WHILE: Final = 10
"""The seconds after which whoever was refused may ask again."""
MANNERS: Final = 15
"""How much its threads give way, as `nice` counts: beside a thread that plays they get a 28th."""
WORK: Final = "analysis-work"
"""The kind of the rate that counts milliseconds of threads."""
SLOWLY: Final = 5
"""Of a game that the kernel does not know, so many moments are looked at: it is Python's time."""


@dataclass(frozen=True)
class Wish:
    """A position that someone wants looked at, and how."""

    game: AnyGame
    start: Position[Any]
    moves: tuple[str, ...]
    """The line from there to the position, see `way_of`."""
    lines: int
    threads: int
    everything: bool
    """Whether all that is hidden is known; else what whoever is to move may know."""
    whose: str
    """The person."""
    address: str
    """Whom the time is charged to."""


@dataclass(frozen=True)
class Seeing:
    """What has been seen so far of a position."""

    position: Position[Any]
    lines: tuple[Line, ...]
    speed: int
    """Positions, or imagined games, a second."""
    complete: bool
    """Whether there is nothing to come."""


class Job(News[int | Seeing]):
    """An analysis that is under way, or waits to be: how many come before it, or what was seen."""

    def __init__(self, wish: Wish) -> None:
        super().__init__(0)
        self.wish = wish
        self.analyst = Analyst(wish.game, threads=wish.threads, table_mb=LIVE_HASH_MB)
        self.task: asyncio.Task[None] | None = None


class Analysing:
    """The analyses of this process: those under way, and those that wait."""

    def __init__(self, settings: Settings, rate_limits: RateLimits) -> None:
        self._most = settings.analyses
        self._seconds = settings.analysis_seconds
        self.threads = min(settings.analysis_threads, cores())
        """The most that one may have."""
        self._rate_limits = rate_limits
        self._pool = ThreadPoolExecutor(self._most, "analysing", initializer=give_way)
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._closing = False

    def threads_for(self, game: AnyGame) -> int:
        """Return the most that one may have of *game*: only looking ahead takes several."""
        return self.threads if kernel.has_thinker(game) else 1

    def __len__(self) -> int:
        """Return how many are under way or wait."""
        return len(self._waiting) + len(self._running)

    async def check(self, whose: str, address: str) -> None:
        """Raise TooOften if as much was looked at for that person or address as may be."""
        await self._rate_limits.check("analysis", whose)
        await self._rate_limits.check("analysis-address", address)
        self._rate_limits.check_spent(WORK, address)

    def charge(self, address: str, milliseconds: int) -> None:
        """Count what was looked at for that address, here or elsewhere."""
        self._rate_limits.charge(WORK, milliseconds, address)

    @contextmanager
    def read(self, wish: Wish) -> Iterator[Job]:
        """Give the analysis for the block, after which it is given up.

        Another of the same person is ended, and told so. Raise TooOften if too many wait already.
        """
        if self._closing:
            raise _closing()
        for other in [
            job for job in (*self._waiting, *self._running) if job.wish.whose == wish.whose
        ]:
            other.fail(NotAllowed(N_("you are looking at another position now, elsewhere")))
            self._give_up(other)
        of_one = sum(job.wish.address == wish.address for job in self._waiting)
        if len(self._waiting) >= MOST_WAITING or of_one >= MOST_OF_ONE:
            metrics.limited.labels("analysis").inc()
            raise TooOften.after(A_WHILE)
        job = Job(wish)
        self._waiting.append(job)
        self._call()
        try:
            yield job
        finally:
            self._give_up(job)

    def _call(self) -> None:
        """Begin what may begin, and tell the others where they stand."""
        while self._waiting and len(self._running) < self._most:
            job = self._in_turn()[0]
            self._waiting.remove(job)
            self._running.append(job)
            job.task = asyncio.create_task(self._run(job))
            job.tell(0)
        for ahead, job in enumerate(self._in_turn(), len(self._running)):
            job.tell(ahead)

    def _in_turn(self) -> list[Job]:
        """Return those that wait in the order in which they are called: by address, in turn."""
        before = Counter(job.wish.address for job in self._running)
        turns = {}
        for job in self._waiting:
            turns[job] = before[job.wish.address]
            before[job.wish.address] += 1
        return sorted(self._waiting, key=turns.__getitem__)

    def _give_up(self, job: Job) -> None:
        """Let go of an analysis; its thread is free as soon as the search has heard of it."""
        job.analyst.stop()
        if job in self._waiting:
            self._waiting.remove(job)
            self._call()

    async def _run(self, job: Job) -> None:
        loop, began = asyncio.get_running_loop(), monotonic()
        try:
            # Those who went before may have used up what was left when this one came.
            self._rate_limits.check_spent(WORK, job.wish.address)
            seen = await loop.run_in_executor(self._pool, self._look, loop, job)
            job.tell(seen, over=True)
        except LudothequeError as problem:
            job.fail(problem)
        except Exception:  # noqa: BLE001 - whatever it is, readers do not wait for ever
            structlog.get_logger().exception("analysis.failed")
            job.fail(LudothequeError(N_("something broke in the house; it has been noted")))
        finally:
            # What its threads could have had; how much they gave way is not asked.
            took = ceil((monotonic() - began) * 1000) * job.wish.threads
            self.charge(job.wish.address, took)
            self._running.remove(job)
            self._call()

    def _look(self, loop: asyncio.AbstractEventLoop, job: Job) -> Seeing:
        """Return what was seen in the end; readers are told what each step finds."""
        wish = job.wish
        looked = looked_at(wish.game, wish.start, wish.moves, everything=wish.everything)
        began = monotonic()

        def seen(lines: list[Line], *, complete: bool = False) -> Seeing:
            nodes = max((line.nodes for line in lines), default=0)
            speed = round(nodes / max(monotonic() - began, 1e-3))
            return Seeing(looked.position, tuple(lines), speed, complete)

        def tell(lines: list[Line]) -> None:
            with suppress(RuntimeError):  # The loop is closed: nobody reads any more.
                loop.call_soon_threadsafe(job.tell, seen(lines))

        limits = Limits(seconds=self._seconds, nodes=most_nodes(wish.game))
        found = job.analyst.lines(
            looked.view,
            looked.past,
            limits=limits,
            lines=wish.lines,
            whole=looked.whole,
            progress=tell,
        )
        return seen(found, complete=True)

    async def stop(self) -> None:
        """Give everything up: the house closes."""
        self._closing = True
        jobs = [*self._waiting, *self._running]
        self._waiting.clear()
        for job in jobs:
            job.analyst.stop()
            job.fail(_closing())
        tasks = [job.task for job in jobs if job.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def most_nodes(game: AnyGame) -> int | None:
    """Return how much of *game* is looked at; None where its kernel may go on as long as it can.

    Python's own search keeps others from the interpreter, and is kept short.
    """
    return None if in_kernel(game) else SLOWLY * a_moment(game)


def in_kernel(game: AnyGame) -> bool:
    """Return whether the kernel looks at *game*."""
    return kernel.has_thinker(game) or kernel.has_secret_search(game)


def give_way() -> None:
    """Let this thread, and those that it starts, have what others leave of the processors.

    Only Linux counts manners by the thread; elsewhere all are alike.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), MANNERS)


def _closing() -> HouseClosing:
    return HouseClosing(N_("the house is closing for a moment: please try again"))
