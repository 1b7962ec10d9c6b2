"""The short way of texts through a socket: it says and hears what the library's own way does."""

import asyncio
import struct
from itertools import pairwise

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from ludotheque.server.wire.frames import TextSocket
from ludotheque.server.wire.messages import LONGEST

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CONT, CLOSE, PING = 1, 2, 0, 8, 9
MASK = b"\x12\x34\x56\x78"


class Wire(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self):
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data):
        self.written += data

    def close(self):
        self.closed = True

    def is_closing(self):
        return self.closed

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass


def frame(kind, body, *, fin=True, masked=True, long=False):
    """Return a frame as a client sends it."""
    size = len(body)
    if size < 126 and not long:
        length = bytes([size | 128 * masked])
    else:
        length = bytes([126 | 128 * masked]) + struct.pack("!H", size)
    if masked:
        body = MASK + bytes(byte ^ MASK[n % 4] for n, byte in enumerate(body))
    return bytes([128 * fin | kind]) + length + body


async def opened(kind):
    """Return an open socket of that kind, and its wire."""
    accepted = asyncio.Event()

    async def app(_scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        accepted.set()
        await asyncio.Event().wait()

    config = uvicorn.Config(
        app,
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        lifespan="off",
    )
    config.load()
    wire = Wire()
    socket = kind(config, ServerState(), {}, asyncio.get_running_loop())
    socket.connection_made(wire)
    socket.data_received(HANDSHAKE)
    await accepted.wait()
    wire.written = b""
    return socket, wire


async def heard_from(kind, pieces, texts):
    """Return what a socket hears of *pieces*, what it writes then, and whether it is closed."""
    socket, wire = await opened(kind)
    for piece in pieces:
        socket.data_received(piece)
    heard = []
    while not socket.queue.empty():
        heard.append(await socket.receive())
    for text in texts:
        try:
            await socket.send({"type": "websocket.send", "text": text})
        except Exception as refused:  # noqa: BLE001 - whatever it is, it is compared
            heard.append(type(refused))
    for task in socket.tasks:
        task.cancel()
    return heard, wire.written, wire.closed


def alike(pieces, texts=()):
    """Return what both kinds of socket make of it, which must be the same."""

    async def both():
        return [
            await heard_from(kind, pieces, texts) for kind in (TextSocket, WebSocketsSansIOProtocol)
        ]

    ours, theirs = asyncio.run(both())
    assert ours == theirs
    return ours


FRAMES = {
    "a text": frame(TEXT, b'{"type":"ping"}'),
    "an empty text": frame(TEXT, b""),
    "a text of one letter": frame(TEXT, b"x"),
    "a text with accents": frame(TEXT, "é€𝄞".encode()),
    "a longer text": frame(TEXT, b"x" * 126),
    "the longest text": frame(TEXT, b"x" * LONGEST),
    "a text too long": frame(TEXT, b"x" * (LONGEST + 1)),
    "a short text with a long length": frame(TEXT, b"x", long=True),
    "a text with a very long length": b"\x81\xff" + (119).to_bytes(8) + MASK + bytes(119),
    "no text at all": frame(TEXT, b"\xff\xfe"),
    "a text without a mask": frame(TEXT, b"hello world", masked=False),
    "half a text": frame(TEXT, b"hello", fin=False),
    "the other half": frame(CONT, b" world"),
    "bytes": frame(BINARY, b"hello"),
    "a ping": frame(PING, b"hello"),
    "a good-bye": frame(CLOSE, b"\x03\xe8"),
    "a compressed text": bytes([0xC1]) + frame(TEXT, b"hello")[1:],
    "a lie about the length": bytes([0x81, 0xFF]) + bytes(8) + MASK,
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_is_heard_as_the_library_hears_it(name):
    alike([FRAMES[name]], ["afterwards"])


def test_a_text_that_is_heard_is_the_one_that_was_sent():
    heard, written, _ = alike([FRAMES["a text with accents"]], ["é", "x" * 126, "x" * 70_000])
    assert [message["text"] for message in heard] == ["é€𝄞"]
    assert written.startswith(b"\x81\x02" + "é".encode() + b"\x81\x7e\x00\x7e" + b"x")


@given(
    st.lists(st.sampled_from(sorted(FRAMES)), max_size=5),
    st.lists(st.integers(0, 300), max_size=6),
)
def test_whatever_comes_in_whatever_pieces_is_heard_as_the_library_hears_it(names, cuts):
    stream = b"".join(FRAMES[name] for name in names)
    at = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    alike([stream[begin:end] for begin, end in pairwise(at)], ["afterwards"])


def test_nobody_is_read_on_who_sends_more_than_is_taken():
    async def flooded():
        socket, _ = await opened(TextSocket)
        for _ in range(2):
            socket.data_received(FRAMES["a text"])
        paused = socket.read_paused
        for _ in range(2):
            await socket.receive()
        for task in socket.tasks:
            task.cancel()
        return paused, socket.read_paused

    assert asyncio.run(flooded()) == (True, False)
