"""Whose session has ended is sent away, and does nothing more meanwhile."""

import asyncio
import json

import pytest

from ludotheque.server.api.socket import LOGGED_OUT
from ludotheque.server.app import create_app
from ludotheque.server.config import Settings
from ludotheque.server.live.thinking import Thinking
from ludotheque.store.people import hashed
from server.test_rooms import CHAIRS, TERMS, opened


class Unread:
    """The client's end of a socket: it sends, and takes nothing in once it is let in."""

    def __init__(self, table_id, token):
        self.scope = {
            "type": "websocket",
            "path": f"/api/tables/{table_id}/socket",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())],
            "client": ("127.0.0.1", 1),
        }
        self.sent = asyncio.Queue()
        self.sent.put_nowait({"type": "websocket.connect"})
        self.stuck = asyncio.Event()
        self.code = None

    async def take_in(self, message):
        if message["type"] == "websocket.send":
            self.stuck.set()
            await asyncio.Event().wait()
        self.code = message.get("code")


class Gone(Unread):
    """The client's end of a socket that is there for a few messages only."""

    messages = 0

    async def take_in(self, message):  # noqa: ARG002 - nobody is there
        if not self.messages:
            raise OSError
        self.messages -= 1


@pytest.mark.parametrize("messages", [0, 1, 2])
@pytest.mark.parametrize("there_is_one", [True, False])
def test_whoever_goes_before_they_are_in_is_no_fault(tmp_path, messages, there_is_one):
    async def script():
        async with opened(tmp_path) as (rooms, store):
            app = create_app(Settings(rates={}), store, rooms, Thinking(1))
            ana = store.people.guest("ana", "Ana", "en", 0)
            table_id = await rooms.open(ana.id, TERMS, CHAIRS)
            token = store.people.make_token(ana.id, "bot", 0)
            client = Gone(table_id if there_is_one else table_id[::-1], token)
            client.messages = messages
            client.sent.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await app(client.scope, client.sent.get, client.take_in)

    asyncio.run(script())


def test_a_client_that_does_not_read_does_nothing_more_once_its_token_has_ended(tmp_path):
    async def script():
        async with opened(tmp_path) as (rooms, store):
            app = create_app(Settings(rates={}), store, rooms, Thinking(1))
            ana = store.people.guest("ana", "Ana", "en", 0)
            token = store.people.make_token(ana.id, "bot", 0)
            table_id = await rooms.open(ana.id, TERMS, CHAIRS)
            client = Unread(table_id, token)
            served = asyncio.create_task(app(client.scope, client.sent.get, client.take_in))
            await client.stuck.wait()
            store.people.revoke(ana.id, hashed(token))
            await app.state.connections.look(ana.id)
            deed = json.dumps({"type": "close", "id": "too-late"})
            client.sent.put_nowait({"type": "websocket.receive", "text": deed})
            acted = asyncio.Event()
            rooms.on_change = lambda _room: acted.set()
            acting = asyncio.create_task(acted.wait())
            await asyncio.wait({served, acting}, return_when=asyncio.FIRST_COMPLETED)
            acting.cancel()
            assert not acted.is_set()
            await served
            assert client.code == LOGGED_OUT

    asyncio.run(script())
