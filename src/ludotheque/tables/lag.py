"""Lag compensation: how much of the network's delay is not charged to a seat's clock.

Each seat has a bank of forgiven time for a game; every move may draw a little of it.
"""

from typing import Final

LAG_BANK: Final = 10_000
"""The milliseconds of lag that a seat is forgiven in a game, all in all."""
LAG_A_MOVE: Final = 1_000
"""The milliseconds of lag that are forgiven at most for one move."""


def forgivable(left: int) -> int:
    """Return the milliseconds that a move may be late of a seat that has so many *left*."""
    return min(LAG_A_MOVE, left)


def forgiven(lag: int, left: int, thought: int) -> int:
    """Return the milliseconds that are not charged for a move which took *thought*.

    *lag* is what the client has measured of the network, *left* what its seat has in the bank.
    """
    return max(0, min(lag, forgivable(left), thought))
