"""Setting up the turtle race by hand: the track, the tiles, the hands and the discards."""

import re
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadPosition
from ludotheque.games import Editing, Options
from ludotheque.games.race.cards import CARDS, COLOURS, HAND_SIZE, NUMBER, SUIT, TO_COME, TURTLES
from ludotheque.games.race.material import PRINTED, SQUARES
from ludotheque.games.race.notation import SEATS, read_position
from ludotheque.games.race.scene import SUIT_NAMES
from ludotheque.games.race.track import START, side_by_side
from ludotheque.position import Seat

_RACERS: Final = {f"racer/{colour}": turtle for turtle, colour in COLOURS.items()}
_TILES: Final = {f"tile/{colour}": turtle for turtle, colour in COLOURS.items()}
_CARDS: Final = {
    f"card/{SUIT_NAMES[SUIT[number]]}/{name[1:]}": name for number, name in enumerate(CARDS)
}
_SYMBOL: Final = {card: symbol for symbol, card in _CARDS.items()}

_PILE: Final = rf"(?:\.|[{TURTLES}]+)"
_CARD: Final = "(?:{})".format("|".join(map(re.escape, (*CARDS, TO_COME))))
_HAND: Final = rf"(?:{_CARD}(?:,{_CARD}){{0,{HAND_SIZE - 1}}})?"
_SHAPE: Final = re.compile(
    rf"{_PILE}(?:/{_PILE}){{{SQUARES - 1}}} [{SEATS}?] [{TURTLES}?]* "
    rf"{_HAND}(?:\|{_HAND}){{1,{len(SEATS) - 1}}} (?:-|{_CARD}(?:,{_CARD})*)"
)
_SQUARES: Final = tuple(map(str, range(SQUARES)))
_PLACES: Final = tuple(map(str, range(HAND_SIZE)))


class _Setup(NamedTuple):
    """The fields of a position, whether or not it is possible."""

    track: tuple[str, ...]
    turn: str
    tiles: str
    hands: tuple[tuple[str, ...], ...]
    discards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(
            (
                "/".join(pile or "." for pile in self.track),
                self.turn,
                self.tiles,
                "|".join(map(",".join, self.hands)),
                ",".join(self.discards) or "-",
            )
        )


def _read(text: str) -> _Setup:
    """Return what lies on the table; what is still to be dealt does not.

    Turtles whose order is to come stand in the order of their text.
    """
    known = (
        TURTLES + text.removeprefix(PRINTED.no_order) if text.startswith(PRINTED.no_order) else text
    )
    if not _SHAPE.fullmatch(known):
        read_position(text, loose=False)  # It says what is wrong.
    track, turn, tiles, hands, discards = known.split(" ")
    setup = _Setup(
        tuple("" if pile == "." else pile for pile in track.split("/")),
        turn,
        tiles,
        tuple(_in_order(hand.split(",")) for hand in hands.split("|")),
        _in_order(discards.split(",")),
    )
    seats = len(setup.hands)
    if len(tiles) > seats or setup.turn not in SEATS[:seats] + TO_COME:
        read_position(text, loose=False)
    return setup._replace(tiles=tiles.ljust(seats, TO_COME))


def _in_order(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted((card for card in cards if card in NUMBER), key=NUMBER.__getitem__))


def lying(text: str) -> dict[str, tuple[str, ...]]:
    """Return the turtles on each square, each seat's tile and cards, and the discards."""
    setup = _read(text)
    found = {
        str(square): tuple(f"racer/{COLOURS[turtle]}" for turtle in pile)
        for square, pile in enumerate(setup.track)
    }
    for seat, tile, hand in zip(SEATS, setup.tiles, setup.hands, strict=False):
        found[f"tile-{seat}"] = () if tile == TO_COME else (f"tile/{COLOURS[tile]}",)
        found |= {f"hand-{seat}-{place}": (_SYMBOL[card],) for place, card in enumerate(hand)}
    found["discards"] = tuple(_SYMBOL[card] for card in setup.discards)
    return {spot: symbols for spot, symbols in found.items() if symbols}


def put(text: str, options: Options, spot: str, symbol: str | None) -> str:
    """Return the position with *symbol* put on *spot*.

    A turtle comes to the top of its new pile and leaves its old one. A tile or a card of a hand
    takes the place of what lay there; a card joins the discards. None takes the topmost turtle, the
    tile, the card or the last of the discards away.
    """
    setup = _read(text)
    seats = tuple(SEATS[: len(setup.hands)])
    match spot.split("-"):
        case [square] if square in _SQUARES and symbol in {None, *_RACERS}:
            track = _with_turtle(
                setup.track, int(square), symbol, loose=options["start"] == "loose"
            )
            return str(setup._replace(track=track))
        case ["tile", seat] if seat in seats and symbol in {None, *_TILES}:
            tiles = [*setup.tiles]
            tiles[seats.index(seat)] = TO_COME if symbol is None else _TILES[symbol]
            return str(setup._replace(tiles="".join(tiles)))
        case ["hand", seat, place] if seat in seats and symbol in {None, *_CARDS}:
            if place in _PLACES:
                hands = [*setup.hands]
                hands[seats.index(seat)] = _with_card(hands[seats.index(seat)], int(place), symbol)
                return str(setup._replace(hands=tuple(hands)))
        case ["discards"] if symbol in {None, *_CARDS}:
            kept = setup.discards[:-1] if symbol is None else setup.discards
            discards = _with_card(kept, len(kept), symbol)
            return str(setup._replace(discards=discards))
    raise BadPosition(N_("“{symbol}” cannot be put on “{spot}”"), symbol=symbol, spot=spot)


def _with_turtle(
    track: tuple[str, ...], square: int, symbol: str | None, *, loose: bool
) -> tuple[str, ...]:
    piles = [*track]
    if symbol is None:
        piles[square] = piles[square][:-1]
    else:
        piles = [pile.replace(_RACERS[symbol], "") for pile in piles]
        piles[square] += _RACERS[symbol]
    if loose:
        piles[START] = side_by_side(piles[START])
    return tuple(piles)


def _with_card(cards: tuple[str, ...], place: int, symbol: str | None) -> tuple[str, ...]:
    """Return *cards* with the card of *symbol*, or none, instead of the one at *place*."""
    new = () if symbol is None else (_CARDS[symbol],)
    return _in_order([*cards[:place], *new, *cards[place + 1 :]])


def turn(text: str, seat: Seat) -> str:
    """Return the position with *seat* to move."""
    return str(_read(text)._replace(turn=SEATS[seat]))


_PALETTE: Final = (tuple(_RACERS), tuple(_TILES), tuple(_CARDS))

EDITING: Final = Editing(palette=_PALETTE, lying=lying, put=put, turn=turn)
