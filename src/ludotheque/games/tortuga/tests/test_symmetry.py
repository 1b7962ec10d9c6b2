"""Tortuga looks the same from the other side, and in a mirror."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.tortuga import GAME
from ludotheque.games.tortuga.board import CELLS, HEIGHTS, NUMBER

HEIGHT = dict(zip("abcdefg", HEIGHTS, strict=True))


def north_south(name):
    return f"{name[0]}{HEIGHT[name[0]] + 1 - int(name[1])}"


def west_east(name):
    return f"{'gfedcba'['abcdefg'.index(name[0])]}{name[1]}"


def mirrored_position(position, mirror, swap):
    cells = [""] * len(CELLS)
    for name, turtle in zip(CELLS, position.cells, strict=True):
        cells[NUMBER[mirror(name)]] = turtle.translate(swap)
    turn = position.turn.translate(swap)
    return type(position)("".join(cells), turn, position.variant)


def mirrored_move(move, mirror):
    def there(cell):
        return NUMBER[mirror(CELLS[cell])]

    legs = tuple(leg._replace(cell=there(leg.cell)) for leg in move.legs)
    return move._replace(origin=there(move.origin), legs=legs)


SWAP_SIDES = str.maketrans("SN", "NS")
KEEP_SIDES = str.maketrans("", "")


@pytest.mark.parametrize(
    ("mirror", "swap"), [(north_south, SWAP_SIDES), (west_east, KEEP_SIDES)], ids=["N/S", "W/E"]
)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_1_moves_of_the_mirror_image_are_the_mirror_images_of_the_moves(mirror, swap, seed):
    rng = Random(seed)
    options = {name: rng.choice(values) for name, values in GAME.options.items()}
    position = GAME.start(**options)
    while moves := position.moves():
        image = mirrored_position(position, mirror, swap)
        assert {mirrored_move(move, mirror) for move in moves} == set(image.moves())
        move = rng.choice(moves)
        position = position.after(move)
        assert mirrored_position(position, mirror, swap) == image.after(mirrored_move(move, mirror))
    outcome = mirrored_position(position, mirror, swap).outcome()
    shares = position.outcome().shares
    assert outcome.shares == (shares[::-1] if mirror is north_south else shares)
