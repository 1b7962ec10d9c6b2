"""Positions without a table: pictured, played on from, set up by hand.

Pictures are those of `ludotheque.tables.pictured`, and are shown by the same board.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, Final

from ludotheque.draw import placements
from ludotheque.errors import N_, BadOption, BadPosition, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, Editing, take
from ludotheque.position import CHANCE, Position, Seat
from ludotheque.rulebook import Lesson, Task, lesson, rulebook
from ludotheque.scene import Piece, Scene, follow
from ludotheque.server.wire.errors import NoSuchPage
from ludotheque.words import SOURCE, Words

Plain = dict[str, Any]

PILED: Final = 0.45
"""How far above the piece below it a piece in a pile lies, in board units."""


def line(
    game: AnyGame, position: Position[Any], moves: Sequence[str], words: Words
) -> tuple[list[Plain], Position[Any], str | None]:
    """Return the pictures of *position* and of it after each of *moves*, and the last position.

    Everything lies open. A move that is refused ends the line; the reason is returned as well.
    """
    scene = game.scene(position, None, None)
    pictures = [_plain(scene)]
    for text in moves:
        try:
            scene, position, told = _played(game, scene, position, text, None, words)
        except LudothequeError as refusal:
            return pictures, position, words.refusal(refusal)
        pictures.append(_plain(scene, told))
    return pictures, position, None


@cache
def lesson_of(slug: str, lang: str) -> Lesson:
    """Return the first game of a game, or raise NoSuchPage."""
    found = lesson(take(slug), lang)
    if found is None:
        raise NoSuchPage(N_("there is no such page"))
    return found


def task_of(slug: str, lang: str, number: str) -> Task:
    """Return a task of a first game, or raise NoSuchPage."""
    for task in lesson_of(slug, lang).tasks:
        if task.number == number:
            return task
    raise NoSuchPage(N_("there is no such page"))


def task_picture(game: AnyGame, task: Task, words: Words) -> Plain:
    """Return the picture of a task as the learner sees it, with what can be touched."""
    position = task.start(game)
    seat = _learner(position)
    view = position.seen_by(seat)
    duty = game.duty(view, seat) if game.duty is not None else None
    scene = game.scene(view, seat, None)
    return _plain(scene) | {
        "choices": [
            {"move": choice.move, "touches": list(choice.touches), "path": list(choice.path)}
            for choice in scene.choices
        ],
        "duty": duty and {"message": words.say(duty.message, **duty.facts), "rule": duty.rule},
    }


def tried(game: AnyGame, task: Task, move: str, words: Words) -> tuple[bool, Plain]:
    """Return whether *move* solves the task, and the picture after it; raise if it is illegal."""
    position = task.start(game)
    right = task.solved_by(game, move)
    seat = _learner(position)
    scene = game.scene(position.seen_by(seat), seat, None)
    scene, _, told = _played(game, scene, position, move, seat, words)
    return right, _plain(scene, told)


def _learner(position: Position[Any]) -> Seat:
    assert isinstance(position.to_move, int)  # noqa: S101 - tests play every task
    return position.to_move


def _played(
    game: AnyGame,
    scene: Scene,
    position: Position[Any],
    text: str,
    seat: Seat | None,
    words: Words,
) -> tuple[Scene, Position[Any], list[str]]:
    """Return the table after a move, under the ids of *scene*, and the move in words."""
    move = game.move(text, position)
    told = (
        game.tell(position, move)
        if game.tell is not None and position.to_move is not CHANCE
        else ()
    )
    after = position.after(move)
    # Without a seat, and once it is over, everything may be seen.
    open_ = seat is None or after.outcome() is not None
    following = game.scene(after if open_ else after.seen_by(seat), seat, move)
    if game.path is not None:
        following = follow(scene, game.path(move), following)
    return following, after, [words.say(said.message, **said.facts) for said in told]


def _plain(scene: Scene, told: Sequence[str] = ()) -> Plain:
    return {
        "pieces": placements(scene),
        "last": list(scene.last),
        "choices": [],
        "told": list(told),
        "duty": None,
    }


# Setting up by hand.


def editing_of(game: AnyGame) -> Editing:
    """Return how *game* is set up by hand, or raise."""
    if game.editing is None:
        raise NotAllowed(N_("{game} cannot be set up by hand"), game=game.slug)
    return game.editing


def edited(
    game: AnyGame,
    text: str,
    options: Mapping[str, str],
    puts: Sequence[tuple[str, str | None]],
    turn: Seat | None,
) -> str:
    """Return the position after each of *puts* (a symbol, or None, on a spot) and with the turn."""
    editing, settled = editing_of(game), game.settle(options)
    for spot, symbol in puts:
        text = editing.put(text, settled, spot, symbol)
    if turn is not None:
        seats = seats_in(game, text)
        if turn >= seats:
            raise BadOption(N_("there is no seat {seat} at this table"), seat=turn + 1)
        text = editing.turn(text, turn)
    return text


def emptied(game: AnyGame, text: str, options: Mapping[str, str]) -> str:
    """Return the position with everything taken away that can be."""
    editing, settled = editing_of(game), game.settle(options)
    while lying := editing.lying(text):
        spot = next(iter(lying))
        before, text = text, editing.put(text, settled, spot, None)
        if text == before:
            break
    return text


def setup_picture(game: AnyGame, text: str, seats: int, options: Mapping[str, str]) -> Plain:
    """Return the picture of a position that need not be possible, all of it face up."""
    start = _start(game.slug, seats, tuple(sorted(options.items())))
    pieces: list[Piece] = []
    for spot_id, symbols in editing_of(game).lying(text).items():
        spot = start.board.spot(spot_id)
        for height, symbol in enumerate(symbols):
            number = sum(piece.symbol == symbol and piece.spot == spot_id for piece in pieces)
            pieces.append(
                Piece(
                    f"{spot_id}/{symbol}/{number}",
                    symbol,
                    spot_id,
                    spot.x,
                    # Cards cover each other; what stands in a pile shows.
                    spot.y - (0 if spot.shape == "card" else PILED * height),
                    "",
                    turn=_turns(game.slug).get(symbol, 0),
                )
            )
    return _plain(replace(start, pieces=tuple(pieces), last=()))


@cache
def _start(slug: str, seats: int, options: tuple[tuple[str, str], ...]) -> Scene:
    game = take(slug)
    return game.scene(game.start(seats, **dict(options)), None, None)


@cache
def _turns(slug: str) -> Mapping[str, int]:
    """Return which way each symbol faces in the figures of the rulebook, which show them all."""
    game = take(slug)
    scenes = (figure.scene(game) for figure in rulebook(game, SOURCE).figures)
    return {piece.symbol: piece.turn for scene in scenes for piece in scene.pieces}


def seats_in(game: AnyGame, text: str) -> int:
    """Return for how many *text* is, possible or not."""
    editing = editing_of(game)
    for seats in reversed(game.seats[1:]):
        with suppress(BadPosition):
            # Who is not at the table cannot be to move.
            editing.lying(editing.turn(text, seats - 1))
            return seats
    return game.seats[0]
