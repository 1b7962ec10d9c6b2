"""Terms of a table in words: what was agreed when it was opened."""

from dataclasses import replace
from typing import Final

from ludotheque.match import Clock, PerMove, SuddenDeath, read_clock
from ludotheque.match.clock import UNITS
from ludotheque.page.page_data import ClockData
from ludotheque.tables import Table, Terms
from ludotheque.words import Words

CLOCKS: Final = ("5m+3s~1m", "10m+5s~1m", "30m~1m", "30s/move~1m", "3d/move")
"""Those that the page offers; where moves are quick they wait for the first one."""
SLOW: Final = UNITS["h"]
"""The milliseconds a move from which on nobody is expected to stay at the screen."""


def clocks_offered(words: Words) -> list[ClockData]:
    """Return the clocks that one can choose on the page."""
    return [
        ClockData(
            text, clock_told(clock, words), isinstance(clock, PerMove) and clock.each_ms >= SLOW
        )
        for text, clock in ((text, read_clock(text)) for text in CLOCKS)
    ]


def clock_told(clock: Clock, words: Words) -> str:
    """Return a clock in words; as its text where it has none, such as `1m30s/move`."""
    minute, second, day = UNITS["m"], UNITS["s"], UNITS["d"]
    match clock:
        case SuddenDeath(initial, increment) if initial % minute == increment % second == 0:
            time = words.count("{n} minute each", "{n} minutes each", initial // minute)
            if not increment:
                return time
            more = _seconds(increment // second, words)
            return words.say("{time}, plus {more}", time=time, more=more)
        case PerMove(each) if each % day == 0:
            return words.count("{n} day a move", "{n} days a move", each // day)
        case PerMove(each) if each % second == 0 and each <= minute:
            return _seconds(each // second, words)
        case _:
            return str(replace(clock, grace_ms=0))


def _seconds(count: int, words: Words) -> str:
    return words.count("{n} second a move", "{n} seconds a move", count)


def agreed(table: Table, words: Words) -> list[str]:
    """Return what those at a table have agreed on, a short sentence each; who begins apart."""
    terms = table.terms
    # Before all have sat down nobody knows yet whether two of them share a screen.
    counts = terms.rated if table.free else table.rated
    return [
        words.say("No clock") if terms.clock is None else clock_told(terms.clock, words),
        *_waiting(terms.clock, words),
        words.say("One game")
        if terms.first_to == 1
        else words.say("First to {n} points", n=terms.first_to),
        *_unusual(terms, words),
        words.say("Counts towards the rankings")
        if counts
        else words.say("Does not count towards the rankings"),
        words.say("Everyone in the house may watch")
        if terms.public
        else words.say("Only those who have the link find this table"),
    ]


def _waiting(clock: Clock | None, words: Words) -> list[str]:
    """Return that the clock waits for the first move, if it does."""
    if clock is None or not clock.grace_ms:
        return []
    seconds = clock.grace_ms // UNITS["s"]
    return [
        words.count(
            "Each clock starts with its player’s first move, or after {n} second",
            "Each clock starts with its player’s first move, or after {n} seconds",
            seconds,
        )
    ]


def _unusual(terms: Terms, words: Words) -> list[str]:
    """Return the rules that are not those of the rulebook."""
    game = terms.game
    told = [
        words.say(
            "{rule}: {choice}",
            rule=words.say(game.called(name)),
            choice=words.say(game.called(name, value)),
        )
        for name, value in terms.options.items()
        if value != game.options[name][0]
    ]
    return told if terms.start is None else [words.say("From a position set up by hand"), *told]
