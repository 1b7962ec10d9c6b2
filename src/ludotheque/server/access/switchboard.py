"""Routing between workers: the sockets of one table are all served by one of them.

A table's players call at one port, and the system lets any worker answer. Were each to stay where
they called, every worker would follow every table. Instead, a worker that is called for a table of
another's hands over the connection itself: the open file, and what was read from it so far. Whom a
table belongs to follows from its id; a worker that does not answer is done without, for any of them
can serve any table.
"""

import asyncio
import fcntl
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import structlog

from ludotheque.server import metrics

LONGEST_HEAD: Final = 1 << 17
"""The bytes of a request that can be handed over."""
SOME_TIME: Final = 1.0
"""The seconds after which a worker without a number asks for one again."""

Take = Callable[[socket.socket, bytes], Awaitable[None]]
"""What becomes of a connection that was handed over, and of what was read from it."""


class Switchboard:
    """The workers of a house, each with a number, by which the others reach it."""

    def __init__(self, folder: Path, workers: int, take: Take) -> None:
        self._folder = folder
        self._workers = workers
        self._take = take
        self._claim: int | None = None
        self._listener: socket.socket | None = None
        self._lines: dict[int, socket.socket] = {}
        """By number, the ways to other workers."""
        self._callers: set[socket.socket] = set()
        """The ways from them."""
        self._taking: set[asyncio.Future[None]] = set()
        self.number: int | None = None
        """Which worker this is, None while another still has every number."""

    def owner(self, table_id: str) -> int:
        """Return the number of the worker to which a table belongs."""
        return int.from_bytes(sha256(table_id.encode()).digest()[:8]) % self._workers

    def put_through(self, table_id: str, connection: int, head: bytes) -> bool:
        """Hand the open file *connection* over to its table's worker; return whether it is there.

        It is not if it is at its place already, or if nobody answers there.
        """
        number = self.owner(table_id)
        if number == self.number or len(head) > LONGEST_HEAD:
            return False
        for _ in range(2):  # the first line may lead to one who is gone
            try:
                socket.send_fds(self._line(number), [head], [connection])
            except OSError:
                line = self._lines.pop(number, None)
                if line is not None:
                    line.close()
            else:
                metrics.handed_over.inc()
                return True
        return False

    async def listen(self) -> None:
        """Take a number as soon as one is free, and then whatever is handed over."""
        try:
            while not self._claimed():  # noqa: ASYNC110 - other processes have them all
                await asyncio.sleep(SOME_TIME)
        except OSError as fault:
            # Rightly served all the same, at the price of following every table.
            structlog.get_logger().warning("switchboard.closed", fault=str(fault))
            return
        listener = self._listener
        assert listener is not None  # noqa: S101 - just claimed
        asyncio.get_running_loop().add_reader(listener, self._accept, listener)
        structlog.get_logger().info("switchboard.open", number=self.number)

    def close(self) -> None:
        """Hand nothing over any more, and take nothing."""
        loop = asyncio.get_running_loop()
        for line in self._lines.values():
            line.close()
        for listening in (*self._callers, *filter(None, [self._listener])):
            loop.remove_reader(listening)
            listening.close()
        if self._claim is not None:
            os.close(self._claim)

    def _line(self, number: int) -> socket.socket:
        line = self._lines.get(number)
        if line is None:
            line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            try:
                line.setblocking(False)
                line.connect(str(self._door(number)))
            except OSError:
                line.close()
                raise
            self._lines[number] = line
        return line

    def _door(self, number: int) -> Path:
        return self._folder / str(number)

    def _claimed(self) -> bool:
        """Take a free number, if there is one: whoever has one holds its lock until they end."""
        for number in range(self._workers):
            claim = os.open(self._folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(claim)
                continue
            self._claim = claim
            self._door(number).unlink(missing_ok=True)
            self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._listener.setblocking(False)
            self._listener.bind(str(self._door(number)))
            self._listener.listen(self._workers)
            self.number = number
            return True
        return False

    def _accept(self, listener: socket.socket) -> None:
        with suppress(BlockingIOError):
            caller, _ = listener.accept()
            caller.setblocking(False)
            self._callers.add(caller)
            asyncio.get_running_loop().add_reader(caller, self._hear, caller)

    def _hear(self, caller: socket.socket) -> None:
        """Take what one worker hands over; leave the line when it does."""
        with suppress(BlockingIOError):
            head, files, *_ = socket.recv_fds(caller, LONGEST_HEAD, 1)
            for file in files:
                taking = asyncio.ensure_future(self._take(socket.socket(fileno=file), head))
                self._taking.add(taking)
                taking.add_done_callback(self._taking.discard)
            if not head:
                asyncio.get_running_loop().remove_reader(caller)
                self._callers.discard(caller)
                caller.close()
