"""Presence: who is at the tables, told to all who look as soon as it changes.

Each process knows its own subscribers. What it sees of them is noted in the store for the other
processes, which are told to look there.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from ludotheque.server.live.absence import is_lost
from ludotheque.server.live.fanout import Fanout
from ludotheque.server.live.room import Room, now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.wire.outgoing import Presence, encode
from ludotheque.store import Sign, Store

if TYPE_CHECKING:
    from ludotheque.tables import Chair

AWAY: Final = 60_000
"""The milliseconds without a sign of life after which a person is no longer there.

Whoever goes away says so; but not if the process that served them was killed.
"""

AT_ONCE: Final = 50
"""The tables whose people give their signs of life together."""
BREATH: Final = 0.1
"""The seconds between so many and the next, where nobody waits for them: moves go first."""

At = tuple[str, str]
"""A table, and a person there."""


class Attendance:
    """The people at the tables of this process, as the others have been told of them."""

    def __init__(self, rooms: Rooms, store: Store, fanout: Fanout) -> None:
        self._rooms = rooms
        self._store = store
        self._fanout = fanout
        self._noted: dict[str, frozenset[str]] = {}
        """By table, the people whom the store has as being there, from this process."""
        self._chairs: dict[str, tuple[Chair, ...]] = {}
        """By table, the chairs when its presence was last looked at."""
        self._changed = set[str]()
        self._looking = asyncio.Lock()

    def changed(self, table_id: str) -> None:
        """Have `catch_up` look at a table: someone may have come or gone."""
        self._changed.add(table_id)

    def heard(self, table_id: str) -> None:
        """Have `catch_up` look at a table of which another process has told, if it is watched."""
        if table_id in self._chairs:
            self._changed.add(table_id)

    def acted(self, room: Room) -> None:
        """Have `catch_up` look at a table if someone has sat down there, or got up."""
        if room.subscribers and self._chairs.get(room.id) is not room.table.chairs:
            self._changed.add(room.id)

    async def catch_up(self) -> None:
        """Note and tell what has changed; if it fails, it is still to be done.

        While the other processes are not heard, all that they may have noted is looked at.
        """
        if not self._fanout.connected:
            self._changed |= {room.id for room in self._rooms.watched()}
        if not self._changed:
            return
        changed, self._changed = self._changed, set()
        try:
            await self._look_at_all(changed)
        except BaseException:
            self._changed |= changed
            raise

    async def look_round(self) -> None:
        """Give a sign of life for everyone who is here, and tell whom it has not come from."""
        await self._look_at_all([room.id for room in self._rooms.watched()], renew=True)

    async def _look_at_all(self, tables: Iterable[str], *, renew: bool = False) -> None:
        """Look at tables, a few at a time: nobody's move waits for all, here or at the disk."""
        ahead = iter(tables)
        while some := set(islice(ahead, AT_ONCE)):
            async with self._looking:
                await self._look_at(some, renew=renew)
            if renew:
                await asyncio.sleep(BREATH)

    async def _look_at(self, tables: Collection[str], *, renew: bool = False) -> None:
        found = map(self._rooms.kept, tables)
        rooms = {room.id: room for room in found if room is not None and room.subscribers}
        here = {table: _people(rooms[table]) if table in rooms else frozenset() for table in tables}
        signs = await asyncio.to_thread(self._noted_signs, here, renew=renew)
        for table, people in here.items():
            if people != self._noted.pop(table, frozenset()):
                self._fanout.tell_presence(table)
            # Whoever has left another process may still be here: that is to be noted again.
            missed = {who for who in people if not signs[table, who].here}
            if missed:
                self._changed.add(table)
            if people:
                self._noted[table] = people - missed
        for room in rooms.values():
            self._chairs[room.id] = room.table.chairs
            self._tell(room, signs)
        for table in here.keys() - rooms.keys():
            self._chairs.pop(table, None)

    def _noted_signs(self, here: Mapping[str, frozenset[str]], *, renew: bool) -> Mapping[At, Sign]:
        """Note who has come and gone, and return the last signs of everyone at these tables."""
        tables, before = self._store.tables, self._noted
        known = {} if renew else before
        gone = [(t, who) for t in here for who in before.get(t, frozenset()) - here[t]]
        came = [(t, who) for t in here for who in here[t] - known.get(t, frozenset())]
        tables.seen(gone, now(), here=False)
        tables.seen(came, now())
        return tables.presence(list(here))

    def _tell(self, room: Room, signs: Mapping[At, Sign]) -> None:
        """Tell every subscriber who is there, unless they know."""
        local = _people(room)
        here, lost = [], []
        for number, chair in enumerate(room.table.chairs):
            if (sitter := chair.sitter) is None:
                continue
            sign = signs.get((room.id, sitter.who), Sign(0, here=False))
            if sitter.computer or sitter.who in local or (sign.here and sign.at > now() - AWAY):
                here.append(number)
            elif is_lost(room.table, number, max(sign.at, self._rooms.opened)):
                lost.append(number)
        message = encode(Presence(here=tuple(here), lost=tuple(lost)))
        for subscriber in room.subscribers:
            if subscriber.told_presence != message:
                subscriber.told_presence = message
                subscriber.send(message)


def _people(room: Room) -> frozenset[str]:
    """Return the ids of those who look at a table from a seat of their own."""
    everyone = {subscriber.who for subscriber in room.subscribers if subscriber.who is not None}
    return frozenset(who for who in everyone if room.table.chairs_of(who))
