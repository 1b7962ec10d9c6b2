"""Luck-adjusted results: what each player got, less what chance brought it, beside what it got.

The luck of a game is a control variate: nought on average, whoever plays, so that taking any part
of it away changes no mean, and the right part makes the error smaller. How much of it is taken away
is found by regression; for the rounds of one half it comes from those of the other, lest a round
decide how much its own luck counts.
"""

from collections.abc import Sequence
from math import fsum, inf, sqrt
from statistics import fmean, variance
from typing import NamedTuple

from ludotheque.arena.game import Played

FEWEST = 8
"""The rounds from which on anything is adjusted: a regression on fewer is noise."""


class Adjusted(NamedTuple):
    """A player's mean share with and without its luck, and the standard errors."""

    plain: float
    plain_error: float
    share: float
    error: float

    @property
    def fewer(self) -> float:
        """How many times fewer games give the same error without luck."""
        return (self.plain_error / self.error) ** 2 if self.error else inf


def adjusted(games: Sequence[Played], players: int) -> list[Adjusted] | None:
    """Return each player's results, of whole rounds of one meeting; None where they are too few.

    Each of the *games* has its luck: they are of a contest that is `adjusted`.
    """
    rounds = [
        games[first : first + players] for first in range(0, len(games) - players + 1, players)
    ]
    if len(rounds) < FEWEST:
        return None
    return [
        _adjusted(*zip(*(_mean(one, who) for one in rounds), strict=True)) for who in range(players)
    ]


def _mean(games: Sequence[Played], who: int) -> tuple[float, float]:
    """Return a player's mean share and mean luck in a round."""
    return fmean(game.shares[who] for game in games), fmean(game.luck[who] for game in games)


def _adjusted(shares: Sequence[float], lucks: Sequence[float]) -> Adjusted:
    without = [0.0] * len(shares)
    for half in (0, 1):
        factor = _slope(shares[1 - half :: 2], lucks[1 - half :: 2])
        for at in range(half, len(shares), 2):
            without[at] = shares[at] - factor * lucks[at]
    return Adjusted(fmean(shares), _error(shares), fmean(without), _error(without))


def _slope(shares: Sequence[float], lucks: Sequence[float]) -> float:
    """Return how much of the luck is found again in the results, by least squares."""
    middle = fmean(shares)
    squares = fsum(luck**2 for luck in lucks)
    together = fsum((share - middle) * luck for share, luck in zip(shares, lucks, strict=True))
    return together / squares if squares else 0.0


def _error(values: Sequence[float]) -> float:
    return sqrt(variance(values) / len(values))
