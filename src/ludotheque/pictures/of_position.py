"""Pictures of positions without a match: a line played from one, an exercise of a first game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ludotheque.draw import svg
from ludotheque.errors import LudothequeError
from ludotheque.games import AnyGame
from ludotheque.pictures.naming import Names, carried, names_in
from ludotheque.pictures.of_move import picture_after
from ludotheque.pictures.picture import Picture, PreviewSeen, picture_of, preview_from
from ludotheque.pictures.reasons import ReasonSeen, reason_of
from ludotheque.pictures.telling import duty_of, questions_of
from ludotheque.position import CHANCE, Position, Seat, View
from ludotheque.rulebook import Task
from ludotheque.scene import spots_in
from ludotheque.words import Words


class Line(NamedTuple):
    """A line of play, everything face up."""

    pictures: list[Picture]
    """Of the first position, and after each move that can be made."""
    end: Position[Any]
    refused: str | None
    """Why the next move cannot be made, if the line ends early."""


def line(game: AnyGame, position: Position[Any], moves: Sequence[str], words: Words) -> Line:
    """Return the pictures of *position* and of it after each of *moves*, up to one refused."""
    scene = game.scene(position, None, None)
    names = names_in(scene)
    pictures = [picture_of(scene)]
    for text in moves:
        try:
            shown, names, position = _played(game, names, position, text, None, words)
        except LudothequeError as refusal:
            return Line(pictures, position, words.refusal(refusal))
        pictures.append(shown)
    return Line(pictures, position, None)


@dataclass(frozen=True, slots=True)
class LinePlayed:
    """A position, and how it goes on."""

    seats: int
    to_move: int | None
    """Whose turn it is at the end; None if it is chance's, or nobody's."""
    position: str
    """The text of the last position."""
    over: bool
    refused: str | None
    """Why the next move cannot be made, if the line ends early."""
    pictures: tuple[Picture, ...]
    """Of the first position, and after each move that can be made."""


def line_played(
    game: AnyGame, start: Position[Any], moves: Sequence[str], words: Words
) -> LinePlayed:
    """Return where *moves* lead to from *start*, and the pictures on the way."""
    played = line(game, start, moves, words)
    end = played.end
    return LinePlayed(
        seats=end.seats,
        to_move=seat_to_move(end),
        position=str(end),
        over=end.outcome() is not None,
        refused=played.refused,
        pictures=tuple(played.pictures),
    )


def drawn(
    game: AnyGame,
    position: Position[Any],
    moves: Sequence[str],
    arrows: Sequence[str],
    crossed: Sequence[str],
    title: str,
) -> str:
    """Return *position* after *moves* as SVG, with arrows and crossed-out arrows."""
    last = None
    for made in moves:
        last = game.move(made, position)
        position = position.after(last)
    scene = game.scene(position, None, last)
    return svg(
        scene,
        arrows=[spots_in(made, scene.board) for made in arrows],
        forbidden=[spots_in(made, scene.board) for made in crossed],
        title=title,
    )


def seat_to_move(position: Position[Any]) -> Seat | None:
    """Return whose turn it is; None if it is chance's, or nobody's."""
    return position.to_move if isinstance(position.to_move, int) else None


def task_picture(game: AnyGame, task: Task, words: Words) -> Picture:
    """Return the picture of a task as the learner sees it, with what can be touched."""
    position = task.start(game)
    seat = learner(position)
    return to_play(game, position.seen_by(seat), seat, words)


def to_play(game: AnyGame, view: View[Any], seat: Seat, words: Words) -> Picture:
    """Return the picture of what *seat* knows, with what it can touch and must do."""
    scene = game.scene(view, seat, None)
    duty = duty_of(game, view, seat, words)
    return picture_of(scene, choices=scene.choices, duty=duty)


def tried(game: AnyGame, task: Task, move: str, words: Words) -> tuple[bool, Picture]:
    """Return whether *move* solves the task, and the picture after it; raise if it is illegal."""
    position = task.start(game)
    right = task.solved_by(game, move)
    seat = learner(position)
    names = names_in(game.scene(position.seen_by(seat), seat, None))
    return right, _played(game, names, position, move, seat, words)[0]


def task_preview(game: AnyGame, task: Task, text: str, words: Words) -> PreviewSeen:
    """Return what the learner would see after a move, and is asked before; raise if illegal."""
    shown = tried(game, task, text, words)[1]
    position = task.start(game)
    view = position.seen_by(learner(position))
    asked = questions_of(game, view, game.move(text, position), words)
    return preview_from(shown, asked)


def task_reason(game: AnyGame, task: Task, touches: Sequence[str], words: Words) -> ReasonSeen:
    """Return why the learner's touches, the last of them in vain, are no move."""
    position = task.start(game)
    seat = learner(position)
    return reason_of(game, position.seen_by(seat), seat, touches, words)


def learner(position: Position[Any]) -> Seat:
    """Return the seat of whoever learns by a task that begins at *position*."""
    assert isinstance(position.to_move, int)  # noqa: S101 - tests play every task
    return position.to_move


def _played(
    game: AnyGame,
    names: Names,
    position: Position[Any],
    text: str,
    seat: Seat | None,
    words: Words,
) -> tuple[Picture, Names, Position[Any]]:
    """Return the picture after a move, how its pieces are called, and the position."""
    move = game.move(text, position)
    after = position.after(move)
    # Without a seat, and once it is over, everything may be seen.
    open_ = seat is None or after.outcome() is not None
    scene = game.scene(after if open_ else after.seen_by(seat), seat, move)
    names = carried(names, game.path(move)) if game.path is not None else {}
    if position.to_move is CHANCE:
        return picture_of(scene, names), names, after
    return picture_after(game, scene, names, position, move, words), names, after
