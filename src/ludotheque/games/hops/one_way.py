"""Where one die can go if no hop of a move may ever be undone (RULINGS 3.5, option `whole-move`).

A path is now barred from more and more hops, so one path to a place does not stand for the others
as it does in `paths`. Two remarks keep their number small, even where twelve dice crowd together.
"""

from collections import deque
from typing import Final, NamedTuple

from ludotheque.games.hops import paths
from ludotheque.games.hops.board import CELLS, OVER, VALUES
from ludotheque.games.hops.paths import Leg, Place, Ways, changes, place_of

HopSet = int
"""A set of hops, one bit each."""
ValueSet = int
"""A set of values, one bit each."""
PlaceSet = int
"""A set of places, one bit each: the sets of values of all cells, one after the other."""

BITS: Final = {hop: 1 << number for number, hop in enumerate(OVER)}
"""For each hop, by the cells that it joins, the set of it alone."""


def _spread(values: ValueSet, hopped: int) -> ValueSet:
    """Return what dice that show *values* may show after hopping over one that shows *hopped*."""
    shown = [value for value in VALUES if values & 1 << value]
    after = {new for value in shown for new in (value, *changes(value, hopped))}
    return sum(1 << new for new in after)


SPREAD: Final = {
    hopped: tuple(_spread(values, hopped) for values in range(1 << len(VALUES) + 1))
    for hopped in VALUES
}


class OneWay(NamedTuple):
    """A hop that a board offers, and what it bars."""

    hop: HopSet
    back: HopSet
    """The opposite hop."""
    landing: int
    legs: dict[int, tuple[Leg, ...]]
    spread: tuple[ValueSet, ...]


OneWays = dict[int, list[OneWay]]
"""By cell, the hops from it."""


def reach(ways: Ways, start: Place, goal: int | None) -> dict[Place, str]:
    """Return what `paths.reach` does, in the same order, where no hop may ever be undone.

    1. A path matters only if each earlier path to its place is barred from a hop that it may make:
       otherwise an earlier one, which is to be preferred, can go on in every way that it can.
    2. Nothing is reached that the gentler `paths.reach` does not reach. So a path matters only
       while some of that is yet to be reached, and hops from which it is not barred may lead there.
    """
    hops = _one_ways(ways)
    reached = {start: CELLS[start >> 3]}
    unreached = sum(1 << place for place in paths.reach(ways, start, goal) if place != start)
    earlier: dict[Place, list[HopSet]] = {start: [0]}
    queue = deque([(start, 0, reached[start])])
    while queue:
        place, barred, path = queue.popleft()
        if not _is_promising(hops, place, barred, unreached):
            continue
        for hop, back, _, legs, _ in hops[place >> 3]:
            if barred & hop:
                continue
            bars = barred | back
            for end, text in legs[place & 7]:
                known = earlier.setdefault(end, [])
                if any(fewer & bars == fewer for fewer in known):
                    continue
                known.append(bars)
                if end not in reached:
                    reached[end] = path + text
                    unreached ^= 1 << end
                if end & 7 != goal:
                    queue.append((end, bars, path + text))
    return reached


def _one_ways(ways: Ways) -> OneWays:
    return {
        cell: [
            OneWay(BITS[cell, landing], BITS[landing, cell], landing, legs, SPREAD[hopped])
            for _, landing, hopped, legs in hops
        ]
        for cell, hops in ways.items()
    }


def _is_promising(hops: OneWays, place: Place, barred: HopSet, unreached: PlaceSet) -> bool:
    """Return whether hops that are not *barred* may lead from *place* to one of the *unreached*.

    Hops yet to be made are taken to bar nothing, so True may be too hopeful; False never errs. All
    values with which a cell can be come to spread at once, so a cell is seldom looked at twice.
    """
    if not unreached:
        return False
    values = {place >> 3: 1 << (place & 7)}
    ahead = [place >> 3]
    while ahead:
        cell = ahead.pop()
        for hop, _, landing, _, spread in hops[cell]:
            if barred & hop:
                continue
            known = values.get(landing, 0)
            new = spread[values[cell]] & ~known
            if new & unreached >> place_of(landing, 0):
                return True
            if new:
                values[landing] = known | new
                ahead.append(landing)
    return False
