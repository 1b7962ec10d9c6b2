"""How fast something is at its best, whatever else the machine does meanwhile."""

import time
from collections.abc import Callable

ROUNDS = 6
ROUND_SECONDS = 0.5


def rate(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Return how much of its work *work* does a second, in the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        began, done = clock(), 0
        while (spent := clock() - began) < ROUND_SECONDS:
            done += work()
        best = max(best, done / spent)
    return best
