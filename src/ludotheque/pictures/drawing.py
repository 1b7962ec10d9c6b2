"""A board as a page draws it: once, with the places that pieces travel between."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ludotheque.draw import Placement, board, placements, symbol_id
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame, Options
from ludotheque.position import Seat
from ludotheque.scene import Board, Spot
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class BackSeen:
    """What covers a piece that lies face down."""

    symbol: str
    href: str
    """What a `<use>` of the symbol refers to."""
    meanings: dict[str, str]
    """By the symbol of what lies there, what its owner is told who peeks."""


@dataclass(frozen=True, slots=True)
class SpotSeen:
    """A place to touch."""

    id: str
    x: float
    y: float
    label: str
    """What it is called aloud, in the reader's language."""
    zone: str
    """`hand` for what the reader holds, `seat-2` for another seat's part of the table."""
    height: float
    """How high what is piled here may stand, in board units; 0 where pieces lie flat."""
    back: BackSeen | None
    """What covers the piece here, even from its owner, who may peek, until the game is over; it
    then shows beside the name of its seat."""
    played: bool
    """Whether what seats play from their hands comes to lie here."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """What never moves, drawn once."""

    width: float
    height: float
    board: str
    """SVG markup in board units."""
    spots: tuple[SpotSeen, ...]
    pieces: tuple[Placement, ...]
    """How the pieces lie before a game."""


def drawing_of(
    game: AnyGame,
    seats: int | None,
    options: Options,
    seat: Seat | None,
    words: Words,
    *,
    hand: bool = True,
) -> BoardDrawing:
    """Return the board of a game as it lies before *seat*, or raise BadOption if there is none.

    Without *hand* what the seat holds has no place on it.
    """
    position = game.start(seats, **options)
    if seat is not None and not 0 <= seat < position.seats:
        raise BadOption(N_("there is no seat {seat} at this table"), seat=seat + 1)
    scene = game.scene(position.seen_by(seat), seat, None)
    whole = scene.board
    spots = whole.spots if hand else tuple(spot for spot in whole.spots if spot.zone != "hand")
    return BoardDrawing(
        width=round(whole.width, 3),
        height=round(whole.height, 3),
        board=board(replace(whole, spots=spots)),
        spots=tuple(_places(whole, words)),
        pieces=placements(scene),
    )


def _places(whole: Board, words: Words) -> Iterator[SpotSeen]:
    """Yield the spots of a board, each with what it is called aloud."""
    numbers: Counter[tuple[str, str]] = Counter()
    for spot in whole.spots:
        numbers[spot.zone, spot.label] += 1
        label = words.say(spot.label, n=numbers[spot.zone, spot.label], name=spot.name)
        yield SpotSeen(
            id=spot.id,
            x=round(spot.x, 3),
            y=round(spot.y, 3),
            label=label if spot.label else spot.id,
            zone=spot.zone,
            height=round(spot.height, 3),
            back=_back(spot, words) if spot.back else None,
            played=spot.played,
        )


def _back(spot: Spot, words: Words) -> BackSeen:
    meanings = {symbol: words.say(sentence) for symbol, sentence in spot.meanings}
    return BackSeen(spot.back, f"#{symbol_id(spot.back)}", meanings)
