"""The computer's seats: random, and levels from 1 to 8.

What the kernel knows it plays by the kernel; any other game on the shelf can be played against at
once by the searches in Python, which are generic over the seam.
"""

from random import Random

from ludotheque.engine.analysis import Line, analyse
from ludotheque.engine.kernel import BUILT
from ludotheque.engine.levels import LEVELS, Level, level
from ludotheque.engine.player import Player, RandomPlayer
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame

__all__ = [
    "BUILT",
    "HUMAN",
    "LEVELS",
    "Level",
    "Line",
    "Player",
    "RandomPlayer",
    "analyse",
    "level",
    "player",
]

HUMAN = "human"


def player(text: str, game: AnyGame, rng: Random) -> Player | None:
    """Return the player that *text* names (`random`, `level:3`), None for `human`."""
    if text == HUMAN:
        return None
    if text == "random":
        return RandomPlayer(rng)
    kind, _, number = text.partition(":")
    if kind == "level" and number in {str(n) for n in range(1, len(LEVELS) + 1)}:
        return level(int(number), game, rng)
    raise BadOption(
        N_('"{text}" cannot sit down: a seat is human, random, or level:1 to level:{most}'),
        text=text,
        most=len(LEVELS),
    )
