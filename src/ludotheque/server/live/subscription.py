"""Subscriptions: a welcome or what was missed, then what follows; and the record of a game."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from ludotheque.errors import N_, NoSuchTable
from ludotheque.match import Steps, whole
from ludotheque.pictures import Showing
from ludotheque.position import Seat
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.room import Room, now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscriber import BACKLOG, Subscriber
from ludotheque.server.wire.outgoing import encode
from ludotheque.store import Row
from ludotheque.tables.folding import refolded
from ludotheque.tables.played import Played, end_of_game, playing
from ludotheque.tables.teller import Teller
from ludotheque.words import SOURCE

if TYPE_CHECKING:
    from ludotheque.tables import Table

MOST_MISSED: Final = BACKLOG // 2
"""The acts that are told to who has missed them: then as many may still follow in the line."""
LONGEST_LOG: Final = 2_000
"""The acts of a table up to which what was missed is folded from its log."""

Done = Callable[[Steps[list[str]]], Awaitable[list[str]]]
"""What does work in steps, away from the event loop."""


@asynccontextmanager
async def subscribed(
    rooms: Rooms,
    answers: Answers,
    table_id: str,
    who: str | None,
    since: int | None = None,
    seat: Seat | None = None,
    *,
    picture: bool = False,
    lang: str = SOURCE,
) -> AsyncIterator[Subscriber]:
    """Give a subscriber that gets everything after act *since*, or a welcome and what follows.

    Whoever has missed too much is welcomed anew: what it costs to tell them has a bound.
    """
    room = await rooms.room(table_id)
    subscriber = Subscriber(who, seat, picture=picture, lang=lang)
    told_in = lang if picture else None
    catching_up = None
    if since is not None and _is_near(since, room.table.seq):
        catching_up = _CatchUp(rooms, room, subscriber, since)
        # Most of it without keeping others waiting, at the reader's own cost.
        await catching_up.tell(room.table.seq, answers.in_steps)
    async with rooms.held(table_id) as room:
        if catching_up is None:
            subscriber.send(encode(room.welcome(who, seat, now(), lang=told_in)))
        else:
            # The few acts since: whoever holds a table waits in no line.
            await catching_up.tell(room.table.seq, _in_thread)
        room.subscribers.add(subscriber)
        rooms.on_presence(table_id)
        if rooms.closing:
            subscriber.end()  # all others may have been told by now
    try:
        yield subscriber
    finally:
        room.subscribers.discard(subscriber)
        rooms.on_presence(table_id)
        room.used = asyncio.get_running_loop().time()


def _is_near(since: int, seq: int) -> bool:
    """Return whether what came after act *since* is told rather than the table shown anew."""
    return 0 <= seq - since <= MOST_MISSED and seq <= LONGEST_LOG


class _CatchUp:
    """The acts that a subscriber has missed, folded from the log and told in order."""

    def __init__(self, rooms: Rooms, room: Room, subscriber: Subscriber, since: int) -> None:
        self._log = rooms.log
        self._room = room
        self._subscriber = subscriber
        self._since = since
        self._table: Table | None = None
        """The table as far as it has been folded."""
        self._showing = Showing()

    async def tell(self, until: int, done: Done) -> None:
        """Tell what has not been told up to act *until*, having the work *done* elsewhere."""
        folded = self._table.seq if self._table is not None else 0
        if max(folded, self._since) >= until:
            return
        rows = await self._log.read(self._room.id, after=folded)
        wanted = [row for row in rows if row.seq <= until]
        for message in await done(self._telling(wanted)):
            self._subscriber.send(message)

    def _telling(self, rows: list[Row]) -> Steps[list[str]]:
        told = []
        for before, step in refolded(rows, self._table):
            self._table = step.after
            if step.act.seq > self._since:
                teller = Teller(self._room.host, before, step, self._showing, encode)
                told.append(teller.told(self._subscriber))
            yield
        return told


async def _in_thread(steps: Steps[list[str]]) -> list[str]:
    return await asyncio.to_thread(whole, steps)


async def played(
    rooms: Rooms, answers: Answers, table_id: str, who: str | None, number: int | None = None
) -> Played:
    """Return a game for one subscriber; it is the last one unless a number is given."""
    room = await rooms.room(table_id)
    wanted = room.table.number if number is None else number
    if not 1 <= wanted <= room.table.number:
        raise NoSuchTable(N_("game {number} has not begun at this table"), number=wanted)
    table = room.table
    if wanted != table.number:
        rows = [row for row in await rooms.log.read(table_id) if row.seq <= table.seq]
        table = await answers.in_steps(end_of_game(rows, wanted))
    return await answers.in_steps(playing(room.host, table, who))
