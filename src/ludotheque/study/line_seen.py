"""A line of an analysis as a page shows it: its score, its first move in words and in places."""

from dataclasses import dataclass
from typing import Any

from ludotheque.engine import Line, Score
from ludotheque.games import AnyGame
from ludotheque.pictures.telling import briefly, sentences
from ludotheque.position import Position
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class LineSeen:
    """A good move and what may follow."""

    score: Score
    """What the mover can expect."""
    moves: tuple[str, ...]
    brief: str
    """The first move in a few words."""
    told: tuple[str, ...]
    """The first move in sentences."""
    spots: tuple[str, ...]
    """Where the first move goes along, for an arrow; one is where it happens."""


def line_seen(game: AnyGame, position: Position[Any], line: Line, words: Words) -> LineSeen:
    """Return what is shown of a *line* that begins in *position*."""
    move = game.move(line.moves[0], position)
    return LineSeen(
        line.score,
        line.moves,
        briefly(game, move, words),
        sentences(game, position, move, words),
        places_of(game, position, move),
    )


def places_of(game: AnyGame, position: Position[Any], move: object) -> tuple[str, ...]:
    """Return the places that a move goes along.

    Where a move tells no more than where it ends, it is from where the piece there came.
    """
    after = game.scene(position.after(move), None, move)
    if len(after.last) != 1:
        return after.last
    before = {piece.id: piece.spot for piece in game.scene(position, None, None).pieces}
    came = (before.get(piece.id) for piece in after.pieces if piece.spot in after.last)
    found = (spot for spot in came if spot is not None and spot not in after.last)
    first = next(found, None)
    return after.last if first is None else (first, *after.last)
