"""Luck of chance's moves: what each brought every seat, told after the end to whoever sees all.

Games are imagined in pairs with the same random numbers, one after what chance did, one after what
it might have done instead. Both are drawn alike, so that luck is nought on average over all that
chance can do, however the games are played on; only how much it explains depends on that.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, NamedTuple

from ludotheque.engine import kernel
from ludotheque.engine.montecarlo import played_out
from ludotheque.games import AnyGame
from ludotheque.position import CHANCE, Position


class Fortune(NamedTuple):
    """What chance brought a seat, in shares of the point, with standard errors."""

    luck: float
    luck_error: float
    expected: float
    """What the seat could expect before chance moved."""
    expected_error: float


def fortunes(
    game: AnyGame, before: Position[Any], after: Position[Any], *, games: int, seed: int = 0
) -> list[Fortune]:
    """Return the fortune of each seat in the moves of chance that led from *before* to *after*.

    In *before* chance is to move, in *after* a seat. So many *games*, at least two, are played on
    from either.
    """
    if kernel.has_fortunes(game):
        told = kernel.fortunes(game, before, after, games=games, seed=seed)
        return [Fortune(*each) for each in told]
    rng = Random(seed)
    pairs = [_pair(before, after, rng) for _ in range(games)]
    return [
        Fortune(
            fmean(lucks := [was[seat] - might[seat] for was, might in pairs]),
            _error(lucks),
            fmean(expected := [might[seat] for _, might in pairs]),
            _error(expected),
        )
        for seat in range(before.seats)
    ]


def _pair(
    before: Position[Any], after: Position[Any], rng: Random
) -> tuple[Sequence[float], Sequence[float]]:
    """Return the shares after what chance did, and after what it might have done."""
    anew, same = before, rng.getrandbits(63)
    while anew.to_move is CHANCE:
        anew = anew.after(rng.choices(anew.moves(), anew.odds())[0])
    return played_out(after, Random(same)), played_out(anew, Random(same))


def _error(values: Sequence[float]) -> float:
    return sqrt(variance(values) / len(values))
