"""Hops looks the same from every side of the board, and to either colour."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.hops import GAME
from ludotheque.games.hops.board import BLACK, DICE, RED

SWAP = {
    DICE[side][value]: DICE[other][value]
    for side, other in ((RED, BLACK), (BLACK, RED))
    for value in range(1, 7)
}


def turned(cell, quarters):
    """Return where *cell* comes to when the board is turned clockwise by that many quarters."""
    row, column = divmod(cell, 7)
    for _ in range(quarters):
        row, column = column, 6 - row
    return row * 7 + column


def image(position, quarters, swap):
    cells = bytearray(49)
    for cell, die in enumerate(position.cells):
        cells[turned(cell, quarters)] = SWAP.get(die, die) if swap else die
    turn = position.turn
    if swap:
        turn = BLACK if turn == RED else RED
    return type(position)(bytes(cells), turn, position.variant)


def ends(position):
    return {(move.origin, move.cell, move.value) for move in position.moves()}


@pytest.mark.parametrize("swap", [False, True], ids=["colours kept", "colours swapped"])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_3_moves_of_a_turned_board_are_the_moves_turned(quarters, swap, seed):
    rng = Random(seed)
    options = {name: rng.choice(values) for name, values in GAME.options.items()}
    position = GAME.start(**options)
    for _ in range(25):
        there = image(position, quarters, swap)
        assert ends(there) == {
            (turned(origin, quarters), turned(cell, quarters), value)
            for origin, cell, value in ends(position)
        }
        position = position.after(rng.choice(position.moves()))


@pytest.mark.parametrize("start", GAME.options["start"])
def test_3_start_a_half_turn_keeps_the_start_and_a_quarter_turn_swaps_it(start):
    position = GAME.start(start=start)
    assert image(position, 2, swap=False) == position
    assert image(position, 1, swap=True).cells == position.cells
