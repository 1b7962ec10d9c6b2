"""Subscriptions: a welcome or what was missed, then what follows; and the record of a game."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from ludotheque.errors import N_, NoSuchTable
from ludotheque.match import Record, redacted
from ludotheque.pictures import Showing
from ludotheque.position import Seat
from ludotheque.server.live.log_rows import refolded
from ludotheque.server.live.room import Room, now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.server.live.teller import Teller, seat_of
from ludotheque.server.wire.outgoing import encode
from ludotheque.store import Row
from ludotheque.tables import Table
from ludotheque.tables.terms import level_of
from ludotheque.words import SOURCE


@asynccontextmanager
async def subscribed(
    rooms: Rooms,
    table_id: str,
    who: str | None,
    since: int | None = None,
    seat: Seat | None = None,
    *,
    picture: bool = False,
    lang: str = SOURCE,
) -> AsyncIterator[Subscriber]:
    """Give a subscriber that gets everything after act *since*, or a welcome and what follows."""
    room = await rooms.room(table_id)
    subscriber = Subscriber(who, seat, picture=picture, lang=lang)
    told_in = lang if picture else None
    if since is not None and since > room.table.seq:
        since = None
    missed = room.table.seq
    if since is not None:
        # Most of it without keeping others waiting.
        await _tell_missed(rooms, room, subscriber, since, missed)
    async with rooms.held(table_id) as room:
        if since is None:
            subscriber.send(encode(room.welcome(who, seat, now(), lang=told_in)))
        else:
            await _tell_missed(rooms, room, subscriber, missed, room.table.seq)
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


async def _tell_missed(
    rooms: Rooms, room: Room, subscriber: Subscriber, since: int, until: int
) -> None:
    """Tell a subscriber who has seen the acts up to *since* those up to *until*."""
    if since >= until:
        return
    rows = [row for row in await rooms.log.read(room.id) if row.seq <= until]

    def told() -> list[str]:
        showing = Showing()
        return [
            Teller(room.host, before, step, showing).told(subscriber)
            for before, step in refolded(rows)
            if step.act.seq > since
        ]

    for message in await asyncio.to_thread(told):
        subscriber.make_up(message)


class Played(NamedTuple):
    """A game at a table, for one subscriber."""

    record: Record
    seat: Seat | None
    """Where the subscriber sat, if they did."""
    levels: dict[Seat, int]
    """The computers that it began with, in the order of their chairs."""


async def played(rooms: Rooms, table_id: str, who: str | None, number: int | None = None) -> Played:
    """Return a game for one subscriber; it is the last one unless a number is given."""
    room = await rooms.room(table_id)
    wanted = room.table.number if number is None else number
    if not 1 <= wanted <= room.table.number:
        raise NoSuchTable(N_("game {number} has not begun at this table"), number=wanted)
    table = room.table
    if wanted != table.number:
        rows = await rooms.log.read(table_id)
        table = await asyncio.to_thread(_end_of_game, rows, wanted)
    assert table.match is not None  # noqa: S101 - the game has begun
    record = Record.of(table.match, room.host.seed_of(wanted))
    seat = seat_of(table, who, None)
    shown = await asyncio.to_thread(redacted, record, seat)
    return Played(shown, seat, _levels(table))


def _levels(table: Table) -> dict[Seat, int]:
    """Return the levels of the computers with which the game began, in the order of chairs."""
    by_chair = sorted(range(len(table.players)), key=lambda seat: table.seating[seat])
    found = {seat: level_of(table.players[seat]) for seat in by_chair}
    return {seat: level for seat, level in found.items() if level is not None}


def _end_of_game(rows: list[Row], number: int) -> Table:
    """Return the table at the end of game *number*."""
    tables = (step.after for _, step in refolded(rows) if step.after.number == number)
    return list(tables)[-1]
