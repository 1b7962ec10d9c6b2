"""Random numbers that are the same in Python and in the kernel (kernel/core/random.hpp)."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

_WORD: Final = (1 << 64) - 1


def mixed(word: int) -> int:
    """Return *word* with every bit spread over all of the result (the finaliser of splitmix64)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


class Lots:
    """Splitmix64: the same lots are drawn from the same seed everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def below(self, count: int) -> int:
        """Return a number from 0 to *count* - 1."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
        return (mixed(self._state) >> 32) * count >> 32

    def among(self, odds: Sequence[int]) -> int:
        """Return the number of one of the *odds*, each as likely as it is heavy."""
        stretches = list(accumulate(odds))
        return bisect_right(stretches, self.below(stretches[-1]))


def lots_of(seed: int, number: int) -> tuple[Lots, Lots]:
    """Return the lots from which environment *number* of a batch deals, and picks actions."""
    first = mixed(seed & _WORD) + 2 * number
    return Lots(mixed(first & _WORD)), Lots(mixed(first + 1 & _WORD))
