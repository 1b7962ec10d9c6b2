"""The end of the turtle race in words: whose turtle has won, why, and how all of them came in."""

from collections.abc import Iterator
from typing import Final

from ludotheque.errors import N_
from ludotheque.games import Conclusion, Ranked, Told, named
from ludotheque.games.race.cards import COLOURS
from ludotheque.games.race.colours import TURTLES
from ludotheque.games.race.rules import Race
from ludotheque.games.race.track import LETTUCE, START, ranks

_FIRST: Final = (
    N_("{owner}’s {turtle} is first at the lettuce!"),
    N_("Your {turtle} is first at the lettuce!"),
)
"""To everyone, and to its owner."""
_FIRST_OWNED: Final = (
    N_("{owner}’s {turtle} wins at the lettuce: nobody plays the turtles ahead of it."),
    N_("Your {turtle} wins at the lettuce: nobody plays the turtles ahead of it."),
)
_NEAREST: Final = (
    N_("Nobody plays a turtle at the lettuce. Of those played, {owner}’s {turtle} is ahead!"),
    N_("Nobody plays a turtle at the lettuce. Of those played, your {turtle} is ahead!"),
)
_PILE: Final = N_("In a pile, the lower turtle is ahead.")


def conclude(position: Race) -> Conclusion:
    """Return how a race that is over came out, in race order (2, End)."""
    outcome = position.outcome()
    assert outcome is not None  # noqa: S101 - who asks has looked
    ranking = tuple(_ranking(position))
    if outcome.reason == "level":
        shared = N_("Nobody’s turtle has left the start: those who are level there share the win.")
        return Conclusion((Told(shared, {}),), (), ranking)
    winner = outcome.winners[0]
    tile = position.tiles[winner]
    square = next(at for at, turtles in _order(position) if tile in turtles)
    first = next(turtles for _, turtles in _order(position))
    kind = _NEAREST if square != LETTUCE else _FIRST if tile == first else _FIRST_OWNED
    pile = position.track[square]
    below = (
        (Told(_PILE, {}),) if any(other in position.tiles for other in _above(pile, tile)) else ()
    )
    facts = {"owner": named(winner), "turtle": TURTLES[tile]}
    why, yours = (Told(sentence, facts) for sentence in kind)
    return Conclusion((why, *below), (yours, *below), ranking)


def _above(pile: str, turtle: str) -> str:
    return pile.partition(turtle)[2]


def _order(position: Race) -> Iterator[tuple[int, str]]:
    return ranks(position.track, loose=position.variant.loose)


def _ranking(position: Race) -> Iterator[Ranked]:
    """Yield every turtle, those of nobody too, and how far it came."""
    place = 1
    for square, turtles in _order(position):
        for turtle in turtles:
            owner = (position.tiles.index(turtle),) if turtle in position.tiles else ()
            told = Told(_where(square), {"turtle": TURTLES[turtle], "square": square})
            yield Ranked(place, f"racer/{COLOURS[turtle]}", owner, told)
        place += len(turtles)


def _where(square: int) -> str:
    if square == LETTUCE:
        return N_("{turtle}, at the lettuce")
    return N_("{turtle}, on the start") if square == START else N_("{turtle}, on square {square}")
