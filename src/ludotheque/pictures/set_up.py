"""A board set up by hand, through impossible positions if need be, and its picture."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from ludotheque.errors import N_, BadOption, BadPosition, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, Editing, take
from ludotheque.pictures.of_position import seat_to_move
from ludotheque.pictures.picture import Picture, picture_of
from ludotheque.position import Seat
from ludotheque.rulebook import rulebook
from ludotheque.scene import Piece, Scene
from ludotheque.words import SOURCE, Words


@dataclass(frozen=True, slots=True)
class Setting:
    """A change to a board that is set up by hand; without a position it begins at the start."""

    position: str | None
    options: Mapping[str, str]
    seats: int | None = None
    empty: bool = False
    """Whether everything is taken away first."""
    puts: tuple[tuple[str, str | None], ...] = ()
    """Symbols that are put on places; None takes away what lies on top."""
    turn: Seat | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """A board that is being set up by hand."""

    position: str
    seats: int | None
    picture: Picture | None
    """None where the text describes nothing at all."""
    problem: str | None = None
    """Why the position is impossible in the game; None if it is possible."""
    to_move: Seat | None = None
    over: bool = False


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
        return picture_of(game.scene(game.position(text, **options), None, None))
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
    return picture_of(replace(start, pieces=tuple(pieces)))


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


def set_up_by_hand(game: AnyGame, setting: Setting, words: Words) -> SetUp:
    """Return the board of *setting* after its changes."""
    options = setting.options
    text = setting.position or str(game.start(setting.seats, **options))
    try:
        if setting.empty:
            text = emptied(game, text, options)
        text = edited(game, text, options, setting.puts, setting.turn)
        seats = seats_in(game, text, options)
        shown = setup_picture(game, text, seats, options)
    except BadPosition as refusal:
        return SetUp(position=text, seats=None, picture=None, problem=_why(refusal, words))
    found = SetUp(position=text, seats=seats, picture=shown)
    try:
        position = game.position(text, **options)
    except BadPosition as refusal:
        return replace(found, problem=_why(refusal, words))
    over = position.outcome() is not None
    return replace(found, to_move=seat_to_move(position), over=over)


def _why(refusal: LudothequeError, words: Words) -> str:
    """Return why, without the text of the position: everyone has that before their eyes."""
    why = words.why(refusal)
    return why[:1].upper() + why[1:]
