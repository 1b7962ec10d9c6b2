"""A moment of a line that is tried out from a position: the seam of every board to study on.

A position and the moves made from it, as texts, go in; what lies there now, all of it face up, and
what whoever is to move can touch, comes out. Nothing is kept between two questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from ludotheque.draw import placements
from ludotheque.errors import BadMove, IllegalMove
from ludotheque.games import AnyGame
from ludotheque.pictures.ending import ending_told
from ludotheque.pictures.naming import Names, carried, opening_names
from ludotheque.pictures.of_match import (
    MoveTold,
    briefly,
    duty_of,
    questions_of,
    sentences,
    tally_of,
)
from ludotheque.pictures.picture import Picture, PreviewSeen
from ludotheque.pictures.replay import Ending
from ludotheque.position import CHANCE, Position, Seat
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a line has led to, and what can be done there."""

    seats: int
    to_move: Seat | None
    """Whose turn it is; None once the game is over."""
    position: str
    """The text of where the line has led to."""
    moves: tuple[MoveTold, ...]
    picture: Picture
    """With the choices of whoever is to move: both sides are played here."""
    ending: Ending | None
    """How the game ended by its rules; None if it goes on."""
    previews: tuple[PreviewSeen | None, ...]
    """The picture after each move that could come next, before chance acts; None where one cannot
    be made."""


class _Reached(NamedTuple):
    """Where a line has led to, how its pieces are called, and the move that led there."""

    position: Position[Any]
    names: Names
    last: object | None
    told: tuple[MoveTold, ...]


def moment(
    game: AnyGame,
    start: Position[Any],
    moves: Sequence[str],
    words: Words,
    *,
    tries: Sequence[str] = (),
) -> Moment:
    """Return the moment after *moves*, or raise BadMove or IllegalMove where one cannot be made.

    Moves are those of the seats; *tries* are those of which a preview is wanted. What chance does
    in between is drawn by a lot that the position decides: who asks again sees the same.
    """
    reached = _reached(game, start, moves, words)
    position, outcome = reached.position, reached.position.outcome()
    seat = position.to_move if isinstance(position.to_move, int) else None
    seat_names = [words.say(name) for name in game.seat_names]
    scene = game.scene(position, None, reached.last)
    mine = () if seat is None else game.scene(position, seat, None).choices
    duty = None if seat is None else duty_of(game, position.seen_by(seat), seat, words)
    last = reached.told[-1] if reached.told else None
    return Moment(
        seats=position.seats,
        to_move=seat,
        position=str(position),
        moves=reached.told,
        picture=Picture(
            pieces=placements(scene, reached.names),
            last=scene.last,
            told=() if last is None else last.told,
            brief=None if last is None else last.brief,
            choices=mine,
            duty=duty,
            tally=tally_of(game, position, words),
        ),
        ending=None
        if outcome is None
        else Ending(tuple(outcome.shares), ending_told(game, position, outcome, seat_names, words)),
        previews=tuple(_preview(game, reached, text, words) for text in tries),
    )


def _preview(game: AnyGame, reached: _Reached, text: str, words: Words) -> PreviewSeen | None:
    before = reached.position
    try:
        move = game.move(text, before)
    except (BadMove, IllegalMove):
        return None
    scene = game.scene(before.after(move), None, move)
    names = _after(game, reached.names, move)
    return PreviewSeen(
        pieces=placements(scene, names),
        last=scene.last,
        told=sentences(game, before, move, words),
        brief=briefly(game, move, words),
        questions=questions_of(game, before, move, words),
    )


def _reached(game: AnyGame, start: Position[Any], moves: Sequence[str], words: Words) -> _Reached:
    position = _drawn(start)
    names, last = opening_names(game, position), None
    told = []
    for text in moves:
        last = game.move(text, position)
        assert isinstance(position.to_move, int)  # noqa: S101 - chance has drawn, and a move was read
        said = sentences(game, position, last, words)
        told.append(MoveTold(position.to_move, str(last), briefly(game, last, words), said))
        names = _after(game, names, last)
        position = _drawn(position.after(last))
    return _Reached(position, names, last, tuple(told))


def _after(game: AnyGame, names: Names, move: object) -> Names:
    return names if game.path is None else carried(names, game.path(move))


def _drawn(position: Position[Any]) -> Position[Any]:
    """Return where chance leads to, if it is its turn."""
    while position.to_move is CHANCE:
        rng = Random(str(position))
        (move,) = rng.choices(position.moves(), position.odds())
        position = position.after(move)
    return position
