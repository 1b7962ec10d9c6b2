"""Page of the analysis board: a position from anywhere, both sides to play, and the way back."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from ludotheque.errors import BadPosition
from ludotheque.games import take
from ludotheque.page.studies import study_address, study_data, study_refused
from ludotheque.pictures import has_luck
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
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import LONGEST_TEXT
from ludotheque.tables.teller import seat_of

router = APIRouter(include_in_schema=False)

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
        data = await answers.run(study_data, game, position, options, words)
        # Whoever would be refused is not offered it.
        rated = await plays_rated(store, known.id if known else None, slug)
        data = replace(data, rated=rated)
    except BadPosition as refusal:
        text = position or ""
        refused = await answers.run(study_refused, game, text, options, refusal, words)
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
    address = study_address(table_id, table, seat_of(table, who, seat), moves, flip=flip)
    return RedirectResponse(address, status_code=303)
