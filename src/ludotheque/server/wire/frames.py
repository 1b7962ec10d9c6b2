"""Frames of the sockets: a short way for whole texts, and the server library's for all else.

The library reads whatever comes in whatever pieces, step by step, and makes a value of every frame
that goes out. Nearly all that comes to a table's socket is one short text in one frame, all of it
at once, and nothing but texts goes out.
"""

from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined] # compiled, if it can be
from websockets.protocol import State

WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text, uncompressed."""
MASKED: Final = 0x80
"""What the second byte of a frame has on top of its length if it comes from a client."""
SHORT, LONG = 126, 127
"""What stands in place of a length that follows in two bytes, or in eight."""


class TextSocket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    def data_received(self, data: bytes) -> None:
        """Take in *data*."""
        text = self._whole_text(data)
        if text is None:
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        # Whoever sends faster than is answered is not read on; most wait for the answer anyway.
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _whole_text(self, data: bytes) -> str | None:
        """Return the text if *data* is one frame with all of it; None leaves it to the library."""
        if len(data) < 8 or data[0] != WHOLE_TEXT or not self._is_open:
            return None
        size, begin = data[1] - MASKED, 6
        if size == SHORT:
            size, begin = int.from_bytes(data[2:4]), 8
        elif size == LONG:
            return None  # far too much, or a length as nobody writes it
        if not 0 <= size <= self.config.ws_max_size or len(data) != begin + size:
            return None
        if self.conn.reader.buffer or self.conn.current_size is not None:
            return None  # it goes on with what came before
        try:
            return apply_mask(data[begin:], data[begin - 4 : begin]).decode()
        except UnicodeDecodeError:
            return None

    async def send(self, message: ASGISendEvent) -> None:
        """Send *message*, as soon as whoever reads has taken in enough of what came before."""
        if not self.writable.is_set():
            await self.writable.wait()
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self._is_open:
            await super().send(message)
        else:
            body = text.encode()
            self.transport.write(_head(len(body)) + body)

    @property
    def _is_open(self) -> bool:
        """Whether texts may come and go: between the handshakes that open and close it."""
        return self.conn.state is State.OPEN and not (self.close_sent or self.disconnected)


def _head(size: int) -> bytes:
    """Return what comes before a whole text of so many bytes from a server."""
    if size < SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, SHORT)) + size.to_bytes(2)
    return bytes((WHOLE_TEXT, LONG)) + size.to_bytes(8)
