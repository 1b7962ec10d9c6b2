"""Dependencies: the whole game that is asked about, from a record or from a table."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field, ValidationError

from ludotheque.errors import N_, NotAllowed
from ludotheque.page.records import MOST_BYTES, check_length, read_record
from ludotheque.server.access.guard import check_depth, client_address
from ludotheque.server.api.dependencies import (
    TableId,
    TheAnswers,
    TheRateLimits,
    TheRooms,
    Who,
    answers_of,
    settings_of,
)
from ludotheque.server.live.subscription import played
from ludotheque.server.wire.messages import Incoming
from ludotheque.tables.played import Played


class WholeGameRoute(APIRoute):
    """A route whose body may be as long as a game: read in the pool, at the reader's own cost.

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
        assert issubclass(model, BaseModel)  # noqa: S101

        async def read_and_answer(request: Request) -> Response:
            body, depth = await request.body(), settings_of(request).body_depth
            value = await answers_of(request).run(_read, model, body, depth) if body else None
            return await answer(_Read(request, value))

        return read_and_answer


class _Read(Request):
    """A request whose body has been read."""

    def __init__(self, request: Request, value: BaseModel | None) -> None:
        super().__init__(request.scope, request.receive)
        self._body = b"read" if value is not None else b""
        self._json = value


def _read(model: type[BaseModel], body: bytes, depth: int) -> BaseModel:
    """Return *body* as the model, or raise TooLarge or what FastAPI would raise."""
    check_depth(body, depth)
    try:
        return model.model_validate_json(body)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        raise RequestValidationError([{**first, "loc": ("body", *first["loc"])}]) from None


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
