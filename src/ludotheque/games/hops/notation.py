"""The text of Hops (3, Text), both ways: positions and moves such as `F2*D2=3-E1`."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadMove, BadPosition
from ludotheque.games.hops.board import (
    BLACK,
    CELLS,
    COLUMNS,
    DICE,
    FREE,
    NUMBER,
    RED,
    ROWS,
    SIDES,
    WORTH,
    Side,
)

MOST_DICE: Final = 6
"""Of each side."""
SPELT: Final = 2
"""As many hops are spelt out where a move is called by a short name."""

READ: Final = {".": FREE} | {
    f"{side}{value}": die for side, dice in DICE.items() for value, die in dice.items()
}
WRITTEN: Final = {die: text for text, die in READ.items()}


class Move(NamedTuple):
    """What becomes of one die (3.8). Two paths to the same end are one move, under one text."""

    origin: int
    cell: int
    """Where the die comes to rest."""
    value: int
    """What it shows there."""
    text: str
    """Its shortest path, the first in text order among equals."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Landing(NamedTuple):
    """The end of a hop: the cell, and the value that the die changes to, None where it stays."""

    cell: int
    value: int | None


class Path(NamedTuple):
    """One way to make a move, as somebody spelt it."""

    origin: int
    hops: tuple[Landing, ...]
    step: int | None

    def __str__(self) -> str:
        return (
            CELLS[self.origin]
            + "".join(hop_text(*hop) for hop in self.hops)
            + ("" if self.step is None else step_text(self.step))
        )


def hop_text(cell: int, value: int | None) -> str:
    """Return how a hop is written; *value* is what the die changes to, None where it stays."""
    return f"*{CELLS[cell]}" if value is None else f"*{CELLS[cell]}={value}"


def step_text(cell: int) -> str:
    """Return how a step is written."""
    return f"-{CELLS[cell]}"


def write_position(cells: bytes, turn: Side) -> str:
    """Return the text of a board, one number a cell in cell order, and of the side to move."""
    width = len(COLUMNS)
    rows = (cells[first : first + width] for first in range(0, len(cells), width))
    return f"{'/'.join(''.join(WRITTEN[die] for die in row) for row in rows)} {turn}"


def read_position(text: str) -> tuple[bytes, Side]:
    """Return the board and the side to move that *text* describes, or raise BadPosition."""
    fields = text.split(" ")
    if len(fields) != 2:
        raise BadPosition(N_("expected the rows, one space and the side to move"), text=text)
    rows = fields[0].split("/")
    if len(rows) != len(ROWS):
        raise BadPosition(
            N_("{count} rows, expected 7 joined by “/”"),
            text=text,
            count=len(rows),
        )
    cells = b"".join(_read_row(text, name, row) for name, row in zip(ROWS, rows, strict=True))
    for side in SIDES:
        count = sum(die in WORTH[side] for die in cells)
        if count > MOST_DICE:
            raise BadPosition(
                N_("{count} red dice, there are only {most}")
                if side == RED
                else N_("{count} black dice, there are only {most}"),
                text=text,
                count=count,
                most=MOST_DICE,
            )
    if fields[1] not in SIDES:
        raise BadPosition(
            N_("the side to move is “{side}”, expected r or b"),
            text=text,
            side=fields[1],
        )
    return cells, fields[1]


_CELL_OF_A_ROW = re.compile(rf"\.|[{RED}{BLACK}].?|.", re.DOTALL)


def _read_row(text: str, name: str, row: str) -> bytes:
    parts = _CELL_OF_A_ROW.findall(row)
    for place, part in enumerate(parts, start=1):
        if part not in READ:
            raise BadPosition(
                N_("row {name} has “{part}” at cell {place}, expected “.”, r1 to r6 or b1 to b6"),
                text=text,
                name=name,
                part=part,
                place=place,
            )
    if len(parts) != len(COLUMNS):
        raise BadPosition(
            N_("row {name} has {count} cells, expected 7"),
            text=text,
            name=name,
            count=len(parts),
        )
    return bytes(READ[part] for part in parts)


_CELL = re.compile(r"[A-G][1-7]")
_HOP = re.compile(r"\*([A-G][1-7])(?:=([1-6]))?")
_STEP = re.compile(r"-([A-G][1-7])")


def read_path(text: str) -> Path:
    """Return the path that *text* spells, legal or not, or raise BadMove."""
    origin = _CELL.match(text)
    if origin is None:
        raise BadMove(
            N_("move “{text}”: it does not begin with a cell from A1 to G7"),
            text=text,
        )
    hops, at = [], origin.end()
    while hop := _HOP.match(text, at):
        hops.append(Landing(NUMBER[hop[1]], int(hop[2]) if hop[2] else None))
        at = hop.end()
    step = _STEP.match(text, at)
    if step:
        at = step.end()
    if at < len(text):
        raise BadMove(
            N_(
                "move “{text}”: cannot read “{rest}”; expected hops such as *D2 or *D2=3, then a"
                " step such as -C3"
            ),
            text=text,
            rest=text[at:],
        )
    if not hops and not step:
        raise BadMove(
            N_("move “{text}”: expected a cell and a step or a hop, such as A1-B2"), text=text
        )
    return Path(NUMBER[origin[0]], tuple(hops), NUMBER[step[1]] if step else None)


def shortened(text: str) -> str:
    """Return a move's *text* as people call it: of many hops their end, and what the die shows.

    Origin, end and value are all that tells one move of a position from another (3.8).
    """
    path = read_path(text)
    if len(path.hops) <= SPELT:
        return text
    shown = [hop.value for hop in path.hops if hop.value is not None]
    end = path.hops[-1].cell if path.step is None else path.step
    value = f"={shown[-1]}" if shown else ""
    return f"{CELLS[path.origin]}…{CELLS[end]}{value}"


def read_listed(text: str, dice: Mapping[int, int]) -> Move:
    """Return the move that *text*, as a list of legal ones has it, makes of one of *dice*.

    They are the mover's, the value on each cell. A move ends with a step, or with a hop that wins
    by a new value (3.4); its last value is the last that it tells of.
    """
    origin = NUMBER[text[:2]]
    changed = text.rfind("=")
    value = int(text[changed + 1]) if changed > 0 else dice[origin]
    end = text[-2:] if text[-3] == "-" else text[changed - 2 : changed]
    return Move(origin, NUMBER[end], value, text)


def cells_of(move: Move) -> tuple[str, ...]:
    """Return the names of the cells that the die of *move* comes to, its origin first."""
    return tuple(_CELL.findall(move.text))
