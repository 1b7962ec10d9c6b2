"""Search for reference cycles by the clock: among what is new where any can be, seldom among all.

Moments of a table hold no cycles, nor does what the house writes down about them: they go when the
last who knows them does. Requests hold some, and so does the opening of a socket: what is new is
looked through once one of them has come or gone, and at no other time, for most of it are moves.
Python would count what is new and not yet gone; in a house where as much goes as comes that says
nothing about how much there is to look through, and with 2,000 sockets everyone would wait for it
for tenths of a second.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.periodic import periodically

YOUNG: Final = 0.5
"""The seconds between two looks at what is new: that is never much."""
ALL: Final = 3_600.0
"""The seconds between two looks at everything.

With 2,000 sockets open that keeps everyone waiting for a second."""


class Cycles:
    """The search, which is told when there may be something to find."""

    def __init__(self) -> None:
        self._stirred = False

    def stir(self) -> None:
        """Have what is new looked through: it may hold cycles."""
        self._stirred = True

    @contextmanager
    def searched(self) -> Iterator[None]:
        """Search for cycles by the clock, and by nothing else, during the block."""
        gc.collect()
        gc.freeze()
        gc.disable()
        searches = [
            asyncio.create_task(periodically(lambda: YOUNG, self._search_young)),
            asyncio.create_task(periodically(lambda: ALL, self._search_all)),
        ]
        try:
            yield
        finally:
            for search in searches:
                search.cancel()
            gc.unfreeze()
            gc.enable()

    async def _search_young(self) -> None:
        if self._stirred:
            self._stirred = False
            gc.collect(0)
        # Set aside, which takes no time: the next look is at what will be new then.
        gc.freeze()

    async def _search_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()


class Stirring:
    """Tells the search of every request and every socket, as it comes and when it is done."""

    def __init__(self, app: ASGIApp, cycles: Cycles) -> None:
        self._app = app
        self._cycles = cycles

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on as it is."""
        self._cycles.stir()
        try:
            await self._app(scope, receive, send)
        finally:
            self._cycles.stir()
