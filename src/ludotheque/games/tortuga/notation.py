"""The text of Tortuga (1, Text), both ways: positions `4/S3N/… S`, moves `c1xc3+e4xe6`."""

import re
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadMove, BadPosition
from ludotheque.games.tortuga.board import (
    CELLS,
    COLUMNS,
    HEIGHTS,
    NORTH,
    NUMBER,
    SIDES,
    SOUTH,
    Side,
)

EMPTY: Final = "."
NEUTRAL: Final = "o"

STEP: Final = "-"
OVER_FRIEND: Final = "^"
OVER_FOE: Final = "x"
TAKEN: Final = "+"
"""Over a neutral turtle, which joins the mover's team."""
GIVEN: Final = "~"
"""Over a neutral turtle, which joins the other team."""

MOST_TURTLES: Final = 16

COLUMN_SPANS: Final = tuple(pairwise((0, *accumulate(HEIGHTS))))
"""Where each column begins and ends in the order of the cells."""
EMPTY_RUNS: Final = tuple((EMPTY * length, str(length)) for length in range(max(HEIGHTS), 0, -1))
"""How empty cells in a row are written, the longest row first."""


class Leg(NamedTuple):
    """A part of a move: a sign that says what was done, and the cell where it ended."""

    sign: str
    cell: int


class Move(NamedTuple):
    """One turtle's way: where it stood, and each leg in order."""

    origin: int
    legs: tuple[Leg, ...]

    def __str__(self) -> str:
        return CELLS[self.origin] + "".join(leg.sign + CELLS[leg.cell] for leg in self.legs)

    def __repr__(self) -> str:
        return str(self)


def write_position(cells: str, turn: Side) -> str:
    """Return the text of a board, one character a cell in cell order, and of the side to move."""
    text = "/".join([cells[first:end] for first, end in COLUMN_SPANS])
    for run, length in EMPTY_RUNS:
        text = text.replace(run, length)
    return f"{text} {turn}"


def read_position(text: str) -> tuple[str, Side]:
    """Return the board and the side to move that *text* describes, or raise BadPosition."""
    fields = text.split(" ")
    if len(fields) != 2:
        raise BadPosition(N_("expected the columns, one space and the side to move"), text=text)
    columns = fields[0].split("/")
    if len(columns) != len(COLUMNS):
        raise BadPosition(
            N_("{count} columns, expected 7 joined by “/”"),
            text=text,
            count=len(columns),
        )
    cells = "".join(
        _read_column(text, name, column, height)
        for name, column, height in zip(COLUMNS, columns, HEIGHTS, strict=True)
    )
    turtles = len(cells) - cells.count(EMPTY)
    if turtles > MOST_TURTLES:
        raise BadPosition(
            N_("{count} turtles, there are only {most}"),
            text=text,
            count=turtles,
            most=MOST_TURTLES,
        )
    if fields[1] not in SIDES:
        raise BadPosition(
            N_("the side to move is “{side}”, expected S or N"),
            text=text,
            side=fields[1],
        )
    return cells, fields[1]


def _read_column(text: str, name: str, column: str, height: int) -> str:
    cells = ""
    for place, sign in enumerate(column):
        if sign in (SOUTH, NORTH, NEUTRAL):
            cells += sign
        elif sign in "1234567" and not column[place - 1 : place].isdigit():
            cells += EMPTY * int(sign)
        else:
            raise BadPosition(
                N_("column {name} has “{sign}” at place {place}"),
                text=text,
                name=name,
                sign=sign,
                place=place + 1,
            )
    if len(cells) != height:
        raise BadPosition(
            N_("column {name} has {count} cells, expected {height}"),
            text=text,
            name=name,
            count=len(cells),
            height=height,
        )
    return cells


LEGS: Final = {
    sign + name: Leg(sign, cell)
    for sign in (STEP, OVER_FRIEND, OVER_FOE, TAKEN, GIVEN)
    for name, cell in NUMBER.items()
}
"""Every leg by its text."""
_PART = re.compile(r"([-^x+~]?)([a-g])([0-9])")


def read_move(text: str) -> Move:
    """Return the move that *text* spells, legal or not, or raise BadMove."""
    try:
        origin = NUMBER[text[:2]]
        legs = tuple([LEGS[text[at : at + 3]] for at in range(2, len(text), 3)])
    except KeyError:
        raise _unreadable(text) from None
    if not legs:
        raise _unreadable(text)
    return Move(origin, legs)


def _unreadable(text: str) -> BadMove:
    """Return the first thing in *text* that cannot be read."""
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or bool(part[1]) != bool(at):
            return BadMove(
                N_("move “{text}”: expected -, ^, x, + or ~ and a cell, not “{rest}”")
                if at
                else N_("move “{text}”: “{rest}” does not begin with a cell, such as a1 or d7"),
                text=text,
                rest=text[at:],
            )
        _, column, number = part.groups()
        if column + number not in NUMBER:
            return BadMove(
                N_("move “{text}”: column {column} has cells 1 to {height}, not {number}"),
                text=text,
                column=column,
                height=HEIGHTS[COLUMNS.index(column)],
                number=number,
            )
        at = part.end()
    return BadMove(
        N_("move “{text}”: expected a cell, a sign and a cell, such as d2-d3"), text=text
    )
