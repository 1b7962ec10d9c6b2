"""Endpoints about boards: drawings, symbols, the story of a game, hints, the deal."""

import gzip
from functools import cache
from random import Random
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from ludotheque.draw import SYMBOLS, symbol_defs
from ludotheque.engine import HINTS_BY, level
from ludotheque.errors import N_, NotAllowed, NotYourTurn
from ludotheque.games import take
from ludotheque.match import Match, Record, verifying
from ludotheque.pictures import (
    BoardDrawing,
    MoveTold,
    Picture,
    drawing_of,
    past,
    story,
)
from ludotheque.position import Seat
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Choices,
    LookFrom,
    Slug,
    TableId,
    TheAnswers,
    TheRateLimits,
    TheRooms,
    TheStore,
    TheThinking,
    Who,
    read_choices,
)
from ludotheque.server.api.fairness import check_fair, check_unsolved
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import MOST_SEATS
from ludotheque.server.wire.models import Outgoing
from ludotheque.server.wire.outgoing import encoded
from ludotheque.tables import Table
from ludotheque.tables.checks import check_hints
from ludotheque.tables.teller import seat_of
from ludotheque.words import Words

router = APIRouter(tags=["tables"], responses=REFUSALS)

AN_HOUR: Final = "private, max-age=3600"


class Story(Outgoing):
    """The moves of the current game so far, without those taken back."""

    turn: int
    moves: list[MoveTold]


class Hint(Outgoing):
    """A good move."""

    turn: int
    move: str


class Deal(Outgoing):
    """What everyone can check about the deal of a game, now that it is over."""

    seed: str
    """64 digits; their SHA-256 was published before anything was dealt."""
    seed_hash: str
    draws: int
    """How often chance drew. Each draw was made again from the seed, with the same result."""
    from_position: bool
    """Whether the game began from a position set up by hand, which no draw can confirm."""


@router.get(
    "/api/symbols.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def symbols(request: Request) -> Response:
    """Return the markup of every symbol of the house, to be used by their ids."""
    body, zipped = _symbols()
    return packed(request, body, "image/svg+xml", {"cache-control": AN_HOUR}, zipped)


@cache
def _symbols() -> tuple[bytes, bytes]:
    defs = symbol_defs(SYMBOLS, boxed=True)
    body = f'<svg xmlns="http://www.w3.org/2000/svg">{defs}</svg>'.encode()
    return body, gzip.compress(body, 9, mtime=0)


@router.get("/api/games/{slug}/board", response_model=BoardDrawing)
async def drawing(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    seats: Annotated[int | None, Query(ge=1, le=MOST_SEATS)] = None,
    seat: LookFrom = None,
    option: Choices = [],  # noqa: B006 - FastAPI copies it
    *,
    hand: Annotated[bool, Query(description="Whether your own hand is drawn on it.")] = True,
) -> Response:
    """Return the board of a game as it lies before a seat."""
    # One drawing for all ways to ask for the same: what is kept has a bound.
    chosen = tuple(sorted(take(slug).settle(read_choices(option)).items()))
    lang = words_for(request).lang
    asked = (slug, seats, seat, chosen, lang, hand)
    if asked not in _DRAWN:
        _DRAWN[asked] = await answers.run(_drawn, *asked)
    body, zipped = _DRAWN[asked]
    headers = {"cache-control": AN_HOUR, "vary": "Accept-Language, Cookie"}
    return packed(request, body, "application/json", headers, zipped)


_DRAWN: Final[dict[tuple[object, ...], tuple[bytes, bytes]]] = {}
"""By what was asked for: whoever asks for what lies ready pays nothing and waits for nobody."""


def _drawn(
    slug: str,
    seats: int | None,
    seat: Seat | None,
    options: tuple[tuple[str, str], ...],
    lang: str,
    hand: bool,
) -> tuple[bytes, bytes]:
    """Return a drawing as JSON, as it is and compressed."""
    drawn = drawing_of(take(slug), seats, dict(options), seat, Words(lang), hand=hand)
    body = encoded(drawn)
    return body, gzip.compress(body, 9, mtime=0)


@router.get("/api/tables/{table_id}/story")
async def told(
    request: Request,
    answers: TheAnswers,
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    seat: LookFrom = None,
) -> Story:
    """Return the moves of the current game in words."""
    table = (await rooms.room(table_id)).table
    moves = await answers.run(story, _game_of(table), seat_of(table, who, seat), words_for(request))
    return Story(turn=table.turn, moves=moves)


@router.get("/api/tables/{table_id}/story/{moves}")
async def looked_back(
    request: Request,
    answers: TheAnswers,
    table_id: TableId,
    moves: Annotated[int, Path(ge=0, le=100_000)],
    who: Who,
    rooms: TheRooms,
    seat: LookFrom = None,
) -> Picture:
    """Return the picture of the current game after that many moves, as the reader may know it."""
    table = (await rooms.room(table_id)).table
    look = seat_of(table, who, seat)
    return await answers.run(past, _game_of(table), moves, look, words_for(request))


@router.get("/api/tables/{table_id}/hint")
async def hint(
    request: Request,
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
    thinking: TheThinking,
    answers: TheAnswers,
    store: TheStore,
    seat: LookFrom = None,
) -> Hint:
    """Return a good move, judging by what the reader may know, unless `hints` is false there."""
    table = (await rooms.room(table_id)).table
    match, look = _game_of(table), _mover(table, seat_of(table, who, seat))
    check_hints(table, who)
    await rate_limits.check("deed", who or "")
    game = table.terms.game
    await check_fair(store, who, game.slug)
    await check_unsolved(store, answers, who, game, lambda: (match.position,))
    thinker = level(HINTS_BY, table.terms.game, Random())
    move = await thinking.answer(
        client_address(request), thinker.choose, match.seen_by(look), match.past(look)
    )
    return Hint(turn=table.turn, move=str(move))


@router.get("/api/tables/{table_id}/deal")
async def deal(answers: TheAnswers, table_id: TableId, rooms: TheRooms) -> Deal:
    """Check the deal of the game that is over: draw everything again from its seed."""
    room = await rooms.room(table_id)
    match = _game_of(room.table)
    seed_hash = match.setup.seed_hash
    if match.outcome is None or seed_hash is None:
        raise NotAllowed(N_("the deal can be checked once the game is over"))
    seed, *later = room.host.seeds_of(room.table)
    report = await answers.in_steps(verifying(Record.of(match, seed, tuple(later))))
    return Deal(seed=seed, seed_hash=seed_hash, draws=report.draws, from_position=report.given)


def _game_of(table: Table) -> Match:
    if table.match is None:
        raise NotAllowed(N_("the game has not begun yet"))
    return table.match


def _mover(table: Table, seat: Seat | None) -> Seat:
    if seat is None or _game_of(table).to_move != seat:
        raise NotYourTurn(N_("it is not your turn"))
    return seat
