"""The text of the turtle race (2, Text), both ways.

Beside the signs of the rulings, `?` stands for what chance has still to say and, in what one seat
sees, `#` for a tile or a card face down. Hands and discards are written in card order.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadMove, BadPosition, IllegalMove
from ludotheque.games.race.cards import (
    CARD_TO_COME,
    CARDS,
    FACE_DOWN,
    FACES,
    HIDDEN_CARD,
    NO_CARDS,
    NUMBER,
    SUIT,
    TO_COME,
    TURTLES,
    Card,
    Counts,
    Hand,
    changed,
    listed,
)
from ludotheque.games.race.material import PRINTED, Material, orders
from ludotheque.position import Seat

SEATS: Final = "12345"
BACK: Final = {FACE_DOWN: HIDDEN_CARD}
"""How a card face down is written where one may lie."""


class Play(NamedTuple):
    """A player's move: the card, and the turtle that it moves."""

    card: Card
    turtle: str = ""
    """Nothing where the card is discarded without effect (2.6)."""

    def __str__(self) -> str:
        name, suit = CARDS[self.card], SUIT[self.card]
        if not self.turtle:
            return f"{name}!"
        return name if suit == self.turtle else f"{name}:{self.turtle}"

    def __repr__(self) -> str:
        return str(self)


class Deal(NamedTuple):
    """Chance's move: the order of the pile, a tile or a card, by its text."""

    what: str

    def __str__(self) -> str:
        return self.what

    def __repr__(self) -> str:
        return self.what


Move = Play | Deal

_PLAY: Final = re.compile(r"([^:!]+)(?::([rgbyp])|(!))?")


def read_play(text: str) -> Play:
    """Return the play that *text* spells, legal or not, or raise BadMove.

    A card that leaves the choice of the turtle open is refused as IllegalMove.
    """
    parts = _PLAY.fullmatch(text)
    if parts is None or parts[1] not in NUMBER:
        raise BadMove(
            N_("move “{text}”: expected a card, such as r++, *-:b or ^+:y, or r-! to discard it"),
            text=text,
        )
    card = NUMBER[parts[1]]
    if SUIT[card] in TURTLES:
        if parts[2]:
            raise BadMove(
                N_("move “{text}”: the card {card} moves its own turtle, write {card} alone"),
                text=text,
                card=CARDS[card],
            )
        return Play(card, "" if parts[3] else SUIT[card])
    if not parts[2] and not parts[3]:
        raise IllegalMove(
            N_("move “{text}”: say which turtle moves (2.1), such as {text}:r"), text=text
        )
    return Play(card, parts[2] or "")


@cache
def _deals(turtles: str) -> frozenset[str]:
    """Return the texts of all deals with those *turtles*: orders, tiles and cards."""
    return frozenset((*orders(turtles), *turtles, *NUMBER))


def read_deal(text: str, turtles: str = TURTLES) -> Deal:
    """Return the deal that *text* spells, possible or not, or raise BadMove."""
    if text not in _deals(turtles):
        raise BadMove(
            N_("move “{text}”: expected an order such as {turtles}, a tile such as r or a card"),
            text=text,
            turtles=turtles,
        )
    return Deal(text)


class Fields(NamedTuple):
    """The five fields of a position, in the order of its text."""

    track: tuple[str, ...]
    turn: Seat | None
    """None while chance deals."""
    tiles: str
    hands: tuple[Hand, ...]
    discards: Counts


def write_position(fields: Fields) -> str:
    """Return the text of a position, or of what someone sees of it."""
    track, turn, tiles, hands, discards = fields
    return " ".join(
        (
            "/".join(pile or "." for pile in track),
            TO_COME if turn is None else SEATS[turn],
            tiles,
            "|".join(",".join(FACES[card] for card in hand) for hand in hands),
            ",".join(CARDS[card] for card in listed(discards)) or "-",
        )
    )


def read_position(
    text: str, *, loose: bool, covered: bool = False, material: Material = PRINTED
) -> Fields:
    """Return the fields that *text* describes, or raise BadPosition.

    On a *loose* start the turtles have no order, so none can be to come. Tiles and cards may lie
    face down only if it is *covered*: what one seat sees.
    """
    fields = text.split(" ")
    if len(fields) != len(Fields._fields):
        raise BadPosition(
            N_("expected track, seat, tiles, hands, discards, one space between"),
            text=text,
        )
    track = _read_track(text, fields[0], material, loose=loose)
    hands = _read_hands(text, fields[3], NUMBER | BACK if covered else NUMBER, material)
    turn = _read_seat(text, fields[1], len(hands))
    unknown = TO_COME + FACE_DOWN if covered else TO_COME
    tiles = _read_tiles(text, fields[2], unknown, material.turtles)
    if turn is None:
        # The plain form leaves out what is being dealt instead of writing it as `?`.
        tiles = tiles.ljust(len(hands), TO_COME)
        if not any(CARD_TO_COME in hand for hand in hands):
            hands = tuple(hand + (CARD_TO_COME,) * (material.hand - len(hand)) for hand in hands)
    if len(tiles) != len(hands):
        raise BadPosition(
            N_("{count} tiles for {seats} hands"),
            text=text,
            count=len(tiles),
            seats=len(hands),
        )
    position = Fields(track, turn, tiles, hands, _read_discards(text, fields[4]))
    _check_deck(text, position, material.deck)
    _check_held(text, position, material.deck)
    _check_turn(text, position)
    return position


def _read_track(text: str, field: str, material: Material, *, loose: bool) -> tuple[str, ...]:
    squares, turtles = field.split("/"), material.turtles
    if len(squares) != material.squares:
        raise BadPosition(
            N_("{count} squares, expected {squares} joined by “/”"),
            text=text,
            count=len(squares),
            squares=material.squares,
        )
    for number, square in enumerate(squares):
        if number == 0 and square == material.no_order and not loose:
            continue
        if square != "." and (not square or square.strip(turtles)):
            raise BadPosition(
                N_("square {number} is “{square}”, expected turtles or “.”"),
                text=text,
                number=number,
                square=square,
            )
    standing = field.replace(material.no_order, turtles)
    for turtle in turtles:
        count = standing.count(turtle)
        if count != 1:
            raise BadPosition(
                N_("the turtle {turtle} is on the track {count} times, not once"),
                text=text,
                turtle=turtle,
                count=count,
            )
    return tuple("" if square == "." else square for square in squares)


def _read_hands(
    text: str, field: str, named: Mapping[str, Card], material: Material
) -> tuple[Hand, ...]:
    hands = field.split("|")
    if not 2 <= len(hands) <= len(material.turtles):
        raise BadPosition(
            N_("{count} hands, expected 2 to {most} joined by “|”"),
            text=text,
            count=len(hands),
            most=len(material.turtles),
        )
    return tuple(
        _read_hand(text, seat, hand, named, material.hand)
        for seat, hand in zip(SEATS, hands, strict=False)
    )


def _read_hand(text: str, seat: str, field: str, named: Mapping[str, Card], most: int) -> Hand:
    names = field.split(",") if field else []
    for name in names:
        if name not in named and name != TO_COME:
            raise BadPosition(
                N_("hand {seat} has “{card}”, which is not a card"),
                text=text,
                seat=seat,
                card=name,
            )
    if len(names) > most:
        raise BadPosition(
            N_("hand {seat} has {count} cards, but a hand holds at most {most}"),
            text=text,
            seat=seat,
            count=len(names),
            most=most,
        )
    return tuple(sorted(named.get(name, CARD_TO_COME) for name in names))


def _read_seat(text: str, field: str, seats: int) -> Seat | None:
    if field != TO_COME and field not in tuple(SEATS[:seats]):
        raise BadPosition(
            N_("the seat to move is “{seat}”, expected 1 to {seats} or “?”"),
            text=text,
            seat=field,
            seats=seats,
        )
    return None if field == TO_COME else SEATS.index(field)


def _read_tiles(text: str, field: str, unknown: str, turtles: str) -> str:
    for place, tile in enumerate(field):
        if tile not in turtles + unknown:
            raise BadPosition(
                N_("tile {number} is “{tile}”, expected one of {turtles}"),
                text=text,
                number=place + 1,
                tile=tile,
                turtles=turtles,
            )
        if tile not in unknown and tile in field[:place]:
            raise BadPosition(N_("the tile {tile} is dealt twice"), text=text, tile=tile)
    return field


def _read_discards(text: str, field: str) -> Counts:
    counts = NO_CARDS
    for name in () if field == "-" else field.split(","):
        if name not in NUMBER:
            raise BadPosition(
                N_("the discards have “{card}”, which is not a card"),
                text=text,
                card=name,
            )
        counts = changed(counts, NUMBER[name], 1)
    return counts


def _check_deck(text: str, position: Fields, deck: Counts) -> None:
    """Raise BadPosition if there are more copies of a card than the deck has."""
    for card, most in enumerate(deck):
        count = position.discards[card] + sum(hand.count(card) for hand in position.hands)
        if count > most:
            raise BadPosition(
                N_("{count} cards {card}, the deck has {most}"),
                text=text,
                count=count,
                card=CARDS[card],
                most=most,
            )


def _check_held(text: str, position: Fields, deck: Counts) -> None:
    """Raise BadPosition if more cards are held, some of them face down, than are left."""
    held = sum(len(hand) - hand.count(CARD_TO_COME) for hand in position.hands)
    most = sum(deck) - sum(position.discards)
    if held > most:
        raise BadPosition(
            N_("{count} cards in hand, but the discards leave only {most}"),
            text=text,
            count=held,
            most=most,
        )


def _check_turn(text: str, position: Fields) -> None:
    """Raise BadPosition if chance deals nothing or too much, or a player has nothing to play."""
    track, turn, tiles, hands, _ = position
    cards_to_come = any(CARD_TO_COME in hand for hand in hands)
    over = bool(track[-1])
    if turn is None and over:
        raise BadPosition(N_("the game is over, nothing is dealt"), text=text)
    if turn is None and not cards_to_come:
        raise BadPosition(N_("the seat is “?”, but every hand is full"), text=text)
    if turn is not None and (cards_to_come or TO_COME in tiles or TO_COME in track[0]):
        raise BadPosition(
            N_("something is still to be dealt, so the seat must be “?”"),
            text=text,
        )
    if turn is not None and not hands[turn] and not over:
        raise BadPosition(
            N_("seat {seat} is to move and has no card"),
            text=text,
            seat=SEATS[turn],
        )
