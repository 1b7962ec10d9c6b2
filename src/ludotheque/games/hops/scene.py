"""Scene of Hops: a square board with letters and numbers at its rim, and dice."""

from functools import cache
from typing import Final

from ludotheque.games.hops.board import BLACK, CELLS, COLUMNS, RED, ROWS, SIDES
from ludotheque.games.hops.notation import Move, cells_of
from ludotheque.games.hops.rules import Hops
from ludotheque.position import Seat
from ludotheque.scene import Board, Choice, Mark, Piece, Scene, Spot

MARGIN: Final = 0.8

LOOKS: Final = {RED: ("red", "[{value}]"), BLACK: ("black", "({value})")}
"""By side: its tint, and its glyph with the value that a die shows."""


def _middle(index: int) -> float:
    """Return where the middle of a row or of a column lies."""
    return MARGIN + index + 0.5


def _spot(name: str) -> Spot:
    return Spot(
        id=name,
        x=_middle(COLUMNS.index(name[1])),
        y=_middle(ROWS.index(name[0])),
        shape="square",
    )


BOARD: Final = Board(
    frame="square",
    width=2 * MARGIN + len(COLUMNS),
    height=2 * MARGIN + len(ROWS),
    spots=tuple(_spot(name) for name in CELLS),
    marks=(
        *(Mark(row, MARGIN / 2, _middle(index)) for index, row in enumerate(ROWS)),
        *(Mark(column, _middle(index), MARGIN / 2) for index, column in enumerate(COLUMNS)),
    ),
    text_scale=(4.0, 2.0),
)


def scene(position: Hops, seat: Seat | None = None, last: Move | None = None) -> Scene:
    """Return the scene at *position*; it looks the same from every seat."""
    return Scene(
        board=BOARD,
        pieces=_pieces(position),
        to_move=position.to_move,
        choices=tuple(Choice(str(move), touches(move), path(move)) for move in position.moves())
        if seat == position.to_move
        else (),
        last=path(last) if last else (),
    )


def _pieces(position: Hops) -> tuple[Piece, ...]:
    return tuple(
        [_die(side, cell, value) for side in SIDES for cell, value in position.dice(side).items()]
    )


@cache
def _die(side: str, cell: int, value: int) -> Piece:
    """Return a die in one of the few hundred places and looks that there are."""
    tint, glyph = LOOKS[side]
    spot = BOARD.spots[cell]
    return Piece(
        id=f"die-{spot.id}",
        symbol=f"die/{tint}/{value}",
        spot=spot.id,
        x=spot.x,
        y=spot.y,
        glyph=glyph.format(value=value),
        tint=tint,
    )


def path(move: Move) -> tuple[str, ...]:
    """Return the cells that the moving die comes to, its origin first."""
    return cells_of(move)


def touches(move: Move) -> tuple[str, ...]:
    """Return what a person touches: the die, the cell where it is to rest, the value it is to show.

    The hops between are not asked for: paths to the same end are one move (3.8).
    """
    return CELLS[move.origin], CELLS[move.cell], f"={move.value}"
