"""Review endpoints: a game that is over, looked over move by move, told as it is found."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import StreamingResponse

from ludotheque.match import verifying
from ludotheque.page.player_names import player_names
from ludotheque.page.records import check_over, read_record
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.bots import STREAMED
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Known,
    TableId,
    TheAnswers,
    TheRateLimits,
    TheReviewing,
    TheRooms,
    TheStore,
    settings_of,
)
from ludotheque.server.api.fairness import check_fair, check_unsolved
from ludotheque.server.api.streams import Stream, line, lines
from ludotheque.server.api.whole_games import Brought, WholeGameRoute
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.reviewing import Place, Reviewing, Wish
from ludotheque.server.live.subscription import played
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.outgoing import Queued, Reviewed
from ludotheque.store import Store
from ludotheque.study import Review
from ludotheque.study.seen import Showing
from ludotheque.tables.played import Played

router = APIRouter(tags=["study"], responses=REFUSALS, route_class=WholeGameRoute)


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
    check_over(record)
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
    check_over(game.record)
    wish = Wish(game.record, Place(table_id, number), who or address, address)
    return await _answered(request, answers, reviewing, store, who, wish, game)


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
    fair = partial(check_fair, store, who, wish.record.setup.game.slug)
    await fair()
    record = wish.record
    await check_unsolved(store, answers, who, record.setup.game, lambda: record.played().positions)
    showing = Showing(player_names(wish.record.setup.players, game.levels, words), words)
    kept = await reviewing.kept(wish)
    if kept is not None:
        return Stream(nullcontext(), lambda _: _whole(answers, kept, showing))
    await reviewing.check(wish)
    pause = settings_of(request).keep_alive
    told = partial(_told, fair, answers, showing)
    return Stream(reviewing.read(wish), lambda job: lines(job, told, words, pause))


async def _whole(answers: Answers, review: Review, showing: Showing) -> AsyncGenerator[str, None]:
    found = await answers.run(showing.new, review)
    yield line(Reviewed(review=found, complete=True))


async def _told(
    fair: Callable[[], Awaitable[None]], answers: Answers, showing: Showing, news: int | Review
) -> Queued | Reviewed:
    # Whoever has sat down to a rated game meanwhile is told nothing more.
    await fair()
    if isinstance(news, int):
        return Queued(ahead=news)
    return Reviewed(review=await answers.run(showing.new, news), complete=news.complete)
