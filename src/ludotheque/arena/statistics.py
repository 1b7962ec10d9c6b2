"""Statistics of results: Elo, intervals, likelihood ratios, sequential tests.

Between two players the games come in pairs from the same opening with the seats swapped, since an
opening may favour one seat: the two results of a pair depend on each other, those of two pairs do
not. So pairs are counted and not games. Counts stand at equal steps from a score of 0 to a score of
1: five of them for pairs (0, ½, 1, 1½, 2 points of 2), three for single games (lost, drawn, won).
Throughout, n is the number of units counted, s their mean score and v their variance, estimated
from n - 1; as it is estimated, and from few units badly, what is inferred from it goes by Student's
distribution with n - 1 degrees of freedom and not by the normal one.
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


WIDEST: Final = 13.0
"""More of Student's standard errors than ever hold 95 %: with one degree of freedom it is 12.7."""
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
    """Return v, the mean square distance from the mean, as n - 1 units tell it; of one unit, 0."""
    steps, centre = len(counts) - 1, mean(counts)
    squares = (count * (at / steps - centre) ** 2 for at, count in enumerate(counts))
    return math.fsum(squares) / max(sum(counts) - 1, 1)


def within(t: float, degrees: int) -> float:
    """Return how likely Student's t with that many *degrees* of freedom is nearer to 0 than *t*.

    For whole numbers it is a sum: with a = atan(t/√k) and c = cos²a it is, for an even k,
    sin a (1 + 1/2 c + 1·3/(2·4) c² + …), and for an odd one
    2/π (a + sin a cos a (1 + 2/3 c + 2·4/(3·5) c² + …)), of k/2 terms, rounded down.
    """
    angle = math.atan(abs(t) / math.sqrt(degrees))
    odd, square = degrees % 2, math.cos(angle) ** 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for at in range(degrees // 2):
        total += term
        term *= square * (2 * at + 1 + odd) / (2 * at + 2 + odd)
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def quantile95(degrees: int) -> float:
    """Return the t within which Student's distribution holds 95 %."""
    low, high = Z95, WIDEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if within(middle, degrees) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _games_a_unit(counts: Counts) -> int:
    return (len(counts) - 1) // 2


def _games(counts: Counts) -> int:
    return _games_a_unit(counts) * sum(counts)


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


def likely_means(counts: Counts) -> tuple[float, float]:
    """Return the 95 % interval of the mean score.

    It is Wilson's, which stays between 0 and 1: all means m that lie within t of their own standard
    errors of s, (m - s)² ≤ q m(1-m), where t is Student's for 95 %, q = t² r / n and r = v / s(1-s)
    says how the units spread compared with won or lost games. Its ends are
    (s + q/2 ± √(q s(1-s) + q²/4)) / (1 + q). Where all units ended alike, v says nothing: then r is
    that of games decided each by itself, and t the normal distribution's. A clean sweep has one end
    only: there, so many games in a row are won one time in forty.
    """
    score, spread, units = mean(counts), variance(counts), sum(counts)
    even = score * (1 - score)
    if not even:
        end = 0.025 ** (1 / _games(counts))
        return (end, 1.0) if score else (0.0, 1 - end)
    ratio = spread / even if spread else 1 / _games_a_unit(counts)
    q = (quantile95(units - 1) if spread else Z95) ** 2 * ratio / units
    centre, reach = score + q / 2, math.sqrt(q * even + q * q / 4)
    return (centre - reach) / (1 + q), (centre + reach) / (1 + q)


def elo(counts: Counts) -> Elo:
    """Return the Elo of the mean score, with those at both ends of its 95 % interval."""
    low, high = likely_means(counts)
    return Elo(difference(mean(counts)), difference(low), difference(high))


def superiority(counts: Counts) -> float:
    """Return the likelihood that the first player is the stronger: T((s - ½) / √(v/n)).

    T is Student's distribution. Where all units ended alike, v says nothing: then it is that of a
    player of whom nothing was known, and who has won k games in a row more, 1 - 2^(-k-1).
    """
    spread, units, ahead = variance(counts), sum(counts), mean(counts) - 0.5
    if spread:
        inside = within(ahead / math.sqrt(spread / units), units - 1)
    else:
        inside = 1 - 2 ** (-2 * abs(ahead) * _games(counts))
    return (1 + math.copysign(inside, ahead)) / 2


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
    """Its standard error, √(v/n)."""
    p: float
    """How likely a player no better and no worse than the others would be at least so far from a
    fair share, by Student's distribution of (share - fair) / error."""


def standing(shares: Sequence[float], fair: float) -> Standing:
    """Return how a player with these *shares*, one a round, has done against a *fair* share.

    Where all are alike, or there is but one, the variance is that of a fair player who has the
    whole point or nothing, fair(1 - fair), and the distribution is the normal one.
    """
    share, rounds = statistics.fmean(shares), len(shares)
    if max(shares) - min(shares) > ROUNDING:
        error = math.sqrt(statistics.variance(shares) / rounds)
        # The sum may come out a hair above 1.
        inside = min(1.0, within((share - fair) / error, rounds - 1))
        return Standing(share, error, 1 - inside)
    error = math.sqrt(fair * (1 - fair) / rounds)
    return Standing(share, error, math.erfc(abs(share - fair) / error / math.sqrt(2)))


def interval(shares: Sequence[float], fair: float) -> tuple[float, float]:
    """Return the 95 % interval of the share whose `standing` is known by these *shares*."""
    known = standing(shares, fair)
    alike = max(shares) - min(shares) <= ROUNDING
    reach = known.error * (Z95 if alike else quantile95(len(shares) - 1))
    return max(0.0, known.share - reach), min(1.0, known.share + reach)
