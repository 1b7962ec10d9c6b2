"""Reasons for which a touch is no move of Tortuga."""

from collections.abc import Sequence
from typing import Final

from ludotheque.errors import N_
from ludotheque.games import Reason
from ludotheque.games.tortuga.board import (
    BETWEEN,
    CELLS,
    COLUMNS,
    HEIGHTS,
    NORTH,
    NUMBER,
    SOUTH,
    WAYS,
    Side,
)
from ludotheque.games.tortuga.notation import EMPTY, NEUTRAL, Move
from ludotheque.games.tortuga.rules import Tortuga, captures, foe_of

_FOES: Final = {
    SOUTH: N_("The turtle on {cell} is red, and you play blue."),
    NORTH: N_("The turtle on {cell} is blue, and you play red."),
}
_MOST_EXAMPLES: Final = 3


def why(position: Tortuga, touches: Sequence[str]) -> Reason | None:
    """Return why the last of *touches* leads nowhere: a turtle, or a cell to bring one to."""
    cells = [NUMBER[touch] for touch in touches if touch in NUMBER]
    if not cells:
        return None
    *before, at = cells
    if position.cells[at] == position.turn and not _can_move(position, at):
        return _idle(position, at)
    if before:
        return _out_of_reach(position, before[0], before[-1], at)
    name = {"cell": CELLS[at]}
    if position.cells[at] == NEUTRAL:
        waits = N_("The turtle on {cell} lies on its back until someone hops over it.")
        return Reason(waits, name, "1.6")
    if position.cells[at] == foe_of(position.turn):
        return Reason(_FOES[foe_of(position.turn)], name)
    return None


def _can_move(position: Tortuga, cell: int) -> bool:
    return any(move.origin == cell for move in position.moves())


def _idle(position: Tortuga, cell: int) -> Reason:
    """Return why a turtle of the side to move has no move: others must (1.5), or it is blocked."""
    if position.compelled:
        return _compelled(position)
    blocked = N_(
        "The turtle on {cell} cannot move: nothing ahead is free, and nothing can be hopped."
    )
    return Reason(blocked, {"cell": CELLS[cell]}, "1.2")


def _compelled(position: Tortuga) -> Reason:
    """Return that a foe must be hopped, and by which hops that can begin (1.5)."""
    hops = dict.fromkeys(_first_hop(move) for move in position.moves() if captures(move))
    shown = [f"{origin}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{landing}" for origin, landing in hops]
    return Reason(
        N_("You must hop over a foe: {hops}."),
        {"hops": ", ".join(shown[:_MOST_EXAMPLES])},
        "1.5",
        tuple(dict.fromkeys(origin for origin, _ in hops)),
    )


def _first_hop(move: Move) -> tuple[str, str]:
    return CELLS[move.origin], CELLS[move.legs[0].cell]


def _out_of_reach(position: Tortuga, origin: int, at: int, cell: int) -> Reason:
    """Return why the turtle from *origin*, which has come to *at*, cannot go on to *cell*."""
    names = {"origin": CELLS[origin], "cell": CELLS[cell]}
    if position.cells[cell] != EMPTY:
        return Reason(
            N_("{cell} is taken. A turtle hops over another onto the empty cell behind it."),
            names,
            "1.2",
        )
    if not _is_forward(position.turn, at, cell):
        return Reason(N_("Turtles only go forward: straight on or diagonally."), {}, "1.1")
    over = BETWEEN.get((at, cell))
    hops = over is not None and position.cells[over] != EMPTY
    steps = at == origin and any(way.next == cell for way in WAYS[position.turn][at])
    if position.compelled and (hops or steps):
        return _compelled(position)
    if hops:
        return Reason(N_("One move never hops over both friends and foes."), {}, "1.4")
    if at != origin:
        return Reason(
            N_("Once it hops, a turtle only hops on: {cell} is no hop away."), names, "1.3"
        )
    return Reason(N_("The turtle on {origin} cannot get to {cell} in one move."), names)


def _is_forward(side: Side, at: int, cell: int) -> bool:
    ahead = _height(cell) - _height(at)
    return ahead > 0 if side == SOUTH else ahead < 0


def _height(cell: int) -> int:
    """Return how far to the north a cell lies, in half cells."""
    column, number = CELLS[cell][0], int(CELLS[cell][1])
    return 2 * number - HEIGHTS[COLUMNS.index(column)]
