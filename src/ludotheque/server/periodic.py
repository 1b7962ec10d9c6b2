"""Periodic tasks: a coroutine run again and again, its failures logged."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog


async def periodically(pause: Callable[[], float], work: Callable[[], Awaitable[None]]) -> None:
    """Do *work* for ever, with a pause between; what goes wrong is told and tried again."""
    while True:
        await asyncio.sleep(pause())
        try:
            await work()
        except Exception as problem:  # noqa: BLE001 - a round that fails must not be the last
            structlog.get_logger().error("round.failed", why=type(problem).__name__)
