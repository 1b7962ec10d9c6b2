"""Notification of a service manager such as systemd: that the house is open, and that it lives.

The signs of life come from the event loop: one that hangs gives none, and is started anew.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from ludotheque.server.periodic import periodically

SOCKET: Final = "NOTIFY_SOCKET"
WATCHDOG: Final = "WATCHDOG_USEC"
"""What the manager says in the environment: where it listens, and how long it waits."""


def notify(state: str) -> None:
    """Tell the manager *state*, if there is one; that it does not listen is no fault of ours."""
    address = os.environ.get(SOCKET)
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(state.encode(), address.replace("@", "\0", 1))


@contextmanager
def living() -> Iterator[None]:
    """Say that the house is open and, during the block, that it lives."""
    notify("READY=1")
    wait = os.environ.get(WATCHDOG, "")
    task = None
    if wait.isdecimal() and int(wait):
        task = asyncio.create_task(periodically(lambda: int(wait) / 3_000_000, _live))
    try:
        yield
    finally:
        if task is not None:
            task.cancel()


async def _live() -> None:
    notify("WATCHDOG=1")
