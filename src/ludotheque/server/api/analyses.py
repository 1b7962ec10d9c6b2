"""Analysis endpoints: the best lines of a position, told as they are found, or after a moment."""

from functools import partial
from math import ceil
from time import thread_time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import StreamingResponse

from ludotheque.engine import MOST_THREADS, Score, a_moment, analyse
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.pictures.of_match import sentences
from ludotheque.position import Position
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.bots import STREAMED
from ludotheque.server.api.dependencies import (
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
from ludotheque.server.api.fairness import check_fair, check_unsolved
from ludotheque.server.api.moments import LONGEST_LINE
from ludotheque.server.api.streams import Stream, lines
from ludotheque.server.live.analysing import MOST_LINES, Seeing, Wish
from ludotheque.server.live.answering import Answers
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import LONGEST_TEXT, GameText, Incoming
from ludotheque.server.wire.models import Chosen, Outgoing
from ludotheque.server.wire.outgoing import Found, Queued
from ludotheque.store import Store
from ludotheque.study.line_seen import line_seen
from ludotheque.words import Words

router = APIRouter(tags=["study"])

GOOD_LINES: Final = 3
"""How many good moves a moment's thought tells."""
ANALYSIS_MB: Final = 16
"""The memory of a moment's thought: more than it fills."""


class GoodLine(Outgoing):
    """A good move and what may follow."""

    score: Score
    """What the mover can expect."""
    moves: tuple[str, ...]
    told: tuple[str, ...]
    """The first move in words."""


class Analysis(Outgoing):
    """The best moves of a position, best first."""

    lines: list[GoodLine]


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
) -> Analysis:
    """Return the best moves in a position, as far as a moment's thought finds them."""
    address, game = client_address(request), take(slug)
    await analysing.check(who or address, address)
    await check_fair(store, who, slug)
    start = await answers.run(game.position, position, **read_choices(option))
    await check_unsolved(store, answers, who, game, start)
    found, took = await thinking.answer(address, _timed, game, start, words_for(request))
    analysing.charge(address, took)
    return found


def _timed(game: AnyGame, start: Position[Any], words: Words) -> tuple[Analysis, int]:
    """Return the analysis, and the milliseconds of CPU time that it took."""
    began = thread_time()
    found = _analysed(game, start, words)
    return found, ceil((thread_time() - began) * 1000)


def _analysed(game: AnyGame, start: Position[Any], words: Words) -> Analysis:
    if not isinstance(start.to_move, int):
        raise NotAllowed(N_("it is nobody’s turn here"))
    found = analyse(game, start, nodes=a_moment(game), lines=GOOD_LINES, table_mb=ANALYSIS_MB)
    return Analysis(
        lines=[
            GoodLine(
                score=line.score,
                moves=line.moves,
                told=sentences(game, start, game.move(line.moves[0], start), words),
            )
            for line in found
        ]
    )


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
    await check_unsolved(store, answers, someone.id, game, start, question.moves)
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
    return await answers.run(_found, wish.game, words, news)


def _found(game: AnyGame, words: Words, seen: Seeing) -> Found:
    return Found(
        lines=tuple(line_seen(game, seen.position, line, words) for line in seen.lines),
        depth=max((line.depth for line in seen.lines), default=0),
        nodes=max((line.nodes for line in seen.lines), default=0),
        speed=seen.speed,
        complete=seen.complete,
    )
