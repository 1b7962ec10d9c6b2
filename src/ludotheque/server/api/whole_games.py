"""Dependencies: the whole game that is asked about, from a record or from a table."""

from typing import Annotated

from fastapi import Depends, Path, Request
from pydantic import Field

from ludotheque.errors import N_, NotAllowed
from ludotheque.page.records import MOST_BYTES, check_length, read_record
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import (
    TableId,
    TheAnswers,
    TheRateLimits,
    TheRooms,
    Who,
)
from ludotheque.server.live.subscription import played
from ludotheque.server.wire.messages import Incoming
from ludotheque.tables.played import Played


class Brought(Incoming):
    """A record, as JSON or as text."""

    record: Annotated[str, Field(min_length=1, max_length=MOST_BYTES)]


async def _brought(
    request: Request, answers: TheAnswers, brought: Brought, rate_limits: TheRateLimits
) -> Played:
    await rate_limits.check("replay", client_address(request))
    record = await answers.run(read_record, brought.record)
    check_length(record)
    return Played(record, None, {})


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
    check_length(game.record)
    return game


GameBrought = Annotated[Played, Depends(_brought)]
"""A game whose record someone brings: read, and not yet replayed."""
GameAtTable = Annotated[Played, Depends(_at_table)]
"""A game that was played to its end at a table."""
