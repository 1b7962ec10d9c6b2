"""Replay endpoints: the pictures of a game, from a table or from a record that someone brings."""

from dataclasses import replace
from typing import Annotated, Any, Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from ludotheque.errors import N_, BadRecord, NotAllowed
from ludotheque.match import from_json, from_text
from ludotheque.page.sentences import SENTENCES
from ludotheque.pictures import Replay, replayed
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import TableId, TheRateLimits, TheRooms, Who
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
_REPLAYING: Final = CapacityLimiter(1)


class Brought(Incoming):
    """A record, as JSON or as text."""

    record: Annotated[str, Field(min_length=1, max_length=MOST_BYTES)]


PACKED: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Replay}}


@router.post("/api/replay", response_class=Response, responses=PACKED)
async def replay_brought(
    request: Request, brought: Brought, rate_limits: TheRateLimits
) -> Response:
    """Check a record that someone brings, and return its pictures."""
    await rate_limits.check("replay", client_address(request))
    text = brought.record.lstrip("\ufeff \t\r\n").replace("\r\n", "\n")
    record = (from_json if text.startswith("{") else from_text)(text)
    return await _answered(request, Played(record, None, {}))


@router.get("/api/tables/{table_id}/replay/{number}", response_class=Response, responses=PACKED)
async def replay_of_table(
    request: Request,
    table_id: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    who: Who,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
) -> Response:
    """Return the pictures of a game that was played to its end at a table."""
    game = await played(rooms, table_id, who, number)
    if game.record.result is None:
        raise NotAllowed(N_("this game is still being played"))
    await rate_limits.check("replay", client_address(request))
    return await _answered(request, game)


async def _answered(request: Request, game: Played) -> Response:
    if len(game.record.events) > MOST_EVENTS:
        raise BadRecord(
            N_("events: a record with more than {most} of them cannot be shown here"),
            most=MOST_EVENTS,
        )
    shown = await to_thread.run_sync(_replay, game, words_for(request), limiter=_REPLAYING)
    return packed(request, encoded(shown), "application/json", {"vary": "Cookie, Accept-Language"})


def _replay(game: Played, words: Words) -> Replay:
    """Return a game's pictures; players and whoever lost are called as at their table."""
    players = tuple(player_names(game.record.setup.players, game.levels, words))
    shown = replayed(game.record, None, words, players)
    result, ending = game.record.result, shown.ending
    if result is not None and ending is not None:
        losers = [seat for seat, share in enumerate(result.shares) if share == 0]
        named = SENTENCES.get(f"ended-{result.reason}")
        if named is not None and len(losers) == 1:
            ending = replace(ending, reason=words.say(named, name=players[losers[0]]))
    return replace(shown, seat=game.seat, ending=ending)
