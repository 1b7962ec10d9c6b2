"""Absence: whether someone has been gone so long that the others need not wait."""

import asyncio
from typing import Final

from ludotheque.server.live.room import Room, now
from ludotheque.server.wire import messages
from ludotheque.store import Store
from ludotheque.tables import Sitter, Table

LOST: Final = 5 * 60_000
"""The milliseconds without a sign of life after which whoever is to move counts as gone.

Only where no clock runs: a clock says by itself how long the others must wait.
"""

AboutSomeone = messages.Replace | messages.Claim
"""The wishes that are about someone else, who may have gone."""


async def last_sign(store: Store, room: Room, who: str, wish: AboutSomeone, opened: int) -> int:
    """Return when whoever the wish is about was last known to be there.

    While the house was closed, before *opened*, nobody could show themselves.
    """
    sitter = _absent(room.table, who, wish)
    if sitter is None or any(subscriber.who == sitter.who for subscriber in room.subscribers):
        return now()
    seen = await asyncio.to_thread(store.tables.presence, [room.id])
    return max(seen.get((room.id, sitter.who), 0), opened)


def is_lost(table: Table, who: str, wish: AboutSomeone, sign: int) -> bool:
    """Return whether the others have waited long enough for whoever the wish is about.

    *sign* is when that person was last known to be there.
    """
    match, sitter = table.match, _absent(table, who, wish)
    seat = match.to_move if match is not None else None
    if not isinstance(seat, int) or sitter is None or table.terms.clock is not None:
        return False
    return table.sitter(seat) == sitter and max(sign, table.now) < now() - LOST


def _absent(table: Table, who: str, wish: AboutSomeone) -> Sitter | None:
    """Return who sits on the chair that the wish is about: one's opponent's, if it names none."""
    others = (n for n in range(len(table.chairs)) if n not in table.chairs_of(who))
    chair = wish.chair if isinstance(wish, messages.Replace) else next(others, 0)
    return table.chairs[chair].sitter if chair < len(table.chairs) else None
