"""The board of Tortuga (1, Board): 37 cells in seven columns, and the three ways forward."""

from typing import Final, Literal, NamedTuple

Side = Literal["S", "N"]
SOUTH: Final = "S"
NORTH: Final = "N"
SIDES: Final[tuple[Side, Side]] = (SOUTH, NORTH)
"""In seat order: South, who is red, begins."""

COLUMNS: Final = "abcdefg"
HEIGHTS: Final = (4, 5, 6, 7, 6, 5, 4)

CELLS: Final = tuple(
    f"{column}{number}"
    for column, height in zip(COLUMNS, HEIGHTS, strict=True)
    for number in range(1, height + 1)
)
"""The names of the cells, column by column, each from the south: the index is the cell's number."""
NUMBER: Final = {name: number for number, name in enumerate(CELLS)}

CORNER: Final = {SOUTH: NUMBER["d7"], NORTH: NUMBER["d1"]}
"""The far corner that each side is heading for."""

STARTS: Final = {
    "camp": {SOUTH: "d1 d2 c1 c2 e1 e2 b1 f1", NORTH: "d7 d6 c6 c5 e6 e5 b5 f5"},
    "coast": {SOUTH: "d1 d2 c1 e1 b1 f1 a1 g1", NORTH: "d7 d6 c6 e6 b5 f5 a4 g4"},
}
"""The cells of each start. The rulebook's figure is lost: both are reconstructions."""


class Way(NamedTuple):
    """One way forward from a cell."""

    next: int
    """The neighbour: a step lands here, a hop goes over it."""
    beyond: int | None
    """The cell right behind the neighbour, where a hop lands; None past the edge."""


def _neighbour(cell: int, side: Side, sideways: int) -> int | None:
    """Return the cell one forward of *cell*: straight on (0), to the east (1) or west (-1)."""
    name = CELLS[cell]
    x = COLUMNS.index(name[0]) - 3
    r = int(name[1]) - 1
    if side == NORTH:  # North sees the board upside down, and so moves as South does.
        r = HEIGHTS[x + 3] - 1 - r
    towards_the_edge = sideways * x >= 0
    r += 1 if sideways == 0 or not towards_the_edge else 0
    x += sideways
    if not (-3 <= x <= 3 and 0 <= r < HEIGHTS[x + 3]):
        return None
    if side == NORTH:
        r = HEIGHTS[x + 3] - 1 - r
    return NUMBER[f"{COLUMNS[x + 3]}{r + 1}"]


def _ways(cell: int, side: Side) -> tuple[Way, ...]:
    ways = []
    for sideways in (0, 1, -1):
        near = _neighbour(cell, side, sideways)
        if near is not None:
            ways.append(Way(near, _neighbour(near, side, sideways)))
    return tuple(ways)


WAYS: Final = {side: tuple(_ways(cell, side) for cell in range(len(CELLS))) for side in SIDES}
"""For each side and cell, the ways forward: straight on, to the east, to the west."""

BETWEEN: Final = {
    (cell, way.beyond): way.next
    for side in SIDES
    for cell, ways in enumerate(WAYS[side])
    for way in ways
    if way.beyond is not None
}
"""The cell that a hop from one cell to another goes over."""
