"""A board: its ground, the places on it and the words between them."""

from collections.abc import Callable
from typing import Final

from ludotheque.draw import garden, wood
from ludotheque.draw.parts import definitions
from ludotheque.draw.shapes import group, moved, prefixed
from ludotheque.scene import Board, Mark, Spot

FRAMES: Final[dict[str, tuple[Callable[[Board], str], Callable[[Mark], str]]]] = {
    "hexagon": (wood.hexagon, wood.inscription),
    "square": (wood.square, wood.inscription),
    "mat": (garden.mat, garden.inscription),
}
"""By name of the frame, who draws its ground and the marks upon it."""

SHAPES: Final[dict[str, Callable[[Spot], str]]] = {
    "hex": wood.recess,
    "square": wood.inlay,
    "track": garden.flagstone,
    "bed": garden.bed,
    "card": garden.card_slot,
    "tile": garden.tile_slot,
    "none": lambda _spot: "",
}
"""By shape of the spot, who draws it around the origin."""


def board(board: Board) -> str:
    """Return what never moves as one `<g>`. Its ids begin with `board-`.

    Raise ValueError where a frame or a shape is not known to this house.
    """
    if board.frame not in FRAMES:
        raise ValueError(f'unknown frame "{board.frame}"; there are: {", ".join(FRAMES)}')
    ground, inscription = FRAMES[board.frame]
    drawn = "".join(
        (
            ground(board),
            *(_place(spot) for spot in board.spots),
            *(inscription(mark) for mark in board.marks),
        )
    )
    return prefixed(group(definitions(drawn), drawn), "board-")


def _place(spot: Spot) -> str:
    if spot.shape not in SHAPES:
        raise ValueError(
            f'spot "{spot.id}" has the unknown shape "{spot.shape}"; there are: {", ".join(SHAPES)}'
        )
    drawn = SHAPES[spot.shape](spot)
    return group(drawn, transform=moved(spot.x, spot.y)) if drawn else ""
