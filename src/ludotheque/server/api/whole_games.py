"""Dependencies: the whole game that is asked about, from a record or from a table."""

import re
from collections.abc import Callable, Coroutine
from itertools import islice
from typing import Annotated, Any, ClassVar, Final

from fastapi import Depends, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import Field, ValidationError

from ludotheque.errors import N_, NotAllowed
from ludotheque.page.records import MOST_BYTES, check_length, read_record
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import (
    TableId,
    TheAnswers,
    TheRateLimits,
    TheRooms,
    Who,
    answers_of,
)
from ludotheque.server.live.subscription import played
from ludotheque.server.wire.errors import Invalid
from ludotheque.server.wire.messages import Incoming
from ludotheque.tables.played import Played

PART: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]', re.DOTALL)
"""A string of JSON, or what opens a list or an object."""


class WholeGame(Incoming):
    """A body that may be as long as a game."""

    most_parts: ClassVar[int]
    """The strings, lists and objects that one may hold."""


class WholeGameRoute(APIRoute):
    """A route whose body may be as long as a game: read in the pool, at the sender's own cost.

    To read the longest takes a tenth of a second. FastAPI would do that on the event loop; here it
    is given the value that was read.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()
        if self.body_field is None:
            return answer
        model = self.body_field.field_info.annotation
        assert isinstance(model, type)  # noqa: S101 - each body here is one model
        assert issubclass(model, WholeGame)  # noqa: S101

        async def read_and_answer(request: Request) -> Response:
            body = await request.body()
            value = await answers_of(request).run(_read, model, body) if body else None
            return await answer(_Read(request, value))

        return read_and_answer


class _Read(Request):
    """A request whose body has been read."""

    def __init__(self, request: Request, value: "WholeGame | None") -> None:
        super().__init__(request.scope, request.receive)
        self._body = b"read" if value is not None else b""
        self._json = value


def _read(model: type["WholeGame"], body: bytes) -> "WholeGame":
    """Return *body* as the model, or raise Invalid or what FastAPI would raise.

    No model is nested deep, and its reader goes no deeper than two hundred brackets. But nobody
    else has a turn while it reads: so it is first seen whether there is more than it could use.
    """
    if next(islice(PART.finditer(body), model.most_parts, None), None) is not None:
        raise Invalid(
            N_("a request of this kind holds at most {most} strings, lists and objects"),
            most=model.most_parts,
        )
    try:
        return model.model_validate_json(body)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        raise RequestValidationError([{**first, "loc": ("body", *first["loc"])}]) from None


class Brought(WholeGame):
    """A record, as JSON or as text."""

    most_parts = 16

    record: Annotated[str, Field(max_length=MOST_BYTES)]


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
