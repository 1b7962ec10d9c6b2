"""Episode: one game played by numbered actions, which is what every environment does.

A game ends as a match would: by its rules, by the third occurrence of a position where the game has
that ruling, by its limit of moves. Where a game has no limit, or a lower one is asked for, it is
broken off instead: *truncated*, without an outcome.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, Self

from ludotheque.match import drawn_by_ruling
from ludotheque.position import Outcome, Position, Seat
from ludotheque.research.lots import Lots
from ludotheque.research.terms import Terms


class Ending(NamedTuple):
    """How a game ended: with an outcome, or broken off without one."""

    outcome: Outcome | None

    @property
    def truncated(self) -> bool:
        """Whether the game was broken off."""
        return self.outcome is None

    def rewards(self, seats: int) -> tuple[float, ...]:
        """Return what each seat has won beyond an even share; nothing if it was broken off."""
        if self.outcome is None:
            return (0.0,) * seats
        return tuple(share * seats - 1 for share in self.outcome.shares)


def ended(terms: Terms, met: int, moves: int) -> Ending | None:
    """Return how a game that its own rules let go on has ended, if it has.

    The position has been met so often, and so many moves have led to it.
    """
    outcome = drawn_by_ruling(
        terms.seats,
        repetition=terms.game.repetition,
        limit=terms.moves if terms.drawn else None,
        met=met,
        moves=moves,
    )
    if outcome is not None:
        return Ending(outcome)
    return Ending(None) if moves >= terms.moves else None


class Episode(Protocol):
    """A game being played: a position, and the actions with which its next move has begun.

    Chance deals by itself; without lots to draw from, it waits for `deal`. In Python and in the
    kernel it is the same, action for action.
    """

    terms: Terms
    chance: Lots | None
    ending: Ending | None
    """How the game has ended, if it has."""

    @property
    def seat(self) -> Seat:
        """Who acts; after the end, the next who might have."""

    @property
    def moves(self) -> int:
        """How many moves have been made."""

    @property
    def legal(self) -> list[int]:
        """The legal actions, rising; none where chance is to move, and after the end."""

    @property
    def begun(self) -> tuple[int, ...]:
        """The actions with which the next move has begun."""

    @property
    def dealing(self) -> bool:
        """Whether chance is to move."""

    @property
    def position(self) -> Position[Any]:
        """The position that the next move begins from."""

    @property
    def last(self) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """The last move of a seat, None where there was none since the game was placed."""

    def copy(self) -> Self:
        """Return the same game, to go its own way."""

    def act(self, action: int) -> Ending | None:
        """Take *action* for the seat to act; return how the game ended, if it has.

        Raise IllegalMove, with the legal ones, if it is not legal; then nothing has changed.
        """

    def odds(self) -> Sequence[int]:
        """Return the weight of each deal where chance is to move, in the order of the rules."""

    def deal_name(self, number: int) -> str:
        """Return the text of the deal so numbered."""

    def witnesses(self) -> list[Seat]:
        """Return the seats that learn which move is made here."""

    def deal(self, number: int) -> str:
        """Make the move of chance so numbered, in the order of the rules; return its text."""

    def imagine(self, seat: Seat, rng: Random) -> None:
        """Put a position in place of this one that *seat* cannot tell from it.

        Where it is another, it is met for the first time: what came up in this world may not have
        come up in that one.
        """

    def place(self, position: Position[Any], moves: int) -> None:
        """Put *position* there, to go on from: so many moves have led to it."""

    def observe(self, seat: Seat) -> bytes | bytearray:
        """Return what *seat* may know."""
