"""How those who play are called, in the reader's language."""

import re
from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine import LEVELS
from ludotheque.page.sentences import SENTENCES
from ludotheque.words import Words

_NUMBERED: Final = SENTENCES["name-n"]
_COMPUTER: Final = re.compile(r"Level (\d+)(?: \((\d+)\))?")
"""A computer in a record; among several of one level with the number of its chair."""


def level_names(words: Words) -> list[str]:
    """Return what the computers are called, the weakest first."""
    return [f"{words.say(level.name)} ({number})" for number, level in enumerate(LEVELS, 1)]


def chair_name(chair: dict[str, Any], words: Words) -> str:
    """Return the name of whoever sits on a chair of a listed table."""
    if chair["name"] is None:
        return words.say("Free chair")
    return player_names([str(chair["name"])], words)[0] if chair["computer"] else chair["name"]


def player_names(players: Sequence[str], words: Words) -> list[str]:
    """Return the players of a record as their table called them, by seat.

    Computers of one level are numbered in the order of their chairs, as the page does.
    """
    levels = level_names(words)
    computers = {
        seat: (int(found[1]), int(found[2] or 0))
        for seat, player in enumerate(players)
        if (found := _COMPUTER.fullmatch(player)) and 1 <= int(found[1]) <= len(levels)
    }
    names = list(players)
    for seat, (level, chair) in computers.items():
        alike = sorted(other for of, other in computers.values() if of == level)
        names[seat] = levels[level - 1]
        if len(alike) > 1:
            names[seat] = words.say(
                _NUMBERED,
                name=words.say(LEVELS[level - 1].name),
                n=alike.index(chair) + 1,
            )
    return names
