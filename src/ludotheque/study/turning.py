"""Turning points: the mistakes after which their mover stood worse than in name."""

from collections.abc import Iterable

from ludotheque.study.judged import Judged, Label

AHEAD = 2.0
"""Who has this many times the odds of a fair share is ahead; one over it, and one is behind."""


def standing(share: float, seats: int) -> int:
    """Return 1 for who is ahead with that *share* of the point, -1 for who is behind, else 0.

    At a table of two these begin at two thirds and one third.
    """
    fair = 1 / (seats - 1)
    odds = share / (1 - share) if share < 1 else float("inf")
    return (odds >= AHEAD * fair) - (odds <= fair / AHEAD)


def turning_points(moves: Iterable[Judged], seats: int) -> tuple[int, ...]:
    """Return the numbers of the mistakes by which someone fell from ahead, or fell behind."""
    return tuple(
        move.number
        for move in moves
        if move.label in {Label.MISTAKE, Label.BLUNDER}
        and standing(move.reached.share, seats) < standing(move.value.share, seats)
    )
