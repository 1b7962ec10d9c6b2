"""The board to study on: a position from anywhere, both sides to play, and the way back."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from ludotheque.errors import N_, BadPosition, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.page.symbol_names import symbol_names
from ludotheque.pictures import has_luck, position_after
from ludotheque.position import CHANCE
from ludotheque.server.api.dependencies import (
    Choices,
    Known,
    LookFrom,
    Slug,
    TableId,
    TheAnalysing,
    TheAnswers,
    TheRooms,
    TheStore,
    Who,
    read_choices,
)
from ludotheque.server.api.fairness import plays_rated
from ludotheque.server.live.analysing import in_kernel
from ludotheque.server.live.teller import seat_of
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import LONGEST_TEXT
from ludotheque.words import Words

router = APIRouter()

HIDDEN: Final = N_(
    "Part of this position is hidden from you, so that nobody can play on from it. Once the game is"
    " over, all of it can be studied."
)
WayBack = Annotated[str | None, Query(max_length=2_000, pattern=r"^/([^/\\].*)?$")]
"""Where the reader came from, in this house."""


@router.get("/study/{slug}")
async def position_page(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    known: Known,
    store: TheStore,
    analysing: TheAnalysing,
    position: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
    option: Choices = [],  # noqa: B006 - FastAPI copies it
    back: WayBack = None,
) -> Response:
    """Show a board on which both sides can be played from a position, or from the start."""
    words = words_for(request)
    game = take(slug)
    options = dict(game.settle(read_choices(option)))
    data, refused = None, None
    try:
        data = await answers.run(_data, game, position, options, words)
        # Whoever would be refused is not offered it.
        data["rated"] = await plays_rated(store, known.id if known else None, slug)
    except BadPosition as refusal:
        text = position or ""
        refused = await answers.run(_refused, game, text, options, refusal, words)
    return page(
        request,
        "position.html",
        known,
        title=words.say(game.title),
        game=game.slug,
        back=back,
        refused=refused,
        chance=await answers.run(has_luck, game, game.seats[0]),
        threads=analysing.threads_for(game),
        data=data,
    )


def _data(
    game: AnyGame, text: str | None, options: Mapping[str, str], words: Words
) -> dict[str, Any]:
    """Return what the modules need to know of a position, or raise BadPosition."""
    start = game.position(text, **options) if text else game.start(None, **options)
    return {
        "game": game.slug,
        "position": str(start),
        "options": options,
        "seats": start.seats,
        "seatNames": [words.say(name) for name in game.seat_names],
        "symbols": symbol_names(words),
        "slow": not in_kernel(game),
    }


def _refused(
    game: AnyGame, text: str, options: Mapping[str, str], refusal: LudothequeError, words: Words
) -> str:
    """Return why a position cannot be studied; what a seat may know of one may not be all of it."""
    for seat in (None, *range(game.seats[-1])):
        with suppress(LudothequeError):
            game.view(text, seat, **options)
            return words.say(HIDDEN)
    return words.refusal(refusal)


@router.get("/t/{table_id}/study")
async def study_table(
    table_id: TableId,
    who: Who,
    rooms: TheRooms,
    seat: LookFrom = None,
    moves: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    *,
    flip: bool = False,
) -> Response:
    """Lead to the board to study a moment of the present game on, as the reader may know it."""
    table = (await rooms.room(table_id)).table
    if table.match is None:
        raise NotAllowed(N_("the game has not begun yet"))
    if table.match.outcome is not None:
        # All of a game that is over may be known: it is studied as a whole.
        query = [("table", table_id), ("number", str(table.number))]
        made = sum(ply.mover is not CHANCE for ply in table.match.plies)
        place = f"#{made if moves is None else moves}"
    else:
        view = position_after(table.match, moves, seat_of(table, who, seat))
        query = [("position", str(view))]
        query += [("option", f"{name}:{value}") for name, value in table.terms.options.items()]
        place = ""
    query += [("back", f"/t/{table_id}"), *([("flip", "1")] if flip else [])]
    address = f"/study/{table.terms.game.slug}?{urlencode(query)}{place}"
    return RedirectResponse(address, status_code=303)
