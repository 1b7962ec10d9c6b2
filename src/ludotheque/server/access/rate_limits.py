"""Rate limits in sliding windows, counted in this process or, shared by all, in Redis.

A process tells Redis of a twentieth of a limit at a time, for few deeds shall wait for Redis: so a
limit may be passed by a twentieth in each process, or reached as much too soon. Small ones are
counted there one by one. Redis that is lost makes each process count by itself: a limit is then
generous, never absent.
"""

import time
from collections.abc import Mapping
from hashlib import sha256
from math import ceil
from typing import Final

from limits import RateLimitItem, parse
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.asyncio import BlockingConnectionPool
from redis.exceptions import RedisError

from ludotheque.server import metrics
from ludotheque.server.wire.errors import TooOften

PAUSE: Final = 5.0
"""The seconds for which a lost Redis is not asked again."""
PATIENCE: Final = 0.25
"""The seconds that Redis may take to answer."""
CONNECTIONS: Final = 50
"""As many ask Redis at once; the others wait in line."""
SHARE: Final = 20
"""Redis is told of what is done after every such part of a limit."""
MOST_UNTOLD: Final = 10_000
"""So many names and addresses are kept of whom Redis is yet to be told; then all are forgotten."""


class Windows:
    """Counts in a sliding window, in this process.

    Time is cut into windows as long as the rate's. Of what was done in the last one, as much counts
    as still lies in the time that a window ending now would cover, as if it were spread evenly.
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[float, int], tuple[int, int, int]] = {}
        """By length and whoever it is: the window, the count in it and in the one before.

        Names and addresses are not readable here: of each there is Python's own salted hash.
        """
        self._most = 1_000

    def __len__(self) -> int:
        return len(self._counts)

    def hit(self, rate: RateLimitItem, name: tuple[str, ...]) -> bool:
        """Count one more, unless it is one too many."""
        length = rate.get_expiry()
        window, here, before, share = self._look(length, name)
        if here + before * share > rate.amount - 1:
            return False
        self._note(length, name, (window, here + 1, before))
        return True

    def spent(self, rate: RateLimitItem, name: tuple[str, ...]) -> bool:
        """Return whether one more is one too many."""
        _, here, before, share = self._look(rate.get_expiry(), name)
        return here + before * share > rate.amount - 1

    def add(self, rate: RateLimitItem, name: tuple[str, ...], count: int) -> None:
        """Count so many more, be they too many or not."""
        length = rate.get_expiry()
        window, here, before, _ = self._look(length, name)
        self._note(length, name, (window, here + count, before))

    def wait(self, rate: RateLimitItem, name: tuple[str, ...]) -> int:
        """Return the seconds after which one more may be counted."""
        length, most = rate.get_expiry(), rate.amount - 1
        _, here, before, share = self._look(length, name)
        if here <= most:
            return ceil(length * max(0.0, share - (most - here) / before)) if before else 0
        return ceil(length * (share + 1 - most / here))

    def _look(self, length: float, name: tuple[str, ...]) -> tuple[int, int, int, float]:
        """Return the present window, the counts in it and before, and what of that one counts."""
        moment = time.monotonic() / length
        window = int(moment)
        then, here, before = self._counts.get((length, hash(name)), (window, 0, 0))
        if then != window:
            here, before = 0, here if then == window - 1 else 0
        return window, here, before, 1 - (moment - window)

    def _note(self, length: float, name: tuple[str, ...], count: tuple[int, int, int]) -> None:
        self._counts[length, hash(name)] = count
        if len(self._counts) > self._most:
            self._tidy()

    def _tidy(self) -> None:
        """Forget those who count for nothing any more."""
        time_now = time.monotonic()
        self._counts = {
            key: count
            for key, count in self._counts.items()
            if count[0] >= int(time_now / key[0]) - 1
        }
        self._most = max(1_000, 2 * len(self._counts))


class RateLimits:
    """Counts what each address and each person does."""

    def __init__(self, rates: Mapping[str, str], redis: str | None = None) -> None:
        self._rates: dict[str, RateLimitItem] = {kind: parse(text) for kind, text in rates.items()}
        self._own = Windows()
        self._shared: SlidingWindowCounterRateLimiter | None = None
        self._shared_again = 0.0
        self._untold: dict[int, int] = {}
        """What each has done, by its salted hash, that Redis has not been told of."""
        self._asking: set[int] = set()
        """Those of whom Redis is just being told."""
        self._connections: BlockingConnectionPool | None = None
        if redis is not None:
            self._connections = BlockingConnectionPool.from_url(
                redis,
                max_connections=CONNECTIONS,
                timeout=PATIENCE,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
            )
            storage = RedisStorage(
                f"async+{redis}",
                implementation="redispy",
                key_prefix="ludotheque:limits",
                connection_pool=self._connections,  # type: ignore[arg-type] # as its manual says
            )
            self._shared = SlidingWindowCounterRateLimiter(storage)

    async def close(self) -> None:
        """Leave Redis."""
        if self._connections is not None:
            await self._connections.aclose()

    async def check(self, kind: str, *who: str) -> None:
        """Count one more *kind* of thing by *who*, or raise TooOften."""
        rate = self._rates.get(kind)
        if rate is None:
            return
        name = (kind, *who)
        if not await self._hit(rate, name):
            metrics.limited.labels(kind).inc()
            raise TooOften.after(max(1, await self._wait(rate, name)))

    def check_spent(self, kind: str, *who: str) -> None:
        """Raise TooOften if *who* has been charged for all that *kind* allows in its time."""
        rate = self._rates.get(kind)
        name = (kind, *who)
        if rate is not None and self._own.spent(rate, name):
            metrics.limited.labels(kind).inc()
            raise TooOften.after(max(1, min(rate.get_expiry(), self._own.wait(rate, name))))

    def charge(self, kind: str, count: int, *who: str) -> None:
        """Count so many of *kind* that *who* has used up, in this process: its time is its own."""
        rate = self._rates.get(kind)
        if rate is not None:
            self._own.add(rate, (kind, *who), count)

    async def _hit(self, rate: RateLimitItem, name: tuple[str, ...]) -> bool:
        if self._shared is not None and time.monotonic() >= self._shared_again:
            try:
                return await self._hit_shared(self._shared, rate, name)
            except (RedisError, OSError):
                self._shared_again = time.monotonic() + PAUSE
        return self._own.hit(rate, name)

    async def _hit_shared(
        self, shared: SlidingWindowCounterRateLimiter, rate: RateLimitItem, name: tuple[str, ...]
    ) -> bool:
        key = hash(name)
        if key in self._asking:
            # Whether what is untold is still allowed is not known yet: each asks for itself.
            return await shared.hit(rate, _unreadable(name))
        count = self._untold.get(key, 0) + 1
        if count < _share(rate):
            if len(self._untold) >= MOST_UNTOLD:
                self._untold.clear()
            self._untold[key] = count
            return True
        self._asking.add(key)
        try:
            allowed = await shared.hit(rate, _unreadable(name), cost=count)
        finally:
            self._asking.discard(key)
        self._untold[key] = 0 if allowed else count - 1
        return allowed

    async def _wait(self, rate: RateLimitItem, name: tuple[str, ...]) -> int:
        if self._shared is None or time.monotonic() < self._shared_again:
            return min(rate.get_expiry(), self._own.wait(rate, name))
        try:
            stats = await self._shared.get_window_stats(rate, _unreadable(name))
        except (RedisError, OSError):
            return rate.get_expiry()
        # By then there is room for one; the next question may be about a whole share.
        share = rate.get_expiry() * (_share(rate) - 1) / rate.amount
        return min(rate.get_expiry(), ceil(stats.reset_time - time.time() + share) + 1)


def _share(rate: RateLimitItem) -> int:
    """Return how many are told of at a time."""
    return max(1, rate.amount // SHARE)


def _unreadable(name: tuple[str, ...]) -> str:
    """Return what Redis is told: names and addresses are readable nowhere, however short."""
    return sha256("\n".join(name).encode()).hexdigest()[:32]
