"""Ratings of a tournament, its standings, and the picture of both."""

from collections import Counter
from math import exp
from random import Random
from xml.etree import ElementTree as ET

import pytest

from ludotheque.arena import Played, Rating, Standings
from ludotheque.arena.chart import chart
from ludotheque.arena.ratings import ELO, ratings


def drawing(text):
    return ET.fromstring(text)  # noqa: S314 - we have drawn it ourselves


def test_the_ratings_of_two_are_the_logarithm_of_their_odds():
    first, second = ratings(2, {((0, 1), (0,)): 6000, ((0, 1), (1,)): 4000})
    assert first.elo - second.elo == pytest.approx(70.44, abs=0.05)
    assert first.elo == pytest.approx(-second.elo)
    # Of each: half the difference, whose standard error is ELO / √(n p (1 - p)).
    assert first.error == pytest.approx(1.96 * ELO / (10000 * 0.24) ** 0.5 / 2, rel=1e-3)


def test_draws_bring_two_together_by_davidsons_rule():
    # With a common share of draws the odds won to lost are those of the strengths.
    won, drawn, lost = ((0, 1), (0,)), ((0, 1), (0, 1)), ((0, 1), (1,))
    few, many = (ratings(2, {won: 6000, drawn: n, lost: 4000}) for n in (10, 40_000))
    assert few[0].elo - few[1].elo == pytest.approx(70.4, abs=0.3)
    assert many[0].elo - many[1].elo == pytest.approx(70.4, abs=0.3)


def test_strengths_that_made_the_results_are_found_again():
    truth, results = (250.0, 40.0, -290.0), {}
    for a, b in ((0, 1), (0, 2), (1, 2)):
        strengths = [truth[who] / ELO for who in (a, b)]
        weights = [*map(exp, strengths), 0.7 * exp(sum(strengths) / 2)]
        for winners, weight in zip([(a,), (b,), (a, b)], weights, strict=True):
            results[(a, b), winners] = round(1e6 * weight / sum(weights))
    assert [rating.elo for rating in ratings(3, results)] == pytest.approx(truth, abs=0.1)


def test_at_a_table_of_three_the_odds_are_luces():
    results = {((0, 1, 2), (0,)): 6000, ((0, 1, 2), (1,)): 3000, ((0, 1, 2), (2,)): 1000}
    first, second, third = ratings(3, results)
    assert first.elo - second.elo == pytest.approx(ELO * 0.6931, abs=0.3)
    assert second.elo - third.elo == pytest.approx(ELO * 1.0986, abs=0.3)
    assert first.elo + second.elo + third.elo == pytest.approx(0)


def test_who_has_won_every_game_is_strong_and_not_infinitely():
    first, second = ratings(2, {((0, 1), (0,)): 10})
    assert 200 < first.elo - second.elo < 1200
    assert first.error > 300
    assert ratings(2, {}) == [Rating(0, pytest.approx(1.96 * 800 / 2**0.5, rel=1e-3))] * 2


def test_the_intervals_hold_the_truth_in_95_of_100_tournaments():
    """Of 600 tournaments the mean varies by 0.005: what is asked for is six times that away."""
    rng, truth, kept, count = Random(1), (200, 50, -10, -240), 0, 0
    strengths = [elo / ELO for elo in truth]
    for _ in range(600):
        results = Counter()
        for meeting in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]:
            a, b = (strengths[who] for who in meeting)
            weights = exp(a), exp(b), 0.5 * exp((a + b) / 2)
            for winners in rng.choices([meeting[:1], meeting[1:], meeting], weights, k=60):
                results[meeting, winners] += 1
        for rating, elo in zip(ratings(4, results), truth, strict=True):
            kept += abs(rating.elo - elo) <= rating.error
            count += 1
    assert 0.92 <= kept / count <= 0.98


def test_standings_count_points_and_who_got_them_from_whom():
    standings = Standings(3)
    for number, (meeting, shares) in enumerate(
        [((0, 1), (1.0, 0.0)), ((0, 2), (0.5, 0.5)), ((1, 2), (0.0, 1.0))]
    ):
        standings.add(Played(number=number, shares=shares, record="", meeting=meeting))
    assert (standings.points, standings.games) == ([1.5, 0.0, 1.5], [2, 2, 2])
    assert (standings.wins, standings.draws, standings.losses) == ([1, 0, 1], [1, 0, 1], [0, 2, 0])
    assert standings.cell(0, 1) == (1.0, 1)
    assert standings.cell(1, 0) == (0.0, 1)
    assert standings.ranked() == [0, 2, 1]
    with pytest.raises(ValueError, match="counted twice"):
        standings.add(Played(number=1, shares=(1.0, 0.0), record=""))


def test_the_picture_is_a_picture_and_names_are_only_text():
    names = ["<b>&", "a very long name that does not fit into its place"]
    drawn = drawing(chart("A & B", names, [Rating(120, 40), Rating(-120, 40)]))
    told = "".join(drawn.itertext())
    assert "<b>&: +120 ± 40" in told
    assert "a very long name that doe…" in told
    drawing(chart("one", ["x"], [Rating(0, 0)]))


def test_two_who_only_share_are_no_stronger_for_it():
    level = {(meeting, (who,)): 50 for meeting in ((0, 2), (1, 2)) for who in meeting}
    rated = ratings(3, {((0, 1), (0, 1)): 100, **level})
    assert [rating.elo for rating in rated] == pytest.approx([0, 0, 0], abs=1e-6)
