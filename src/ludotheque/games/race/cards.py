"""The turtles and the 52 cards (2, Material). A card is its number in card order."""

from typing import Final

TURTLES: Final = "rgbyp"
COLOURS: Final = dict(zip(TURTLES, ("red", "green", "blue", "yellow", "purple"), strict=True))

RAINBOW: Final = "*"
LAST: Final = "^"

_COPIES: Final = {
    **{
        turtle + sign: copies
        for turtle in TURTLES
        for sign, copies in (("++", 1), ("+", 5), ("-", 2))
    },
    RAINBOW + "+": 5,
    RAINBOW + "-": 2,
    LAST + "+": 3,
    LAST + "++": 2,
}
_STEPS: Final = {"++": 2, "+": 1, "-": -1}

Card = int
Hand = tuple[Card, ...]
"""Cards in card order, then those face down, then those to come."""
Counts = tuple[int, ...]
"""How many there are of each card, in card order: a heap without an order."""

CARDS: Final = tuple(_COPIES)
"""The text of each card; its place is the card's number."""
NUMBER: Final = {name: number for number, name in enumerate(CARDS)}
SUIT: Final = tuple(name[0] for name in CARDS)
"""The turtle that each card moves, or `RAINBOW`, or `LAST`."""
STEPS: Final = tuple(_STEPS[name[1:]] for name in CARDS)
"""The squares that each card moves a turtle by (2.2)."""

DECK: Final[Counts] = tuple(_COPIES.values())
NO_CARDS: Final[Counts] = (0,) * len(CARDS)
HAND_SIZE: Final = 5

FACE_DOWN: Final = "#"
"""Stands for a tile or a card that the viewer may not know."""
TO_COME: Final = "?"
"""Stands for what chance has still to say."""
HIDDEN_CARD: Final[Card] = len(CARDS)
CARD_TO_COME: Final[Card] = len(CARDS) + 1
FACES: Final = (*CARDS, FACE_DOWN, TO_COME)
"""The text of each card, of a card face down and of a card to come."""


def changed(counts: Counts, card: Card, by: int) -> Counts:
    """Return *counts* with *by* more of *card*."""
    return (*counts[:card], counts[card] + by, *counts[card + 1 :])


def listed(counts: Counts) -> list[Card]:
    """Return every single card of *counts*, in card order."""
    return [card for card, copies in enumerate(counts) for _ in range(copies)]
