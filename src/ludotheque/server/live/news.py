"""News of something that is under way, for all who read it: the newest, or why it failed."""

import asyncio
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from ludotheque.errors import LudothequeError

T = TypeVar("T")


class News(Generic[T]):
    """What is known so far; whoever reads late misses what is no longer true.

    After the last news, or a failure, nothing changes any more.
    """

    def __init__(self, first: T) -> None:
        self._newest = first
        self._over: LudothequeError | bool = False
        """Whether there is nothing to come: True, or why it failed."""
        self._changed = asyncio.Event()

    def tell(self, newest: T, *, over: bool = False) -> None:
        """Let readers know."""
        if not self._over:
            self._newest, self._over = newest, over
            self._wake()

    def fail(self, problem: LudothequeError) -> None:
        """Let readers know that there will be no more."""
        if not self._over:
            self._over = problem
            self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def news(self) -> AsyncIterator[T]:
        """Yield what is known each time that it changes, the newest; raise why it failed."""
        told: T | None = None
        while True:
            changed, newest, over = self._changed, self._newest, self._over
            if isinstance(over, LudothequeError):
                raise over
            if newest is not told:
                told = newest
                yield newest
            if over:
                return
            if changed is self._changed:
                await changed.wait()
