"""Review endpoints: a game that is over, looked over move by move, told as it is found."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ludotheque.errors import N_, BadRecord, LudothequeError, NotAllowed
from ludotheque.match import Record, verifying
from ludotheque.match.events import Moved
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.bots import KEEP_ALIVE, NDJSON
from ludotheque.server.api.dependencies import (
    Known,
    TableId,
    TheAnswers,
    TheRateLimits,
    TheReviewing,
    TheRooms,
    TheStore,
    in_thread,
    settings_of,
)
from ludotheque.server.api.replays import Brought, read_record
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.reviewing import Job, Place, Reviewing, Wish
from ludotheque.server.live.subscription import Played, played
from ludotheque.server.player_names import player_names
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.outgoing import (
    AnyReviewed,
    Queued,
    Refused,
    Reviewed,
    encoded,
    read_note,
)
from ludotheque.store import Store
from ludotheque.study import Review
from ludotheque.study.seen import Showing
from ludotheque.words import Words

router = APIRouter(tags=["study"])

MOST_MOVES: Final = 400
"""Of a game that is looked over."""
STREAMED: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {NDJSON: {"schema": {"type": "string"}}}}
}


@router.post("/api/review", response_class=StreamingResponse, responses=STREAMED)
async def review_brought(
    request: Request,
    answers: TheAnswers,
    brought: Brought,
    known: Known,
    store: TheStore,
    reviewing: TheReviewing,
    rate_limits: TheRateLimits,
) -> StreamingResponse:
    """Look over a game whose record someone brings; stream what is found as it is found."""
    address = client_address(request)
    await rate_limits.check("replay", address)
    record = await answers.run(read_record, brought.record)
    _check_over(record)
    await answers.in_steps(verifying(record))
    wish = Wish(record, None, known.id if known else address, address)
    who = known.id if known else None
    return await _answered(request, answers, reviewing, store, who, wish, Played(record, None, {}))


@router.post(
    "/api/tables/{table_id}/review/{number}",
    response_class=StreamingResponse,
    responses=STREAMED,
)
async def review_of_table(
    request: Request,
    answers: TheAnswers,
    table_id: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    known: Known,
    rooms: TheRooms,
    store: TheStore,
    reviewing: TheReviewing,
    rate_limits: TheRateLimits,
) -> StreamingResponse:
    """Look over a game that was played to its end at a table; stream what is found as it is."""
    who, address = known.id if known else None, client_address(request)
    await rate_limits.check("replay", address)
    game = await played(rooms, answers, table_id, who, number)
    _check_over(game.record)
    wish = Wish(game.record, Place(table_id, number), who or address, address)
    return await _answered(request, answers, reviewing, store, who, wish, game)


def _check_over(record: Record) -> None:
    """Raise NotAllowed unless everyone may know everything of the game, and there is an end."""
    if record.result is None:
        raise NotAllowed(N_("this game is not over: it can be reviewed once it is"))
    if sum(isinstance(event, Moved) for event in record.events) > MOST_MOVES:
        raise BadRecord(
            N_("events: a game of more than {most} moves cannot be reviewed here"), most=MOST_MOVES
        )


async def _check_rated(store: Store, who: str | None, slug: str) -> None:
    """Raise NotAllowed if the reader plays a rated game of the same kind: it would help there."""
    tables = [] if who is None else await in_thread(store.tables.playing, who)
    if any(table.game == slug and read_note(table.note).rated for table in tables):
        raise NotAllowed(
            N_("you are playing a rated game of this kind: reviews wait until it is over")
        )


async def _answered(
    request: Request,
    answers: Answers,
    reviewing: Reviewing,
    store: Store,
    who: str | None,
    wish: Wish,
    game: Played,
) -> StreamingResponse:
    words = words_for(request)
    await _check_rated(store, who, wish.record.setup.game.slug)
    showing = Showing(player_names(wish.record.setup.players, game.levels, words), words)
    kept = await reviewing.kept(wish)
    if kept is not None:
        return _Stream(nullcontext(), lambda _: _whole(answers, kept, showing))
    await reviewing.check(wish)
    pause = settings_of(request).keep_alive
    return _Stream(reviewing.read(wish), lambda job: _lines(answers, job, showing, words, pause))


class _Stream(StreamingResponse):
    """Lines of a review that is read as long as they last.

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


async def _whole(answers: Answers, review: Review, showing: Showing) -> AsyncGenerator[str, None]:
    found = await answers.run(showing.new, review)
    yield _line(Reviewed(review=found, complete=True))


async def _lines(
    answers: Answers, job: Job, showing: Showing, words: Words, pause: float
) -> AsyncGenerator[str, None]:
    news = job.news()
    following: asyncio.Task[int | Review] | None = None
    try:
        while True:
            following = following or asyncio.create_task(_next(news))
            done, _ = await asyncio.wait((following,), timeout=pause)
            if not done:
                yield KEEP_ALIVE
                continue
            told = following.result()
            following = None
            if isinstance(told, int):
                yield _line(Queued(ahead=told))
                continue
            found = await answers.run(showing.new, told)
            yield _line(Reviewed(review=found, complete=told.complete))
            if told.complete:
                return
    except LudothequeError as problem:
        yield _line(Refused(id=None, code=problem.code, message=words.refusal(problem)))
    finally:
        if following is not None:
            following.cancel()


async def _next(news: AsyncIterator[int | Review]) -> int | Review:
    return await anext(news)


def _line(message: AnyReviewed) -> str:
    return f"{encoded(message).decode()}\n"
