"""The end of a game in a sentence, alike wherever it is told: who has won, and why."""

import re
from collections.abc import Sequence
from typing import Any

from ludotheque.games import AnyGame
from ludotheque.match import REASONS
from ludotheque.match.match import ABORTED
from ludotheque.pictures.telling import ending_of
from ludotheque.position import Outcome, Position
from ludotheque.words import Words


def ending_told(
    game: AnyGame, position: Position[Any], outcome: Outcome, names: Sequence[str], words: Words
) -> str:
    """Return how a game came out that ended at *position*, its players called by *names*.

    A game that has its own words for it says them, unless the match ended before its rules did.
    """
    concluded = ending_of(game, position, words)
    if concluded is not None:
        return re.sub(r"\{(\d+)\}", lambda fact: names[int(fact[1])], concluded.why)
    reason = words.say((REASONS | game.reasons)[outcome.reason])
    if outcome.reason == ABORTED:
        return words.say("Nobody has won: {reason}.", reason=reason)
    if outcome.drawn:
        return words.say("A draw: {reason}.", reason=reason)
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) > 1:
        return words.say(
            "{winners} share the win: {reason}.", winners=", ".join(winners), reason=reason
        )
    return words.say("{winner} wins: {reason}.", winner=winners[0], reason=reason)
