"""Periodic tasks: a coroutine run again and again, its failures logged."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from ludotheque.store import StoreDown


async def periodically(pause: Callable[[], float], work: Callable[[], Awaitable[None]]) -> None:
    """Do *work* for ever, with a pause between; what goes wrong is told and tried again."""
    while True:
        await asyncio.sleep(pause())
        try:
            await work()
        except StoreDown:
            structlog.get_logger().warning("round.failed", why="StoreDown")
        except Exception:  # noqa: BLE001 - a round that fails must not be the last
            structlog.get_logger().exception("round.failed")
