"""Fan-out between processes: each tells the others what has changed at a table.

It is a hint and never the truth: whoever hears it reads the log. While Redis cannot be reached the
processes look at the log more often instead.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, Protocol

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from ludotheque.errors import LudothequeError

CHANNEL: Final = "ludotheque/tables"
"""What is said on it, a line a table: `<table id> <number of its last act>`, or `HERE` instead."""
HERE: Final = "here"
"""What is said of a table to which someone has come, or from which someone has gone."""
MOST_DIGITS: Final = 19
"""A number of as many or more is none of an act."""
PATIENCE: Final = 2.0
"""The seconds after which Redis counts as out of reach."""
RETRY: Final = 1.0
"""The seconds between two attempts to reach Redis."""

Heard = Callable[[str, int], Awaitable[None] | None]
"""Told of a table and its last act; what it returns, if anything, is waited for."""
Attended = Callable[[str], None]


class Fanout(Protocol):
    """Tells the other processes of the house, and hears them."""

    alone: bool
    """Whether this process is the only one: then nothing changes but by its own hands."""

    @property
    def connected(self) -> bool:
        """Whether the others are heard at once; else the log must be looked at often."""

    def tell(self, table_id: str, seq: int) -> None:
        """Say that a table has reached that number. Never fails, and nobody waits for it."""

    def tell_presence(self, table_id: str) -> None:
        """Say that someone has come to a table or gone. Never fails, and nobody waits for it."""

    async def listen(self, heard: Heard, attended: Attended) -> None:
        """Call *heard* and *attended* for all that the others say, until cancelled."""


class Alone:
    """The fan-out of a house with one process."""

    alone = True
    connected = True

    def tell(self, table_id: str, seq: int) -> None:
        """Tell nobody."""

    def tell_presence(self, table_id: str) -> None:
        """Tell nobody."""

    async def listen(self, heard: Heard, attended: Attended) -> None:  # noqa: ARG002 - nobody speaks
        """Wait for nothing."""
        await asyncio.Event().wait()


class OverTheLog:
    """The fan-out of several processes without Redis: each looks at the log often."""

    alone = False
    connected = False

    def tell(self, table_id: str, seq: int) -> None:
        """Tell nobody: the log says it."""

    def tell_presence(self, table_id: str) -> None:
        """Tell nobody: the store says it."""

    async def listen(self, heard: Heard, attended: Attended) -> None:  # noqa: ARG002 - nobody speaks
        """Wait for nothing."""
        await asyncio.Event().wait()


class OverRedis:
    """The fan-out of several processes, on one machine or several."""

    alone = False

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, decode_responses=True, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        )
        self._listening = False
        self._to_tell: dict[str, int] = {}
        """The tables that the others have not been told of yet, and the last act of each."""
        self._to_look_at = set[str]()
        """The tables whose presence has changed, which the others have not been told yet."""
        self._telling: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether Redis is there, as far as has been seen."""
        return self._listening

    def tell(self, table_id: str, seq: int) -> None:
        """Say that a table has reached that number, if Redis can be reached."""
        if self._listening:
            self._to_tell[table_id] = seq
            self._begin_to_tell()

    def tell_presence(self, table_id: str) -> None:
        """Say that someone has come to a table or gone, if Redis can be reached."""
        if self._listening:
            self._to_look_at.add(table_id)
            self._begin_to_tell()

    def _begin_to_tell(self) -> None:
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        """Tell the others until there is nothing to tell: at once what came up meanwhile."""
        try:
            while self._to_tell or self._to_look_at:
                told, self._to_tell = self._to_tell, {}
                attended, self._to_look_at = self._to_look_at, set()
                await self._redis.publish(CHANNEL, _written(told, attended))
        except (RedisError, OSError, TimeoutError) as lost:
            self._to_tell.clear()
            self._to_look_at.clear()
            self._lost(lost)
        finally:
            self._telling = None

    async def listen(self, heard: Heard, attended: Attended) -> None:
        """Call *heard* and *attended* for what the others say; come back after a loss of Redis.

        Whatever else goes wrong, it is noted, and the others are listened to again.
        """
        task = asyncio.current_task()
        try:
            # Redis's library may take a cancellation for a connection that has failed.
            while task is None or not task.cancelling():
                await self._listen_once(heard, attended)
                await asyncio.sleep(RETRY)
        finally:
            self._listening = False
            await self._redis.aclose()

    async def _listen_once(self, heard: Heard, attended: Attended) -> None:
        try:
            async with self._redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                await self._hear(channel, heard, attended)
        except (RedisError, OSError, TimeoutError) as lost:
            self._lost(lost)
        except Exception:  # noqa: BLE001 - to be deaf for ever would be worse than any of them
            structlog.get_logger().exception("fanout.failed")
            self._listening = False

    async def _hear(self, channel: PubSub, heard: Heard, attended: Attended) -> None:
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=1.0)
            if message is None:
                # Silence is no sign that it is there.
                await self._redis.ping()
            self._listening = True
            if message is not None:
                for table_id in _attended(message["data"]):
                    attended(table_id)
                following = [heard(*table) for table in _read(message["data"]).items()]
                # All at once: those that look into the log share one question.
                await asyncio.gather(*(_try(one) for one in following if one is not None))

    def _lost(self, why: Exception) -> None:
        if self._listening:
            structlog.get_logger().warning("fanout.lost", why=type(why).__name__)
        self._listening = False


async def _try(following: Awaitable[None]) -> None:
    try:
        await following
    except LudothequeError as fault:
        # The log will be looked at again in a while.
        structlog.get_logger().warning("fanout.unheard", why=fault.code)
    except Exception:  # noqa: BLE001 - one broken table must not make this process deaf to the others
        structlog.get_logger().exception("fanout.unheard")


def _written(told: Mapping[str, int], attended: Iterable[str]) -> str:
    acts = (f"{table_id} {seq}" for table_id, seq in told.items())
    return "\n".join([*acts, *(f"{table_id} {HERE}" for table_id in attended)])


def _read(text: str) -> dict[str, int]:
    """Return what was told, without the lines that tell nothing."""
    lines = (line.partition(" ") for line in text.split("\n"))
    return {t: int(seq) for t, _, seq in lines if seq.isdecimal() and len(seq) < MOST_DIGITS}


def _attended(text: str) -> list[str]:
    """Return the tables of which presence was told."""
    lines = (line.partition(" ") for line in text.split("\n"))
    return [table_id for table_id, _, said in lines if said == HERE]
