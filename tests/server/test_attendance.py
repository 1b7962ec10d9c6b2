"""Whose session has ended is sent away, and does nothing more meanwhile."""

import asyncio
import json

from ludotheque.server.app import create_app
from ludotheque.server.config import Settings
from ludotheque.server.socket import LOGGED_OUT
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


def test_a_client_that_does_not_read_does_nothing_more_once_its_token_has_ended(tmp_path):
    async def script():
        async with opened(tmp_path) as (rooms, store):
            app = create_app(Settings(rates={}), store, rooms)
            ana = store.people.guest("ana", "Ana", "en", 0)
            token = store.people.make_token(ana.id, "bot", 0)
            table_id = await rooms.open(ana.id, TERMS, CHAIRS)
            client = Unread(table_id, token)
            served = asyncio.create_task(app(client.scope, client.sent.get, client.take_in))
            await client.stuck.wait()
            store.people.revoke(ana.id, hashed(token))
            await app.state.attendance.look(ana.id)
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
