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


async def last_sign(store: Store, room: Room, chair: int, opened: int) -> int:
    """Return when whoever sits on *chair* was last known to be there.

    While the house was closed, before *opened*, nobody could show themselves.
    """
    sitter = _person_on(room.table, chair)
    if sitter is None or any(subscriber.who == sitter.who for subscriber in room.subscribers):
        return now()
    signs = await asyncio.to_thread(store.tables.presence, [room.id])
    sign = signs.get((room.id, sitter.who))
    return max(sign.at if sign else 0, opened)


def is_lost(table: Table, chair: int, sign: int) -> bool:
    """Return whether the others have waited long enough for whoever sits on *chair*.

    *sign* is when that person was last known to be there.
    """
    seat = table.match.to_move if table.match is not None else None
    if not isinstance(seat, int) or table.seating[seat] != chair or table.terms.clock is not None:
        return False
    return _person_on(table, chair) is not None and max(sign, table.now) < now() - LOST


def chair_meant(table: Table, who: str, wish: AboutSomeone) -> int:
    """Return the chair that the wish is about: one's opponent's, if it names none."""
    others = (n for n in range(len(table.chairs)) if n not in table.chairs_of(who))
    return wish.chair if isinstance(wish, messages.Replace) else next(others, 0)


def _person_on(table: Table, chair: int) -> Sitter | None:
    """Return the person on a chair; None if a computer sits there, or nobody, or there is none."""
    sitter = table.chairs[chair].sitter if chair < len(table.chairs) else None
    return None if sitter is None or sitter.computer else sitter
