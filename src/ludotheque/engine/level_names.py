"""Names of computers by their levels, in the reader's language."""

from collections.abc import Mapping
from typing import Final

from ludotheque.engine.levels import LEVELS
from ludotheque.errors import N_
from ludotheque.words import Words

NUMBERED: Final = N_("{name} #{n}")
"""How computers of one level are told apart."""


def level_names(words: Words) -> list[str]:
    """Return what the computers are called, the weakest first."""
    return [f"{words.say(level.name)} ({number})" for number, level in enumerate(LEVELS, 1)]


def computer_names(levels: Mapping[int, int], words: Words) -> dict[int, str]:
    """Return the names of computers of those levels; of one level they are numbered in order."""
    names, full = {}, level_names(words)
    for key, level in levels.items():
        alike = [other for other in levels if levels[other] == level]
        short = words.say(LEVELS[level - 1].name)
        numbered = words.say(NUMBERED, name=short, n=alike.index(key) + 1)
        names[key] = full[level - 1] if len(alike) == 1 else numbered
    return names
