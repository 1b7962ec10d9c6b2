"""Reasons for which a touch is no move, told to whoever is to move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.errors import N_
from ludotheque.games import AnyGame, Reason
from ludotheque.position import Seat, View
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class ReasonSeen:
    """Why a touch is no move, in the viewer's language."""

    message: str
    rule: str
    """The number in the rulebook of the rule that says so; empty where none does."""
    spots: tuple[str, ...]
    """The places to look at."""


def reason_of(
    game: AnyGame, view: View[Any], seat: Seat, touches: Sequence[str], words: Words
) -> ReasonSeen:
    """Return why *touches*, the last of them in vain, are no move of *seat*, which is to move."""
    found = game.why(view, touches) if game.why is not None else None
    reason = found or _plainly(game, view, seat, touches)
    return ReasonSeen(words.say(reason.message, **reason.facts), reason.rule, reason.spots)


def _plainly(game: AnyGame, view: View[Any], seat: Seat, touches: Sequence[str]) -> Reason:
    """Return that it is so, and what can be touched: all that is known without the game's help."""
    choices = game.scene(view, seat, None).choices
    begun = tuple(touches[:-1])
    open_ = [choice.touches for choice in choices if choice.touches[: len(begun)] == begun]
    spots = tuple(dict.fromkeys(way[len(begun)] for way in open_ if len(way) > len(begun)))
    if begun and spots:
        return Reason(N_("It cannot go there."), {}, spots=spots)
    return Reason(N_("Nothing can be done with that now."), {}, spots=spots)
