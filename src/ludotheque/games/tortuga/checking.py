"""Facts that proofs of Tortuga go by: positions replayed from texts, and what they show."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from ludotheque.games.claims import Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import BETWEEN, CELLS, Side
from ludotheque.games.tortuga.notation import Move
from ludotheque.games.tortuga.rules import Tortuga, foe_of, read_move

Facts = Mapping[str, object]


def replay(start: Tortuga, line: Iterable[str]) -> list[Tortuga]:
    """Return *start* and the positions that *line* leads to; an illegal move raises."""
    positions = [start]
    for text in line:
        here = positions[-1]
        positions.append(here.after(read_move(text, here)))
    return positions


def after_both(slip: Slip) -> tuple[Tortuga, Tortuga]:
    """Return the positions after the move that was played and after the better one."""
    before: Tortuga = slip.before
    return before.after(slip.move), before.after(read_move(slip.best[0], before))


def are_named(slip: Slip, facts: Facts) -> bool:
    """Return whether the sides are called by their names."""
    mover = slip.before.turn
    return (facts["side"], facts["foe"]) == (verdicts.SIDES[mover], verdicts.SIDES[foe_of(mover)])


def margin(position: Tortuga, side: Side) -> int:
    """Return by how many turtles *side* is ahead."""
    foe = foe_of(side)
    return sum((turtle == side) - (turtle == foe) for turtle in position.cells)


def cells_hopped(move: Move, sign: str) -> list[str]:
    """Return the cells that *move* hops over in the way of that *sign*."""
    stops = [move.origin] + [leg.cell for leg in move.legs]
    return [
        CELLS[BETWEEN[hop]]
        for hop, leg in zip(pairwise(stops), move.legs, strict=True)
        if leg.sign == sign
    ]
