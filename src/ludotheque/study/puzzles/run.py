"""A run against the clock: puzzles of one game, ever harder, until the time or the run ends."""

from ludotheque.games import AnyGame
from ludotheque.study.puzzles.choosing import drawn
from ludotheque.study.puzzles.puzzle import Puzzle, shipped

SECONDS = 180
"""How long a run lasts."""
MISSES = 3
"""The wrong answer that ends it."""
LEGS = 40
"""The most puzzles of a run: nobody solves one every four seconds."""


def asked(game: AnyGame, run: str, turn: int) -> Puzzle | None:
    """Return the puzzle of that *turn*, from 0, of a *run*; None at its end.

    The puzzles of a game, easiest first, are cut into as many parts as a run is long, and a lot
    draws one of each: a run has none twice, and no two runs are alike.
    """
    found = shipped(game)
    legs = min(LEGS, len(found))
    if turn >= legs:
        return None
    first, last = turn * len(found) // legs, (turn + 1) * len(found) // legs
    return found[first + drawn(f"{run} {turn}", last - first)]
