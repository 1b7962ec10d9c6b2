"""Judgements as values: what each move of a game was worth, and what they come to.

Shares are of the one point, from 0 to 1; what is told to people in points is a hundred times that.
"""

from dataclasses import dataclass
from enum import Enum

from ludotheque.engine import Line, Score
from ludotheque.games.claims import Claim
from ludotheque.match import Setup
from ludotheque.position import Outcome, Seat
from ludotheque.study.luck import Account


class Label(Enum):
    """How bad a move was, by the share that it lost; its value is the least of that."""

    INACCURACY = 0.05
    MISTAKE = 0.10
    BLUNDER = 0.15


def label_of(loss: float) -> Label | None:
    """Return the gravest label that a *loss* of share earns, None for a move that passes."""
    return next((label for label in reversed(Label) if loss >= label.value), None)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A move of the line of play, judged by what its mover could know."""

    number: int
    """Its place in the line of play, from 0, chance's moves counted: `Match.positions[number]` is
    the position before it."""
    turn: int
    """Its number as people count: from 1, the moves of the seats alone."""
    seat: Seat
    move: str
    before: str
    """The text of the position before it; in games with secrets, of the mover's view."""
    lines: tuple[Line, ...]
    """The best lines from there, best first."""
    value: Score
    """What the mover could expect before: of the best move."""
    reached: Score
    """What the move that was played left the mover."""
    loss: float
    """The share that it cost: of `value`, less that of `reached`; nought for the best move."""
    label: Label | None
    best: bool
    """Whether nothing better was found."""
    only: bool
    """Whether every other move would have lost as much as a mistake does; there were others."""
    error: float = 0.0
    """The standard error of the loss; nought where none was drawn by lot."""
    answer: tuple[str, ...] = ()
    """The best line against it, from after it on; none where secrets make that unknown."""
    claims: tuple[Claim, ...] = ()
    """What there is to say about it, proved."""


@dataclass(frozen=True)
class Point:
    """A point of the graph: what each seat could expect at a position of the line of play."""

    number: int
    """The place of the position in `Match.positions`."""
    shares: tuple[float | None, ...]
    """By seat; None where only that seat could have said, and was not asked."""


@dataclass(frozen=True, kw_only=True)
class Review:
    """A game that was looked over, or the part of it that was looked at: it begins at the end."""

    setup: Setup
    result: Outcome | None
    """How the game ended, None if it was not over."""
    moves: tuple[Judged, ...]
    """In the order of play."""
    points: tuple[Point, ...]
    """The graph, in the order of play."""
    accuracies: tuple[float | None, ...]
    """By seat, from 0 to 100; None where a seat made no move that was looked at."""
    turning_points: tuple[int, ...]
    """The numbers of the moves that changed who was ahead, see `ludotheque.study.turning`."""
    luck: tuple[Account, ...] = ()
    """By seat, what the result was made of; none where nothing is left to chance, or the game was
    not over or not wholly looked at."""
    complete: bool = True
    """Whether every move was looked at."""

    def _repr_html_(self) -> str:
        from ludotheque.study.html_form import to_html  # noqa: PLC0415 - it is made of reviews

        return to_html(self)
