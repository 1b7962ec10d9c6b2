"""Paths of one die: where it can go, and the shortest way there (3.1 to 3.8)."""

from collections import deque
from typing import Final, NamedTuple

from ludotheque.games.hops.board import CELLS, HOPS, NEIGHBOURS, OVER, VALUE_OF, VALUES
from ludotheque.games.hops.notation import hop_text, step_text

Place = int
"""A cell, and the value that the moving die shows there: the value is in the lowest three bits."""


def place_of(cell: int, value: int) -> Place:
    """Return the place of that cell and value."""
    return cell << 3 | value


def changes(value: int, hopped: int) -> tuple[int, ...]:
    """Return what a die may change to, hopping over one that shows *hopped* (3.6), lowest first."""
    if value == hopped:
        return tuple(new for new in (value - 1, value + 1) if new in VALUES)
    return (hopped,) if abs(value - hopped) == 1 else ()


Leg = tuple[Place, str]
"""One end of a hop, and how the hop is written."""


def _legs(landing: int, value: int, hopped: int) -> tuple[Leg, ...]:
    """Return every end of a hop in the order of its text: the value as it was, then its changes."""
    stays = (place_of(landing, value), hop_text(landing, None))
    changed = ((place_of(landing, new), hop_text(landing, new)) for new in changes(value, hopped))
    return (stays, *changed)


LEGS: Final = tuple(
    {
        die: {value: _legs(landing, value, hopped) for value in VALUES}
        for die, hopped in VALUE_OF.items()
    }
    for landing in range(len(CELLS))
)
"""By landing, hopped die and value before the hop: the ends of that hop."""

STEPS: Final = {
    place_of(cell, value): tuple(
        (near, place_of(near, value), step_text(near)) for near in NEIGHBOURS[cell]
    )
    for cell in range(len(CELLS))
    for value in VALUES
}
"""For each place the steps from it: the cell, the place and the text of each."""


HopSet = int
"""A set of hops, one bit each; opposite hops are neighbours, the one to the later cell first."""

PAIRS: Final = tuple(pair for pair in OVER if pair[0] < pair[1])
BITS: Final = {
    pair: 1 << 2 * number + turned
    for number, (low, high) in enumerate(PAIRS)
    for turned, pair in enumerate(((low, high), (high, low)))
}
"""For each hop, by the cells that it joins, the set of it alone."""
FIRSTS: Final = sum(BITS[pair] for pair in PAIRS)


class Path(NamedTuple):
    """A way to some place, hop by hop."""

    text: str
    made: HopSet

    @classmethod
    def begin(cls, start: Place) -> "Path":
        """Return the path of a die that has not hopped yet."""
        return cls(CELLS[start >> 3], 0)

    @property
    def undone(self) -> HopSet:
        """The hops that it makes both ways: of each pair the one to the later cell."""
        return self.made & self.made >> 1 & FIRSTS

    @property
    def rank(self) -> tuple[int, str]:
        """What paths are sorted by: the number of hops, then the text (3.8)."""
        return self.text.count("*"), self.text


class Way(NamedTuple):
    """A hop that a board offers from some cell."""

    over: int
    landing: int
    hopped: int
    """What the die under it shows."""
    legs: dict[int, tuple[Leg, ...]]
    """By value before the hop: its ends."""
    hop: HopSet
    back: HopSet
    """The opposite hop."""


Ways = dict[int, list[Way]]
"""By cell, the hops from it."""


def ways_of(board: bytearray, origin: int) -> Ways:
    """Return the hops from *origin* and from every cell that hops come to (3.3).

    *board* is without the moving die, whose origin counts as free. Each cell's hops are in the
    order of their text. Hops keep the parity of row and column, so there are at most sixteen cells.
    """
    ways: Ways = {}
    ahead = [origin]
    while ahead:
        cell = ahead.pop()
        if cell in ways:
            continue
        ways[cell] = [
            Way(
                over,
                landing,
                VALUE_OF[board[over]],
                LEGS[landing][board[over]],
                BITS[cell, landing],
                BITS[landing, cell],
            )
            for landing, over in HOPS[cell]
            if board[over] and not board[landing]
        ]
        ahead += [way.landing for way in ways[cell]]
    return ways


def reach(ways: Ways, start: Place, goal: int | None) -> dict[Place, Path]:
    """Return every place that hops lead to, *start* included, each with the path to write (3.8).

    A die that comes to show *goal* hops no further (3.4). None hops back at once (3.5).

    The queue holds paths by length and then by text, so the first to come to a place is the one to
    write. Proof: take two paths of one length, in order. Either they differ before the first one
    ends, or the second goes on with "=", which comes after "*" and "-". So whatever extends the
    first comes before whatever extends the second, and a path's own extensions are made in order.

    At most two paths to a place matter: the first, which may go on over any die but its last, and
    the first one after it that came over another die, which may go on over that last die too.
    """
    paths = {start: Path.begin(start)}
    first_over: dict[Place, int | None] = {start: None}
    queue: deque[tuple[Place, int | None, Path]] = deque([(start, None, paths[start])])
    while queue:
        place, last, (path, made) = queue.popleft()
        for over, _, _, legs, hop, _ in ways[place >> 3]:
            if over == last:
                continue
            for end, text in legs[place & 7]:
                if end not in paths:
                    longer = paths[end] = Path(path + text, made | hop)
                    first_over[end] = over
                elif first_over[end] in (None, over):
                    continue
                else:
                    longer = Path(path + text, made | hop)
                    first_over[end] = None
                if end & 7 != goal:
                    queue.append((end, over, longer))
    return paths


def ends(board: bytearray, reached: dict[Place, Path], goal: int | None) -> dict[Place, str]:
    """Return every place where a move of one die can end, each with the text of the move (3.8).

    *board* is without that die, which hops have *reached* those places, nearest first. With no hop
    or after any, it steps; but showing *goal* has won, and stays (3.1, 3.2, 3.4).

    No move leaves the position unchanged (3.7): hops keep the parity of row and column, a step
    changes one or both, so that only a winning hop, which changes the value, can end on the origin.
    """
    found: dict[Place, str] = {}
    for place, (path, _) in reached.items():
        if place & 7 == goal:
            found[place] = path
            continue
        for cell, end, text in STEPS[place]:
            if not board[cell] and end not in found:
                found[end] = path + text
    return found
