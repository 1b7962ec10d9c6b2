"""Levels 1 to 8: from a gentle first opponent to all that the house can do.

The lower levels see less far and are in doubt between moves that look much alike to them: they slip
as people do, and never play nonsense. With the kernel a level looks further than without it; a game
that the kernel does not know is played by the Python searches.
"""

from dataclasses import dataclass
from random import Random

from ludotheque.engine.alphabeta import AlphaBeta, is_open
from ludotheque.engine.kernel import has_secret_search, has_thinker
from ludotheque.engine.montecarlo import MonteCarlo
from ludotheque.engine.player import Player, Slipping
from ludotheque.engine.thinkers import SecretThinker, Sight, Thinker
from ludotheque.errors import N_
from ludotheque.games import AnyGame


@dataclass(frozen=True)
class Level:
    """How a level is called, and how far it looks with the kernel and without."""

    name: str
    open: Sight
    """In games where nothing is hidden."""
    secret: Sight
    """In games with secrets."""
    positions: int
    """Without the kernel: positions that alpha-beta looks at."""
    playouts: int
    """Without the kernel: games that Monte-Carlo imagines."""
    slip: float
    """Without the kernel: the share of moves that are made at random."""


LEVELS = (
    Level(
        N_("Hatchling"),
        open=Sight(depth=1, doubt=0.3, choices=30),
        secret=Sight(iterations=20, doubt=0.5),
        positions=60,
        playouts=12,
        slip=0.40,
    ),
    Level(
        N_("Beginner"),
        open=Sight(depth=1, doubt=0.04, choices=12),
        secret=Sight(iterations=40, doubt=0.2),
        positions=60,
        playouts=16,
        slip=0.20,
    ),
    Level(
        N_("Easy-going"),
        open=Sight(nodes=200),
        secret=Sight(iterations=60, doubt=0.08),
        positions=120,
        playouts=24,
        slip=0.10,
    ),
    Level(
        N_("Keen"),
        open=Sight(nodes=1_000),
        secret=Sight(iterations=80, doubt=0.02),
        positions=250,
        playouts=50,
        slip=0.05,
    ),
    Level(
        N_("Seasoned"),
        open=Sight(nodes=3_500),
        secret=Sight(iterations=250),
        positions=500,
        playouts=100,
        slip=0.0,
    ),
    Level(
        N_("Strong"),
        open=Sight(nodes=25_000, table_mb=4),
        secret=Sight(iterations=1_000),
        positions=1_200,
        playouts=200,
        slip=0.0,
    ),
    Level(
        N_("Expert"),
        open=Sight(nodes=300_000, table_mb=16),
        secret=Sight(iterations=6_000),
        positions=2_500,
        playouts=400,
        slip=0.0,
    ),
    Level(
        N_("Master"),
        open=Sight(seconds=1.6, table_mb=32),
        secret=Sight(seconds=1.0),
        positions=5_000,
        playouts=800,
        slip=0.0,
    ),
)
"""Level 1 first. All but the last look at a fixed number of things, so a seed repeats them."""


HINTS_BY = 6
"""The level that gives hints: strong enough to help, quick enough not to bore."""


def level_text(number: int) -> str:
    """Return the text that names a level wherever players are named, `level:3`."""
    return f"level:{number}"


_NUMBERS = {level_text(number): number for number in range(1, len(LEVELS) + 1)}


def level_of(text: str) -> int | None:
    """Return the number of the level that *text* names, None where it names another player."""
    return _NUMBERS.get(text)


def level(number: int, game: AnyGame, rng: Random) -> Player:
    """Return the player of that level, 1 to 8, for *game*."""
    settings = LEVELS[number - 1]
    if has_thinker(game):
        return Thinker(game, settings.open, rng)
    if has_secret_search(game):
        return SecretThinker(game, settings.secret, rng)
    thinker: Player = (
        AlphaBeta(game.estimate, settings.positions, rng)
        if game.estimate is not None and is_open(game)
        else MonteCarlo(settings.playouts, rng)
    )
    return Slipping(thinker, settings.slip, rng) if settings.slip else thinker
