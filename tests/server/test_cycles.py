"""Reference cycles go, although Python itself does not look for them."""

import asyncio
import gc
from weakref import ref

import pytest
import uvicorn
from websockets.asyncio.client import connect

from ludotheque.server import cycles
from ludotheque.server.access.sockets import Socket
from waiting import PATIENCE, until


class Knot:
    """Something that holds itself."""

    def __init__(self):
        self.own = self


@pytest.mark.parametrize("old", [False, True])
def test_a_cycle_goes_whether_it_is_new_or_old(monkeypatch, old):
    """New ones at the next look; those that have outlived one when everything is looked at."""
    monkeypatch.setattr(cycles, "YOUNG", 0.01)
    monkeypatch.setattr(cycles, "ALL", 0.01 if old else 1e9)

    async def script():
        with cycles.searched():
            assert not gc.isenabled()
            knot = Knot()
            if old:
                gc.collect(0)
            tied = ref(knot)
            del knot
            await until(lambda: tied() is None)
        assert gc.isenabled()

    asyncio.run(script())


@pytest.fixture
def no_search():
    """Have nobody look for cycles during the test."""
    gc.disable()
    yield
    gc.enable()


async def listening(_scope, receive, send):
    """Accept a socket, and hear it out."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("last", ["", "too long"])
def test_a_socket_that_is_closed_leaves_nothing(last):
    opened = []

    class Known(Socket):
        def __init__(self, *terms, **more):
            super().__init__(*terms, **more)
            opened.append(ref(self.conn))

    config = uvicorn.Config(
        listening, port=0, ws=Known, ws_max_size=5, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)

    async def script():
        serving = asyncio.create_task(server.serve())
        await until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", proxy=None, open_timeout=PATIENCE) as socket:
            await socket.send(last)
        await until(lambda: opened[0]() is None)
        server.should_exit = True
        await serving

    asyncio.run(script())
    assert len(opened) == 1
