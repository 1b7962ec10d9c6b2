"""Replay endpoints: the pictures of a game, from a table or from a record that someone brings."""

from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from ludotheque.match import Steps
from ludotheque.page.sentences import SENTENCES
from ludotheque.pictures import Replay, replaying
from ludotheque.server.api.dependencies import TheAnswers
from ludotheque.server.api.whole_games import GameAtTable, GameBrought
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.subscription import Played
from ludotheque.server.player_names import player_names
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.outgoing import encoded
from ludotheque.words import Words

router = APIRouter(tags=["study"])

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
    shown = await answers.in_steps(_replaying(game, words_for(request)))
    return await answers.run(_packed, request, shown)


def _packed(request: Request, shown: Replay) -> Response:
    """Return the answer, whose text may be long."""
    return packed(request, encoded(shown), "application/json", {"vary": "Cookie, Accept-Language"})


def _replaying(game: Played, words: Words) -> Steps[Replay]:
    """Make a game's pictures; players and whoever lost are called as at their table."""
    players = tuple(player_names(game.record.setup.players, game.levels, words))
    shown = yield from replaying(game.record, None, words, players)
    result, ending = game.record.result, shown.ending
    if result is not None and ending is not None:
        losers = [seat for seat, share in enumerate(result.shares) if share == 0]
        named = SENTENCES.get(f"ended-{result.reason}")
        if named is not None and len(losers) == 1:
            ending = replace(ending, reason=words.say(named, name=players[losers[0]]))
    return replace(shown, seat=game.seat, guests=game.guests, ending=ending)
