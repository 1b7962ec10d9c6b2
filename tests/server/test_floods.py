"""Sockets on which more is sent than anyone can mean: they keep nobody from the house."""

import asyncio
import contextlib
import json
from itertools import repeat
from types import SimpleNamespace

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from ludotheque.server.access import sockets
from ludotheque.server.access.sockets import FLOOD, MOST_OTHERS, MOST_WAITING, Socket
from ludotheque.server.api import socket as lines
from ludotheque.server.wire.errors import TooOften
from server.doors import open_doors, written_down
from waiting import PATIENCE

PING = json.dumps({"type": "ping"}).encode()
TABLE = {"game": "hops", "chairs": ["me", "open"], "rated": False}


@pytest.fixture
def doors(tmp_path):
    with open_doors(tmp_path) as opened:
        yield opened


@contextlib.asynccontextmanager
async def let_in(doors):
    """Give the socket of a new table, as its owner, before anything has come."""
    with doors.visitor() as ana:
        table_id = ana.post("/api/tables", json=TABLE).json()["id"]
        cookies = "; ".join(f"{name}={value}" for name, value in ana.cookies.items())
    address = f"{doors.url.replace('http', 'ws')}/api/tables/{table_id}/socket"
    how = {"proxy": None, "open_timeout": PATIENCE, "compression": None, "max_queue": None}
    cookie = {"cookie": cookies}
    async with connect(address, origin=doors.url, additional_headers=cookie, **how) as line:
        yield line


@contextlib.asynccontextmanager
async def on_line(doors):
    """Give the same once its owner is welcomed."""
    async with let_in(doors) as line:
        assert json.loads(await line.recv())["type"] == "welcome"
        yield line


def sent(line, frames):
    """Send all *frames* at once."""
    line.transport.write(b"".join(frame.serialize(mask=True) for frame in frames))


async def heard(line, count, kind="pong"):
    """Wait until so many messages of that kind have come."""
    async with asyncio.timeout(PATIENCE):
        while count:
            count -= json.loads(await line.recv())["type"] == kind


async def code_of(line):
    """Return the code with which the house closes a line."""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await line.recv()
    return line.close_code


FLOODS = {
    "messages": Frame(Opcode.TEXT, PING),
    "pings": Frame(Opcode.PING, b""),
    "pongs": Frame(Opcode.PONG, b""),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_who_sends_more_than_anyone_can_mean_is_sent_away(doors, kind):
    async def script():
        async with on_line(doors) as line:
            sent(line, repeat(FLOODS[kind], 20 * MOST_WAITING))
            return await code_of(line)

    assert asyncio.run(script()) == FLOOD


def test_parts_without_end_and_without_content_are_not_kept(doors):
    async def script():
        async with on_line(doors) as line:
            sent(line, [Frame(Opcode.TEXT, b"a", fin=False)])
            sent(line, repeat(Frame(Opcode.CONT, b"", fin=False), 20 * MOST_OTHERS))
            return await code_of(line)

    assert asyncio.run(script()) == FLOOD


def test_what_a_device_sends_at_once_is_answered(doors):
    async def script():
        async with on_line(doors) as line:
            sent(line, repeat(FLOODS["messages"], MOST_WAITING // 2))
            sent(line, repeat(FLOODS["pings"], MOST_OTHERS // 2))
            await heard(line, MOST_WAITING // 2)

    asyncio.run(script())


def test_of_what_has_come_at_once_no_more_is_read_than_is_seen_to_be_too_much(doors, monkeypatch):
    """A flood costs the house a thousand bytes or two, however much the network brings."""
    taken = []

    def counted(protocol, event):
        taken.append(event)
        return handle(protocol, event)

    handle = Socket.handle_text
    monkeypatch.setattr(Socket, "handle_text", counted)

    async def script():
        async with on_line(doors) as line:
            sent(line, repeat(FLOODS["messages"], 20 * MOST_WAITING))
            await code_of(line)

    asyncio.run(script())
    assert len(taken) <= MOST_WAITING + sockets.PIECE


def test_others_have_their_turn_between_what_was_sent_at_once(doors, monkeypatch):
    order = []

    async def noted(line, text):
        if not order:
            asyncio.get_running_loop().call_soon(order.append, "another")
        order.append("answer")
        return await answer(line, text)

    answer = lines._Line._answer
    monkeypatch.setattr(lines._Line, "_answer", noted)

    async def script():
        async with on_line(doors) as line:
            sent(line, repeat(FLOODS["messages"], MOST_WAITING // 2))
            await heard(line, MOST_WAITING // 2)

    asyncio.run(script())
    assert order[:2] == ["answer", "another"]


def test_who_has_sent_more_than_they_may_is_not_read_for_a_while(tmp_path, monkeypatch):
    waits = []

    async def noted(seconds):
        waits.append(seconds)

    monkeypatch.setattr(lines, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": noted}))

    async def script(doors):
        async with on_line(doors) as line:
            for _ in range(4):
                await line.send(PING.decode())
            await heard(line, 2, "pong")
            await heard(line, 2, "refused")

    with open_doors(tmp_path, rates={"deed": "2/year"}) as doors:
        asyncio.run(script(doors))
    assert waits[:3] == [0, 0, lines.TOO_FAST]
    refused_all = sockets.MOST_WAITING * lines.TOO_FAST
    assert refused_all < sockets.PONG_WITHIN, "its pongs would not be read in time"


def test_who_is_sent_away_just_before_they_are_refused_is_no_fault(tmp_path, monkeypatch):
    """The refusal comes when the socket is closed, and nobody has been told of that yet."""
    away = asyncio.Event()

    def noted(protocol):
        away.set()
        send_away(protocol)

    @contextlib.asynccontextmanager
    async def refused(*_facts, **_more):
        await away.wait()
        raise TooOften.after(1)
        yield

    send_away = Socket._send_away
    monkeypatch.setattr(Socket, "_send_away", noted)
    monkeypatch.setattr(lines, "subscribed", refused)

    async def script(doors):
        async with let_in(doors) as line:
            sent(line, repeat(FLOODS["pongs"], 20 * MOST_OTHERS))
            return await code_of(line)

    with written_down() as log, open_doors(tmp_path) as doors:
        assert asyncio.run(script(doors)) == FLOOD
    notes = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [note for note in notes if note["level"] not in {"info", "warning"}] == []
