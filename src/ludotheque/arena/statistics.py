"""What the results of many games say, and how surely.

Between two players the games come in pairs from the same opening with the seats swapped, since an
opening may favour one seat: the two results of a pair depend on each other, those of two pairs do
not. So pairs are counted and not games. Counts stand at equal steps from a score of 0 to a score of
1: five of them for pairs (0, ½, 1, 1½, 2 points of 2), three for single games (lost, drawn, won).
Throughout, n is the number of units counted, s their mean score and v their variance.
"""

import math
import statistics
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

Counts = Sequence[int]
"""How often each score came up, from 0 to 1 in equal steps."""

Z95: Final = statistics.NormalDist().inv_cdf(0.975)
"""The standard errors on either side that hold 95 %."""

FEW: Final = 1e-3
"""What the likelihood ratio takes a score for that has not come up: rare, not impossible."""


HALVINGS: Final = 45
"""How often the search for a number cuts its stretch in two."""
ROUNDING: Final = 1e-9
"""Shares that differ by less are the same: thirds do not add up exactly."""


def expected(elo: float) -> float:
    """Return the mean score of a player stronger by that many Elo: 1 / (1 + 10^(-elo/400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def difference(score: float) -> float:
    """Return the Elo at which a mean *score* is expected: -400 log10(1/s - 1)."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def mean(counts: Counts) -> float:
    """Return s, the mean score."""
    steps = len(counts) - 1
    return sum(count * at for at, count in enumerate(counts)) / (steps * sum(counts))


def variance(counts: Counts) -> float:
    """Return v, the mean square distance from the mean."""
    steps, centre = len(counts) - 1, mean(counts)
    squares = (count * (at / steps - centre) ** 2 for at, count in enumerate(counts))
    return math.fsum(squares) / sum(counts)


def _independent(counts: Counts) -> float:
    """Return what v / s(1-s) would be if the games of a unit were decided each by itself."""
    return 2 / (len(counts) - 1)


class Elo(NamedTuple):
    """How much stronger the first player is."""

    difference: float
    """Infinite if every point went to one of them."""
    low: float
    """The end of the 95 % interval; the other end is `high`."""
    high: float

    @property
    def error(self) -> float:
        """Half of the interval: what is written after ±."""
        return (self.high - self.low) / 2


def elo(counts: Counts) -> Elo:
    """Return the Elo of the mean score, with its 95 % interval.

    The interval is Wilson's, which stays between 0 and 1: all means m that lie within z = 1.96 of
    their own standard errors of s, (m - s)² ≤ q m(1-m), where q = z² r / n and r = v / s(1-s) says
    how the units spread compared with won or lost games. Its ends are
    (s + q/2 ± √(q s(1-s) + q²/4)) / (1 + q). Where all units ended alike, v says nothing and r is
    that of games decided each by itself.
    """
    score, spread = mean(counts), variance(counts)
    even = score * (1 - score)
    ratio = spread / even if spread else _independent(counts)
    q = Z95**2 * ratio / sum(counts)
    centre, reach = score + q / 2, math.sqrt(q * even + q * q / 4)
    low, high = (centre - reach) / (1 + q), (centre + reach) / (1 + q)
    # A clean sweep has no other end; rounding must not invent one.
    return Elo(
        difference(score),
        -math.inf if score == 0 else difference(low),
        math.inf if score == 1 else difference(high),
    )


def superiority(counts: Counts) -> float:
    """Return the likelihood that the first player is the stronger: Φ((s - ½) / √(v/n)).

    Where all units ended alike, v is taken to be that of fair games decided each by itself.
    """
    spread = variance(counts) or _independent(counts) / 4
    return statistics.NormalDist().cdf((mean(counts) - 0.5) / math.sqrt(spread / sum(counts)))


class Verdict(Enum):
    """What a sequential test has found."""

    OPEN = "open"
    """Too early to say."""
    H0 = "H0"
    """The first player is better by `elo0` at most, rather than by `elo1`."""
    H1 = "H1"
    """The first player is better by `elo1` at least, rather than by `elo0`."""


class Finding(NamedTuple):
    """Where a sequential test stands."""

    llr: float
    """The logarithm of how much likelier H1 makes the results than H0."""
    lower: float
    """At or below this, H0 is taken."""
    upper: float
    """At or above this, H1 is taken."""

    @property
    def verdict(self) -> Verdict:
        """What has been found so far."""
        if self.llr >= self.upper:
            return Verdict.H1
        return Verdict.H0 if self.llr <= self.lower else Verdict.OPEN


class Sprt(NamedTuple):
    """A sequential probability ratio test: play until it is clear which of two claims holds."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often H1 may be taken although the difference is *elo0*."""
    beta: float = 0.05
    """How often H0 may be taken although the difference is *elo1*."""

    def finding(self, counts: Counts) -> Finding:
        """Return where the test stands, by Wald's bounds.

        They are ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).

        The ratio is the generalised one: each claim fixes only the mean score s_j, and is given the
        likeliest distribution p_j of the scores that has this mean; LLR = Σ n_i ln(p_1i / p_0i).
        """
        seen = [count or FEW for count in counts]
        steps = len(seen) - 1
        scores = [at / steps for at in range(steps + 1)]
        weights0, weights1 = (
            _tilted(seen, scores, expected(claim)) for claim in (self.elo0, self.elo1)
        )
        llr = sum(
            count * math.log(weight1 / weight0)
            for count, weight0, weight1 in zip(seen, weights0, weights1, strict=True)
        )
        return Finding(
            llr if any(counts) else 0.0,
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


def _tilted(counts: Sequence[float], scores: Sequence[float], wanted: float) -> list[float]:
    """Return the factors that turn *counts* into the likeliest distribution of the mean *wanted*.

    By Lagrange's multipliers they are 1 / (1 + t(x_i - s)), with the one t that makes the mean
    right: Σ n_i (x_i - s) / (1 + t(x_i - s)) = 0. This sum falls as t grows, and t lies where all
    factors are positive, so that halving finds it.
    """
    distances = [score - wanted for score in scores]
    low, high = -1 / distances[-1], -1 / distances[0]
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(n * d / (1 + t * d) for n, d in zip(counts, distances, strict=True)) > 0:
            low = t
        else:
            high = t
    return [1 / (1 + t * distance) for distance in distances]


class Standing(NamedTuple):
    """How one of several players has done."""

    share: float
    """The mean share of the point."""
    error: float
    """Its standard error, √(v/n), where v is the variance estimated from n - 1."""
    p: float
    """How likely a player no better and no worse than the others would be at least so far from a
    fair share: 2Φ(-|share - fair| / error)."""


def standing(shares: Sequence[float], fair: float) -> Standing:
    """Return how a player with these *shares*, one a round, has done against a *fair* share.

    Where all are alike, or there is but one, the variance is that of a fair player who has the
    whole point or nothing: fair(1 - fair).
    """
    share = statistics.fmean(shares)
    spread = statistics.variance(shares) if max(shares) - min(shares) > ROUNDING else 0.0
    error = math.sqrt((spread or fair * (1 - fair)) / len(shares))
    return Standing(share, error, math.erfc(abs(share - fair) / error / math.sqrt(2)))
