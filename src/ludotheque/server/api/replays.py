"""Replay endpoints: the pictures of a game, from a table or from a record that someone brings."""

from dataclasses import replace
from io import StringIO
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from ludotheque.errors import N_, BadRecord, NotAllowed
from ludotheque.match import Record, Steps, from_json, from_text
from ludotheque.match.several import games_in
from ludotheque.page.sentences import SENTENCES
from ludotheque.pictures import Replay, replaying
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import (
    TableId,
    TheAnswers,
    TheRateLimits,
    TheRooms,
    Who,
)
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.subscription import Played, played
from ludotheque.server.player_names import player_names
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import Incoming
from ludotheque.server.wire.outgoing import encoded
from ludotheque.words import Words

router = APIRouter(tags=["study"])

MOST_BYTES: Final = 200_000
"""Of a record that someone brings."""
MOST_EVENTS: Final = 4_000


class Brought(Incoming):
    """A record, as JSON or as text."""

    record: Annotated[str, Field(min_length=1, max_length=MOST_BYTES)]


PACKED: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Replay}}


@router.post("/api/replay", response_class=Response, responses=PACKED)
async def replay_brought(
    request: Request, answers: TheAnswers, brought: Brought, rate_limits: TheRateLimits
) -> Response:
    """Check a record that someone brings, and return its pictures."""
    await rate_limits.check("replay", client_address(request))
    record = await answers.run(read_record, brought.record)
    return await _answered(request, answers, Played(record, None, {}))


def read_record(brought: str) -> Record:
    """Return the record that someone brings, as JSON or as text, or raise BadRecord."""
    text = brought.lstrip("\ufeff \t\r\n").replace("\r\n", "\n")
    games = games_in(StringIO(text), "")
    first, second = next(games, None), next(games, None)
    if first is not None and second is not None:
        raise BadRecord(
            N_("there are several games in this file, the second from line {line} on: bring one"),
            line=second.line,
        )
    return (from_json if text.startswith("{") else from_text)(text)


@router.get("/api/tables/{table_id}/replay/{number}", response_class=Response, responses=PACKED)
async def replay_of_table(
    request: Request,
    answers: TheAnswers,
    table_id: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    who: Who,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
) -> Response:
    """Return the pictures of a game that was played to its end at a table."""
    game = await played(rooms, answers, table_id, who, number)
    if game.record.result is None:
        raise NotAllowed(N_("this game is still being played"))
    await rate_limits.check("replay", client_address(request))
    return await _answered(request, answers, game)


async def _answered(request: Request, answers: Answers, game: Played) -> Response:
    if len(game.record.events) > MOST_EVENTS:
        raise BadRecord(
            N_("events: a record with more than {most} of them cannot be shown here"),
            most=MOST_EVENTS,
        )
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
