"""Setting up Tortuga by hand: any number of turtles, on any cells."""

from typing import Final

from ludotheque.errors import N_, BadPosition
from ludotheque.games import Editing, Options
from ludotheque.games.tortuga.board import CELLS, HEIGHTS, NUMBER, SIDES, Side
from ludotheque.games.tortuga.notation import EMPTY, read_position, write_position
from ludotheque.games.tortuga.scene import LOOKS
from ludotheque.position import Seat

_SYMBOL: Final = {turtle: looks[0] for turtle, looks in LOOKS.items()}
_TURTLE: Final = {symbol: turtle for turtle, symbol in _SYMBOL.items()}


def _read(text: str) -> tuple[str, Side]:
    """Return the cells and the side to move, however many turtles there are."""
    board, _, turn = text.partition(" ")
    columns = [
        "".join(EMPTY * int(sign) if sign in "1234567" else sign for sign in column)
        for column in board.split("/")
    ]
    cells = "".join(columns)
    for side in SIDES:
        if side == turn and [*map(len, columns)] == [*HEIGHTS] and {*cells} <= {EMPTY, *LOOKS}:
            return cells, side
    return read_position(text)  # It says what is wrong.


def lying(text: str) -> dict[str, tuple[str, ...]]:
    """Return the turtle on each cell that has one."""
    cells, _ = _read(text)
    return {
        name: (_SYMBOL[turtle],)
        for name, turtle in zip(CELLS, cells, strict=True)
        if turtle != EMPTY
    }


def put(text: str, _options: Options, spot: str, symbol: str | None) -> str:
    """Return the position with *symbol* on a cell in place of what lay there; None empties it."""
    cells, turn = _read(text)
    if spot not in NUMBER or not (symbol is None or symbol in _TURTLE):
        raise BadPosition(N_("“{symbol}” cannot be put on “{spot}”"), symbol=symbol, spot=spot)
    cell = NUMBER[spot]
    turtle = EMPTY if symbol is None else _TURTLE[symbol]
    return write_position(cells[:cell] + turtle + cells[cell + 1 :], turn)


def turn(text: str, seat: Seat) -> str:
    """Return the position with *seat* to move."""
    return write_position(_read(text)[0], SIDES[seat])


EDITING: Final = Editing(palette=(tuple(_TURTLE),), lying=lying, put=put, turn=turn)
