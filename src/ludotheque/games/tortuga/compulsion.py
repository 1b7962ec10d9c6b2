"""Compulsion in two lines of Tortuga: at how many moves each side must hop.

Having to hop comes with winning turtles as often as it is a fault. So it is told only where
turtles, and what else a player would set against it, do not make up.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from ludotheque.games.claims import Claim
from ludotheque.games.tortuga.board import Side
from ludotheque.games.tortuga.exchanges import lead
from ludotheque.games.tortuga.lines import STEPS_HOME, Lines, compelled, near_goal
from ludotheque.games.tortuga.rules import Tortuga, foe_of

OFTENER: Final = 2
"""At how many moves more, the foe's taken off, it must hop; at no fewer of its own."""
CONCEDED: Final = 2
"""The turtles at most that it may be better off for that."""


def compulsion(lines: Lines) -> Iterator[Claim]:
    """Yield that the mover must hop more often, wherever the hops are over, and is no nearer."""
    if lines.slip.before.variant.goal != "corner" or not lines.calms:
        return
    side, foe = lines.side, foe_of(lines.side)
    for plies in lines.calms:
        here, there = lines.worse[plies], lines.better[plies]
        own, foes = _oftener(lines, plies)
        if own < 0 or own - foes < OFTENER or lead(here, side) - lead(there, side) > CONCEDED:
            return
        if _nearer(here, side) > _nearer(there, side) or _ahead(here, side) > _ahead(there, side):
            return
    plies = lines.calms[0]
    own, kept = (compelled(line, plies) for line in (lines.worse, lines.better))
    foes, left = (compelled(line, plies, 0) for line in (lines.worse, lines.better))
    hops: dict[str, object] = {"own": own, "foes": foes, "kept": kept, "left": left}
    here, there = lines.worse[plies], lines.better[plies]
    if lead(here, side) <= lead(there, side):
        yield lines.said("compelled", plies, (), hops)
        return
    own, foes, kept, left = (
        end.cells.count(turtle) for end in (here, there) for turtle in (side, foe)
    )
    turtles: dict[str, object] = {"own": own, "foes": foes, "kept": kept, "left": left}
    yield lines.said("compelled-but", plies, (), hops, turtles)


def _oftener(lines: Lines, plies: int) -> tuple[int, int]:
    """Return at how many more of their moves on the way the mover and its foe must hop."""
    own, foes = (
        compelled(lines.worse, plies, first) - compelled(lines.better, plies, first)
        for first in (1, 0)
    )
    return own, foes


def _nearer(position: Tortuga, side: Side) -> int:
    """Return how many more turtles *side* has near its goal."""
    return near_goal(position, side) - near_goal(position, foe_of(side))


def _ahead(position: Tortuga, side: Side) -> Fraction:
    """Return how many steps further the turtles of *side* have come, on average."""
    return _to_go(position, foe_of(side)) - _to_go(position, side)


def _to_go(position: Tortuga, side: Side) -> Fraction:
    steps = [STEPS_HOME[side][cell] for cell, each in enumerate(position.cells) if each == side]
    return Fraction(sum(steps), len(steps))
