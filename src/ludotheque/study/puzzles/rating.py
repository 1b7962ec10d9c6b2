"""Ratings by puzzles: a puzzle is an opponent, and whoever solves it at the first attempt has won.

A person begins as a newcomer does; a puzzle at its predicted difficulty, of which little is known:
it is what a settled rating has as its mean.
"""

from dataclasses import dataclass
from typing import Final

from ludotheque.study.rating import BEGINNING, POINTS, Belief, after_duel

SETTLED: Final = 10
"""How many puzzles that count someone must have had before puzzles are measured by them."""
MIDDLE: Final = 1500
"""The difficulty of a puzzle that whoever is in the middle solves every other time."""
IN_DOUBT: Final = BEGINNING.sigma / 2
"""The standard deviation of a difficulty that was only predicted."""


@dataclass(frozen=True)
class Solver:
    """How well someone solves the puzzles of a game."""

    game: str
    mu: float = BEGINNING.mu
    sigma: float = BEGINNING.sigma
    puzzles: int = 0
    """How many have counted."""

    @property
    def points(self) -> int:
        """What people are shown, as of any rating: 900 for a newcomer, 1500 in the middle."""
        return Belief(self.mu, self.sigma).points


def predicted(difficulty: int) -> Belief:
    """Return what is believed of a puzzle of that predicted *difficulty*."""
    return Belief(BEGINNING.mu + (difficulty - MIDDLE) / POINTS, IN_DOUBT)


def difficulty_of(mu: float) -> int:
    """Return the difficulty of a puzzle of that mean."""
    return max(0, round(MIDDLE + POINTS * (mu - BEGINNING.mu)))


def met(before: Solver, puzzle: Belief, *, solved: bool) -> tuple[Solver, Belief]:
    """Return a solver and a puzzle after an attempt that counts.

    Who has had fewer than `SETTLED` moves no puzzle: guests are made for the asking.
    """
    person = Belief(before.mu, before.sigma)
    if solved:
        person, hard = after_duel(person, puzzle)
    else:
        hard, person = after_duel(puzzle, person)
    after = Solver(before.game, person.mu, person.sigma, before.puzzles + 1)
    return after, hard if before.puzzles >= SETTLED else puzzle
