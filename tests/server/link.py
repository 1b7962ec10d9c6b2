"""A link to a server that can be cut, or fall silent so that nothing comes through."""

import asyncio
import contextlib


class Link:
    """A port of this machine that leads to another, as long as it is whole."""

    def __init__(self, port):
        self._to = port
        self._carrying = set()
        self._writers = set()
        self._speaks = asyncio.Event()
        self._speaks.set()
        self.whole = True
        self.port = None

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_exc):
        self._server.close()
        self.cut()
        self.mend()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def cut(self):
        """End every connection, and take no other."""
        self.whole = False
        for writer in self._writers:
            writer.transport.abort()

    def silence(self):
        """Let nothing through in either direction; what comes meanwhile comes later."""
        self._speaks.clear()

    def mend(self):
        """Be whole again."""
        self.whole = True
        self._speaks.set()

    async def _accept(self, reader, writer):
        if not self.whole:
            writer.transport.abort()
            return
        self._carrying.add(asyncio.current_task())
        self._writers.add(writer)
        with contextlib.suppress(OSError):
            there, onward = await asyncio.open_connection("127.0.0.1", self._to)
            self._writers.add(onward)
            ways = [self._carry(reader, onward), self._carry(there, writer)]
            await asyncio.gather(*ways)
            self._writers.discard(onward)
        writer.transport.abort()
        self._writers.discard(writer)
        self._carrying.discard(asyncio.current_task())

    async def _carry(self, source, sink):
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self._speaks.wait()
                sink.write(data)
                await sink.drain()
        sink.transport.abort()
