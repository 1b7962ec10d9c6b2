"""Display names of players, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludotheque.engine.level_names import computer_names
from ludotheque.page.sentences import SENTENCES
from ludotheque.tables.outgoing import ChairNoted
from ludotheque.words import Words

_GUEST: Final = SENTENCES["name-guest"]


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
    computers = computer_names(levels, words)
    return [computers.get(place, name) for place, name in enumerate(players)]
