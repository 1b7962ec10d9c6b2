"""Waiting for what happens, however long it takes; how long it took says nothing.

Whoever can be told waits to be told. Here are the two ways to look again and again where nobody
tells: at a file, at another process, at a table of a database.
"""

import asyncio
import time

PATIENCE = 240.0
"""The seconds within which whatever a test waits for has happened, however busy the machine is."""
GLANCE = 0.01
"""The seconds between two looks."""


def wait_until(true, told=lambda: "", *, glance=GLANCE):
    """Return what *true*() gives once it holds; if it never does, fail with what is *told*.

    Whoever waits for long, and looks at what costs others time, looks seldom: see *glance*.
    """
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline, f"nothing happened any more: {told()}"
        time.sleep(glance)
    return found


async def until(true, told=lambda: ""):
    """Wait as `wait_until` does, and let others work meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline, f"nothing happened any more: {told()}"
        await asyncio.sleep(GLANCE)
    return found
