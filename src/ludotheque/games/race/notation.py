"""The text of the turtle race (RULINGS 2, Text), both ways.

Beside the signs of the rulings, `?` stands for what chance has still to say and, in what one seat
sees, `#` for a tile or a card face down. Hands and discards are written in card order.
"""

import re
from collections.abc import Mapping
from itertools import permutations
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadMove, BadPosition, IllegalMove
from ludotheque.games.race.cards import (
    CARD_TO_COME,
    CARDS,
    DECK,
    FACE_DOWN,
    FACES,
    HAND_SIZE,
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
from ludotheque.position import Seat

SQUARES: Final = 10
NO_ORDER: Final = TO_COME * len(TURTLES)
"""What stands on the start until the order of the pile is drawn."""
ORDERS: Final = tuple("".join(order) for order in permutations(TURTLES))
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

_DEALABLE: Final = frozenset((*ORDERS, *TURTLES, *CARDS))
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


def read_deal(text: str) -> Deal:
    """Return the deal that *text* spells, possible or not, or raise BadMove."""
    if text not in _DEALABLE:
        raise BadMove(
            N_("move “{text}”: expected an order such as rgbyp, a tile such as r or a card"),
            text=text,
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


def read_position(text: str, *, loose: bool, covered: bool = False) -> Fields:
    """Return the fields that *text* describes, or raise BadPosition.

    On a *loose* start the turtles have no order, so none can be to come. Tiles and cards may lie
    face down only if it is *covered*: what one seat sees.
    """
    fields = text.split(" ")
    if len(fields) != len(Fields._fields):
        raise BadPosition(
            N_(
                "position “{text}”: expected track, seat, tiles, hands, discards, one space between"
            ),
            text=text,
        )
    track = _read_track(text, fields[0], loose=loose)
    hands = _read_hands(text, fields[3], NUMBER | BACK if covered else NUMBER)
    turn = _read_seat(text, fields[1], len(hands))
    tiles = _read_tiles(text, fields[2], TO_COME + FACE_DOWN if covered else TO_COME)
    if turn is None:
        # The plain form leaves out what is being dealt instead of writing it as `?`.
        tiles = tiles.ljust(len(hands), TO_COME)
        if not any(CARD_TO_COME in hand for hand in hands):
            hands = tuple(hand + (CARD_TO_COME,) * (HAND_SIZE - len(hand)) for hand in hands)
    if len(tiles) != len(hands):
        raise BadPosition(
            N_("position “{text}”: {count} tiles for {seats} hands"),
            text=text,
            count=len(tiles),
            seats=len(hands),
        )
    position = Fields(track, turn, tiles, hands, _read_discards(text, fields[4]))
    _check_deck(text, position)
    _check_held(text, position)
    _check_turn(text, position)
    return position


def _read_track(text: str, field: str, *, loose: bool) -> tuple[str, ...]:
    squares = field.split("/")
    if len(squares) != SQUARES:
        raise BadPosition(
            N_("position “{text}”: {count} squares, expected 10 joined by “/”"),
            text=text,
            count=len(squares),
        )
    for number, square in enumerate(squares):
        if number == 0 and square == NO_ORDER and not loose:
            continue
        if square != "." and (not square or square.strip(TURTLES)):
            raise BadPosition(
                N_("position “{text}”: square {number} is “{square}”, expected turtles or “.”"),
                text=text,
                number=number,
                square=square,
            )
    standing = field.replace(NO_ORDER, TURTLES)
    for turtle in TURTLES:
        count = standing.count(turtle)
        if count != 1:
            raise BadPosition(
                N_(
                    "position “{text}”: the turtle {turtle} is on the track {count} times, not once"
                ),
                text=text,
                turtle=turtle,
                count=count,
            )
    return tuple("" if square == "." else square for square in squares)


def _read_hands(text: str, field: str, named: Mapping[str, Card]) -> tuple[Hand, ...]:
    hands = field.split("|")
    if not 2 <= len(hands) <= len(SEATS):
        raise BadPosition(
            N_("position “{text}”: {count} hands, expected 2 to 5 joined by “|”"),
            text=text,
            count=len(hands),
        )
    return tuple(
        _read_hand(text, seat, hand, named) for seat, hand in zip(SEATS, hands, strict=False)
    )


def _read_hand(text: str, seat: str, field: str, named: Mapping[str, Card]) -> Hand:
    names = field.split(",") if field else []
    for name in names:
        if name not in named and name != TO_COME:
            raise BadPosition(
                N_("position “{text}”: hand {seat} has “{card}”, which is not a card"),
                text=text,
                seat=seat,
                card=name,
            )
    if len(names) > HAND_SIZE:
        raise BadPosition(
            N_("position “{text}”: hand {seat} has {count} cards, but a hand holds at most 5"),
            text=text,
            seat=seat,
            count=len(names),
        )
    return tuple(sorted(named.get(name, CARD_TO_COME) for name in names))


def _read_seat(text: str, field: str, seats: int) -> Seat | None:
    if field != TO_COME and field not in tuple(SEATS[:seats]):
        raise BadPosition(
            N_("position “{text}”: the seat to move is “{seat}”, expected 1 to {seats} or “?”"),
            text=text,
            seat=field,
            seats=seats,
        )
    return None if field == TO_COME else SEATS.index(field)


def _read_tiles(text: str, field: str, unknown: str) -> str:
    for place, tile in enumerate(field):
        if tile not in TURTLES + unknown:
            raise BadPosition(
                N_("position “{text}”: tile {number} is “{tile}”, expected one of rgbyp"),
                text=text,
                number=place + 1,
                tile=tile,
            )
        if tile not in unknown and tile in field[:place]:
            raise BadPosition(
                N_("position “{text}”: the tile {tile} is dealt twice"), text=text, tile=tile
            )
    return field


def _read_discards(text: str, field: str) -> Counts:
    counts = NO_CARDS
    for name in () if field == "-" else field.split(","):
        if name not in NUMBER:
            raise BadPosition(
                N_("position “{text}”: the discards have “{card}”, which is not a card"),
                text=text,
                card=name,
            )
        counts = changed(counts, NUMBER[name], 1)
    return counts


def _check_deck(text: str, position: Fields) -> None:
    """Raise BadPosition if there are more copies of a card than the deck has."""
    for card, most in enumerate(DECK):
        count = position.discards[card] + sum(hand.count(card) for hand in position.hands)
        if count > most:
            raise BadPosition(
                N_("position “{text}”: {count} cards {card}, the deck has {most}"),
                text=text,
                count=count,
                card=CARDS[card],
                most=most,
            )


def _check_held(text: str, position: Fields) -> None:
    """Raise BadPosition if more cards are held, some of them face down, than are left."""
    held = sum(len(hand) - hand.count(CARD_TO_COME) for hand in position.hands)
    most = sum(DECK) - sum(position.discards)
    if held > most:
        raise BadPosition(
            N_("position “{text}”: {count} cards in hand, but the discards leave only {most}"),
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
        raise BadPosition(N_("position “{text}”: the game is over, nothing is dealt"), text=text)
    if turn is None and not cards_to_come:
        raise BadPosition(
            N_("position “{text}”: the seat is “?”, but every hand is full"), text=text
        )
    if turn is not None and (cards_to_come or TO_COME in tiles or track[0] == NO_ORDER):
        raise BadPosition(
            N_("position “{text}”: something is still to be dealt, so the seat must be “?”"),
            text=text,
        )
    if turn is not None and not hands[turn] and not over:
        raise BadPosition(
            N_("position “{text}”: seat {seat} is to move and has no card"),
            text=text,
            seat=SEATS[turn],
        )
