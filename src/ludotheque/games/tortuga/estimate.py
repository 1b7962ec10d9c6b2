"""A rough guess at who is winning Tortuga, for players who look only a few moves ahead."""

from math import exp

from ludotheque.games.tortuga.board import CELLS, COLUMNS, HEIGHTS, NORTH, SOUTH, Side
from ludotheque.games.tortuga.rules import Tortuga


def _rows_to_go(cell: int, side: Side) -> float:
    """Return the steps that a turtle on *cell* is away from its far corner."""
    x = COLUMNS.index(CELLS[cell][0]) - 3
    r = int(CELLS[cell][1]) - 1
    forward = r if side == SOUTH else HEIGHTS[x + 3] - 1 - r
    return 6 - forward - abs(x) / 2


TO_GO = {
    side: tuple(_rows_to_go(cell, side) for cell in range(len(CELLS))) for side in (SOUTH, NORTH)
}


def estimate(position: Tortuga) -> tuple[float, float]:
    """Return each seat's guessed share: more turtles, and a leader nearer to the corner, count."""
    score = 0.0
    for side, sign in ((SOUTH, 1), (NORTH, -1)):
        distances = [
            TO_GO[side][cell] for cell, turtle in enumerate(position.cells) if turtle == side
        ]
        score += sign * (0.4 * len(distances) - 0.3 * min(distances, default=7))
    south = 1 / (1 + exp(-score))
    return south, 1 - south
