"""A cache of computers' players: each is kept, with what it remembers, while its game lasts.

One that is missing, since another process had the table or it was too long ago, is made anew and
plays all the same, from what it sees.
"""

from collections import OrderedDict, defaultdict
from typing import Final, NamedTuple

from ludotheque.engine import Player, memory_of
from ludotheque.position import Seat

MOST: Final = 1_000
"""The players that are kept."""
MEGABYTE: Final = 1 << 20


class Place(NamedTuple):
    """Where a computer plays: a seat, in one game at a table."""

    table: str
    number: int
    seat: Seat


class Players:
    """Those who wait for their next move; who was longest not asked makes room for others.

    One that thinks has been taken out, so that nobody else asks it meanwhile.
    """

    def __init__(self, memory_mb: int, most: int = MOST) -> None:
        self._most_bytes = memory_mb * MEGABYTE
        self._most = most
        self._kept: OrderedDict[Place, Player] = OrderedDict()
        self._places: defaultdict[str, set[Place]] = defaultdict(set)
        """By table, where in `_kept` its players are."""
        self.bytes = 0
        """What the kept ones may hold."""

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, place: Place) -> Player | None:
        """Return the player that was kept, and keep it no longer."""
        player = self._kept.pop(place, None)
        if player is not None:
            self.bytes -= memory_of(player)
            self._places[place.table].discard(place)
            if not self._places[place.table]:
                del self._places[place.table]
        return player

    def keep(self, place: Place, player: Player) -> None:
        """Keep a player until it is asked again."""
        self.take(place)
        self._kept[place] = player
        self._places[place.table].add(place)
        self.bytes += memory_of(player)
        while len(self._kept) > self._most or self.bytes > self._most_bytes:
            self.take(next(iter(self._kept)))

    def forget(self, table: str) -> None:
        """Let all players of a table go: its game is over."""
        for place in tuple(self._places.get(table, ())):
            self.take(place)
