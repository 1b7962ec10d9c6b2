"""The seam: what every game gives, and all that the other rooms may ask of it.

A game is a set of positions and the moves between them. Nothing here knows a game, keeps a history
or draws a random number: repetition, clocks and the deal belong to the match.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Protocol, Self, TypeVar

from ludotheque.errors import N_, IllegalMove

M = TypeVar("M", bound=Hashable)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)
P = TypeVar("P", bound="Position[Any]")

Seat = int
"""A place at the table, counted from 0. People count from 1."""


class Chance(Enum):
    """The player without a seat who shuffles and deals."""

    CHANCE = "chance"


CHANCE = Chance.CHANCE


@dataclass(frozen=True)
class Outcome:
    """How a game ended: each seat's share of the one point, and the rule that ended it."""

    shares: tuple[float, ...]
    """One a seat; they add up to 1. A shared win is shared evenly among its winners."""
    reason: str
    """The key of the rule: the game's own (`corner`) or the match's (`repetition`)."""

    @classmethod
    def win(cls, seats: int, *winners: Seat, reason: str) -> Self:
        """Return the outcome in which *winners* share the point evenly."""
        share = 1 / len(winners)
        return cls(tuple(share if seat in winners else 0.0 for seat in range(seats)), reason)

    @classmethod
    def draw(cls, seats: int, reason: str) -> Self:
        """Return the outcome in which every seat has the same share."""
        return cls.win(seats, *range(seats), reason=reason)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the largest share; all of them after a draw."""
        best = max(self.shares)
        return tuple(seat for seat, share in enumerate(self.shares) if share == best)

    @property
    def drawn(self) -> bool:
        """Whether nobody has done better than anybody."""
        return len(self.winners) == len(self.shares)


class View(Protocol[M_co]):
    """What one seat, or a spectator, may know of a position. Immutable and hashable."""

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must act; None once the game is over."""

    def moves(self) -> Sequence[M_co]:
        """Return the legal moves, as far as the viewer may know them."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def imagined(self, rng: Random) -> "Position[Any]":
        """Return a full position that looks just like this to the viewer, each equally likely."""

    @property
    def scaled(self) -> bool:
        """Whether it is of a game that was made smaller: who knows the game does not know it."""

    def __str__(self) -> str: ...


class Position(Protocol[M]):
    """A moment in a game: immutable, hashable, complete."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must act; None once the game is over."""

    def moves(self) -> Sequence[M]:
        """Return every legal move, in a fixed order; none exactly when the game is over."""

    def odds(self) -> Sequence[int]:
        """Where chance is to move, return one whole weight a move."""

    def move(self, text: str) -> M:
        """Return the legal move that *text* names; raise BadMove or IllegalMove, saying why."""

    def after(self, move: M) -> Self:
        """Return the position that *move* leads to. The caller knows it is legal; `play` checks.

        The text of a move is none: raise TypeError.
        """

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def seen_by(self, seat: Seat | None) -> View[M]:
        """Return what *seat* may know, built up from nothing. None is a spectator."""

    def witnessed_by(self, seat: Seat | None) -> bool:
        """Return whether *seat* learns which move is made here: a card dealt face down is not."""

    def imagined(self, rng: Random) -> "Position[Any]":
        """Return the position itself: who sees everything has nothing to imagine."""

    @property
    def scaled(self) -> bool:
        """Whether it is of a game that was made smaller: who knows the game does not know it."""

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Seen:
    """A move that a seat has witnessed, and how the table looked to it before."""

    seat: Seat
    move: Any
    before: View[Any]


class Open:
    """The part of the seam that is the same for every game without chance and without secrets."""

    def odds(self) -> tuple[int, ...]:
        """Return no weights: chance never moves here."""
        return ()

    def seen_by(self, seat: Seat | None) -> Self:  # noqa: ARG002 - everyone sees the same
        """Return the position itself: everyone sees everything."""
        return self

    def witnessed_by(self, seat: Seat | None) -> bool:  # noqa: ARG002 - everyone sees the same
        """Return True: every move is made in the open."""
        return True

    def imagined(self, rng: Random) -> Self:  # noqa: ARG002 - nothing is left to chance
        """Return the position itself: nothing is hidden."""
        return self


def play(position: P, move: Hashable) -> P:
    """Return the position after *move*, which may be its text.

    Raise BadMove where the text cannot be read, IllegalMove where the move is not legal.
    """
    if isinstance(move, str):
        move = position.move(move)
    elif move not in position.moves():
        raise IllegalMove(N_("the move “{move}” is not legal here"), move=move)
    return position.after(move)


def not_a_text(move: str) -> TypeError:
    """Return what `after` raises when it is given the text of a move: it trusts, and reads none."""
    return TypeError(
        f"after() takes a move, not text: play(position, {move!r}) reads and checks it"
    )


def perft(position: Position[Any], depth: int) -> int:
    """Count the move sequences of exactly *depth* moves below *position*."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.moves())
    return sum(perft(position.after(move), depth - 1) for move in position.moves())


def imagined_by(position: Position[M], seat: Seat | None, rng: Random) -> Position[M]:
    """Return a position that *seat* cannot tell from *position*.

    It is built from the seat's view alone, so it cannot hold more than the seat may know.
    """
    return position.seen_by(seat).imagined(rng)
