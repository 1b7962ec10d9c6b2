"""Reach of a die that never hops over the same die both ways in one move (3.5).

Take the cells that hops join as a graph, each pair of opposite hops as an edge. A path is allowed
if and only if every edge can be made a one-way street along it. Call an edge without which its ends
would fall apart a bridge.

Theorem: barred from returning over bridges, and from nothing else, a die comes to the same places.

Proof. Who has crossed a bridge can come back over nothing else, so no allowed path returns. A part
that hangs together without bridges can be made one-way so that each of its cells leads to each
other (Robbins, 1939), and with all streets reversed so that any one hop is the last. There a die
may go round as often as it likes, change its value at any hop and keep it at all others (3.6): so
it shows on each cell of the part whatever it can show on one, as if hops could be undone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush

from ludotheque.games.hops import paths
from ludotheque.games.hops.paths import HopSet, Path, Place, Ways


def reach(ways: Ways, start: Place, goal: int | None) -> dict[Place, Path]:
    """Return what `paths.reach` does, in the same order, where no hop may ever be undone."""
    if sum(map(len, ways.values())) == 2 * (len(ways) - 1):
        # A tree: whoever does not turn back at once never comes back.
        return paths.reach(ways, start, goal)
    ways = _without(_returns(ways, start >> 3), ways)
    reached = paths.reach(ways, start, goal)
    astray = [place for place, path in reached.items() if path.undone]
    if not astray:
        return reached
    search = _Search(ways, start, goal, reached, astray)
    reached = reached | {place: search.first(place) for place in astray}
    return dict(sorted(reached.items(), key=lambda item: item[1].rank))


class _Search:
    """A search for the first allowed paths to places that the first paths of all come to *astray*.

    Such a path undoes no hop at once, but makes some hop and, later, its opposite. Every allowed
    path leaves one of the two alone: so close the one, or the other, and look again. The more hops
    are closed the later comes the first path that is left. So who always goes on from the first of
    all paths at hand has found the first allowed one as soon as it undoes nothing.

    What is come to with the same hops closed is the same for all places, and looked for once: so
    they are closed in the same order for all of them, first those that lead most places astray.
    """

    def __init__(
        self,
        ways: Ways,
        start: Place,
        goal: int | None,
        reached: dict[Place, Path],
        astray: list[Place],
    ) -> None:
        self._ways, self._start, self._goal = ways, start, goal
        self._astray = astray
        self._found = {0: reached}
        """By the hops that are closed, where the others lead to."""
        self._chosen: defaultdict[HopSet, list[HopSet]] = defaultdict(list)
        """By the hops that are closed, those that were closed next, or their opposites."""

    def first(self, place: Place) -> Path:
        """Return the first allowed path to *place*; the theorem says that there is one."""
        ahead = [(self._found[0][place].rank, 0)]
        while True:
            _, closed = heappop(ahead)
            path = self._with(closed)[place]
            if not path.undone:
                return path
            hop = self._next(closed, path)
            for more in (closed | hop, closed | hop << 1):
                if (longer := self._with(more).get(place)) is not None:
                    heappush(ahead, (longer.rank, more))

    def _with(self, closed: HopSet) -> dict[Place, Path]:
        """Return where hops lead to with some of them *closed*."""
        found = self._found.get(closed)
        if found is None:
            left = _without(closed, self._ways)
            found = self._found[closed] = paths.reach(left, self._start, self._goal)
        return found

    def _next(self, closed: HopSet, path: Path) -> HopSet:
        """Return the hop of those that *path* undoes which is to be closed next."""
        for hop in self._chosen[closed]:
            if hop & path.undone:
                return hop
        found = self._found[closed]
        common = Counter(
            hop for place in self._astray if place in found for hop in _each(found[place].undone)
        )
        chosen = max(_each(path.undone), key=lambda hop: (common[hop], hop))
        self._chosen[closed].append(chosen)
        return chosen


def _each(hops: HopSet) -> Iterator[HopSet]:
    """Yield each of *hops* alone."""
    while hops:
        yield hops & -hops
        hops &= hops - 1


def _without(closed: HopSet, ways: Ways) -> Ways:
    return {cell: [way for way in hops if not way.hop & closed] for cell, hops in ways.items()}


def _returns(ways: Ways, origin: int) -> HopSet:
    """Return the hops back over a bridge, towards *origin*.

    Cells are visited depth first. An edge by which one is visited is a bridge if nothing visited
    from there on leads back before it by another edge.
    """
    order: dict[int, int] = {}
    returns = 0

    def visit(cell: int, back: HopSet) -> int:
        """Visit *cell*, and return the first cell in *order* that it leads back to."""
        nonlocal returns
        order[cell] = number = first = len(order)
        for way in ways[cell]:
            if way.hop == back:
                continue
            met = order.get(way.landing)
            if met is None:
                met = visit(way.landing, way.back)
                if met > number:
                    returns |= way.back
            first = min(first, met)
        return first

    visit(origin, 0)
    return returns
