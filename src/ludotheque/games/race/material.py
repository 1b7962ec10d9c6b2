"""The material of a race: how many turtles, squares and cards there are.

The race on the shelf is played with all that is printed. Smaller ones, for programs that study the
game to its end, leave out some of it, and their rules are the same.
"""

from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

from ludotheque.games.race.cards import DECK, HAND_SIZE, TO_COME, TURTLES, Counts

SQUARES: Final = 10


class Material(NamedTuple):
    """What a race is played with."""

    turtles: str = TURTLES
    """Those that run, the first of the five."""
    squares: int = SQUARES
    """From the start to the lettuce bed, both counted."""
    hand: int = HAND_SIZE
    """How many cards a seat holds."""
    deck: Counts = DECK
    """How many copies there are of each card, in card order."""

    @property
    def no_order(self) -> str:
        """What stands on the start until the order of the pile is drawn."""
        return TO_COME * len(self.turtles)


PRINTED: Final = Material()


@cache
def orders(turtles: str) -> tuple[str, ...]:
    """Return every order in which *turtles* may stand on each other."""
    return tuple("".join(order) for order in permutations(turtles))
