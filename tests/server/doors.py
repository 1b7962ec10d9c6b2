"""A house in a thread of the tests' own process, to be run with any settings."""

import contextlib
import io
import logging
import threading
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx
import structlog
import uvicorn
from argon2 import PasswordHasher

from blank import lay_out
from ludotheque.engine import lending
from ludotheque.server import logs
from ludotheque.server.access.doorstep import Caller
from ludotheque.server.access.sockets import Socket
from ludotheque.server.app import create_app
from ludotheque.server.config import Settings
from ludotheque.server.live.computers import Computers
from ludotheque.server.live.fanout import Alone
from ludotheque.server.live.players import Players
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.scheduler import Scheduler
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.wire.messages import LONGEST
from ludotheque.store import People, open_store
from waiting import PATIENCE, wait_until

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""How passwords are hashed here: how long that takes at full strength is not what is tested."""


class Doors:
    """A running house: its address, its store, and visitors to send there."""

    def __init__(self, url, app):
        self.url = url
        self.app = app
        self.store = app.state.store

    def visitor(self, **headers):
        """Return a browser: it keeps its cookies and says which page it is on."""
        return httpx.Client(
            base_url=self.url,
            headers={"origin": self.url, "sec-fetch-site": "same-origin", **headers},
            timeout=PATIENCE,
            trust_env=False,
            verify=False,  # noqa: S501 - loopback, in plain http
        )

    def program(self, token=None):
        """Return a program: no cookie, no origin, perhaps a token."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(
            base_url=self.url,
            headers=headers,
            timeout=PATIENCE,
            trust_env=False,
            verify=False,  # noqa: S501 - loopback, in plain http
        )


@contextlib.contextmanager
def open_doors(folder, database=None, patience=PATIENCE, *, lends=True, **settings):
    """Run a house with these settings for the block.

    It lends its kernel to the rules, as a house does, unless they shall work by themselves.
    """
    database = database or lay_out(folder / "house.db")
    store = open_store(database, patience=patience)
    store = replace(store, people=People(store.database, QUICK))
    fanout = Alone()
    rooms = Rooms(store, fanout)
    thinking = Thinking()
    chosen = Settings(**{"rates": {}, "look_around": 0.05, **settings})
    computers = Computers(rooms, store, "tests", thinking, Players(chosen.players_mb))
    scheduler = Scheduler(rooms, store, fanout, computers)

    @asynccontextmanager
    async def lifespan(app):
        scheduler.start()
        with app.state.connections.watched(), lending() if lends else contextlib.nullcontext():
            yield {"doorstep": app.state.doorstep}
        await app.state.reviewing.stop()
        await app.state.analysing.stop()
        await rooms.stop(1_000)
        await scheduler.stop()
        thinking.close()
        await store.close()

    app = create_app(chosen, store, rooms, thinking, lifespan=lifespan)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host="127.0.0.1",
            port=0,
            http=Caller,
            ws=Socket,
            ws_max_size=LONGEST,
            proxy_headers=bool(chosen.proxies),
            forwarded_allow_ips=list(chosen.proxies),
            access_log=False,
            log_config=None,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    assert server.started, "the house did not open"
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        yield Doors(f"http://127.0.0.1:{port}", app)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the house did not close"


@contextlib.contextmanager
def written_down():
    """Give what the house writes in its log during the block."""
    log, root, before = io.StringIO(), logging.getLogger(), structlog.get_config()
    handlers, visitors = root.handlers[:], logging.getLogger("httpx")
    logs.configure(log)
    visitors.disabled = True  # what the visitors write is not the house's
    try:
        yield log
    finally:
        visitors.disabled = False
        root.handlers[:] = handlers
        structlog.configure(**before)
