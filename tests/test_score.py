"""Scores are values: they have an order, a plain form, and a text that nothing reads back."""

from itertools import pairwise

import msgspec
import pytest

from ludotheque.engine import Score
from ludotheque.engine.score import share_at

RISING = [
    Score.loss(0),
    Score.loss(1),
    Score.loss(12),
    Score(0.0),
    Score(0.25),
    Score(0.625),
    Score(1.0),
    Score.win(12),
    Score.win(1),
    Score.win(0),
]
"""A loss that comes late is better than one that comes soon; a win is better soon."""


def test_scores_have_one_order():
    for lower, higher in pairwise(RISING):
        assert lower < higher
        assert higher > lower
        assert lower <= higher
        assert lower != higher
    falling = RISING[::-1]
    assert sorted(falling) == RISING
    assert max(RISING) == Score.win(0)


def test_what_is_certain_is_more_than_any_share():
    assert Score(1.0) < Score.win(1000)
    assert Score.loss(1000) < Score(0.0)


def test_equal_scores_are_one_key():
    assert {Score.win(3), Score(1.0, 3), Score(0.5), Score(0.5)} == {Score.win(3), Score(0.5)}


def test_the_other_side_sees_them_the_other_way_round():
    mirrored = [-score for score in RISING]
    assert sorted(mirrored) == mirrored[::-1]
    assert [-score for score in mirrored] == RISING
    assert -Score.win(4) == Score.loss(4)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(0.625), "62.5 %"),
        (Score(1.0), "100.0 %"),
        (Score.win(4), "#4"),
        (Score.loss(3), "#-3"),
    ],
)
def test_the_text_is_derived(score, text):
    assert str(score) == text


@pytest.mark.parametrize(
    ("score", "plain"),
    [
        (Score(0.625), {"share": 0.625, "certain_in": None}),
        (Score.win(4), {"share": 1.0, "certain_in": 4}),
        (Score.loss(3), {"share": 0.0, "certain_in": 3}),
    ],
)
def test_the_plain_form_is_typed_and_read_back(score, plain):
    assert msgspec.to_builtins(score) == plain
    assert msgspec.convert(plain, Score) == score


@pytest.mark.parametrize("values", [(1.5,), (-0.1,), (float("nan"),), (0.5, 3), (1.0, -1)])
def test_what_is_no_score_cannot_be_made(values):
    with pytest.raises(ValueError, match=r"."):
        Score(*values)


def test_a_score_is_not_compared_with_a_number():
    with pytest.raises(TypeError):
        assert Score(0.5) < 0.7
    assert Score(0.5) != 0.5


@pytest.mark.parametrize("points", [-1500, -100, -1, 0, 1, 35, 100, 1500])
def test_points_are_the_share_on_another_scale(points):
    assert Score(share_at(points)).points == points
    assert (-Score(share_at(points))).points == -points


def test_points_have_no_end_but_are_told_all_the_same():
    assert Score(1.0).points > 1_500
    assert Score(0.0).points < -1_500
