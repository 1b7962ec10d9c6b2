"""Ratings: one number a player that makes the results of all games as likely as can be.

The model is Davidson's and Luce's. A player has a strength t; where some meet, the set W of those
who win, alone or sharing, has the weight d(|W|) exp(mean of t over W), and W wins with its share of
the weights of all sets. For one winner d is 1, so that the odds between two are exp(t1 - t2), which
is Bradley and Terry's model; d(2) says how often two share, d(3) three, and so on. Two players who
draw are two who share.

The logarithm of the likelihood is concave, and Newton's method finds its top. A faint prior, normal
with a standard deviation of 800 Elo around the mean of all, keeps who has won every game from being
infinitely strong; against a hundred games it hardly counts. Errors follow from the curvature there
(Fisher's information): games from the same opening with the seats swapped vary less than that
assumes, so that the errors are rather too large than too small.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from ludotheque.arena.statistics import Z95

Meeting = tuple[int, ...]
Results = Mapping[tuple[Meeting, Meeting], int]
"""How often each meeting was won by each set of its players, both by number and in order."""
Vector = list[float]
Matrix = list[Vector]

ELO: Final = 400 / math.log(10)
"""Elo a unit of strength."""
PRIOR: Final = (ELO / 800) ** 2
"""One over the variance of the prior, in units of strength."""
TIE_PRIOR: Final = 1 / 25
"""The same for the logarithm of d."""
STEPS: Final = 100
ENOUGH: Final = 1e-9
"""The change below which Newton's method has arrived."""


class Rating(NamedTuple):
    """How strong a player is, against the mean of all."""

    elo: float
    error: float
    """Half of the 95 % interval."""


def ratings(players: int, results: Results) -> list[Rating]:
    """Return the rating of each player."""
    model = _Model(players, results)
    at = [0.0] * model.size
    value = model.value(at)
    for _ in range(STEPS):
        slope, curve = model.slope(at)
        step = _solved(curve, [[part] for part in slope])
        reach = 1.0
        while reach > ENOUGH:  # Newton's step may go too far, but its direction is uphill.
            tried = [old + reach * new[0] for old, new in zip(at, step, strict=True)]
            if (better := model.value(tried)) >= value:
                break
            reach /= 2
        else:
            break
        at, value = tried, better
        if max(abs(new[0]) for new in step) * reach < ENOUGH:
            break
    return _centred(at[:players], _inverse(model.slope(at)[1]))


def _centred(strengths: Vector, covariance: Matrix) -> list[Rating]:
    """Return the ratings against their mean, whose own error cancels out."""
    count = len(strengths)
    mean = math.fsum(strengths) / count
    rows = [math.fsum(covariance[i][:count]) / count for i in range(count)]
    whole = math.fsum(rows) / count
    return [
        Rating(
            ELO * (strength - mean),
            Z95 * ELO * math.sqrt(max(0.0, covariance[i][i] - 2 * rows[i] + whole)),
        )
        for i, strength in enumerate(strengths)
    ]


class _Model:
    """The likelihood of the results, as a function of the strengths and the logarithms of d."""

    def __init__(self, players: int, results: Results) -> None:
        self._players = players
        self._results = results
        orders = sorted({len(winners) for _, winners in results} - {1})
        self._tie = {order: players + place for place, order in enumerate(orders)}
        self._games: dict[Meeting, int] = {}
        for (meeting, _), games in results.items():
            self._games[meeting] = self._games.get(meeting, 0) + games
        self._sets = {
            meeting: [
                winners
                for order in (1, *orders)
                if order <= len(meeting)
                for winners in combinations(meeting, order)
            ]
            for meeting in self._games
        }

    @property
    def size(self) -> int:
        """How many numbers the model has."""
        return self._players + len(self._tie)

    def _features(self, winners: Meeting) -> dict[int, float]:
        """Return what the logarithm of the weight of *winners* is made of."""
        found = dict.fromkeys(winners, 1 / len(winners))
        if len(winners) > 1:
            found[self._tie[len(winners)]] = 1.0
        return found

    def _weight(self, winners: Meeting, at: Vector) -> float:
        return math.fsum(at[i] * part for i, part in self._features(winners).items())

    def _precision(self, i: int) -> float:
        return PRIOR if i < self._players else TIE_PRIOR

    def value(self, at: Vector) -> float:
        """Return the logarithm of the likelihood, the prior's part included."""
        won = math.fsum(
            games * self._weight(winners, at) for (_, winners), games in self._results.items()
        )
        all_ = math.fsum(
            games * _log_sum([self._weight(winners, at) for winners in self._sets[meeting]])
            for meeting, games in self._games.items()
        )
        faint = math.fsum(self._precision(i) * x * x / 2 for i, x in enumerate(at))
        return won - all_ - faint

    def slope(self, at: Vector) -> tuple[Vector, Matrix]:
        """Return the first derivatives of the value, and the second, negated."""
        slope = [-self._precision(i) * x for i, x in enumerate(at)]
        curve = [
            [self._precision(i) * (i == j) for j in range(self.size)] for i in range(self.size)
        ]
        for (_, winners), games in self._results.items():
            for i, part in self._features(winners).items():
                slope[i] += games * part
        for meeting, games in self._games.items():
            sets = self._sets[meeting]
            weights = [self._weight(winners, at) for winners in sets]
            total = _log_sum(weights)
            mean: dict[int, float] = {}
            for winners, weight in zip(sets, weights, strict=True):
                chance = math.exp(weight - total)
                parts = self._features(winners)
                for i, part in parts.items():
                    mean[i] = mean.get(i, 0.0) + chance * part
                    for j, other in parts.items():
                        curve[i][j] += games * chance * part * other
            for i, part in mean.items():
                slope[i] -= games * part
                for j, other in mean.items():
                    curve[i][j] -= games * part * other
        return slope, curve


def _log_sum(logarithms: Sequence[float]) -> float:
    """Return the logarithm of the sum of what these are the logarithms of."""
    top = max(logarithms)
    return top + math.log(math.fsum(math.exp(part - top) for part in logarithms))


def _inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    return _solved(matrix, [[float(i == j) for j in range(size)] for i in range(size)])


def _solved(matrix: Matrix, right: Matrix) -> Matrix:
    """Return X with *matrix* X = *right*, by Gauss and Jordan; the matrix is positive definite."""
    rows = [[*left, *wanted] for left, wanted in zip(matrix, right, strict=True)]
    size = len(matrix)
    for i in range(size):
        scale = rows[i][i]
        rows[i] = [part / scale for part in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
