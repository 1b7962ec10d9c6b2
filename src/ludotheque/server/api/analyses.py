"""Analysis endpoints: the best lines of a position, told as they are found, or after a moment."""

from functools import partial
from math import ceil
from time import thread_time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import StreamingResponse

from ludotheque.engine import MOST_THREADS
from ludotheque.games import AnyGame, take
from ludotheque.page.studies import found
from ludotheque.position import Position
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.bots import STREAMED
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Choices,
    Slug,
    Someone,
    TheAnalysing,
    TheAnswers,
    TheStore,
    TheThinking,
    Who,
    read_choices,
    settings_of,
)
from ludotheque.server.api.fairness import check_fair, check_unsolved, on_the_way
from ludotheque.server.api.moments import LONGEST_LINE
from ludotheque.server.api.streams import Stream, lines
from ludotheque.server.live.analysing import MOST_LINES, Seeing, Wish
from ludotheque.server.live.answering import Answers
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import LONGEST_TEXT, GameText, Incoming
from ludotheque.server.wire.models import Chosen
from ludotheque.server.wire.outgoing import Found, Queued
from ludotheque.store import Store
from ludotheque.study.good_lines import GoodLines, good_lines
from ludotheque.words import Words

router = APIRouter(tags=["study"], responses=REFUSALS)


@router.get("/api/games/{slug}/analysis")
async def analysis(
    request: Request,
    thinking: TheThinking,
    analysing: TheAnalysing,
    answers: TheAnswers,
    store: TheStore,
    who: Who,
    slug: Slug,
    position: Annotated[str, Query(min_length=1, max_length=LONGEST_TEXT)],
    option: Choices = [],  # noqa: B006 - FastAPI copies it
) -> GoodLines:
    """Return the best moves in a position, as far as a moment's thought finds them."""
    address, game = client_address(request), take(slug)
    await analysing.check(who or address, address)
    await check_fair(store, who, slug)
    start = await answers.run(game.position, position, **read_choices(option))
    await check_unsolved(store, answers, who, game, lambda: (start,))
    found, took = await thinking.answer(address, _timed, game, start, words_for(request))
    analysing.charge(address, took)
    return found


def _timed(game: AnyGame, start: Position[Any], words: Words) -> tuple[GoodLines, int]:
    """Return the analysis, and the milliseconds of CPU time that it took."""
    began = thread_time()
    told = good_lines(game, start, words)
    return told, ceil((thread_time() - began) * 1000)


class Question(Incoming):
    """A position that is to be looked at, and how."""

    position: GameText
    options: Chosen = Field(default_factory=dict)
    moves: Annotated[list[GameText], Field(max_length=LONGEST_LINE)] = Field(default_factory=list)
    """The line that leads from there to the position that is meant, chance's moves in brackets."""
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    threads: Annotated[int, Field(ge=1, le=MOST_THREADS)] = 1
    """As many as wanted; the house has a limit of its own."""
    everything: bool = False
    """Whether the computer knows all that is hidden; else what whoever is to move may know."""


@router.post("/api/games/{slug}/analysis", response_class=StreamingResponse, responses=STREAMED)
async def look(
    request: Request,
    answers: TheAnswers,
    analysing: TheAnalysing,
    store: TheStore,
    someone: Someone,
    slug: Slug,
    question: Question,
) -> StreamingResponse:
    """Look at a position deeper and deeper, and stream what is found, until the reader leaves."""
    game, address, words = take(slug), client_address(request), words_for(request)
    await check_fair(store, someone.id, slug)
    await analysing.check(someone.id, address)
    start = await answers.run(game.position, question.position, **question.options)
    met = partial(on_the_way, game, start, question.moves)
    await check_unsolved(store, answers, someone.id, game, met)
    wish = Wish(
        game=game,
        start=start,
        moves=tuple(question.moves),
        lines=question.lines,
        threads=min(question.threads, analysing.threads_for(game)),
        everything=question.everything,
        whose=someone.id,
        address=address,
    )
    pause = settings_of(request).keep_alive
    told = partial(_told, store, answers, wish, words)
    return Stream(analysing.read(wish), lambda job: lines(job, told, words, pause))


async def _told(
    store: Store, answers: Answers, wish: Wish, words: Words, news: int | Seeing
) -> Queued | Found:
    # Whoever has sat down to a rated game meanwhile is told nothing more.
    await check_fair(store, wish.whose, wish.game.slug)
    if isinstance(news, int):
        return Queued(ahead=news)
    return await answers.run(
        found,
        wish.game,
        news.position,
        news.lines,
        words,
        speed=news.speed,
        complete=news.complete,
    )
