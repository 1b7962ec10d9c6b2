"""Processes of the server: one with SQLite, or several with PostgreSQL and Redis.

What `ludotheque serve` was told goes to its processes through the environment, where whoever runs
the house by other means, a container or a service, can set it as well.
"""

import asyncio
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

import structlog
import uvicorn
from fastapi import FastAPI
from uvicorn.server import ServerState
from uvicorn.supervisors import Multiprocess

from ludotheque.engine import lending
from ludotheque.errors import N_, BadOption
from ludotheque.server import logs, metrics
from ludotheque.server.access.doorstep import Caller, raise_file_limit
from ludotheque.server.access.sockets import PONG_WITHIN, Socket
from ludotheque.server.access.switchboard import Switchboard
from ludotheque.server.app import create_app
from ludotheque.server.config import Settings, variable
from ludotheque.server.cycles import searched
from ludotheque.server.device import Device
from ludotheque.server.live.computers import Computers
from ludotheque.server.live.fanout import Alone, Fanout, OverRedis, OverTheLog
from ludotheque.server.live.players import Players
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.scheduler import Scheduler
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.notify import living
from ludotheque.server.wire.messages import LONGEST
from ludotheque.store import open_store
from ludotheque.store.database import Database
from ludotheque.store.lock import alone_with
from ludotheque.store.restoring import refuse_half_restored

DATABASE: Final = "LUDOTHEQUE_DATABASE"
WORKERS: Final = "LUDOTHEQUE_WORKERS"
FIGURES: Final = "PROMETHEUS_MULTIPROC_DIR"
DOORS: Final = "LUDOTHEQUE_DOORS"
"""The names in the environment beside those of the settings; the last two are of folders."""

NOT_STARTED: Final = 3
"""The exit status of a house that could not be opened, as uvicorn's own."""
COME_BACK: Final = 1_000
"""The milliseconds after which subscribers are asked to come back when the house restarts."""


@dataclass(frozen=True, kw_only=True)
class House:
    """How a house is to be run."""

    database: str
    redis: str | None = None
    workers: int = 1
    settings: Settings

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise BadOption(N_("a house needs at least one worker"))
        if self.workers > 1 and self.database.startswith("sqlite"):
            raise BadOption(
                N_("several workers need a PostgreSQL database: --database postgresql://…")
            )
        if self.settings.device is not None:
            # Said before any worker is begun, which could only fail.
            Device(Path(self.settings.device))

    @classmethod
    def from_environment(cls) -> "House":
        """Return the house that the environment describes."""
        settings = Settings.from_environment(os.environ)
        return cls(
            database=os.environ[DATABASE],
            redis=settings.redis,
            workers=int(os.environ.get(WORKERS, "1")),
            settings=settings,
        )

    def to_environment(self) -> None:
        """Describe the house in the environment, for the processes to come.

        What can be said there alone stays as it is.
        """
        os.environ[DATABASE] = self.database
        os.environ[WORKERS] = str(self.workers)
        os.environ[variable("device")] = self.settings.device or ""
        os.environ[variable("redis")] = self.redis or ""
        os.environ[variable("origins")] = ",".join(self.settings.origins)
        os.environ[variable("proxies")] = ",".join(self.settings.proxies)

    @property
    def fanout(self) -> Fanout:
        """How its processes hear of each other."""
        if self.redis is not None:
            return OverRedis(self.redis)
        return Alone() if self.database.startswith("sqlite") else OverTheLog()


class Config(uvicorn.Config):
    """uvicorn's configuration, which the application knows: it takes connections, too."""

    def load_app(self) -> Callable[[], FastAPI]:
        """Return what makes the application."""
        return partial(app, self)


def app(config: Config) -> FastAPI:
    """Return the application of one process, for uvicorn to call."""
    logs.configure()
    raise_file_limit()
    house = House.from_environment()
    store = open_store(house.database)
    fanout = house.fanout
    rooms = Rooms(store, fanout)
    thinking = Thinking()
    players = Players(house.settings.players_mb)
    worker = f"{os.getpid()}-{secrets.token_hex(4)}"
    computers = Computers(rooms, store, worker, thinking, players)
    scheduler = Scheduler(rooms, store, fanout, computers, house.settings.keeping)

    @asynccontextmanager
    async def open_house(opened: FastAPI) -> AsyncIterator[Mapping[str, Any]]:
        state = {"doorstep": opened.state.doorstep}
        scheduler.start()
        structlog.get_logger().info("house.open", workers=house.workers)
        with (
            searched(),
            lending(),
            opened.state.connections.watched(),
            _stopping_first(lambda: _stop(opened, rooms)),
            living(),
        ):
            async with _switchboard(house, config, state):
                yield state
        await _stop(opened, rooms)
        await scheduler.stop()
        thinking.close()
        opened.state.answering.close()
        opened.state.door.hashing.close()
        await store.close()
        await opened.state.rate_limits.close()
        metrics.leave()
        structlog.get_logger().info("house.closed")

    return create_app(house.settings, store, rooms, thinking, lifespan=open_house)


async def _stop(opened: FastAPI, rooms: Rooms) -> None:
    """Let whoever reads or plays here know that the house closes."""
    await opened.state.reviewing.stop()
    await opened.state.analysing.stop()
    await rooms.stop(COME_BACK)


@asynccontextmanager
async def _switchboard(house: House, config: Config, state: dict[str, Any]) -> AsyncIterator[None]:
    """Put the sockets of tables through to the workers they belong to, where there are several."""
    if house.workers == 1:
        yield
        return
    loop, connections = asyncio.get_running_loop(), ServerState()

    def caller() -> Caller:
        return Caller(config, connections, state, _loop=loop, handed_over=True)

    async def take(connection: socket.socket, head: bytes) -> None:
        connection.setblocking(False)
        _, taken = await loop.connect_accepted_socket(caller, connection)
        taken.data_received(head)

    switchboard = Switchboard(Path(os.environ[DOORS]), house.workers, take)
    state["switchboard"] = switchboard
    listening = asyncio.create_task(switchboard.listen())
    try:
        yield
    finally:
        listening.cancel()
        switchboard.close()


class Supervisor(Multiprocess):
    """uvicorn's parent of workers, which misses one that is gone at once."""

    def keep_subprocess_alive(self) -> None:
        """Ask each worker whether it is there, and put another in the place of one that is not.

        The worker's end of the line is closed here, where it would stay open after its death: one
        that was killed while it was asked would be waited for as long as one that is busy.
        """
        for process in self.processes:
            process.child_conn.close()
        super().keep_subprocess_alive()


def serve(house: House, *, host: str, port: int) -> None:
    """Run the house at that address until it is told to stop."""
    config = Config(**_options(house), host=host, port=port, workers=house.workers)
    with _prepared(house), tempfile.TemporaryDirectory(prefix="ludotheque-") as shared:
        if house.workers > 1:
            for folder in (FIGURES, DOORS):
                os.environ[folder] = tempfile.mkdtemp(dir=shared)
            Supervisor(config, sockets=[config.bind_socket()]).run()
            return
        server = uvicorn.Server(config)
        with suppress(KeyboardInterrupt):
            server.run()
        if not server.started:
            sys.exit(NOT_STARTED)


def serve_on(listener: socket.socket, house: House) -> None:
    """Run a house of one process on a socket that listens, until it is told to stop."""
    with _prepared(house):
        uvicorn.Server(Config(**_options(house))).run(sockets=[listener])


@contextmanager
def _prepared(house: House) -> Iterator[None]:
    """Open the database and describe the house to its processes, for as long as it runs.

    Nothing is changed in a database that another house is using: one of an older version would
    write on as if it had not been.
    """
    with _alone_with(house):
        open_store_once(house)
        house.to_environment()
        yield


def _options(house: House) -> dict[str, Any]:
    """Return how uvicorn is to run the house, wherever it listens."""
    return {
        "app": f"{__name__}:app",
        "factory": True,
        "http": Caller,
        "ws": Socket,
        "ws_max_size": LONGEST,
        # Steps are a few hundred bytes: to compress each takes more time and memory than it saves.
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20,
        "ws_ping_timeout": PONG_WITHIN,
        "timeout_graceful_shutdown": 5,
        # A worker does not answer its parent before it has finished its imports: on a slow or busy
        # machine each would be ended before it has begun.
        "timeout_worker_healthcheck": 60,
        "proxy_headers": bool(house.settings.proxies),
        "forwarded_allow_ips": ",".join(house.settings.proxies) or None,
        "server_header": False,
        "access_log": False,
        "log_config": None,
    }


@contextmanager
def _alone_with(house: House) -> Iterator[None]:
    """Keep every other house away from a SQLite database, whose one writer knows all of it."""
    file = Database(house.database).file if house.database.startswith("sqlite") else None
    if file is None:
        yield
        return
    with alone_with(file):
        yield


def open_store_once(house: House) -> None:
    """Bring the database up to date before any worker starts, or refuse it here."""
    database = open_store(house.database).database
    try:
        refuse_half_restored(database)
    finally:
        database.close()


@contextmanager
def _stopping_first(stop: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """Let *stop* come before all else when the process is told to stop; told again, go on at once.

    The server itself closes every socket within a tenth of a second, before its reader could be
    told to come back if a deed is under way; and the streams of bots would not end.
    """
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    begun: list[asyncio.Task[None]] = []

    def go_on(number: int) -> None:
        following = before[signal.Signals(number)]
        if callable(following):
            following(number, None)

    async def stop_first(number: int) -> None:
        try:
            await stop()
        finally:
            go_on(number)

    def begin(number: int) -> None:
        if begun:
            go_on(number)
        else:
            begun.append(loop.create_task(stop_first(number)))

    def heard(number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(begin, number)

    for number in before:
        signal.signal(number, heard)
    try:
        yield
    finally:
        for number, following in before.items():
            signal.signal(number, following)
