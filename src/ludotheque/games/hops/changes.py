"""Changes of value by which dice of Hops are from all sixes, by what they show, wherever they are.

A die changes by one, over another that shows what it showed or what it comes to show; every change
can be taken back (3.6), so they are counted from the goal.
"""

from collections.abc import Collection
from functools import cache

from ludotheque.games.hops.board import HIGHEST, VALUES
from ludotheque.games.hops.notation import MOST_DICE

Shown = tuple[int, ...]
"""The values of a side's dice, in order."""


@cache
def _changes(helpers: frozenset[int]) -> dict[Shown, int]:
    """Return how many changes all sixes are away, by the values of the dice.

    Beside the dice themselves there are *helpers*, which never change.
    """
    changes: dict[Shown, int] = {}
    for dice in range(MOST_DICE + 1):
        ahead = [(HIGHEST,) * dice]
        changes[ahead[0]] = 0
        for shown in ahead:
            for place, value in enumerate(shown):
                others = {*shown[:place], *shown[place + 1 :], *helpers}
                for new in (value - 1, value + 1):
                    if new in VALUES and (value in others or new in others):
                        found = tuple(sorted((*shown[:place], *shown[place + 1 :], new)))
                        if found not in changes:
                            changes[found] = changes[shown] + 1
                            ahead.append(found)
    return changes


def changes_to_go(shown: Collection[int], helpers: Collection[int] = ()) -> int | None:
    """Return the changes of value from dice that are *shown* to all sixes; None if never."""
    return _changes(frozenset(helpers)).get(tuple(sorted(shown)))
