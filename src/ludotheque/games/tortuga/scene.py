"""Scene of Tortuga: a wooden hexagon, and turtles that face their way."""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import Final

from ludotheque.games.tortuga.board import CELLS, COLUMNS, CORNER, HEIGHTS, NORTH, SOUTH
from ludotheque.games.tortuga.notation import EMPTY, GIVEN, NEUTRAL, TAKEN, Move
from ludotheque.games.tortuga.rules import Tortuga
from ludotheque.position import Seat
from ludotheque.scene import Board, Choice, Mark, Piece, Scene, Spot

MARGIN: Final = 0.75
COLUMN_WIDTH: Final = sqrt(3) / 2
"""The distance of two columns, where two cells of a column are one unit apart."""
ON_THE_FRAME: Final = 1.06
"""How far from the last cell of a column or a row its mark is let into the frame."""
LOWEST: Final = MARGIN + max(HEIGHTS) + 0.44
"""How low a mark may stand: the corner of the frame is rounded."""

TINTS: Final = {SOUTH: "red", NORTH: "blue"}
LOOKS: Final = {
    SOUTH: ("turtle/red", "▲", "red", 0),
    NORTH: ("turtle/blue", "▼", "blue", 180),
    NEUTRAL: ("turtle/belly", "○", "", 90),
}
"""By what stands on a cell: its symbol, glyph, tint and the way it faces."""


def _spot(name: str) -> Spot:
    column = COLUMNS.index(name[0])
    from_the_north = HEIGHTS[column] - int(name[1])
    goals = {CELLS[cell]: TINTS[side] for side, cell in CORNER.items()}
    return Spot(
        id=name,
        x=MARGIN + COLUMN_WIDTH * (column + 0.5),
        y=MARGIN + (max(HEIGHTS) - HEIGHTS[column]) / 2 + from_the_north + 0.5,
        shape="hex",
        name=name,
        tint=goals.get(name, ""),
    )


def _marks() -> Iterator[Mark]:
    """Yield the letter of each column at its south end, and the number of each row at its west end.

    A row runs down to the middle column, and up again beyond it.
    """
    for column, height in zip(COLUMNS, HEIGHTS, strict=True):
        foot = _spot(f"{column}1")
        yield Mark(column, foot.x, min(foot.y + ON_THE_FRAME, LOWEST), repeats=True)
        if column == COLUMNS[0]:
            for number in range(1, height + 1):
                y = _spot(f"{column}{number}").y
                yield Mark(str(number), MARGIN / 4, y, repeats=True)
        elif height > HEIGHTS[COLUMNS.index(column) - 1]:
            head = _spot(f"{column}{height}")
            x, y = head.x - ON_THE_FRAME * COLUMN_WIDTH, head.y - ON_THE_FRAME / 2
            yield Mark(str(height), x, y, repeats=True)


BOARD: Final = Board(
    frame="hexagon",
    width=2 * MARGIN + COLUMN_WIDTH * len(COLUMNS),
    height=2 * MARGIN + max(HEIGHTS),
    spots=tuple(_spot(name) for name in CELLS),
    marks=tuple(_marks()),
    text_scale=(5 / COLUMN_WIDTH, 2.0),
)


def _piece(turtle: str, spot: Spot) -> Piece:
    symbol, glyph, tint, turn = LOOKS[turtle]
    return Piece(
        id=f"turtle-{spot.id}",
        symbol=symbol,
        spot=spot.id,
        x=spot.x,
        y=spot.y,
        glyph=glyph,
        tint=tint,
        turn=turn,
    )


PIECES: Final = {turtle: tuple(_piece(turtle, spot) for spot in BOARD.spots) for turtle in LOOKS}
"""By what stands there and by cell: every piece there can be."""


def scene(position: Tortuga, seat: Seat | None = None, last: Move | None = None) -> Scene:
    """Return the scene at *position*; it looks the same from every seat, but for the choices."""
    return Scene(
        board=BOARD,
        pieces=tuple(
            [PIECES[turtle][cell] for cell, turtle in enumerate(position.cells) if turtle != EMPTY]
        ),
        to_move=position.to_move,
        choices=tuple([choice(move) for move in position.moves()])
        if seat == position.to_move
        else (),
        last=path(last) if last else (),
    )


@lru_cache(maxsize=8_192)
def choice(move: Move) -> Choice:
    """Return how *move* is made by hand: most moves are possible for a while, and met again."""
    return Choice(str(move), touches(move))


def path(move: Move) -> tuple[str, ...]:
    """Return the cells that the moving turtle comes to, its origin first."""
    return (CELLS[move.origin], *(CELLS[leg.cell] for leg in move.legs))


def touches(move: Move) -> tuple[str, ...]:
    """Return the cells a person touches; behind each neutral hopped, the choice of its side."""
    touched = [CELLS[move.origin]]
    for sign, cell in move.legs:
        touched.append(CELLS[cell])
        if sign in (TAKEN, GIVEN):
            touched.append(sign)
    return tuple(touched)
