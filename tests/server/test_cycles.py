"""Reference cycles go, although Python itself does not look for them."""

import asyncio
import gc
from weakref import ref

import pytest
import uvicorn
from websockets.asyncio.client import connect

from ludotheque.server import cycles
from ludotheque.server.access.sockets import Socket
from ludotheque.store import Result, Row, Summary, open_store
from waiting import PATIENCE, until


class Knot:
    """Something that holds itself."""

    def __init__(self):
        self.own = self


@pytest.mark.parametrize("old", [False, True])
def test_a_cycle_goes_whether_it_is_new_or_old(monkeypatch, old):
    """New ones once something has stirred; those set aside when everything is looked at."""
    monkeypatch.setattr(cycles, "YOUNG", 0.01)
    monkeypatch.setattr(cycles, "ALL", 0.01 if old else 1e9)
    search = cycles.Cycles()

    async def script():
        with search.searched():
            assert not gc.isenabled()
            knot = Knot()
            if old:
                gc.freeze()
            else:
                search.stir()
            tied = ref(knot)
            del knot
            await until(lambda: tied() is None)
        assert gc.isenabled()

    asyncio.run(script())


def test_what_is_new_is_looked_through_only_if_something_has_stirred(monkeypatch):
    looked = []
    monkeypatch.setattr(gc, "collect", lambda *ages: looked.append(ages))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    search = cycles.Cycles()

    async def script():
        await search._search_young()
        assert not looked
        search.stir()
        await search._search_young()
        await search._search_young()
        assert looked == [(0,)]

    asyncio.run(script())


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_requests_and_sockets_stir_when_they_come_and_when_they_go(kind):
    told = []

    class Search(cycles.Cycles):
        def stir(self):
            told.append("stir")

    async def answering(_scope, _receive, _send):
        told.append("answer")
        raise EOFError

    with pytest.raises(EOFError):
        asyncio.run(cycles.Stirring(answering, Search())({"type": kind}, None, None))
    assert told == ["stir", "answer", "stir"]


@pytest.mark.usefixtures("no_search")
def test_what_is_written_down_during_play_leaves_none(tmp_path):
    """Nothing would look for them: nobody asks for anything while a game is played."""
    store = open_store(f"sqlite:///{tmp_path}/house.db")

    def play(number):
        store.tables.seen([("table", "ana")], number)
        store.tables.presence(["table"])
        store.tables.heads(["table"])
        store.tables.due(number)
        store.ratings.keep(
            [Result("table", number, "hops", 0, "sixes", (1, 0), ("ana", "ben"), rated=False)]
        )
        store.tables.not_due([("table", number)])

    async def script():
        summary = Summary(status="playing", public=True, due=None, note="{}")
        await store.log.create("table", "secret", "hops", Row(1, "stamp", 0, "{}"), summary)
        play(1)
        gc.collect()
        play(2)
        assert not gc.collect()
        await store.close()

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
