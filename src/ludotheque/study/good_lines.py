"""The best moves of a position after a moment's thought, each in words."""

from dataclasses import dataclass
from typing import Any, Final

from ludotheque.engine import Score, a_moment, best_lines
from ludotheque.engine.memory import MOMENT_HASH_MB
from ludotheque.games import AnyGame
from ludotheque.pictures.telling import sentences
from ludotheque.position import Position
from ludotheque.words import Words

MOST: Final = 3
"""How many good moves a moment's thought tells."""


@dataclass(frozen=True, slots=True)
class GoodLine:
    """A good move and what may follow."""

    score: Score
    """What the mover can expect."""
    moves: tuple[str, ...]
    told: tuple[str, ...]
    """The first move in words."""


@dataclass(frozen=True, slots=True)
class GoodLines:
    """The best moves of a position, best first."""

    lines: tuple[GoodLine, ...]


def good_lines(game: AnyGame, start: Position[Any], words: Words) -> GoodLines:
    """Return the best moves of *start*, as far as a moment's thought finds them.

    Raise NotAllowed where no seat is to move.
    """
    found = best_lines(game, start, nodes=a_moment(game), lines=MOST, table_mb=MOMENT_HASH_MB)
    return GoodLines(
        tuple(
            GoodLine(
                line.score,
                line.moves,
                sentences(game, start, game.move(line.moves[0], start), words),
            )
            for line in found
        )
    )
