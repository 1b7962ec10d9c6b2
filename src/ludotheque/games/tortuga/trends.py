"""What lasts to the end of two lines of Tortuga: that which follows a mistake, and the better one.

Whoever must hop has no say. To be made to hop again and again is a reason where the foe's turtles
are as near to their goal as in the better line, or nearer.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim, lasting
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, Side
from ludotheque.games.tortuga.lines import Lines, near_of
from ludotheque.games.tortuga.rules import Tortuga, foe_of


class _Stand(NamedTuple):
    """What there is for the mover of a mistake after some moves of a line."""

    hops: int
    """Its moves among them at which it had to hop."""
    near: int
    """The foe's turtles near their goal."""

    @classmethod
    def of(cls, line: list[Tortuga], plies: int, side: Side) -> Self:
        hops = sum(position.compelled for position in line[1:plies:2])
        return cls(hops, near_of(line[plies], foe_of(side)))


def pressed(lines: Lines) -> Iterator[Claim]:
    """Yield that the mover comes to have to hop more often, and keeps the foe no farther away."""
    side = lines.side
    stands = [
        (_Stand.of(lines.worse, n, side), _Stand.of(lines.better, n, side))
        for n in range(len(lines.worse))
    ]
    differ = [
        here.hops - there.hops >= verdicts.OFTEN and here.near >= there.near
        for here, there in stands
    ]
    corner = CELLS[CORNER[foe_of(side)]]
    for plies in lasting(differ, verdicts.FAR_AHEAD)[:1]:
        here, there = stands[plies]
        facts: tuple[dict[str, object], ...] = (
            {"count": here.hops, "fewer": there.hops},
            {"corner": corner, "count": here.near, "fewer": there.near},
        )
        yield lines.said("pressed", plies, corner, *facts)
