"""Streamed responses: lines of JSON, for as long as somebody reads."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing
from typing import Any, TypeVar

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ludotheque.errors import LudothequeError
from ludotheque.server.api.bots import KEEP_ALIVE
from ludotheque.server.live.news import News
from ludotheque.server.wire.outgoing import AnyFound, AnyReviewed, Refused, encoded
from ludotheque.tables.protocol import NDJSON
from ludotheque.words import Words

T = TypeVar("T")


class Stream(StreamingResponse):
    """Lines of something that is read as long as they last.

    Whoever is one too many is refused when the answer begins; whoever goes away reads no more.
    """

    def __init__(
        self,
        read: AbstractContextManager[Any],
        lines: Callable[[Any], AsyncGenerator[str, None]],
    ) -> None:
        super().__init__((), media_type=NDJSON, headers={"x-accel-buffering": "no"})
        self._read = read
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        with self._read as job:
            async with aclosing(self._lines(job)) as self.body_iterator:
                await super().__call__(scope, receive, send)


async def lines(
    job: News[T],
    told: Callable[[T], Awaitable[AnyReviewed | AnyFound]],
    words: Words,
    pause: float,
) -> AsyncGenerator[str, None]:
    """Yield a line for all news of *job*, as it is *told*, and blank ones where it is silent."""
    news = job.news()
    following: asyncio.Task[T] | None = None
    try:
        while True:
            following = following or asyncio.create_task(_next(news))
            done, _ = await asyncio.wait((following,), timeout=pause)
            if not done:
                yield KEEP_ALIVE
                continue
            found = following.result()
            following = None
            yield line(await told(found))
    except StopAsyncIteration:
        return
    except LudothequeError as problem:
        yield line(Refused(id=None, code=problem.code, message=words.refusal(problem)))
    finally:
        if following is not None:
            following.cancel()


async def _next(news: AsyncIterator[T]) -> T:
    return await anext(news)


def line(message: AnyReviewed | AnyFound) -> str:
    """Return *message* as a line."""
    return f"{encoded(message).decode()}\n"
