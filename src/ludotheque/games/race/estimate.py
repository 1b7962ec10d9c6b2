"""A rough guess at who is winning the race, for players who look one move ahead."""

from ludotheque.games.race.rules import Race
from ludotheque.games.race.track import LETTUCE, find


def estimate(position: Race) -> tuple[float, ...]:
    """Return each seat's guessed share: the further its own turtle has come, the more.

    A seat's guess leaves the other tiles out, which it can only imagine: the guesses do not add up.
    """
    return tuple((find(position.track, tile) + 1) / (LETTUCE + 2) for tile in position.tiles)
