"""Sentences of games for people, as values: a template marked by `N_`, and its facts.

Nothing is said here: `Words.say` does, in the reader's language.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ludotheque.position import Seat

Edge = Literal["above", "below"]
"""Where something lies on a board as it is drawn; on a board that is turned it is the other one."""


class Told(NamedTuple):
    """A short sentence about a move: a template marked by `N_` and its facts, for `Words.say`."""

    message: str
    facts: Mapping[str, object]


class Duty(NamedTuple):
    """What the rules leave a seat no choice about, as a sentence, and the rule that says so."""

    message: str
    facts: Mapping[str, object]
    rule: str
    """Its number in the rulebook, such as `1.5`."""


class Aim(NamedTuple):
    """What wins the game, as a sentence, and how that looks."""

    message: str
    facts: Mapping[str, object]
    edge: Edge | None = None
    """Where on the board it is to be, as the board is drawn: the sentence says it by `{edge}`."""
    spots: tuple[str, ...] = ()
    """The places to come to, if there are any."""
    way: tuple[str, ...] = ()
    """The places on a way there, for a picture."""
    reached: str = ""
    """The text of a position in which it is reached, for a picture; empty for none."""


class Tally(NamedTuple):
    """How far a seat has come, where that is counted: so many of what is wanted."""

    symbol: str
    """What is counted, as it looks."""
    reached: int
    wanted: int
    told: Told
    """The same as a sentence."""


class Question(NamedTuple):
    """What a hand is asked on the way to a move, beside the places that it touches."""

    spot: str
    """Where that is which it is about."""
    told: Told
    answers: Mapping[str, Told]
    """In words, by what is touched for it: `+`, `=4`."""


class Ranked(NamedTuple):
    """A line of the ranking at the end of a game: what came in there, and who had played it."""

    place: int
    """From 1; those who are level have the same."""
    symbol: str
    """What it looks like, as in a scene."""
    seats: tuple[Seat, ...]
    """Nobody where it was no one's."""
    told: Told


class Conclusion(NamedTuple):
    """How a game came out, in words; `named` stands for the people in them."""

    why: tuple[Told, ...]
    yours: tuple[Told, ...] = ()
    """The same, said to whoever has won alone; none where there is nobody to say it to."""
    ranking: tuple[Ranked, ...] = ()


def named(seat: Seat) -> str:
    """Return what a fact holds in place of a name, `{0}`: who knows the names fills them in."""
    return f"{{{seat}}}"


class Reason(NamedTuple):
    """Why a touch cannot be a move, as a sentence, and what could be touched instead."""

    message: str
    facts: Mapping[str, object]
    rule: str = ""
    """The number in the rulebook of the rule that says so; empty where none does."""
    spots: tuple[str, ...] = ()
    """The places to look at."""
