"""Hops as numbers: an action is a whole move, the die's cell, its end and the value shown there.

Several paths may lead to one end, and are one move (3.8). The board is the same for both sides;
only whose dice are whose depends on who looks.
"""

from typing import Final

from ludotheque.games.coding import Actions, Coding, Planes
from ludotheque.games.hops.board import CELLS, COLUMNS, HIGHEST, ROWS, SIDES
from ludotheque.games.hops.notation import Move
from ludotheque.games.hops.rules import Hops, foe_of
from ludotheque.position import Seat


def codes(_position: Hops, move: Move) -> Actions:
    """Return the one action that *move* is."""
    return ((move.origin * len(CELLS) + move.cell) * HIGHEST + move.value - 1,)


def name(action: int, _seat: Seat) -> str:
    """Return such as `A1>C2=3`: the die on A1 ends on C2 and shows 3."""
    cells, value = divmod(action, HIGHEST)
    origin, cell = divmod(cells, len(CELLS))
    return f"{CELLS[origin]}>{CELLS[cell]}={value + 1}"


def observe(position: Hops, seat: Seat, _begun: Actions) -> bytearray:
    """Return a plane for each value of each side's dice, the seat's own first."""
    side = SIDES[seat]
    planes = bytearray(2 * HIGHEST * len(CELLS))
    for first, owner in ((0, side), (HIGHEST, foe_of(side))):
        for cell, value in position.dice(owner).items():
            planes[(first + value - 1) * len(CELLS) + cell] = 1
    return planes


CODING: Final[Coding[Move]] = Coding(
    actions=len(CELLS) ** 2 * HIGHEST,
    name=name,
    codes=codes,
    shape=(2 * HIGHEST, len(ROWS), len(COLUMNS)),
    planes=(
        Planes(HIGHEST, "the seat’s own dice that show 1, 2, 3, 4, 5, 6"),
        Planes(HIGHEST, "the other side’s dice that show 1, 2, 3, 4, 5, 6"),
    ),
    highest=1,
    observe=observe,
    most_moves=400,
)
