"""Random games in the kernel: every legal move as likely as the next, as the rules list them."""

from random import Random

import pytest

from ludotheque.engine import kernel
from ludotheque.games import take
from ludotheque.position import CHANCE
from strewn import strewn
from test_twins import POSITIONS, every_twin, tables, wander

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

WORD = 2**64 - 1
LONGEST = 400


def numbers(seed):
    """Return what draws a number below a count, as the kernel does (splitmix64)."""
    state = seed

    def below(count):
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & WORD
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
        return ((word ^ word >> 31) >> 32) * count >> 32

    return below


@every_twin
def test_the_move_of_each_number_is_the_one_listed(game):
    for position, options in wander(game, Random(3), POSITIONS // 8):
        assert_numbered(game, position, options)


def test_1_5_the_move_of_each_number_is_the_one_listed_where_one_may_begin_on_a_neutral():
    for position, options in strewn(Random(4), POSITIONS // 4):
        assert_numbered(take("tortuga"), position, options)


def assert_numbered(game, position, options):
    """Assert that the twin makes of each number what the rules make of the move so listed."""
    twin = kernel.twin(game, str(position), options)
    moves = position.moves()
    if position.to_move is not CHANCE:
        afters = [str(twin.after(number)) for number in range(len(moves))]
        assert afters == [str(position.after(move)) for move in moves]
    for number in (-1, len(moves)):
        with pytest.raises(IndexError):
            twin.after(number)


@pytest.mark.parametrize(("slug", "games"), [("tortuga", 40), ("hops", 1)])
def test_random_games_are_those_of_the_rules_with_the_same_numbers(slug, games):
    game = take(slug)
    for seats, options in tables(game):
        start = game.start(seats, **options)
        below = numbers(seed=11)
        made, shares = 0, [0.0] * seats
        for _ in range(games):
            position = start
            for _ in range(LONGEST):
                moves = position.moves()
                if not moves:
                    break
                position = position.after(moves[below(len(moves))])
                made += 1
            outcome = position.outcome()
            for seat in range(seats):
                shares[seat] += outcome.shares[seat] if outcome else 1 / seats
        assert kernel.twin(game, str(start), options).playouts(11, games) == (made, shares)


def test_random_races_share_out_every_game():
    game = take("race")
    for seats, options in tables(game):
        played, shares = kernel.twin(game, str(game.start(seats, **options)), options).playouts(
            5, 60
        )
        assert played >= 60 * 5
        assert sum(shares) == pytest.approx(60)
