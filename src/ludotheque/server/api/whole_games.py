"""Dependencies: the whole game that is asked about, from a record or from a table."""

from io import StringIO
from typing import Annotated, Final

from fastapi import Depends, Path, Request
from pydantic import Field

from ludotheque.errors import N_, BadRecord, NotAllowed
from ludotheque.match import Record, from_json, from_text
from ludotheque.match.several import games_in
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import (
    TableId,
    TheAnswers,
    TheRateLimits,
    TheRooms,
    Who,
)
from ludotheque.server.live.subscription import Played, played
from ludotheque.server.wire.messages import Incoming

MOST_BYTES: Final = 200_000
"""Of a record that someone brings."""
MOST_EVENTS: Final = 4_000


class Brought(Incoming):
    """A record, as JSON or as text."""

    record: Annotated[str, Field(min_length=1, max_length=MOST_BYTES)]


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


async def _brought(
    request: Request, answers: TheAnswers, brought: Brought, rate_limits: TheRateLimits
) -> Played:
    await rate_limits.check("replay", client_address(request))
    record = await answers.run(read_record, brought.record)
    return _shown(Played(record, None, {}))


async def _at_table(
    request: Request,
    answers: TheAnswers,
    table_id: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    who: Who,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
) -> Played:
    game = await played(rooms, answers, table_id, who, number)
    if game.record.result is None:
        raise NotAllowed(N_("this game is still being played"))
    await rate_limits.check("replay", client_address(request))
    return _shown(game)


def _shown(game: Played) -> Played:
    """Return *game*, or raise BadRecord where it is longer than what is shown here."""
    if len(game.record.events) > MOST_EVENTS:
        raise BadRecord(
            N_("events: a record with more than {most} of them cannot be shown here"),
            most=MOST_EVENTS,
        )
    return game


GameBrought = Annotated[Played, Depends(_brought)]
"""A game whose record someone brings: read, and not yet replayed."""
GameAtTable = Annotated[Played, Depends(_at_table)]
"""A game that was played to its end at a table."""
