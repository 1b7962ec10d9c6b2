"""Presence: who is at the tables of this process, and who is told."""

import asyncio
from typing import Final

from ludotheque.server.live.room import now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.wire.outgoing import Presence, encode
from ludotheque.store import Store

AWAY: Final = 60_000
"""The milliseconds without a sign of life after which a person is shown as not there."""


def present(rooms: Rooms) -> list[tuple[str, str]]:
    """Return the tables and the ids of the people who look at them from a seat of their own."""
    return [
        (room.id, who)
        for room in rooms.watched()
        for who in {subscriber.who for subscriber in room.subscribers if subscriber.who is not None}
        if room.table.chairs_of(who)
    ]


async def tell_presence(rooms: Rooms, store: Store) -> None:
    """Tell every subscriber who is there."""
    watched = rooms.watched()
    seen = await asyncio.to_thread(store.tables.presence, [room.id for room in watched])
    for room in watched:
        here = [
            number
            for number, chair in enumerate(room.table.chairs)
            if chair.sitter is not None
            and (chair.sitter.computer or seen.get((room.id, chair.sitter.who), 0) > now() - AWAY)
        ]
        message = encode(Presence(here=tuple(here)))
        for subscriber in room.subscribers:
            subscriber.send(message)
