"""Replay endpoints: the pictures of a game, from a table or from a record that someone brings."""

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from ludotheque.page.records import replaying_told
from ludotheque.pictures import Replay
from ludotheque.server.api.dependencies import REFUSALS, TheAnswers
from ludotheque.server.api.whole_games import GameAtTable, GameBrought, WholeGameRoute
from ludotheque.server.live.answering import Answers
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.outgoing import encoded
from ludotheque.tables.played import Played

router = APIRouter(tags=["study"], responses=REFUSALS, route_class=WholeGameRoute)

PACKED: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Replay}}


@router.post("/api/replay", response_class=Response, responses=PACKED)
async def replay_brought(request: Request, answers: TheAnswers, game: GameBrought) -> Response:
    """Check a record that someone brings, and return its pictures."""
    return await _answered(request, answers, game)


@router.get("/api/tables/{table_id}/replay/{number}", response_class=Response, responses=PACKED)
async def replay_of_table(request: Request, answers: TheAnswers, game: GameAtTable) -> Response:
    """Return the pictures of a game that was played to its end at a table."""
    return await _answered(request, answers, game)


async def _answered(request: Request, answers: Answers, game: Played) -> Response:
    shown = await answers.in_steps(replaying_told(game, words_for(request)))
    return await answers.run(_packed, request, shown)


def _packed(request: Request, shown: Replay) -> Response:
    """Return the answer, whose text may be long."""
    return packed(request, encoded(shown), "application/json", {"vary": "Cookie, Accept-Language"})
