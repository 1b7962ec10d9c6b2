"""The computer's seats: random, and levels from 1 to 8.

Everything here is pure Python and generic: a game that stands on the shelf can be played against at
once. An open game with an `estimate` is searched by alpha-beta, any other by Monte-Carlo.
"""

from dataclasses import dataclass
from random import Random

from ludotheque.engine.alphabeta import AlphaBeta
from ludotheque.engine.montecarlo import MonteCarlo
from ludotheque.engine.player import Player, RandomPlayer, Slipping
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame

__all__ = ["HUMAN", "LEVELS", "Level", "Player", "RandomPlayer", "level", "player"]

HUMAN = "human"


@dataclass(frozen=True)
class Level:
    """How far a level looks, and how often it does not look at all."""

    positions: int
    """Positions that alpha-beta looks at before it moves."""
    playouts: int
    """Games that Monte-Carlo imagines before it moves."""
    slip: float
    """The share of moves that are made at random."""


LEVELS = (
    Level(positions=60, playouts=12, slip=0.40),
    Level(positions=60, playouts=16, slip=0.20),
    Level(positions=120, playouts=24, slip=0.10),
    Level(positions=250, playouts=50, slip=0.05),
    Level(positions=500, playouts=100, slip=0.0),
    Level(positions=1200, playouts=200, slip=0.0),
    Level(positions=2500, playouts=400, slip=0.0),
    Level(positions=5000, playouts=800, slip=0.0),
)
"""Level 1 first."""


def level(number: int, game: AnyGame, rng: Random) -> Player:
    """Return the player of that level, 1 to 8, for *game*."""
    settings = LEVELS[number - 1]
    thinker: Player = (
        AlphaBeta(game.estimate, settings.positions, rng)
        if game.estimate is not None and _is_open(game)
        else MonteCarlo(settings.playouts, rng)
    )
    return Slipping(thinker, settings.slip, rng) if settings.slip else thinker


def _is_open(game: AnyGame) -> bool:
    """Return whether everyone sees everything and nothing is left to chance, from the start."""
    start = game.start()
    return not start.odds() and all(start.seen_by(seat) == start for seat in range(start.seats))


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
