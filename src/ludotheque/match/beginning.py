"""The first mover of a game at a table, and why it is theirs to begin.

The first game's beginner is said by those who play, or drawn by lot. Who begins every game after
it follows from the game before and from nothing else: not from how long the series is, nor from
whether there is one.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from ludotheque.errors import N_
from ludotheque.games import AnyGame, FirstBeginner
from ludotheque.match.deal import ticket
from ludotheque.match.match import ABORTED
from ludotheque.position import CHANCE, Outcome, Position, Seat

WhyNext = Literal["lost", "drawn", "sides", "next", "aborted"]
"""Why someone begins after a game: they lost it, or it was a draw that they had not begun; the two
swap sides, it is the next one's turn, or they had begun a game that ended without a result."""
Why = Literal["said", "lot"] | WhyNext
"""Why someone begins: those who play said so, a lot is drawn, or it follows from a game."""

_QUESTIONS: Final[Mapping[FirstBeginner, str]] = MappingProxyType(
    {"lot": N_("Who begins?"), "youngest": N_("Who is the youngest?")}
)
BEGINS: Final[Mapping[WhyNext, str]] = MappingProxyType(
    {
        "lost": N_("{name} lost, so {name} begins the next game."),
        "drawn": N_("A draw: {name} did not begin it, so {name} begins the next game."),
        "sides": N_("The players swap sides: {name} begins the next game."),
        "next": N_("Next in turn: {name} begins the next game."),
        "aborted": N_("{name} begins again."),
    }
)
"""A sentence for each reason that a game gives, with the next beginner's `{name}`."""


class Beginner(NamedTuple):
    """Who begins the game after one that has ended, and why."""

    seat: Seat
    """Their seat in the game that has ended."""
    why: WhyNext


def first_seat_begins(opening: Position[Any]) -> bool:
    """Return whether who sits at seat 0 begins: in a position of the table's own another may."""
    return opening.to_move in (0, CHANCE)


def question(game: AnyGame, *, computers: bool) -> str:
    """Return what to ask before a first game, with *computers* or without; they have no age."""
    return _QUESTIONS["lot" if computers else game.first_beginner]


def drawn_by_lot(seed: str, count: int) -> int:
    """Return which of *count* players begins, drawn from *seed* as `deal` draws, named `lot`."""
    return ticket(seed, "lot", count)


def beginner_after(game: AnyGame, outcome: Outcome) -> Beginner:
    """Return who begins after a game that seat 0 began and that ended so.

    After a game without a result, the same seat begins again.

    Where the loser begins and several have lost, as after a draw, it is the first of them after the
    seat that began.
    """
    seats = len(outcome.shares)
    if outcome.reason == ABORTED:
        return Beginner(0, "aborted")
    if game.next_beginner != "loser":
        return Beginner(1 % seats, game.next_beginner)
    worst = min(outcome.shares)
    losers = [seat for seat in range(seats) if outcome.shares[seat] == worst]
    seat = min(losers, key=lambda seat: (seat - 1) % seats)
    return Beginner(seat, "drawn" if len(losers) == seats else "lost")
