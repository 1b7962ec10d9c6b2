"""One pool of threads for all that thinks in this process, shared fairly.

Whoever waits is served in turn: a table at which several computers play stands in line like one at
which a single one does, and an address that asks much waits for itself. The computers' moves come
before questions, hints and analyses, for which nobody's clock runs; but now and then a question
comes first, and where there are several threads, one is always left to the moves.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Literal, ParamSpec, TypeVar

from ludotheque.arena import cores
from ludotheque.server import metrics
from ludotheque.server.wire.errors import TooOften

P = ParamSpec("P")
T = TypeVar("T")

Kind = Literal["move", "question"]

PATIENCE: Final = 3
"""The moves that come before a question that waits."""
QUESTIONS_EACH: Final = 4
"""The questions from one address that may wait; one more is refused."""
A_WHILE: Final = 2
"""The seconds after which whoever was refused may ask again."""


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


class Thinking:
    """The threads, and who waits for one of them."""

    def __init__(self, threads: int | None = None) -> None:
        self._free = cores() if threads is None else threads
        self._threads = ThreadPoolExecutor(self._free, thread_name_prefix="thinking")
        self._moves = _Line(most=self._free)
        self._questions = _Line(most=max(1, self._free - 1))
        self._passed = 0
        """The moves that have come before the question that waits longest."""

    @asynccontextmanager
    async def turn(self, kind: Kind, whose: Hashable) -> AsyncIterator[Turn]:
        """Wait for a thread and give it; of those for the same *whose* one has a turn at a time.

        It is free again once the block is left and what was begun in it has ended.
        """
        line = self._moves if kind == "move" else self._questions
        with metrics.timed(metrics.waiting_seconds.labels(kind)):
            await self._wait(line, whose)
        turn = Turn(self._threads)
        try:
            yield turn
        finally:
            turn.at_end(lambda: self._leave(line, whose))

    async def answer(
        self, address: str, work: Callable[P, T], *args: P.args, **facts: P.kwargs
    ) -> T:
        """Return the result of *work*, a question from that address, when its turn has come.

        Raise TooOften if too many from there wait already.
        """
        if self._questions.waiting(address) >= QUESTIONS_EACH:
            metrics.limited.labels("question").inc()
            raise TooOften(A_WHILE)
        async with self.turn("question", address) as turn:
            return await turn.run(work, *args, **facts)

    def close(self) -> None:
        """Begin nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait(self, line: "_Line", whose: Hashable) -> None:
        called = line.join(whose)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave(line, whose)
            raise

    def _leave(self, line: "_Line", whose: Hashable) -> None:
        line.leave(whose)
        self._free += 1
        self._call()

    def _call(self) -> None:
        """Call in whoever is next, while a thread is free."""
        while self._free and self._next().call():
            self._free -= 1

    def _next(self) -> "_Line":
        """Return the line whose turn it is; if nobody can be called from it, then from neither."""
        if not self._questions.ready:
            return self._moves
        if self._moves.ready and self._passed < PATIENCE:
            self._passed += 1
            return self._moves
        self._passed = 0
        return self._questions


class _Line:
    """Those who wait, by whom they are for: one after another, of each one at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._order: deque[Hashable] = deque()
        """Who can be called, in turn: somebody waits for each, and none of them is inside."""
        self._inside: set[Hashable] = set()

    @property
    def ready(self) -> bool:
        """Whether somebody can be called."""
        self._tidy()
        return bool(self._order) and len(self._inside) < self._most

    def waiting(self, whose: Hashable) -> int:
        """Return how many wait for *whose*."""
        return sum(not called.done() for called in self._waiting.get(whose, ()))

    def join(self, whose: Hashable) -> asyncio.Future[None]:
        """Return what is done once the one who waits is called."""
        called = asyncio.get_running_loop().create_future()
        waiting = self._waiting.setdefault(whose, deque())
        if not waiting and whose not in self._inside:
            self._order.append(whose)
        waiting.append(called)
        return called

    def call(self) -> bool:
        """Call who is next; return whether there was anyone."""
        if not self.ready:
            return False
        whose = self._order.popleft()
        self._inside.add(whose)
        self._waiting[whose].popleft().set_result(None)
        return True

    def leave(self, whose: Hashable) -> None:
        """Let the next for *whose* stand at the end of the line."""
        self._inside.remove(whose)
        if self._waiting[whose]:
            self._order.append(whose)
        else:
            del self._waiting[whose]

    def _tidy(self) -> None:
        """Let those go from the head of the line who wait no longer."""
        while self._order:
            called = self._waiting[self._order[0]]
            while called and called[0].done():
                called.popleft()
            if called:
                return
            del self._waiting[self._order.popleft()]
