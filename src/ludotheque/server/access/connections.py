"""Open sockets and streams: how many a person and an address have, and by what they came in.

The database says whose session or token has ended. It is asked at once after whatever may have
ended one, and now and then, for other workers end some as well.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ludotheque.errors import N_, NotAllowed
from ludotheque.server.access.doorstep import share
from ludotheque.server.config import Settings
from ludotheque.server.periodic import periodically
from ludotheque.store import Pass, Store

PAUSE: Final = 5.0
"""The seconds between two looks for what other workers have ended."""


class Connection:
    """One socket or stream, from its opening to its end."""

    def __init__(self, came_by: Pass) -> None:
        self.came_by = came_by
        self.over = False
        """Whether its session or token has ended."""
        self._close: Callable[[], None] = lambda: None

    def end(self) -> None:
        """Send the reader away."""
        self.over = True
        self._close()

    def closes(self, close: Callable[[], None]) -> None:
        """Call *close* when the connection ends, at once if it has."""
        self._close = close
        if self.over:
            close()


class Connections:
    """Everyone who follows a table through this process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._each = settings.sockets_each
        self._address = share(settings, settings.sockets_address)
        self._people = store.people
        self._open: set[Connection] = set()
        self._by_person: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()

    def check_address(self, address: str) -> None:
        """Raise NotAllowed if as many as may be follow tables from that address already."""
        if self._by_address[address] >= self._address:
            raise NotAllowed(
                N_("{most} connections are already open from your address"), most=self._address
            )

    def check(self, came_by: Pass, address: str) -> None:
        """Raise NotAllowed if that person, or that address, follows as many tables as may be."""
        self.check_address(address)
        if self._by_person[came_by.person_id] >= self._each:
            raise NotAllowed(N_("you are already watching {most} tables"), most=self._each)

    @contextmanager
    def opened(self, came_by: Pass, address: str) -> Iterator[Connection]:
        """Count one more for the block, in one step with the `check` that it may be."""
        self.check(came_by, address)
        connection = Connection(came_by)
        counted = ((self._by_person, came_by.person_id), (self._by_address, address))
        self._open.add(connection)
        for counts, who in counted:
            counts[who] += 1
        try:
            yield connection
        finally:
            self._open.discard(connection)
            for counts, who in counted:
                counts[who] -= 1
                if not counts[who]:
                    del counts[who]

    async def look(self, person_id: str | None = None) -> None:
        """Send away whoever came in by what has ended: of that person, or of all."""
        asked = {
            connection.came_by
            for connection in self._open
            if person_id is None or connection.came_by.person_id == person_id
        }
        if not asked:
            return
        ended = await asyncio.to_thread(self._people.ended, asked)
        for connection in [connection for connection in self._open if connection.came_by in ended]:
            connection.end()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look now and then during the block."""
        task = asyncio.create_task(periodically(lambda: PAUSE, self.look))
        try:
            yield
        finally:
            task.cancel()
