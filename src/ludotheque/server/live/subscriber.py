"""Subscriber of a table: a bounded queue of what is to be sent to one socket or stream."""

import asyncio
from collections import deque
from typing import Final

from ludotheque.position import Seat
from ludotheque.words import SOURCE

BACKLOG: Final = 256
"""The messages that may wait for a slow one; then it is sent away, to return with `since`."""


class Subscriber:
    """Someone who looks at a table from one socket or stream."""

    def __init__(
        self, who: str | None, seat: Seat | None, *, picture: bool, lang: str = SOURCE
    ) -> None:
        self.who = who
        self.pinned = seat
        """The seat that the subscriber asked to look from, among their own."""
        self.picture = picture
        self.lang = lang
        """The language in which a picture tells the last move."""
        self.told_presence = ""
        """What the subscriber was last told of who is there, as it was sent."""
        self.late = False
        """Whether the subscriber has fallen behind and was let go."""
        # An asyncio.Queue does the same by six times as many calls, three times a move.
        self._waiting: deque[str | None] = deque()
        self._woken: asyncio.Future[None] | None = None

    def send(self, message: str) -> None:
        """Put *message* in line, or let the subscriber go if the line is too long."""
        if self.late:
            return
        if len(self._waiting) >= BACKLOG:
            self.end()
        else:
            self._put(message)

    def end(self) -> None:
        """End the stream once what waits has been sent."""
        if not self.late:
            self.late = True
            self._put(None)

    async def next(self) -> str | None:
        """Wait for the next message and take it; None ends the stream. Asked by one at a time."""
        while not self._waiting:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        return self._waiting.popleft()

    def _put(self, message: str | None) -> None:
        self._waiting.append(message)
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
