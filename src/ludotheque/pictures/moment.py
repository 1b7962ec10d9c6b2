"""A moment of a line that is tried out from a position: the seam of every board to study on.

A position and the moves made from it, as texts, go in; what lies there now and what whoever is to
move can touch, comes out. All of it lies face up, or as one seat would see it. Nothing is kept
between two questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ludotheque.errors import N_, BadMove, IllegalMove, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.pictures.ending import ending_told
from ludotheque.pictures.naming import Names, carried, opening_names
from ludotheque.pictures.of_match import MoveTold
from ludotheque.pictures.of_move import preview_of
from ludotheque.pictures.picture import Picture, PreviewSeen, picture_of
from ludotheque.pictures.replay import Ending
from ludotheque.pictures.secrecy import has_secrets
from ludotheque.pictures.telling import briefly, duty_of, sentences, tally_of
from ludotheque.pictures.way import way_of
from ludotheque.position import CHANCE, Position, Seat, View
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
    """Those of the seats."""
    line: tuple[str, ...]
    """All of them, chance's in brackets: sent back, it leads to the same."""
    picture: Picture
    """With the choices of whoever is to move: both sides are played here. As a seat sees it, with
    its own choices alone."""
    secrets: bool
    """Whether some seat does not see all of what lies there."""
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
    line: tuple[str, ...]


def moment(
    game: AnyGame,
    start: Position[Any],
    moves: Sequence[str],
    words: Words,
    *,
    tries: Sequence[str] = (),
    viewer: Seat | None = None,
) -> Moment:
    """Return the moment after *moves*, or raise BadMove or IllegalMove where one cannot be made.

    *moves* are a line, see `way_of`; *tries* are moves of which a preview is wanted. What lies
    there is shown as the *viewer* sees it, by default all of it.
    """
    if viewer is not None and viewer >= start.seats:
        raise NotAllowed(N_("nobody sits at seat {seat} here"), seat=viewer + 1)
    reached = _reached(game, start, moves, viewer, words)
    position, outcome = reached.position, reached.position.outcome()
    seat = position.to_move if isinstance(position.to_move, int) else None
    seat_names = [words.say(name) for name in game.seat_names]
    scene = game.scene(_seen(position, viewer), viewer, reached.last)
    mover = seat if viewer in (None, seat) else None
    mine = () if mover is None else game.scene(position, mover, None).choices
    duty = None if mover is None else duty_of(game, position.seen_by(mover), mover, words)
    last = reached.told[-1] if reached.told else None
    return Moment(
        seats=position.seats,
        to_move=seat,
        position=str(position),
        moves=reached.told,
        line=reached.line,
        picture=picture_of(
            scene,
            reached.names,
            told=() if last is None else last.told,
            brief=None if last is None else last.brief,
            choices=mine,
            duty=duty,
            tally=tally_of(game, _seen(position, viewer), words),
        ),
        secrets=has_secrets(position),
        ending=None
        if outcome is None
        else Ending(tuple(outcome.shares), ending_told(game, position, outcome, seat_names, words)),
        previews=tuple(_preview(game, reached, text, viewer, words) for text in tries),
    )


def _seen(position: Position[Any], viewer: Seat | None) -> View[Any]:
    """Return what *viewer* may know, for nobody in particular all of it."""
    return position if viewer is None else position.seen_by(viewer)


def _preview(
    game: AnyGame, reached: _Reached, text: str, viewer: Seat | None, words: Words
) -> PreviewSeen | None:
    before = reached.position
    try:
        move = game.move(text, before)
    except (BadMove, IllegalMove):
        return None
    scene = game.scene(_seen(before.after(move), viewer), viewer, move)
    return preview_of(game, scene, _after(game, reached.names, move), before, move, words)


def _reached(
    game: AnyGame, start: Position[Any], moves: Sequence[str], viewer: Seat | None, words: Words
) -> _Reached:
    way = way_of(game, start, moves)
    opening = next(
        (before for before, _ in way.steps if before.to_move is not CHANCE), way.position
    )
    names, last = opening_names(game, opening), None
    told = []
    for before, move in way.steps:
        if not isinstance(before.to_move, int):
            continue
        last = move
        told.append(_told(game, before, before.to_move, move, viewer, words))
        names = _after(game, names, move)
    line = tuple(step.text for step in way.steps)
    return _Reached(way.position, names, last, tuple(told), line)


def _told(
    game: AnyGame,
    before: Position[Any],
    seat: Seat,
    move: Any,  # noqa: ANN401 - a move is whatever the game says
    viewer: Seat | None,
    words: Words,
) -> MoveTold:
    if viewer is not None and not before.witnessed_by(viewer):
        return MoveTold(seat, None, None, ())
    said = sentences(game, _seen(before, viewer), move, words)
    return MoveTold(seat, str(move), briefly(game, move, words), said)


def _after(game: AnyGame, names: Names, move: object) -> Names:
    return names if game.path is None else carried(names, game.path(move))
