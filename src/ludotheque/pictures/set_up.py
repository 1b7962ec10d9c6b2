"""A board set up by hand, through impossible positions if need be, and its picture."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

from ludotheque.draw import placements
from ludotheque.errors import N_, BadOption, BadPosition, NotAllowed
from ludotheque.games import AnyGame, Editing, take
from ludotheque.pictures.picture import Picture
from ludotheque.position import Seat
from ludotheque.rulebook import rulebook
from ludotheque.scene import Piece, Scene
from ludotheque.words import SOURCE


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
    settled = game.settle(options)
    for spot, symbol in puts:
        text = editing_of(game).put(text, settled, spot, symbol)
    if turn is not None:
        if turn >= seats_in(game, text, options):
            raise BadOption(N_("there is no seat {seat} at this table"), seat=turn + 1)
        text = editing_of(game).turn(text, turn)
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


def setup_picture(game: AnyGame, text: str, seats: int, options: Mapping[str, str]) -> Picture:
    """Return the picture of a position, all of it face up.

    It need not be possible, if the game can be set up by hand; else BadPosition is raised.
    """
    if game.editing is None:
        return Picture(placements(game.scene(game.position(text, **options), None, None)))
    start = _start(game.slug, seats, tuple(sorted(options.items())))
    pieces: list[Piece] = []
    for spot_id, symbols in game.editing.lying(text).items():
        spot = start.board.spot(spot_id)
        for height, symbol in enumerate(symbols):
            number = sum(piece.symbol == symbol and piece.spot == spot_id for piece in pieces)
            pieces.append(
                Piece(
                    f"{spot_id}/{symbol}/{number}",
                    symbol,
                    spot_id,
                    spot.x,
                    spot.y - spot.rise * height,
                    "",
                    turn=_turns(game.slug).get(symbol, 0),
                )
            )
    return Picture(placements(replace(start, pieces=tuple(pieces))))


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


def seats_in(game: AnyGame, text: str, options: Mapping[str, str]) -> int:
    """Return for how many *text* is, possible or not, as `setup_picture` has it."""
    editing = game.editing
    if editing is None:
        return int(game.position(text, **options).seats)
    for seats in reversed(game.seats[1:]):
        with suppress(BadPosition):
            # Who is not at the table cannot be to move.
            editing.lying(editing.turn(text, seats - 1))
            return seats
    return game.seats[0]
