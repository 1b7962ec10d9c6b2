"""The scale of a game's points: fitted to results, and of no matter to the doubt of levels."""

from random import Random

import numpy as np
import pytest
from scale import bins, expected, fitted

from ludotheque.engine import Score
from ludotheque.engine.kernel import DECISIVE, score_of
from ludotheque.engine.score import share_at
from ludotheque.engine.thinkers import by_points
from ludotheque.games import take

POINTS = [180, 160, 20, -300]


@pytest.mark.parametrize("scale", [40.0, 100.0, 250.0])
def test_the_fit_finds_the_scale_that_the_results_came_from(scale):
    """Of 20,000 results: the standard error of the fit is then about a hundredth of the scale."""
    rng = np.random.default_rng(7)
    points = rng.normal(0, scale, 20_000)
    shares = (rng.random(20_000) < expected(points, scale)).astype(float)
    assert fitted(points, shares, np.ones(20_000)) == pytest.approx(scale, rel=0.05)
    assert all(
        abs(row.came - row.foretold) < 5 * row.error
        for row in bins(expected(points, scale), shares)
    )


def test_with_its_scale_in_points_a_side_expects_three_quarters():
    assert share_at(80, 80) == pytest.approx(0.75)
    assert share_at(-80, 80) == pytest.approx(0.25)
    assert score_of(80, 80) == Score(share_at(80, 80))


@pytest.mark.skipif(not DECISIVE, reason="this house is built without its kernel")
def test_what_is_certain_has_no_scale():
    assert score_of(DECISIVE, 10) == score_of(DECISIVE, 1000)
    assert score_of(DECISIVE, 10).certain


@pytest.mark.parametrize("doubt", [0.0, 0.04, 0.3])
def test_levels_doubt_as_they_did_whatever_the_scale(doubt):
    moves = list("abcd")
    weighed = [by_points(moves, POINTS, scale, doubt, Random(1)) for scale in (50, 100, 200)]
    assert len({(each.move, each.weights) for each in weighed}) == 1
    assert [each.share for each in weighed] == [share_at(180, scale) for scale in (50, 100, 200)]


@pytest.mark.parametrize("doubt", [0.04, 0.3])
def test_the_doubt_of_levels_is_in_hundreds_for_three_quarters(doubt):
    """As it was when their strength was measured: docs/levels.md."""
    weighed = by_points(["a", "b"], [100, 0], take("hops").scale, doubt, Random(1))
    (_, first), (_, second) = weighed.weights
    assert first / second == pytest.approx(np.exp((0.75 - 0.5) / doubt))
