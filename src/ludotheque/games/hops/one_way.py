"""Where one die can go if it never hops over the same die both ways in one move (RULINGS 3.5).

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

from ludotheque.games.hops import paths
from ludotheque.games.hops.paths import FIRSTS, HopSet, Path, Place, Ways


def reach(ways: Ways, start: Place, goal: int | None) -> dict[Place, Path]:
    """Return what `paths.reach` does, in the same order, where no hop may ever be undone."""
    if sum(map(len, ways.values())) == 2 * (len(ways) - 1):
        # A tree: whoever does not turn back at once never comes back.
        return paths.reach(ways, start, goal)
    ways = _without(_returns(ways, start >> 3), ways)
    reached = paths.reach(ways, start, goal)
    astray = {place: path for place, path in reached.items() if path.undoes}
    if not astray:
        return reached
    reached = {place: path for place, path in reached.items() if place not in astray}
    _search(ways, start, goal, astray, reached)
    return dict(sorted(reached.items(), key=lambda item: item[1].rank))


def _search(
    ways: Ways,
    start: Place,
    goal: int | None,
    astray: dict[Place, Path],
    reached: dict[Place, Path],
) -> None:
    """Make *reached* hold the first allowed path to each place that *astray* has a path to.

    Those paths are the first that undo no hop at once, but each makes some hop and, later, its
    opposite. Every allowed path leaves one of the two alone: so close the one, then the other, and
    look again. No path can be better than the first of `paths.reach`, which bounds the search.
    """
    made = next(iter(astray.values())).made
    hop = made & made >> 1 & FIRSTS
    hop &= -hop
    for closed in (hop, hop << 1):
        left = _without(closed, ways)
        found = paths.reach(left, start, goal)
        still_astray = {}
        for place in astray:
            path, best = found.get(place), reached.get(place)
            if path is None or (best is not None and best.rank <= path.rank):
                continue
            if path.undoes:
                still_astray[place] = path
            else:
                reached[place] = path
        if still_astray:
            _search(left, start, goal, still_astray, reached)


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
