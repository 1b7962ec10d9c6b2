"""Background reviews: games that are looked over, a position at a time.

A few are under way at once, of each person one; the others wait in line, and whoever reads is told
where theirs stands. Several who want the same read the same. Once nobody reads any more, what is
under way is given up; what is finished is kept and never made again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from math import ceil
from time import thread_time
from typing import Final, NamedTuple

import structlog

from ludotheque.errors import N_, HouseClosing, LudothequeError
from ludotheque.games import AnyGame
from ludotheque.match import Record
from ludotheque.match import to_json as record_json
from ludotheque.server import metrics
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.live.news import News
from ludotheque.server.live.room import now
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.wire.errors import TooOften
from ludotheque.store import Store
from ludotheque.study import Review, from_json, nodes_for, reviewing, to_json
from ludotheque.study.review import edition

EACH: Final = 3
"""The reviews of one person that may be under way or wait; one more is refused."""
MOST_WAITING: Final = 100
"""The reviews that may wait; one more is refused."""
A_WHILE: Final = 10
"""The seconds after which whoever was refused may ask again."""
MOST_BYTES: Final = 16 << 20
"""Of finished reviews of records that were brought, in memory."""
WORK: Final = "review-work"
"""The kind of the rate that counts milliseconds of CPU time."""


class Place(NamedTuple):
    """A game that was played at a table."""

    table_id: str
    number: int


@dataclass(frozen=True)
class Wish:
    """A game that someone wants looked over: it is over, and its record is whole."""

    record: Record
    place: Place | None
    """Where it was played; None for a record that was brought."""
    whose: str
    """The person, or the address of somebody unknown."""
    address: str
    """Whom the time is charged to."""


class Job(News[int | Review]):
    """A review that is under way, or waits to be: how many come before it, or what is known."""

    def __init__(self, key: str, wish: Wish) -> None:
        super().__init__(0)
        self.key = key
        self.wish = wish
        self.readers = 0
        self.task: asyncio.Task[None] | None = None


class Reviewing:
    """The reviews of this process: those under way, those that wait, those that are kept."""

    def __init__(
        self, settings: Settings, store: Store, thinking: Thinking, rate_limits: RateLimits
    ) -> None:
        self._most = settings.reviews
        self._effort = settings.review_effort
        self._store = store
        self._thinking = thinking
        self._rate_limits = rate_limits
        self._jobs: dict[str, Job] = {}
        """All, by what they are of, in the order in which they were asked for."""
        self._brought: OrderedDict[str, str] = OrderedDict()
        self._bytes = 0
        self._closing = False

    def __len__(self) -> int:
        """Return how many are under way or wait."""
        return len(self._jobs)

    def edition(self, game: AnyGame) -> str:
        """Return what a review that is made here now is known by."""
        return f"{version('ludotheque')}-{edition(self.nodes(game))}"

    def nodes(self, game: AnyGame) -> int:
        """Return how many nodes a move of *game* are looked at here."""
        return max(1, nodes_for(game) * self._effort // 100)

    def _key(self, wish: Wish) -> str:
        place = wish.place
        if place is not None:
            return f"{place.table_id}/{place.number}"
        return sha256(record_json(wish.record).encode()).hexdigest()

    async def kept(self, wish: Wish) -> Review | None:
        """Return the review if it was made before."""
        if wish.place is None:
            text = self._brought.get(self._key(wish))
        else:
            find, edition = self._store.reviews.find, self.edition(wish.record.setup.game)
            text = await asyncio.to_thread(find, *wish.place, edition)
        if text is None:
            return None
        with suppress(LudothequeError):  # Whatever cannot be read is made anew.
            return await asyncio.to_thread(from_json, text)
        return None

    async def check(self, wish: Wish) -> None:
        """Raise TooOften if as much was looked over for that person or address as may be."""
        if self._key(wish) in self._jobs:
            return
        await self._rate_limits.check("review", wish.whose)
        await self._rate_limits.check("review-address", wish.address)
        self._rate_limits.check_spent(WORK, wish.address)

    @contextmanager
    def read(self, wish: Wish) -> Iterator[Job]:
        """Give the review for the block: begun if nobody else has, given up once nobody reads it.

        Raise TooOften if too many wait already.
        """
        if self._closing:
            raise _closing()
        key = self._key(wish)
        job = self._jobs.get(key)
        if job is None:
            self._check_room(wish)
            job = self._jobs[key] = Job(key, wish)
            self._call()
        job.readers += 1
        try:
            yield job
        finally:
            job.readers -= 1
            if not job.readers:
                self._give_up(job)

    def _check_room(self, wish: Wish) -> None:
        own = sum(job.wish.whose == wish.whose for job in self._jobs.values())
        waiting = sum(job.task is None for job in self._jobs.values())
        if own >= EACH or waiting >= MOST_WAITING:
            metrics.limited.labels("review").inc()
            raise TooOften.after(A_WHILE)

    def _call(self) -> None:
        """Begin what may begin, and tell the others where they stand."""
        running = [job for job in self._jobs.values() if job.task is not None]
        busy = {job.wish.whose for job in running}
        for job in self._jobs.values():
            if job.task is None and len(running) < self._most and job.wish.whose not in busy:
                job.task = asyncio.create_task(self._run(job))
                job.tell(0)
                running.append(job)
                busy.add(job.wish.whose)
        waiting = [job for job in self._jobs.values() if job.task is None]
        for ahead, job in enumerate(waiting, len(running)):
            job.tell(ahead)

    def _give_up(self, job: Job) -> None:
        """Let go of a review that nobody reads any more."""
        if self._jobs.get(job.key) is not job:
            return
        del self._jobs[job.key]
        if job.task is not None:
            job.task.cancel()
        self._call()

    async def _run(self, job: Job) -> None:
        record, loop = job.wish.record, asyncio.get_running_loop()
        steps = reviewing(record, nodes=self.nodes(record.setup.game))
        try:
            while True:
                # A step that has begun ends in its thread, also when nobody waits for it any more.
                async with self._thinking.turn("review", job.wish.whose) as turn:
                    found = await turn.run(self._step, loop, job.wish.address, steps)
                if found.complete:
                    break
                job.tell(found)
            await self._keep(job, found)
            job.tell(found, over=True)
        except LudothequeError as problem:
            job.fail(problem)
        except Exception:  # noqa: BLE001 - whatever it is, readers do not wait for ever
            structlog.get_logger().exception("review.failed")
            job.fail(LudothequeError(N_("something broke in the house; it has been noted")))
        finally:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]
                self._call()

    def _step(
        self,
        loop: asyncio.AbstractEventLoop,
        address: str,
        steps: Generator[Review, None, Review],
    ) -> Review:
        """Return what is known after one step more, done in this thread; charge its time."""
        began = thread_time()
        try:
            return next(steps)
        except StopIteration as end:
            whole: Review = end.value
            return whole
        finally:
            took = ceil((thread_time() - began) * 1000)
            with suppress(RuntimeError):  # The loop is closed: nobody counts any more.
                loop.call_soon_threadsafe(self._rate_limits.charge, WORK, took, address)

    async def _keep(self, job: Job, review: Review) -> None:
        """Keep what is finished; readers have it all the same if that fails."""
        place, text = job.wish.place, await asyncio.to_thread(to_json, review)
        if place is None:
            self._remember(job.key, text)
            return
        keep, edition = self._store.reviews.keep, self.edition(review.setup.game)
        try:
            await asyncio.to_thread(keep, *place, edition, text, now())
        except LudothequeError as problem:
            structlog.get_logger().warning("review.unkept", code=problem.code)

    def _remember(self, key: str, text: str) -> None:
        """Keep the review of a record that was brought; the oldest make room."""
        self._brought[key] = text
        self._bytes += len(text)
        while self._bytes > MOST_BYTES:
            _, oldest = self._brought.popitem(last=False)
            self._bytes -= len(oldest)

    async def stop(self) -> None:
        """Give everything up: the house closes."""
        self._closing = True
        jobs = list(self._jobs.values())
        self._jobs.clear()
        for job in jobs:
            if job.task is not None:
                job.task.cancel()
            job.fail(_closing())
        tasks = [job.task for job in jobs if job.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)


def _closing() -> HouseClosing:
    return HouseClosing(N_("the house is closing for a moment: please try again"))
