"""WebSockets as uvicorn speaks them, which leave no reference cycles behind.

What is left in a cycle by a socket that was open for long stays until everything is searched
(`server/cycles.py`): whoever opened and closed one after another could fill the memory meanwhile.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's protocol of a WebSocket, which goes with its connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application, and let go of what holds itself."""
        super().connection_lost(exc)
        # The reader's frame holds the connection that holds the reader; and so does the traceback
        # of what it could not read.
        self.conn.parser.close()
        self.conn.parser_exc = None
