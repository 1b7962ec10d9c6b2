"""WebSockets as uvicorn speaks them, bounded in what they take, and without cycles left behind.

The server library takes in all that has come before anyone else has a turn: a quarter of a megabyte
holds forty thousand frames. Nor does it count frames that are no message, be they ever so many.

What is left in a cycle by a socket that was open for long stays until everything is searched
(`server/cycles.py`): whoever opened and closed one after another could fill the memory meanwhile.
"""

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ludotheque.server import metrics

FLOOD: Final = 1008
"""The code of a socket on which more was sent than anyone can mean."""
PIECE: Final = 1_024
"""The bytes that are taken in before it is seen whether they were too much."""
MOST_WAITING: Final = 256
"""The messages of a client that may wait to be answered: more than any sends without hearing."""
PONG_WITHIN: Final = 20
"""The seconds within which a client must have answered a ping."""
MOST_OTHERS: Final = 100
"""The frames a second that are no whole message: pings, pongs and parts."""


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's protocol of a WebSocket, which goes with its connection.

    Whoever sends more than anyone can mean is sent away.
    """

    _second = 0
    _others = 0
    """The frames in that second that were no whole message."""

    def data_received(self, data: bytes) -> None:
        """Take in *data* by small pieces, as long as that is not too much."""
        for at in range(0, len(data), PIECE):
            super().data_received(data[at : at + PIECE])
            if self.transport.is_closing():
                return
            if self.queue.qsize() > MOST_WAITING or self._others > MOST_OTHERS:
                self._send_away()
                return

    def handle_cont(self, event: Frame) -> None:
        """Take in a part of a message, and count it, unless it makes the message whole."""
        if not event.fin:
            self._count()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; once the socket is closed nobody takes any, so they are counted."""
        if self.close_sent:
            self._count()
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, and count it."""
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take in a pong, and count it: it may not have been asked for."""
        self._count()
        super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Close the socket of who does not answer; who reads nothing is not waited for."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().keepalive_timeout()

    def _count(self) -> None:
        second = int(self.loop.time())
        if second != self._second:
            self._second, self._others = second, 0
        self._others += 1

    def _send_away(self) -> None:
        metrics.turned_away.labels("flood").inc()
        unread = self.transport.get_write_buffer_size()
        if self.close_sent or not self.handshake_complete or unread:
            self.transport.abort()
            return
        while not self.queue.empty():  # nobody is to answer what is too much
            self.queue.get_nowait()
        self.conn.fail(FLOOD)
        self.handle_parser_exception()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application, and let go of what holds itself."""
        super().connection_lost(exc)
        # The reader's frame holds the connection that holds the reader; and so does the traceback
        # of what it could not read.
        self.conn.parser.close()
        self.conn.parser_exc = None
