"""Ratings of two in a few lines are those of openskill, which rates the games of the house."""

from itertools import product

import pytest
from openskill.models import BradleyTerryPart

from ludotheque.study.puzzles.rating import SETTLED, Solver, met, predicted
from ludotheque.study.rating import BEGINNING, Belief, after_duel

MODEL = BradleyTerryPart()
BELIEFS = [Belief(mu, sigma) for mu, sigma in product((-4.0, 25.0, 31.5, 60.0), (0.3, 4.0, 8.4))]


def test_somebody_new_is_somebody_new():
    new = MODEL.rating()
    assert (new.mu, new.sigma) == pytest.approx(BEGINNING, rel=1e-12)
    assert BEGINNING.points == 900


@pytest.mark.parametrize("winner", BELIEFS)
@pytest.mark.parametrize("loser", BELIEFS)
def test_a_game_of_two_changes_what_openskill_says(winner, loser):
    (first,), (second,) = MODEL.rate([[MODEL.rating(*winner)], [MODEL.rating(*loser)]])
    found = after_duel(winner, loser)
    assert found[0] == pytest.approx((first.mu, first.sigma), rel=1e-12)
    assert found[1] == pytest.approx((second.mu, second.sigma), rel=1e-12)


def test_whoever_is_new_moves_no_puzzle():
    puzzle = predicted(1200)
    for solved in (True, False):
        after, same = met(Solver("chess"), puzzle, solved=solved)
        assert same == puzzle
        assert (after.points > 900) is solved
        _, moved = met(Solver("chess", puzzles=SETTLED), puzzle, solved=solved)
        assert (moved.mu < puzzle.mu) is solved
