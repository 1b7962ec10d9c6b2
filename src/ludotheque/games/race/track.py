"""Track of the turtle race: what the cards do on it (2.1 to 2.6), and who is ahead."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from ludotheque.games.race.cards import CARDS, LAST, RAINBOW, STEPS, SUIT, TURTLES, Hand
from ludotheque.games.race.material import SQUARES
from ludotheque.games.race.notation import Play

Track = tuple[str, ...]
"""The turtles on each square, from the bottom of the pile to the top."""

START: Final = 0
LETTUCE: Final = SQUARES - 1
"""The last square of the track that is printed; of any, it is the last."""

_DISCARDS: Final = tuple(Play(card) for card in range(len(CARDS)))
"""For each card, what is played where no card of the hand can be (2.6)."""


@cache
def _plays(turtles: str) -> tuple[tuple[Play, ...], ...]:
    """Return for each card what it does wherever the *turtles* stand, in their order."""
    return tuple(
        tuple(Play(card, turtle) for turtle in turtles if SUIT[card] in (turtle, RAINBOW, LAST))
        for card in range(len(CARDS))
    )


def plays(hand: Hand, track: Track, turtles: str = TURTLES) -> tuple[Play, ...]:
    """Return what *hand* may play on *track*: by card order, then by turtle r g b y p.

    Discards without effect are legal only where no card can be played (2.6).
    """
    on_start = track[START]
    last = rearmost(track)
    every = _plays(turtles)
    legal: list[Play] = []
    cards = dict.fromkeys(hand)
    for card in cards:
        if SUIT[card] == LAST:
            legal += [play for play in every[card] if play.turtle in last]
        elif STEPS[card] < 0:
            legal += [play for play in every[card] if play.turtle not in on_start]  # 2.4
        else:
            legal += every[card]
    return tuple(legal) or tuple(_DISCARDS[card] for card in cards)


def moved(track: Track, turtle: str, steps: int, *, loose: bool) -> Track:
    """Return *track* with *turtle*, and all that it carries, *steps* squares further (2.2, 2.3).

    On a *loose* start turtles stand side by side: none carries another, and their order is no fact.
    """
    square = find(track, turtle)
    pile = track[square]
    load = turtle if loose and square == START else pile[pile.index(turtle) :]
    arrival = min(square + steps, len(track) - 1)
    squares = list(track)
    squares[square] = pile.replace(load, "")
    squares[arrival] += load
    if loose and arrival == START:
        squares[START] = side_by_side(squares[START])
    return tuple(squares)


def rearmost(track: Track) -> str:
    """Return the turtles on the rearmost occupied square."""
    return next(filter(None, track))


def find(track: Track, turtle: str) -> int:
    """Return the square that *turtle* stands on."""
    for square, pile in enumerate(track):
        if turtle in pile:
            return square
    raise KeyError(turtle)


def side_by_side(turtles: str) -> str:
    """Return turtles that have no order in the one order in which they are written."""
    return "".join(sorted(turtles, key=TURTLES.index))


def ranks(track: Track, *, loose: bool) -> Iterator[tuple[int, str]]:
    """Yield square and turtles in race order, those that are level together (2, End)."""
    for square in range(len(track) - 1, START - 1, -1):
        pile = track[square]
        for level in (pile,) if loose and square == START else pile:
            yield square, level
