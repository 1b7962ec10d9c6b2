"""Scene of the turtle race: the track, the others' hands, and one's own nearest."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from ludotheque.errors import N_
from ludotheque.games.race.cards import (
    CARD_TO_COME,
    CARDS,
    COLOURS,
    FACE_DOWN,
    FACES,
    HAND_SIZE,
    HIDDEN_CARD,
    LAST,
    RAINBOW,
    SUIT,
    TO_COME,
    TURTLES,
    Card,
    listed,
)
from ludotheque.games.race.layout import Layout
from ludotheque.games.race.material import SQUARES
from ludotheque.games.race.notation import SEATS, Move, Play
from ludotheque.games.race.rules import Race, RaceView
from ludotheque.games.race.track import START, find
from ludotheque.position import Seat
from ludotheque.scene import Board, Choice, Mark, Piece, Scene, Spot

MARGIN: Final = 0.6
SQUARE_PITCH: Final = 1.2
WIDTH: Final = 2 * MARGIN + SQUARES * SQUARE_PITCH
TRACK_Y: Final = 2.98
"""Low enough for five turtles on top of each other above it."""
TURTLE_HEIGHT: Final = 0.45
TILE_BACK: Final = "tile/back"
FIRST_ROW_Y: Final = 4.4
ROW_PITCH: Final = 1.4
OWN_ROW_PITCH: Final = 1.6

OTHERS_WIDTH: Final = 6.4
"""Of another's hand with its number and its tile: two of them lie side by side."""
OTHERS_CARD_PITCH: Final = 1.0

SIDE_BY_SIDE: Final = ((-0.35, -0.4), (0.35, -0.4), (0.0, 0.0), (-0.35, 0.38), (0.35, 0.38))
"""By turtle: how far from the middle of the start it stands where none carries another.

Only one is level with the name of the square, which a terminal writes beside it.
"""

MEANINGS: Final = (
    ("tile/red", N_("You are the red turtle")),
    ("tile/green", N_("You are the green turtle")),
    ("tile/blue", N_("You are the blue turtle")),
    ("tile/yellow", N_("You are the yellow turtle")),
    ("tile/purple", N_("You are the purple turtle")),
)
"""What a tile says to its owner."""

SUIT_NAMES: Final = {**COLOURS, RAINBOW: "rainbow", LAST: "last"}


@cache
def board(seats: int, viewer: Seat | None, squares: int = SQUARES) -> Board:
    """Return the board for that many, with the hand of seat *viewer* at the bottom.

    Who only watches (None) has no hand: the first seat's lies there, as nobody's own.
    """
    nearest, own_zone = (0, "seat-0") if viewer is None else (viewer, "hand")
    others = [(nearest + after) % seats for after in range(1, seats)]
    rows = [others[first : first + 2] for first in range(0, len(others), 2)]
    own_y = FIRST_ROW_Y + ROW_PITCH * (len(rows) - 1) + OWN_ROW_PITCH
    spots = [
        Spot(
            str(square),
            _column(square),
            TRACK_Y,
            shape="bed" if square == squares - 1 else "track",
            name=str(square),
            label=N_("lettuce bed") if square == squares - 1 else N_("square {name}"),
            rise=TURTLE_HEIGHT,
            height=TURTLE_HEIGHT * len(TURTLES),
        )
        for square in range(squares)
    ]
    marks = []
    for number, row in enumerate(rows):
        y = FIRST_ROW_Y + ROW_PITCH * number
        left = (WIDTH - OTHERS_WIDTH * len(row)) / 2
        for column, seat in enumerate(row):
            x = left + OTHERS_WIDTH * column
            marks.append(Mark(SEATS[seat], x + 0.2, y))
            spots += _hand_spots(seat, x + 0.8, y, OTHERS_CARD_PITCH, f"seat-{seat}")
    marks.append(Mark(SEATS[nearest], _column(0) - 0.6, own_y))
    spots += _hand_spots(nearest, _column(0), own_y, SQUARE_PITCH, own_zone)
    spots.append(Spot("pile", _column(8), own_y, shape="card", label=N_("draw pile")))
    discards = N_("discards")
    spots.append(Spot("discards", _column(9), own_y, "card", label=discards, played=True))
    return Board(
        frame="mat",
        width=WIDTH,
        height=own_y + 1,
        spots=tuple(spots),
        marks=tuple(marks),
        text_scale=(5.0, 2.25),
    )


def _column(square: int) -> float:
    """Return how far from the left *square* lies; the viewer's cards lie in the same columns."""
    return MARGIN + SQUARE_PITCH * (square + 0.5)


def _hand_spots(seat: Seat, x: float, y: float, pitch: float, zone: str) -> Iterator[Spot]:
    """Yield a seat's tile at *x* and its five cards to the right of it."""
    own = zone == "hand"
    tile, card = (N_("your tile"), N_("your card {n}")) if own else (N_("tile"), N_("card {n}"))
    meanings = MEANINGS if own else ()
    yield Spot(
        _tile_spot(seat), x, y, "tile", "", "", zone, tile, back=TILE_BACK, meanings=meanings
    )
    for place in range(HAND_SIZE):
        at = x + pitch * (place + 1)
        yield Spot(_hand_spot(seat, place), at, y, shape="card", zone=zone, label=card)


def _tile_spot(seat: Seat) -> str:
    return f"tile-{SEATS[seat]}"


def _hand_spot(seat: Seat, place: int) -> str:
    return f"hand-{SEATS[seat]}-{place}"


def card_on(layout: Layout, seat: Seat, spot: str) -> Card | None:
    """Return the card that *seat* holds there, None where that is no place in its hand."""
    spots = [_hand_spot(seat, place) for place in range(len(layout.hands[seat]))]
    return layout.hands[seat][spots.index(spot)] if spot in spots else None


def scene(layout: Race | RaceView, seat: Seat | None = None, last: Move | None = None) -> Scene:
    """Return the scene as *layout* shows it, from where *seat* sits, or the first seat does.

    Cards and tiles are known by their place, so that none can be followed while face down.
    """
    mat = board(layout.seats, seat, len(layout.track))
    return Scene(
        board=mat,
        pieces=(
            *_turtles(layout, mat),
            *_heaps(layout, mat, last),
            *_tiles(layout, mat),
            *_cards(layout, mat),
        ),
        to_move=layout.to_move,
        choices=tuple(_choices(layout, seat)),
        last=_touched_by(last, layout),
    )


def _turtles(layout: Layout, mat: Board) -> Iterator[Piece]:
    for square, pile in enumerate(layout.track):
        spot = mat.spot(str(square))
        unordered = pile.startswith(TO_COME)
        loose = square == START and (layout.variant.loose or unordered)
        for height, turtle in enumerate(layout.material.turtles if unordered else pile):
            in_a_pile = (0.0, -TURTLE_HEIGHT * (height + 0.7))
            right, down = SIDE_BY_SIDE[TURTLES.index(turtle)] if loose else in_a_pile
            yield Piece(
                id=_turtle_id(turtle),
                symbol=f"racer/{COLOURS[turtle]}",
                spot=spot.id,
                x=spot.x + right,
                y=spot.y + down,
                glyph=f"[{turtle}]",
                tint=COLOURS[turtle],
            )


def _turtle_id(turtle: str) -> str:
    return f"turtle-{turtle}"


def _heaps(layout: Layout, mat: Board, last: Move | None) -> Iterator[Piece]:
    """Yield the pile, and the discard on top: the card of *last*, else the last in card order."""
    if layout.pile_size:
        spot = mat.spot("pile")
        glyph = f"{FACE_DOWN}{layout.pile_size}"
        yield Piece(spot.id, "card/back", spot.id, spot.x, spot.y, glyph)
    discards = listed(layout.discards)
    if discards:
        top = last.card if isinstance(last, Play) else discards[-1]
        yield _card(top, mat.spot("discards"))


def _tiles(layout: Layout, mat: Board) -> Iterator[Piece]:
    for seat, tile in enumerate(layout.tiles):
        if tile != TO_COME:
            spot = mat.spot(_tile_spot(seat))
            tint = COLOURS.get(tile, "")
            symbol = f"tile/{tint}" if tint else TILE_BACK
            yield Piece(spot.id, symbol, spot.id, spot.x, spot.y, f"({tile})", tint)


def _cards(layout: Layout, mat: Board) -> Iterator[Piece]:
    for seat, hand in enumerate(layout.hands):
        for place, card in enumerate(hand):
            if card != CARD_TO_COME:
                yield _card(card, mat.spot(_hand_spot(seat, place)))


def _card(card: Card, spot: Spot) -> Piece:
    symbol, tint = "card/back", ""
    if card != HIDDEN_CARD:
        symbol = f"card/{SUIT_NAMES[SUIT[card]]}/{CARDS[card][1:]}"
        tint = COLOURS.get(SUIT[card], "")
    return Piece(spot.id, symbol, spot.id, spot.x, spot.y, FACES[card], tint)


def _choices(layout: Race | RaceView, seat: Seat | None) -> Iterator[Choice]:
    """Yield each move of *seat* with each card that makes it; equal cards are as many ways."""
    if seat is None or layout.to_move != seat:
        return
    for move in layout.moves():
        if isinstance(move, Play):
            chosen = SUIT[move.card] != move.turtle and move.turtle
            turtle = (_turtle_id(move.turtle),) if chosen else ()
            for place, card in enumerate(layout.hands[seat]):
                if card == move.card:
                    yield Choice(str(move), (_hand_spot(seat, place), *turtle))


def _touched_by(last: Move | None, layout: Layout) -> tuple[str, ...]:
    """Return where the last play ended: on the square its turtle came to, or among the discards."""
    if not isinstance(last, Play):
        return ()
    return (str(find(layout.track, last.turtle)),) if last.turtle else ("discards",)
