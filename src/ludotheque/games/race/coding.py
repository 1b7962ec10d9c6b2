"""The turtle race as numbers: an action is a card and the turtle that it moves.

The actions are every card in card order with every turtle that it might move, and then every card
discarded without effect (2.6). A seat counts the others from itself: the next to play is its first.
"""

from itertools import accumulate
from typing import Final

from ludotheque.games.coding import Actions, Coding, Planes
from ludotheque.games.race.cards import CARDS, DECK, LAST, RAINBOW, SUIT, TURTLES
from ludotheque.games.race.layout import Layout
from ludotheque.games.race.material import SQUARES
from ludotheque.games.race.notation import SEATS, Move, Play
from ludotheque.games.race.track import START
from ludotheque.position import Seat

PLAYS: Final = (
    *(
        Play(card, turtle)
        for card in range(len(CARDS))
        for turtle in TURTLES
        if SUIT[card] in (turtle, RAINBOW, LAST)
    ),
    *(Play(card) for card in range(len(CARDS))),
)
"""By the number of the action."""
_NUMBER: Final = {play: number for number, play in enumerate(PLAYS)}

PLANES: Final = (
    Planes(
        len(TURTLES) * SQUARES,
        "for each turtle, r g b y p, and each square from the start to the lettuce: it is there",
    ),
    Planes(
        len(TURTLES) * len(TURTLES),
        "for each turtle and each number from 0 to 4: it stands on that many others",
    ),
    Planes(len(TURTLES), "for each turtle: it is the seat’s own"),
    Planes(len(CARDS), "for each card, in card order: how many the seat holds"),
    Planes(len(CARDS), "for each card, in card order: how many lie among the discards"),
    Planes(1, "how many cards are left to draw"),
    Planes(
        (len(SEATS) - 1) * len(TURTLES),
        "for each other seat, the next to play first, and each turtle: the tile shows it to be"
        " that seat’s; only where tiles are open, or the game is over",
    ),
)
_SQUARE, _HEIGHT, _OWN, _HAND, _DISCARDS, _PILE, _TILES, _SIZE = accumulate(
    (planes.size for planes in PLANES), initial=0
)


def codes(_layout: Layout, move: Move) -> Actions:
    """Return the one action that a seat's *move* is."""
    if not isinstance(move, Play):
        raise TypeError(move)
    return (_NUMBER[move],)


def name(action: int, _seat: Seat) -> str:
    """Return the text of the move."""
    return str(PLAYS[action])


def observe(layout: Layout, seat: Seat, _begun: Actions) -> bytearray:
    """Return what lies open before *seat*, given as its own view or more than that."""
    planes = bytearray(_SIZE)
    for square, pile in enumerate(layout.track):
        level = layout.variant.loose and square == START
        for height, turtle in enumerate(pile):
            if turtle in TURTLES:
                number = TURTLES.index(turtle)
                planes[_SQUARE + number * SQUARES + square] = 1
                planes[_HEIGHT + number * len(TURTLES) + (0 if level else height)] = 1
    for away in range(layout.seats):
        tile = layout.tiles[(seat + away) % layout.seats]
        if tile in TURTLES:
            place = _TILES + (away - 1) * len(TURTLES) if away else _OWN
            planes[place + TURTLES.index(tile)] = 1
    for card in layout.hands[seat]:
        if card < len(CARDS):
            planes[_HAND + card] += 1
    planes[_DISCARDS:_PILE] = bytes(layout.discards)
    planes[_PILE] = layout.pile_size
    return planes


CODING: Final[Coding[Move]] = Coding(
    actions=len(PLAYS),
    name=name,
    codes=codes,
    shape=(_SIZE,),
    planes=PLANES,
    highest=sum(DECK),
    observe=observe,
    most_moves=400,
)
