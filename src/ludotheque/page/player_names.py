"""Display names of players, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludotheque.engine import LEVELS
from ludotheque.page.sentences import SENTENCES
from ludotheque.tables.outgoing import ChairNoted
from ludotheque.words import Words

_NUMBERED: Final = SENTENCES["name-n"]
_GUEST: Final = SENTENCES["name-guest"]


def level_names(words: Words) -> list[str]:
    """Return what the computers are called, the weakest first."""
    return [f"{words.say(level.name)} ({number})" for number, level in enumerate(LEVELS, 1)]


def chair_names(chairs: Sequence[ChairNoted], words: Words) -> list[str]:
    """Return the names of those on the chairs of a listed table."""
    names = [
        words.say(_GUEST, name=chair.name) if chair.guest else chair.name or words.say("Free chair")
        for chair in chairs
    ]
    levels = {number: chair.level for number, chair in enumerate(chairs) if chair.level is not None}
    return player_names(names, levels, words)


def player_names(players: Sequence[str], levels: Mapping[int, int], words: Words) -> list[str]:
    """Return *players* in their order; the computers by their *levels*, as at their table.

    A name says nothing about who bears it: a person may be called "Level 2".
    """
    computers = _computers(levels, words)
    return [computers.get(place, name) for place, name in enumerate(players)]


def _computers(levels: Mapping[int, int], words: Words) -> dict[int, str]:
    """Return the names of computers of those levels; of one level they are numbered in order."""
    names, full = {}, level_names(words)
    for key, level in levels.items():
        alike = [other for other in levels if levels[other] == level]
        short = words.say(LEVELS[level - 1].name)
        numbered = words.say(_NUMBERED, name=short, n=alike.index(key) + 1)
        names[key] = full[level - 1] if len(alike) == 1 else numbered
    return names
