"""Scale of ratings: what is believed of how well someone plays, and what a game of two changes.

A rating is a normal distribution in the model of Bradley and Terry, with the updates of Weng and
Lin (2011). What people are shown is what they are at least worth: three standard deviations below
the mean, on a scale on which a newcomer has 900, someone who has played a while and wins as much as
others about 1500, and 400 points more mean nine wins of ten, as in chess.

This is openskill's `BradleyTerryPart` for two, in a few lines that also run where that library is
not installed: in a browser. A test holds them to each other.
"""

from math import exp, sqrt
from typing import Final, NamedTuple

NEWCOMER: Final = 900
POINTS: Final = 30
"""What a newcomer is shown to have, and how many points a unit of the model makes."""
BETA: Final = 25 / 6
"""How far one's play varies from game to game."""
TAU: Final = 25 / 300
"""How far one's skill wanders between two games."""
KAPPA: Final = 0.0001
"""The least part of a variance that a game leaves."""


class Belief(NamedTuple):
    """What is believed of someone's skill."""

    mu: float
    """The mean."""
    sigma: float
    """The standard deviation."""

    @property
    def points(self) -> int:
        """What people are shown: a whole number, 900 for a newcomer, about 1500 in the middle."""
        return max(0, round(NEWCOMER + POINTS * (self.mu - 3 * self.sigma)))


BEGINNING: Final = Belief(25.0, 25 / 3)
"""What is believed of somebody of whom nothing is known."""


def after_duel(winner: Belief, loser: Belief) -> tuple[Belief, Belief]:
    """Return what is believed of *winner* and *loser* once one has won against the other."""
    spread = sqrt(_variance(winner) + _variance(loser) + 2 * BETA**2)
    surprise = 1 / (1 + exp((winner.mu - loser.mu) / spread))
    return _moved(winner, spread, surprise, 1), _moved(loser, spread, surprise, -1)


def _variance(belief: Belief) -> float:
    return belief.sigma**2 + TAU**2


def _moved(before: Belief, spread: float, surprise: float, way: int) -> Belief:
    variance = _variance(before)
    learnt = (sqrt(variance) / spread) ** 3 * surprise * (1 - surprise)
    mu = before.mu + way * variance / spread * surprise
    return Belief(mu, sqrt(variance * max(1 - learnt, KAPPA)))
