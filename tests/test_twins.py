"""The kernel's twins agree with the rules in Python on everything, for every option."""

import os
from itertools import product
from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.errors import LudothequeError
from ludotheque.games import take
from ludotheque.position import CHANCE, perft
from parts import having
from strewn import strewn

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

GAMES = having("kernel")
POSITIONS = int(os.environ.get("LUDOTHEQUE_FUZZ", "4000"))
"""How many positions of each game are compared; `make fuzz` asks for a million."""
every_twin = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def tables(game):
    """Yield every number of seats with every choice of options."""
    names = list(game.options)
    for seats, *values in product(game.seats, *game.options.values()):
        yield seats, dict(zip(names, values, strict=True))


def wander(game, rng, positions):
    """Yield that many positions of random games at all kinds of tables, with the options."""
    kinds = list(tables(game))
    while positions > 0:
        seats, options = kinds[positions % len(kinds)]
        position = game.start(seats, **options)
        for _ in range(200):
            yield position, options
            positions -= 1
            moves = position.moves()
            if not moves or positions <= 0:
                break
            position = position.after(rng.choice(moves))


@every_twin
def test_twins_agree_on_moves_order_text_and_outcome(game):
    rng = Random(POSITIONS)
    for position, options in wander(game, rng, POSITIONS):
        assert_agreed(game, position, options, rng)


def test_1_5_twins_agree_where_a_capture_may_begin_on_a_neutral():
    rng = Random(15)
    for position, options in strewn(rng, POSITIONS):
        assert_agreed(take("tortuga"), position, options, rng)


def test_3_5_twins_agree_where_dice_crowd_so_that_many_hops_are_undone():
    game, rng = take("hops"), Random(35)
    for position, options in crowded(rng, POSITIONS // 10):
        assert_agreed(game, position, options, rng)


def crowded(rng, positions):
    """Yield that many positions of Hops with twelve dice of neighbouring values in a corner."""
    game = take("hops")
    kinds = [options for _, options in tables(game)]
    for number in range(positions):
        size, low = rng.randint(4, 7), rng.randint(1, 5)
        cells = rng.sample([(row, column) for row in range(size) for column in range(size)], 12)
        dice = {
            cell: f"{'rb'[place % 2]}{rng.randint(low, min(6, low + 3))}"
            for place, cell in enumerate(cells)
        }
        rows = ("".join(dice.get((row, column), ".") for column in range(7)) for row in range(7))
        options = kinds[number % len(kinds)]
        yield game.position(f"{'/'.join(rows)} {rng.choice('rb')}", **options), options


def assert_agreed(game, position, options, rng):
    """Assert that the twin of *position* is as it is, and one of those after it."""
    twin = kernel.twin(game, str(position), options)
    moves = position.moves()
    assert str(twin) == str(position)
    assert twin.moves() == [str(move) for move in moves]
    assert twin.count() == len(moves)
    outcome = position.outcome()
    assert twin.outcome() == (outcome and (outcome.shares, outcome.reason))
    assert twin.to_move == (-1 if position.to_move is CHANCE else position.to_move)
    if moves:
        index = rng.randrange(len(moves))
        after = twin.after(index)
        again = kernel.twin(game, str(position.after(moves[index])), options)
        assert str(after) == str(again)
        assert after == again
        assert hash(after) == hash(again)


@every_twin
def test_twins_refuse_the_same_texts(game):
    rng = Random(7)
    signs = "SNorbgyp.123456789/ |,+-*^?#"
    for position, options in wander(game, rng, POSITIONS // 4):
        text = list(str(position))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(2)] = rng.choice(["", rng.choice(signs)])
        spoilt = "".join(text)
        try:
            expected = str(game.position(spoilt, **options))
        except LudothequeError:
            with pytest.raises(ValueError):  # noqa: PT011 - any refusal will do
                kernel.twin(game, spoilt, options)
        else:
            assert str(kernel.twin(game, spoilt, options)) == expected


@every_twin
def test_twins_count_the_same_sequences(game):
    for seats, options in tables(game):
        position = game.start(seats, **options)
        rng = Random(1)
        while position.to_move is CHANCE:
            position = position.after(rng.choice(position.moves()))
        twin = kernel.twin(game, str(position), options)
        assert [twin.perft(depth) for depth in range(3)] == [perft(position, d) for d in range(3)]


@every_twin
def test_an_unknown_option_or_value_is_refused(game):
    text = str(game.start())
    for options in ({"colour": "red"}, {next(iter(game.options)): "sideways"}):
        with pytest.raises(ValueError, match="no such"):
            kernel.twin(game, text, options)
