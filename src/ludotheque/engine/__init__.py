"""Computer players: random, levels from 1 to 8, and the peers that these are measured with.

What the kernel knows it plays by the kernel; any other game on the shelf can be played against at
once by the searches in Python, which are generic over the seam.
"""

import re
from random import Random

from ludotheque.engine.analysis import (
    MOST_THREADS,
    Analyst,
    Limits,
    Line,
    a_moment,
    best_lines,
)
from ludotheque.engine.greedy import Greedy
from ludotheque.engine.kernel import BUILT, has_secret_search, has_thinker, lending
from ludotheque.engine.levels import HINTS_BY, LEVELS, Level, level, level_of, level_text
from ludotheque.engine.memory import HASH_MB
from ludotheque.engine.player import (
    Player,
    RandomPlayer,
    Weighed,
    check_printed,
    memory_of,
    seat_to_move,
    weighed,
)
from ludotheque.engine.score import Score
from ludotheque.engine.thinkers import Sampler, SecretThinker, Sight, Thinker
from ludotheque.engine.values import Valued, values
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame

__all__ = [
    "BUILT",
    "HASH_MB",
    "HINTS_BY",
    "HUMAN",
    "LEVELS",
    "MOST_THREADS",
    "Analyst",
    "Level",
    "Limits",
    "Line",
    "Player",
    "RandomPlayer",
    "Score",
    "Valued",
    "Weighed",
    "a_moment",
    "best_lines",
    "check_printed",
    "is_computer",
    "lending",
    "level",
    "level_of",
    "level_text",
    "memory_of",
    "player",
    "seat_to_move",
    "values",
    "weighed",
]

HUMAN = "human"

TIMED = re.compile(r"(search|uct):([0-9]{1,3}(?:\.[0-9]{1,3})?)")
"""A player that thinks for so many seconds a move."""


def is_computer(text: str) -> bool:
    """Return whether *text* names a player of the house, whichever games that one can play."""
    if timed := TIMED.fullmatch(text):
        return float(timed[2]) > 0
    return text in {"random", "greedy"} or level_of(text) is not None


def player(text: str, game: AnyGame, rng: Random) -> Player | None:
    """Return the player that *text* names (`random`, `level:3`, `uct:0.2`), None for `human`."""
    if text == HUMAN:
        return None
    if not is_computer(text):
        raise BadOption(
            N_(
                "“{text}” cannot sit down: a seat is human, random, greedy, level:1 to"
                " level:{most}, search:SECONDS or uct:SECONDS"
            ),
            text=text,
            most=len(LEVELS),
        )
    if text == "random":
        return RandomPlayer(rng)
    if text == "greedy":
        return _greedy(game, rng)
    if (number := level_of(text)) is not None:
        return level(number, game, rng)
    kind, _, seconds = text.partition(":")
    return _timed(kind, float(seconds), game, rng)


def _greedy(game: AnyGame, rng: Random) -> Player:
    if game.estimate is None:
        raise BadOption(
            N_("“greedy” cannot sit down: nothing in {game} says how good a position is"),
            game=game.slug,
        )
    return Greedy(game.estimate, rng)


def _timed(kind: str, seconds: float, game: AnyGame, rng: Random) -> Player:
    """Return who searches for so long with all that the kernel knows, or knows only the rules."""
    sight = Sight(seconds=seconds, table_mb=LEVELS[-1].open.table_mb)
    if has_thinker(game):
        return Thinker(game, sight, rng) if kind == "search" else Sampler(game, sight, rng)
    if kind == "search" and has_secret_search(game):
        return SecretThinker(game, sight, rng)
    raise BadOption(
        N_("“{kind}” cannot sit down: this house has no kernel that plays {game} that way"),
        kind=kind,
        game=game.slug,
    )
