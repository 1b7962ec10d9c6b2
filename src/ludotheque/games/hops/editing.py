"""Setting up Hops by hand: any number of dice, on any cells."""

import re
from typing import Final

from ludotheque.errors import N_, BadPosition
from ludotheque.games import Editing, Options
from ludotheque.games.hops.board import CELLS, COLUMNS, FREE, NUMBER, ROWS, SIDES, VALUES, Side
from ludotheque.games.hops.notation import READ, WRITTEN, read_position, write_position
from ludotheque.games.hops.scene import LOOKS
from ludotheque.position import Seat

_DICE: Final = {
    side: {f"die/{LOOKS[side][0]}/{value}": READ[f"{side}{value}"] for value in VALUES}
    for side in SIDES
}
_DIE: Final = {symbol: die for dice in _DICE.values() for symbol, die in dice.items()}
_SYMBOL: Final = {die: symbol for symbol, die in _DIE.items()}

_BOARD: Final = re.compile("/".join([rf"(?:\.|[rb][1-6]){{{len(COLUMNS)}}}"] * len(ROWS)), re.ASCII)
_CELL: Final = re.compile("|".join(map(re.escape, WRITTEN.values())))


def _read(text: str) -> tuple[bytes, Side]:
    """Return the cells and the side to move, however many dice there are."""
    board, _, turn = text.partition(" ")
    for side in SIDES:
        if side == turn and _BOARD.fullmatch(board):
            return bytes(READ[cell] for cell in _CELL.findall(board)), side
    return read_position(text)  # It says what is wrong.


def lying(text: str) -> dict[str, tuple[str, ...]]:
    """Return the die on each cell that has one."""
    cells, _ = _read(text)
    return {name: (_SYMBOL[die],) for name, die in zip(CELLS, cells, strict=True) if die != FREE}


def put(text: str, _options: Options, spot: str, symbol: str | None) -> str:
    """Return the position with *symbol* on a cell in place of what lay there; None empties it."""
    cells, turn = _read(text)
    if spot not in NUMBER or not (symbol is None or symbol in _DIE):
        raise BadPosition(N_("“{symbol}” cannot be put on “{spot}”"), symbol=symbol, spot=spot)
    changed = bytearray(cells)
    changed[NUMBER[spot]] = FREE if symbol is None else _DIE[symbol]
    return write_position(bytes(changed), turn)


def turn(text: str, seat: Seat) -> str:
    """Return the position with *seat* to move."""
    return write_position(_read(text)[0], SIDES[seat])


EDITING: Final = Editing(palette=tuple(map(tuple, _DICE.values())), lying=lying, put=put, turn=turn)
