"""Labels, accuracy and turning points: plain numbers, by the formulas that docs/study.md states."""

from math import exp
from statistics import pstdev

import pytest

from ludotheque.study import Label, label_of
from ludotheque.study.accuracy import accuracy, accuracy_of, weights
from ludotheque.study.turning import standing


@pytest.mark.parametrize(
    ("loss", "label"),
    [
        (0.0, None),
        (0.0499, None),
        (0.05, Label.INACCURACY),
        (0.0999, Label.INACCURACY),
        (0.10, Label.MISTAKE),
        (0.1499, Label.MISTAKE),
        (0.15, Label.BLUNDER),
        (1.0, Label.BLUNDER),
    ],
)
def test_a_label_begins_at_five_ten_and_fifteen_points(loss, label):
    assert label_of(loss) is label


@pytest.mark.parametrize(
    ("loss", "expected"),
    [(0.0, 100.0), (0.05, 79.8), (0.10, 63.6), (0.20, 40.0), (0.50, 8.5), (0.90, 0.0), (1.0, 0.0)],
)
def test_the_accuracy_of_a_move_is_that_of_lichess(loss, expected):
    assert accuracy_of(loss) == pytest.approx(expected, abs=0.05)
    between = 103.1668 * exp(-0.04354 * 100 * loss) - 3.1669
    assert accuracy_of(loss) == pytest.approx(min(100, max(0, between)), abs=1e-3)


def test_every_move_counts_by_the_spread_about_it_within_bounds():
    calm = [0.5] * 31
    assert weights(calm) == [0.5] * 30
    wild = [0.0, 1.0] * 15
    assert weights(wild) == [12.0] * 29
    shares = [0.5, 0.52, 0.5, 0.6]
    assert weights(shares) == pytest.approx([1.0, 1.0, 5.0]), "of two positions each"
    long = [number / 100 for number in range(41)]
    spread = pstdev([0, 1, 2, 3])
    assert weights(long) == pytest.approx([spread] * 40), "of four, the first of them thrice"


def test_the_accuracy_of_a_game_is_the_mean_of_two_means():
    losses, counted = [0.0, 0.10], [1.0, 3.0]
    low = accuracy_of(0.10)
    weighted = (100 + 3 * low) / 4
    harmonic = 2 / (1 / 100 + 1 / low)
    assert accuracy(losses, counted) == pytest.approx((weighted + harmonic) / 2)
    assert accuracy([], []) is None
    assert accuracy([0.0, 0.0], counted) == pytest.approx(100)


def test_one_thrown_game_does_not_make_all_else_worth_nothing():
    assert 25 < accuracy([0.0] * 19 + [1.0], [1.0] * 20) < 60


@pytest.mark.parametrize(
    ("share", "seats", "expected"),
    [
        (0.66, 2, 0),
        (0.67, 2, 1),
        (0.34, 2, 0),
        (0.33, 2, -1),
        (0.25, 4, 0),
        (0.41, 4, 1),
        (0.14, 4, -1),
        (1.0, 2, 1),
        (0.0, 5, -1),
    ],
)
def test_ahead_is_twice_the_odds_of_a_fair_share_and_behind_is_half(share, seats, expected):
    assert standing(share, seats) == expected
