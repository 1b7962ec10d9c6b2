"""Tortuga as numbers: an action is one leg, seen from the side of whoever moves.

Each side looks at the board from its own end: for North it is turned round, so that what South
calls a1 is North's g4 and both move up. An action is a cell, one of three ways (on, to the right,
to the left) and a choice: 1 gives a hopped neutral away, 0 is everything else. Whether the leg is a
step or a hop, and over what, the board says. Chains go on until no hop is left (1.3), so that no
action is needed to end one.
"""

from typing import Final

from ludotheque.games.coding import Actions, Coding, Planes
from ludotheque.games.tortuga.board import CELLS, COLUMNS, NORTH, SIDES, SOUTH, Side
from ludotheque.games.tortuga.notation import EMPTY, GIVEN, NEUTRAL, Move
from ludotheque.games.tortuga.rules import Tortuga, foe_of
from ludotheque.position import Seat

WAYS: Final = ("on", "right", "left")
GRID: Final = 7
"""Columns and places of an observation's planes."""

_COLUMN: Final = tuple(COLUMNS.index(name[0]) for name in CELLS)
_PLACE: Final = tuple(
    column * GRID + int(name[1]) - 1 + max(0, column - 3)
    for name, column in zip(CELLS, _COLUMN, strict=True)
)
"""Of each cell, in a plane: slanted so that every way is the same step everywhere."""
_CELL_AT: Final = {place: cell for cell, place in enumerate(_PLACE)}
_STEP: Final = (1, GRID + 1, -GRID)
"""By how many places each way leads on."""


def _turned(cell: int, side: Side) -> int:
    """Return the number that *side* gives to a cell, or the cell of that number."""
    return cell if side == SOUTH else len(CELLS) - 1 - cell


def codes(position: Tortuga, move: Move) -> Actions:
    """Return one action a leg."""
    found, at = [], _turned(move.origin, position.turn)
    for sign, cell in move.legs:
        to = _turned(cell, position.turn)
        sideways = _COLUMN[to] - _COLUMN[at]
        way = 0 if sideways == 0 else 1 if sideways > 0 else 2
        found.append(((sign == GIVEN) * len(WAYS) + way) * len(CELLS) + at)
        at = to
    return tuple(found)


def _split(action: int) -> tuple[bool, int, int]:
    """Return whether the action gives a neutral away, its way and its cell as the mover sees it."""
    plane, cell = divmod(action, len(CELLS))
    return plane >= len(WAYS), plane % len(WAYS), cell


def name(action: int, seat: Seat) -> str:
    """Return such as `d2 right`; ` ~` says that a neutral is given away."""
    given, way, cell = _split(action)
    return f"{CELLS[_turned(cell, SIDES[seat])]} {WAYS[way]}{' ~' if given else ''}"


def observe(position: Tortuga, seat: Seat, begun: Actions) -> bytearray:
    """Return the planes of the board as it stands after the legs *begun*."""
    mover = position.turn
    board = dict(enumerate(position.cells if mover == SOUTH else reversed(position.cells)))
    at, team = None, None
    for action in begun:
        given, way, cell = _split(action)
        over = _CELL_AT[_PLACE[cell] + _STEP[way]]
        at = _CELL_AT[_PLACE[over] + _STEP[way]]
        hopped = board[over]
        if hopped == NEUTRAL:
            board[over] = foe_of(mover) if given else mover
        else:
            team = hopped
            board[over] = mover if hopped == mover else NEUTRAL
        board[cell], board[at] = EMPTY, mover
    side = SIDES[seat]
    kinds = {side: 0, foe_of(side): 1, NEUTRAL: 2}
    planes = bytearray(5 * GRID * GRID)
    for cell, turtle in board.items():
        if turtle == EMPTY:
            continue
        place = _PLACE[cell if side == mover else _turned(cell, NORTH)]
        planes[kinds[turtle] * GRID * GRID + place] = 1
        if cell == at:
            planes[3 * GRID * GRID + place] = 1
        elif at is not None and (team is None or turtle in (team, NEUTRAL)):
            planes[4 * GRID * GRID + place] = 1
    return planes


CODING: Final[Coding[Move]] = Coding(
    actions=2 * len(WAYS) * len(CELLS),
    name=name,
    codes=codes,
    shape=(5, GRID, GRID),
    planes=(
        Planes(1, "the seat’s own turtles"),
        Planes(1, "its foe’s turtles"),
        Planes(1, "neutral turtles, on their backs"),
        Planes(1, "the turtle that is in the middle of a chain"),
        Planes(
            1,
            "in the middle of a chain, the turtles it may still hop over if it meets them (1.4)",
        ),
    ),
    highest=1,
    observe=observe,
    legs=6,  # a hop gains at least two of the twelve half rows between the corners
    most_moves=200,
)
