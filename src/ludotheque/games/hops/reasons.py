"""Reasons for which a touch is no move of Hops."""

from collections.abc import Sequence
from typing import Final

from ludotheque.errors import N_
from ludotheque.games import Reason
from ludotheque.games.hops.board import BLACK, CELLS, FREE, NUMBER, RED
from ludotheque.games.hops.rules import Hops, foe_of

_FOES: Final = {
    RED: N_("The die on {cell} is red, and you play black."),
    BLACK: N_("The die on {cell} is black, and you play red."),
}


def why(position: Hops, touches: Sequence[str]) -> Reason | None:
    """Return why the last of *touches* leads nowhere: a die, or a cell to bring one to."""
    cells = [NUMBER[touch] for touch in touches if touch in NUMBER]
    if not cells:
        return None
    *before, at = cells
    names = {"cell": CELLS[at]}
    if position.cells[at] == FREE:
        return _out_of_reach(CELLS[before[0]], CELLS[at]) if before else None
    if at in position.dice(position.turn):
        blocked = N_(
            "The die on {cell} cannot move: no cell beside it is free, and no hop ends in a step."
        )
        return Reason(blocked, names, "3.4")
    if before:
        return Reason(
            N_("{cell} is taken: a die hops over it, onto the free cell behind."), names, "3.3"
        )
    return Reason(_FOES[foe_of(position.turn)], names)


def _out_of_reach(origin: str, cell: str) -> Reason:
    return Reason(
        N_(
            "The die on {origin} cannot come to rest on {cell}: "
            "it takes one step, or hops and then takes one."
        ),
        {"origin": origin, "cell": cell},
        "3.2",
    )
