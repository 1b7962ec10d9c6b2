"""Smaller races, off the shelf: for programs that study a game to its end.

Turtles, squares, cards in hand and the copies of each kind of card are chosen; the rules are those
of the race, and so are the texts, the actions and the planes: what is left out is never there.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import Final

from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame, Scaling, take
from ludotheque.games.race.cards import DECK, HAND_SIZE, TURTLES
from ludotheque.games.race.material import SQUARES, Material
from ludotheque.games.race.rules import Race, RaceView

_COLOURED: Final = ("far", "on", "back")
"""What is asked for of the three cards of a colour, `++`, `+` and `-`."""
_OTHERS: Final = ("rainbow_on", "rainbow_back", "last_on", "last_far")
"""And of the cards after those, in card order."""
_FEWEST_SQUARES: Final = 3
"""The start, a square on the way, and the salads."""
_FEWEST_TURTLES: Final = 2

SIZES: Final[Mapping[str, range]] = {
    "turtles": range(_FEWEST_TURTLES, len(TURTLES) + 1),
    "squares": range(_FEWEST_SQUARES, SQUARES + 1),
    "hand": range(1, HAND_SIZE + 1),
    **{name: range(DECK[card] + 1) for card, name in enumerate(_COLOURED)},
    **{
        name: range(DECK[card] + 1)
        for card, name in enumerate(_OTHERS, start=len(TURTLES) * len(_COLOURED))
    },
}


def scaled(sizes: Mapping[str, int]) -> AnyGame:
    """Return the race of those *sizes*, every one of `SIZES`. Raise BadOption for too few cards."""
    return _scaled(tuple(sizes[name] for name in SIZES))


@cache
def _scaled(sizes: tuple[int, ...]) -> AnyGame:
    chosen = dict(zip(SIZES, sizes, strict=True))
    running = chosen["turtles"]
    coloured = tuple(chosen[name] for name in _COLOURED)
    deck = (
        *chain(*[coloured] * running),
        *(0,) * len(_COLOURED) * (len(TURTLES) - running),
        *(chosen[name] for name in _OTHERS),
    )
    material = Material(TURTLES[:running], chosen["squares"], chosen["hand"], deck)
    most = min(running, sum(deck) // material.hand)
    if most < _FEWEST_TURTLES:
        raise BadOption(
            N_("a deck of {count} is too small for two hands of {hand}"),
            count=sum(deck),
            hand=material.hand,
        )
    race = take("race")
    return replace(
        race,
        slug="small-race",
        seats=range(race.seats[0], most + 1),
        opening=partial(Race.opening, material=material),
        read_position=partial(Race.read, material=material),
        read_view=partial(RaceView.read, material=material),
        # What was measured, written or proved for the race on the shelf is not so for others.
        tell=None,
        aim=None,
        conclude=None,
        estimate=None,
        claims=None,
        editing=None,
        puzzling=None,
        scaling=None,
    )


SCALING: Final = Scaling(sizes=SIZES, scaled=scaled)
