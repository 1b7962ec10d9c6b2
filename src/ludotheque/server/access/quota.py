"""Quota of disk: when there is little left, nothing new is begun, and games go on.

A full disk would end every game. So tables, guests, accounts and games from elsewhere are refused
before that, while moves, which are small, still find room.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from ludotheque.errors import N_, LudothequeError
from ludotheque.server import metrics
from ludotheque.server.config import Settings
from ludotheque.store import Store

AGAIN: Final = 5.0
"""The seconds for which what was found is believed: nobody keeps the database busy so."""
MEGABYTE: Final = 1_000_000


class HouseFull(LudothequeError):
    """The house has no room for anything new."""

    code = "house/full"


class Quota:
    """How much room is left for what is new."""

    def __init__(
        self, settings: Settings, store: Store, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = settings.database_mb * MEGABYTE
        self._kept_free = settings.free_mb * MEGABYTE
        self._space = store.space
        self._clock = clock
        self._looking = asyncio.Lock()
        self._left = 1
        self._until: float | None = None

    async def check(self) -> None:
        """Raise HouseFull where there is no room for anything new."""
        if await self.left() <= 0:
            raise HouseFull(
                N_("the house is full just now: games go on, but nothing new can be begun")
            )

    async def left(self) -> int:
        """Return how many bytes are left for what is new, as of a few seconds ago.

        Of many who ask at once one looks; whoever could know goes by what was known meanwhile, and
        so does everyone for a while after a look that failed.
        """
        if self._until is not None and self._looking.locked():
            return self._left
        async with self._looking:
            if self._until is None or self._clock() >= self._until:
                try:
                    self._left = await asyncio.to_thread(self._look)
                finally:
                    self._until = self._clock() + AGAIN
                metrics.room_left.set(self._left)
        return self._left

    def _look(self) -> int:
        left = self._most - self._space.used()
        free = self._space.free()
        return left if free is None else min(left, free - self._kept_free)
