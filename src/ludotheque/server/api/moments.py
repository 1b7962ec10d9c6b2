"""Endpoint of boards to study on: where a line leads to, and what can be done there."""

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ludotheque.games import AnyGame, take
from ludotheque.pictures import Moment, moment
from ludotheque.server.api.dependencies import REFUSALS, Slug, TheAnswers
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import MOST_PREVIEWS, GameText, Incoming, Place
from ludotheque.server.wire.models import Chosen
from ludotheque.server.wire.outgoing import encoded
from ludotheque.words import Words

router = APIRouter(tags=["study"], responses=REFUSALS)

LONGEST_LINE: Final = 1_000


class Line(Incoming):
    """A position, the moves that are made from it, and those that could come next.

    Moves of chance are in brackets; where a line leaves them out, they are drawn by lot.
    """

    position: GameText
    options: Chosen = Field(default_factory=dict)
    moves: Annotated[list[GameText], Field(max_length=LONGEST_LINE)] = Field(default_factory=list)
    viewer: Place | None = None
    """The seat as which all is shown; null shows everything."""
    tries: Annotated[list[GameText], Field(max_length=MOST_PREVIEWS)] = Field(default_factory=list)


@router.post("/api/games/{slug}/moment", response_model=Moment)
async def moment_of_line(request: Request, answers: TheAnswers, slug: Slug, line: Line) -> Response:
    """Return where a line leads to from a position, with what whoever is to move can do there."""
    return await answers.run(_moment, request, take(slug), line, words_for(request))


def _moment(request: Request, game: AnyGame, line: Line, words: Words) -> Response:
    start = game.position(line.position, **line.options)
    reached = moment(game, start, line.moves, words, tries=line.tries, viewer=line.viewer)
    headers = {"vary": "Cookie, Accept-Language, Authorization"}
    return packed(request, encoded(reached), "application/json", headers)
