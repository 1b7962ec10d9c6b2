"""Search for reference cycles by the clock: often among what is new, seldom among everything.

Moments of a table hold no cycles: they go when the last who knows them does. Requests hold some,
which are gone in no time, and so do sockets, which are open for long. Python would count what is
new and not yet gone; in a house where as much goes as comes that says nothing about how much there
is to look through, and with 2,000 sockets everyone would wait for it for tenths of a second.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ludotheque.server.periodic import periodically

YOUNG: Final = 0.5
"""The seconds between two looks at what is new: that is never much."""
ALL: Final = 3_600.0
"""The seconds between two looks at everything but what was there from the start.

With 2,000 sockets open that keeps everyone waiting for a second."""


@contextmanager
def searched() -> Iterator[None]:
    """Search for cycles by the clock, and by nothing else, during the block."""
    gc.collect()
    gc.freeze()
    gc.disable()
    searches = [
        asyncio.create_task(periodically(lambda: YOUNG, _search_young)),
        asyncio.create_task(periodically(lambda: ALL, _search_all)),
    ]
    try:
        yield
    finally:
        for search in searches:
            search.cancel()
        gc.enable()


async def _search_young() -> None:
    gc.collect(0)


async def _search_all() -> None:
    gc.collect()
