"""Messages about puzzles: what is asked, and what is answered. docs/protocol.md describes it."""

from typing import Annotated, Final

from pydantic import Field

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
    Offered,
    RatingMoved,
    Running,
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
