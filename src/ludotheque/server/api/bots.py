"""Bot API: two streams of lines of JSON, and a move to post. The shape is the one lichess has."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractContextManager, aclosing
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ludotheque.errors import N_
from ludotheque.server import metrics
from ludotheque.server.access.connections import Connection
from ludotheque.server.access.guard import client_address
from ludotheque.server.access.identity import LoginNeeded, Visitor
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Known,
    LookFrom,
    TableId,
    TheAnswers,
    TheConnections,
    TheRateLimits,
    TheRooms,
    TheStore,
    in_thread,
    rooms_of,
    settings_of,
)
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscription import subscribed
from ludotheque.server.wire import messages
from ludotheque.server.wire.models import BotEvent, BotMove
from ludotheque.server.wire.outgoing import Done, read_note
from ludotheque.store import Listed, Store, StoreDown
from ludotheque.tables.protocol import NDJSON

router = APIRouter(tags=["bots"], responses=REFUSALS)

STREAMED: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {NDJSON: {"schema": {"type": "string"}}}}
}
KEEP_ALIVE: Final = "\n"
MOST: Final = 200
"""The youngest tables of a bot, and of the public ones, that are looked at for news."""


def _bot(known: Visitor | None) -> Visitor:
    if known is None or not known.by_token:
        raise LoginNeeded(N_("a bot needs a token in the Authorization header"))
    return known


@router.get("/api/bot/events", response_class=StreamingResponse, responses=STREAMED)
async def events(
    request: Request,
    known: Known,
    store: TheStore,
    rate_limits: TheRateLimits,
    connections: TheConnections,
) -> StreamingResponse:
    """Stream news to a bot: games that start and finish, and chairs that are free.

    First a `gameStart` for every game that it is playing, then what happens from now on.
    """
    bot = _bot(known)
    await rate_limits.check("stream", bot.id)
    opened = connections.opened(bot.came_by, client_address(request))
    return _Stream(opened, lambda connection: _news(request, store, connection))


@router.get(
    "/api/bot/tables/{table_id}/stream", response_class=StreamingResponse, responses=STREAMED
)
async def follow(
    request: Request,
    answers: TheAnswers,
    table_id: TableId,
    known: Known,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
    connections: TheConnections,
    since: Annotated[int | None, Query(ge=0, le=1_000_000_000)] = None,
    seat: LookFrom = None,
) -> StreamingResponse:
    """Stream a table as over its socket: a `welcome`, or everything after `since`, then steps."""
    bot = _bot(known)
    await rate_limits.check("stream", bot.id)
    await rooms.room(table_id)
    pause = settings_of(request).keep_alive
    opened = connections.opened(bot.came_by, client_address(request))
    return _Stream(
        opened, lambda connection: _follow(rooms, answers, table_id, connection, since, seat, pause)
    )


@router.post("/api/bot/tables/{table_id}/moves")
async def move(
    request: Request,
    table_id: TableId,
    wish: BotMove,
    known: Known,
    rooms: TheRooms,
    rate_limits: TheRateLimits,
) -> Done:
    """Make a move. Without an `id`, the turn serves as one: sent again, it is made once."""
    bot = _bot(known)
    await rate_limits.check("deed", bot.id)
    await rate_limits.check("deed-address", client_address(request))
    deed = messages.Move(
        type="move",
        id=wish.id or f"turn:{wish.turn}",
        turn=wish.turn,
        move=wish.move,
        seat=wish.seat,
    )
    seq = await rooms.do(table_id, bot.id, deed)
    return Done(id=deed.id, seq=seq)


class _Stream(StreamingResponse):
    """Lines for someone who is connected as long as they last.

    Whoever may not stay is refused when the answer begins, for only then are they counted.
    """

    def __init__(
        self,
        opened: AbstractContextManager[Connection],
        lines: Callable[[Connection], AsyncGenerator[str, None]],
    ) -> None:
        super().__init__((), media_type=NDJSON, headers={"x-accel-buffering": "no"})
        self._opened = opened
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        with self._opened as connection, metrics.streams.track_inprogress():
            async with aclosing(self._lines(connection)) as self.body_iterator:
                await super().__call__(scope, receive, send)


async def _follow(
    rooms: Rooms,
    answers: Answers,
    table_id: str,
    connection: Connection,
    since: int | None,
    seat: int | None,
    pause: float,
) -> AsyncGenerator[str, None]:
    who = connection.came_by.person_id
    async with subscribed(rooms, answers, table_id, who, since, seat) as reader:
        connection.closes(reader.end)
        while True:
            try:
                message = await asyncio.wait_for(reader.next(), pause)
            except TimeoutError:
                yield KEEP_ALIVE
                continue
            if message is None:
                return
            yield f"{message}\n"


async def _news(
    request: Request, store: Store, connection: Connection
) -> AsyncGenerator[str, None]:
    settings, rooms, who = settings_of(request), rooms_of(request), connection.came_by.person_id
    news = News()
    quiet = 0.0
    while not rooms.closing and not connection.over:
        try:
            mine = await in_thread(store.tables.of_person, who, limit=MOST)
            waiting = await in_thread(store.tables.public, "open", limit=MOST)
        except StoreDown:
            # A bot that waits has time: the tables will still be there.
            lines: list[BotEvent] = []
        else:
            lines = [*news.of_games(mine.entries), *news.of_chairs(waiting.entries)]
        for line in lines:
            yield f"{line.model_dump_json()}\n"
        quiet = 0.0 if lines else quiet + settings.look_around
        if quiet >= settings.keep_alive:
            quiet = 0.0
            yield KEEP_ALIVE
        await asyncio.sleep(settings.look_around)


class News:
    """What a bot has been told already."""

    def __init__(self) -> None:
        self._games: dict[str, tuple[int, bool]] = {}
        """By table, the number of its last game and whether that is being played."""
        self._chairs: set[str] = set()

    def of_games(self, mine: tuple[Listed, ...]) -> Iterator[BotEvent]:
        """Yield what has started and finished at the bot's own tables."""
        for entry in reversed(mine):
            number = read_note(entry.note).number
            playing = entry.status == "playing"
            known = self._games.get(entry.id)
            before, was_playing = known or (number, False)
            if was_playing and (not playing or number != before):
                yield _event("gameFinish", entry, before)
            if playing and (not was_playing or number != before):
                yield _event("gameStart", entry, number)
            self._games[entry.id] = (number, playing)
        self._games = {entry.id: self._games[entry.id] for entry in mine}

    def of_chairs(self, waiting: tuple[Listed, ...]) -> Iterator[BotEvent]:
        """Yield the public tables, at which the bot does not sit, with a chair for anyone."""
        for entry in reversed(waiting):
            chairs = read_note(entry.note).chairs
            free = any(chair.name is None and not chair.invited for chair in chairs)
            if free and entry.id not in self._games and entry.id not in self._chairs:
                yield _event("challenge", entry, 0)
                self._chairs.add(entry.id)
        self._chairs &= {entry.id for entry in waiting}


def _event(word: str, entry: Listed, number: int) -> BotEvent:
    return BotEvent.model_validate(
        {"type": word, "table": entry.id, "game": entry.game, "number": number}
    )
