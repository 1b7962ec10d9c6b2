"""Puzzles of Hops: its turned and mirrored boards, and what a solution can show."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ludotheque.errors import N_
from ludotheque.games.hops.board import HIGHEST, NUMBER, OVER, VALUE_OF, WORTH
from ludotheque.games.hops.notation import Move
from ludotheque.games.hops.rules import Hops
from ludotheque.games.puzzling import Puzzling, Theme

_CELL: Final = re.compile(r"\.|[rb][1-6]")
_SWAP: Final = str.maketrans("rb", "br")
_LANDING: Final = re.compile(r"\*([A-G][1-7])")
LONG: Final = 4
"""The hops of a long chain."""
LADDER: Final = 3
"""The values that a die climbs on a ladder."""


def images(text: str) -> tuple[str, ...]:
    """Return the position from each side of the board, in the mirror, and with colours swapped."""
    board, side = text.split(" ")
    rows = tuple(tuple(_CELL.findall(row)) for row in board.split("/"))
    found = []
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))  # a quarter turn
        for image in (rows, rows[::-1]):
            written = f"{'/'.join(''.join(row) for row in image)} {side}"
            found += [written, written.translate(_SWAP)]
    return tuple(found)


def shown(before: Hops, moves: Sequence[Move], end: Hops) -> Iterator[str]:
    """Yield what the solution shows."""
    first = moves[0]
    climbed = first.value - VALUE_OF[before.cells[first.origin]]
    chain = _LANDING.findall(first.text)
    if climbed >= LADDER:
        yield "ladder"
    if len(chain) >= LONG:
        yield "long-chain"
    if climbed > 0 and all(
        before.cells[over] not in WORTH[before.turn] for over in _hopped(first, chain)
    ):
        yield "borrowed"
    if climbed < 0:
        yield "step-down"
    if not chain:
        yield "quiet"
    if end.outcome() is not None and moves[-1].value == HIGHEST:
        yield "last-six"


def _hopped(move: Move, chain: Sequence[str]) -> list[int]:
    """Return the cells that *move* hops over."""
    cells = [move.origin, *(NUMBER[name] for name in chain)]
    return [OVER[step] for step in pairwise(cells)]


PUZZLING: Final = Puzzling(
    images=images,
    shown=shown,
    themes={
        "ladder": Theme(N_("Ladder"), N_("One die climbs three values or more in a single move.")),
        "step-down": Theme(
            N_("A step down"), N_("A die goes down a value so that it, or another, may rise.")
        ),
        "borrowed": Theme(
            N_("Borrowed rungs"), N_("The die climbs over dice of the other colour only.")
        ),
        "long-chain": Theme(
            N_("Long chain"), N_("One die makes four hops or more in a single move.")
        ),
        "quiet": Theme(
            N_("Quiet move"), N_("The first move is a mere step: no die changes its value.")
        ),
        "last-six": Theme(N_("Last six"), N_("The line ends with the sixth six.")),
    },
)
