"""A game of self-play when it is over, and a row for each decision in it."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.position import Seat


def actions_of(numbers: Iterable[int] | bytes) -> "array[int]":
    """Return actions as a file has them, given so or by their numbers."""
    return array("H", numbers)


def weights_of(weights: Iterable[float] | bytes) -> "array[float]":
    """Return weights as a file has them, given so or as numbers."""
    return array("f", weights)


@dataclass(frozen=True, slots=True)
class Row:
    """A decision: what the seat saw, what was legal, what the player thought, what was done."""

    observation: bytes
    seat: Seat
    ply: int
    """How many moves the seats had made before."""
    actions: "array[int]"
    """All that were legal, in their order."""
    policy: "array[float]"
    """One weight an action; they add up to 1."""
    chosen: int
    expected: float | None
    """The share of the point that the player expected, if it said."""


@dataclass(frozen=True)
class Played:
    """A whole game."""

    number: int
    rows: tuple[Row, ...]
    shares: tuple[float, ...]
    """How it ended: one a seat."""
    record: str
    """The game as JSON in one line."""
