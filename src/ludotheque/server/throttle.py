"""How often anyone may do anything, counted in this process or, shared by all, in Redis.

Redis that is lost makes each process count by itself: a limit is then generous, never absent.
"""

import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.exceptions import RedisError

from ludotheque.errors import N_, LudothequeError
from ludotheque.server import metrics

PAUSE: Final = 5.0
"""The seconds for which a lost Redis is not asked again."""
PATIENCE: Final = 0.25
"""The seconds that Redis may take to answer."""


class TooOften(LudothequeError):
    """Something was done too often; `seconds` later it may be done again."""

    code = "limit/rate"

    def __init__(self, seconds: int) -> None:
        super().__init__(N_("that was too often: try again in {seconds} seconds"), seconds=seconds)
        self.seconds = seconds


class Throttle:
    """Counts what each address and each person does."""

    def __init__(self, rates: Mapping[str, str], redis: str | None = None) -> None:
        self._rates: dict[str, RateLimitItem] = {kind: parse(text) for kind, text in rates.items()}
        self._own = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared: SlidingWindowCounterRateLimiter | None = None
        self._shared_again = 0.0
        if redis is not None:
            storage = RedisStorage(
                f"async+{redis}",
                implementation="redispy",
                key_prefix="ludotheque:limits",
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
            )
            self._shared = SlidingWindowCounterRateLimiter(storage)

    async def check(self, kind: str, *who: str) -> None:
        """Count one more *kind* of thing by *who*, or raise TooOften."""
        rate = self._rates.get(kind)
        if rate is None:
            return
        # Neither names nor addresses are kept longer than a count needs, nor readable even then.
        name = sha256("\n".join((kind, *who)).encode()).hexdigest()[:32]
        if not await self._hit(rate, name):
            metrics.limited.labels(kind).inc()
            raise TooOften(max(1, await self._wait(rate, name)))

    async def _hit(self, rate: RateLimitItem, name: str) -> bool:
        if self._shared is not None and time.monotonic() >= self._shared_again:
            try:
                return await self._shared.hit(rate, name)
            except (RedisError, OSError):
                self._shared_again = time.monotonic() + PAUSE
        return await self._own.hit(rate, name)

    async def _wait(self, rate: RateLimitItem, name: str) -> int:
        limiter = self._own
        if self._shared is not None and time.monotonic() >= self._shared_again:
            limiter = self._shared
        try:
            stats = await limiter.get_window_stats(rate, name)
        except (RedisError, OSError):
            return rate.get_expiry()
        return min(rate.get_expiry(), round(stats.reset_time - time.time()) + 1)
