"""The board of Hops (3, Board): 49 cells, their dice, and where a die can step and hop."""

from typing import Final, Literal, NamedTuple

Side = Literal["r", "b"]
RED: Final = "r"
BLACK: Final = "b"
SIDES: Final[tuple[Side, Side]] = (RED, BLACK)
"""In seat order: red begins."""

ROWS: Final = "ABCDEFG"
COLUMNS: Final = "1234567"

CELLS: Final = tuple(row + column for row in ROWS for column in COLUMNS)
"""The names of the cells, row by row from the top: the index is the cell's number."""
NUMBER: Final = {name: number for number, name in enumerate(CELLS)}

STARTS: Final = {
    "corners": {RED: "A1 A5 C7 G7 G3 E1", BLACK: "A3 A7 E7 G5 G1 C1"},
    "edges": {RED: "A2 A6 D7 G6 G2 D1", BLACK: "A4 B7 F7 G4 F1 B1"},
}
"""The cells of each start."""

FREE: Final = 0
"""What a board holds for a cell without a die."""
HIGHEST: Final = 6
VALUES: Final = range(1, HIGHEST + 1)

DICE: Final = {
    side: {value: number | value for value in VALUES}
    for side, number in ((RED, 0b0000), (BLACK, 0b1000))
}
"""A die of that side and value as a small number: its value, and a fourth bit if it is black."""
WORTH: Final = {side: {die: value for value, die in dice.items()} for side, dice in DICE.items()}
"""For each side, the value that each of its dice shows."""
VALUE_OF: Final = WORTH[RED] | WORTH[BLACK]


class Hop(NamedTuple):
    """A hop, as far as the board allows it."""

    landing: int
    over: int


def _cell(row: int, column: int) -> int | None:
    """Return the number of a cell, None off the board."""
    inside = 0 <= row < len(ROWS) and 0 <= column < len(COLUMNS)
    return row * len(COLUMNS) + column if inside else None


def _in_line(cell: int, distance: int) -> list[int | None]:
    """Return the cells that far from *cell* in the eight directions, in cell order."""
    row, column = divmod(cell, len(COLUMNS))
    around = (-distance, 0, distance)
    return [
        _cell(row + down, column + right) for down in around for right in around if down or right
    ]


def _hops(cell: int) -> tuple[Hop, ...]:
    ways = zip(_in_line(cell, 2), _in_line(cell, 1), strict=True)
    return tuple(
        Hop(landing, over) for landing, over in ways if landing is not None and over is not None
    )


NEIGHBOURS: Final = tuple(
    tuple(near for near in _in_line(cell, 1) if near is not None) for cell in range(len(CELLS))
)
"""For each cell the cells a step away, in cell order."""

HOPS: Final = tuple(_hops(cell) for cell in range(len(CELLS)))
"""For each cell the hops that stay on the board, by landing in cell order."""

OVER: Final = {(cell, hop.landing): hop.over for cell, hops in enumerate(HOPS) for hop in hops}
"""The cell that a hop from one cell to another goes over."""
