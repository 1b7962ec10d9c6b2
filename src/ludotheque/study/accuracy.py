"""Accuracy: how much of what could be expected a player kept, from 0 to 100, as lichess counts it.

Players know that scale (https://lichess.org/page/accuracy). It goes by shares in percent: a move
that loses nothing is 100, one that loses ten points 64, one that throws a won game away 0.
"""

from collections.abc import Sequence
from math import exp, sqrt
from statistics import fmean, harmonic_mean

LEAST, MOST = 2, 8
"""The positions at least and at most over which it is seen how much was at stake."""
CALMEST, WILDEST = 0.5, 12.0
"""What a move counts at least and at most, by the spread of the shares about it in percent."""
LEAST_KEPT = 1.0
"""What a move counts at least in a harmonic mean, in which nought would outweigh a whole game."""


def accuracy_of(loss: float) -> float:
    """Return the accuracy of a move that lost that much of the share."""
    kept = 103.1668 * exp(-0.04354 * 100 * loss) - 3.1669
    return min(100.0, max(0.0, kept)) if loss > 0 else 100.0


def weights(shares: Sequence[float]) -> list[float]:
    """Return what each move counts between two of the *shares*, which follow each other in play.

    A move counts by the spread of the shares about it: where much was at stake it counts more.
    """
    size = min(max((len(shares) - 1) // 10, LEAST), MOST, len(shares))
    percents = [100 * share for share in shares]
    first = [percents[:size]] * (size - 2)
    sliding = [percents[at : at + size] for at in range(len(percents) - size + 1)]
    return [min(max(_spread(window), CALMEST), WILDEST) for window in (*first, *sliding)]


def _spread(values: Sequence[float]) -> float:
    """Return the standard deviation; that of the library is exact to the last digit, and slow."""
    mean = fmean(values)
    return sqrt(fmean((value - mean) ** 2 for value in values))


def accuracy(losses: Sequence[float], counted: Sequence[float]) -> float | None:
    """Return the accuracy of a player's moves, of which each counts as much as *counted* says.

    It is the mean of two means: the weighted one, and the harmonic one, which forgives no blunder.
    """
    if not losses:
        return None
    kept = [accuracy_of(loss) for loss in losses]
    weighted = fmean(kept, counted)
    return (weighted + harmonic_mean([max(LEAST_KEPT, each) for each in kept])) / 2
