"""FastAPI dependencies and parameters that the endpoints share."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, ParamSpec, TypeVar, cast

import anyio.to_thread
from fastapi import Depends, Path, Query, Request
from starlette.requests import HTTPConnection

from ludotheque.games.options import read_options
from ludotheque.server.access.connections import Connections
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import Door, Visitor, anyone_of, id_of, known_of, visitor_of
from ludotheque.server.access.quota import Quota
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.config import Settings
from ludotheque.server.live.analysing import Analysing
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.reviewing import Reviewing
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.wire.errors import Problem
from ludotheque.server.wire.messages import MOST_OPTIONS, MOST_PREVIEWS, MOST_SEATS
from ludotheque.store import Store

P = ParamSpec("P")
T = TypeVar("T")

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Problem, "description": "It cannot be read."},
    401: {"model": Problem, "description": "Wrong name, password or token."},
    403: {"model": Problem, "description": "Not from this site, or not for you."},
    404: {"model": Problem, "description": "There is no such thing."},
    409: {"model": Problem, "description": "Not now: out of date, against the rules, or taken."},
    410: {"model": Problem, "description": "It is no longer there."},
    413: {"model": Problem, "description": "Too long, or nested too deep."},
    422: {"model": Problem, "description": "Something in it is not valid."},
    429: {
        "model": Problem,
        "description": "Too many requests; `Retry-After` says when to try again.",
    },
    503: {"model": Problem, "description": "The database does not answer."},
    507: {"model": Problem, "description": "There is no room for anything new; games go on."},
}
"""Why something may be refused, for the OpenAPI document."""

FOR_A_DAY: Final = "private, max-age=86400"
"""How long a reader keeps what never changes but with the house."""

Known = Annotated[Visitor | None, Depends(known_of)]
"""Who looks at something, None if nobody known."""
Who = Annotated[str | None, Depends(id_of)]
"""The id of the same."""
Someone = Annotated[Visitor, Depends(visitor_of)]
"""Who does something; a guest is made of whoever is not known."""
Anyone = Annotated[Visitor | None, Depends(anyone_of)]
"""The same; None, of whom nothing is kept, where the house takes no new guest just now."""
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,64}$", examples=["nQ8xL2pVt7RkYd3m"])]
Slug = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}$", description="Of a game.")]
Choices = Annotated[list[str], Query(max_length=MOST_OPTIONS, description="As `name:value`.")]
"""The options of a game in a query; `read_choices` reads them."""
Previewed = Annotated[list[str], Query(max_length=MOST_PREVIEWS, description="Moves.")]
"""The moves whose pictures are asked for at once."""
LookFrom = Annotated[
    int | None, Query(ge=0, lt=MOST_SEATS, description="Which of your own seats to look from.")
]
Limit = Annotated[int, Query(ge=1, le=100, description="The most entries on a page.")]
After = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,18}\.[A-Za-z0-9_-]{1,64}$",
        description="The `next` of the previous page.",
    ),
]


def read_choices(option: list[str]) -> dict[str, str]:
    """Return the options of a query, see `read_options`."""
    return read_options(option, ":")


def settings_of(connection: HTTPConnection) -> Settings:
    """Return how the house is run."""
    return cast("Settings", connection.app.state.settings)


def rooms_of(connection: HTTPConnection) -> Rooms:
    """Return the tables."""
    return cast("Rooms", connection.app.state.rooms)


def thinking_of(connection: HTTPConnection) -> Thinking:
    """Return the threads that think."""
    return cast("Thinking", connection.app.state.thinking)


def reviewing_of(connection: HTTPConnection) -> Reviewing:
    """Return the games that are looked over."""
    return cast("Reviewing", connection.app.state.reviewing)


def analysing_of(connection: HTTPConnection) -> Analysing:
    """Return the positions that are looked at."""
    return cast("Analysing", connection.app.state.analysing)


def answers_of(connection: HTTPConnection) -> Answers:
    """Return what is made for the address that is calling: drawings, replays, checks."""
    return Answers(connection.app.state.answering, client_address(connection))


def store_of(connection: HTTPConnection) -> Store:
    """Return what is kept."""
    return cast("Store", connection.app.state.store)


def door_of(connection: HTTPConnection) -> Door:
    """Return who knows who comes in."""
    return cast("Door", connection.app.state.door)


def connections_of(connection: HTTPConnection) -> Connections:
    """Return who knows who is there."""
    return cast("Connections", connection.app.state.connections)


def rate_limits_of(connection: HTTPConnection) -> RateLimits:
    """Return who counts."""
    return cast("RateLimits", connection.app.state.rate_limits)


def quota_of(connection: HTTPConnection) -> Quota:
    """Return who knows how much room is left."""
    return cast("Quota", connection.app.state.quota)


TheRooms = Annotated[Rooms, Depends(rooms_of)]
TheThinking = Annotated[Thinking, Depends(thinking_of)]
TheReviewing = Annotated[Reviewing, Depends(reviewing_of)]
TheAnalysing = Annotated[Analysing, Depends(analysing_of)]
TheAnswers = Annotated[Answers, Depends(answers_of)]
TheStore = Annotated[Store, Depends(store_of)]
TheConnections = Annotated[Connections, Depends(connections_of)]
TheDoor = Annotated[Door, Depends(door_of)]
TheRateLimits = Annotated[RateLimits, Depends(rate_limits_of)]
TheQuota = Annotated[Quota, Depends(quota_of)]


async def in_thread(work: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
    """Return the result of *work*, which waits for the database, without holding up anyone else.

    What takes time of its own is for `TheAnswers`.
    """
    return await anyio.to_thread.run_sync(partial(work, *args, **facts))


def link_to(request: Request, path: str) -> str:
    """Return the public address of *path*."""
    settings = settings_of(request)
    base = settings.origins[0] if settings.origins else str(request.base_url).rstrip("/")
    return f"{base}{path}"
