"""A WebSocket client that costs next to nothing, so that the load and not its maker is measured."""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable, Sequence
from typing import Final, cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PACKED: Final = 64
"""The bit of a frame's first byte that says that its body is deflated."""
TAIL: Final = b"\x00\x00\xff\xff"
"""What a deflated message ends with, and is sent without."""


class Socket(asyncio.Protocol):
    """One connection. Whole text messages are handed to *heard*."""

    def __init__(self, request: bytes, heard: Callable[["Socket", str], None]) -> None:
        self._request = request
        self._heard = heard
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._open = False
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        self.opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """The head of the server's answer, once the socket is open."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever waits for the socket to open."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        """Take in what has come: the answer first, then frames."""
        self._buffer += data
        if not self._open:
            head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._open, self._buffer = True, bytearray(rest)
            if self.opened.cancelled():
                return  # the evening has ended meanwhile
            self.opened.set_result(head.decode("latin-1"))
        self._read()

    def _read(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size > 125:
                width = 2 if size == 126 else 8
                if len(buffer) < start + width:
                    break
                size, start = int.from_bytes(buffer[start : start + width], "big"), start + width
            if len(buffer) < start + size:
                break
            first, body = buffer[at], bytes(buffer[start : start + size])
            at = start + size
            if first & 15 == TEXT:
                if first & PACKED:
                    body = self._inflate.decompress(body + TAIL)
                self._heard(self, body.decode())
            elif first & 15 == PING:
                self._frame(PONG, body)
        del buffer[:at]

    def send(self, text: str) -> None:
        """Send a text message, unless the line is closed already."""
        if self._transport is not None and not self._transport.is_closing():
            self._frame(TEXT, text.encode())

    def _frame(self, kind: int, body: bytes) -> None:
        assert self._transport is not None  # noqa: S101 - it is open
        size = len(body)
        head = (
            bytes((128 | kind, 128 | size))
            if size < 126
            else (bytes((128 | kind, 254)) + size.to_bytes(2, "big"))
        )
        # A mask of nothing but zeros is a mask, and saves the work.
        self._transport.write(head + bytes(4) + body)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


async def open_socket(
    port: int,
    path: str,
    heard: Callable[[Socket, str], None],
    *,
    headers: Sequence[str] = (),
    packed: bool = False,
    address: str = "127.0.0.1",
) -> Socket:
    """Return an open socket; *packed* offers the compression that every browser offers."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Origin: http://127.0.0.1:{port}",
        *headers,
        *(
            ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]
            if packed
            else []
        ),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(request, heard), "127.0.0.1", port, local_addr=(address, 0)
    )
    try:
        await socket.opened
    except BaseException:
        socket.close()
        raise
    return socket


def addresses(count: int) -> list[str]:
    """Return so many addresses of this machine: limits count what each address does."""
    return [f"127.{1 + n // 60_000}.{n // 250 % 240}.{1 + n % 250}" for n in range(count)]
