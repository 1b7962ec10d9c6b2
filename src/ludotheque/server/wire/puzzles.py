"""What is asked and answered about puzzles. docs/protocol.md describes it."""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from ludotheque.pictures import Picture
from ludotheque.server.wire.messages import (
    MOST_PREVIEWS,
    MOST_TOUCHES,
    GameText,
    Incoming,
    Key,
    Number,
    Touch,
)
from ludotheque.study.puzzles.messages import (
    Answered,
    Asked,
    Explained,
    GivenUp,
    Hinted,
    Looked,
    RatingMoved,
)

__all__ = [
    "AnswerGiven",
    "Answered",
    "Asked",
    "Explained",
    "GivenUp",
    "Hinted",
    "Look",
    "Looked",
    "Offered",
    "RatingMoved",
    "RunAnswer",
    "Running",
    "Wondering",
]

LONGEST_SOLUTION: Final = 40
"""More moves than the solution of any puzzle has."""

Made = Annotated[list[GameText], Field(max_length=LONGEST_SOLUTION)]
"""The right moves so far, and the replies to them."""


class AnswerGiven(Incoming):
    """An answer to a puzzle."""

    made: Made = Field(default_factory=list)
    answer: GameText


class Look(Incoming):
    """Moves of which a preview is wanted, and touches of which the last was in vain."""

    made: Made = Field(default_factory=list)
    tries: Annotated[list[GameText], Field(max_length=MOST_PREVIEWS)] = Field(default_factory=list)
    touches: Annotated[list[Touch], Field(max_length=MOST_TOUCHES)] = Field(default_factory=list)


class Wondering(Incoming):
    """A wrong answer that somebody who knows the solution wants explained."""

    solution: Made
    made: Made = Field(default_factory=list)
    answer: GameText


class RunAnswer(Incoming):
    """An answer in a run against the clock."""

    run: Key
    turn: Number
    made: Made = Field(default_factory=list)
    answer: GameText


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """The puzzle that counts next for somebody."""

    id: str | None
    """Null if they have tried all that there are."""
    points: int
    puzzles: int
    """How many have counted so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A run against the clock."""

    run: str
    turn: int
    """The number of the puzzle that is asked, from 0."""
    left: int
    """The milliseconds that are left."""
    right: int
    wrong: int
    misses: int
    """The wrong answer that ends a run."""
    over: bool
    best: int
    """The most that a run has solved, this one included."""
    answered: bool | None
    """Whether the last answer was right; null before any."""
    made: tuple[str, ...]
    """The moves of the present solution that have been made."""
    pictures: tuple[Picture, ...]
    """After a right move that is not the last of its puzzle, and after the reply to it."""
    asked: Asked | None
    """The next puzzle; null where the present one goes on, and at the end."""
