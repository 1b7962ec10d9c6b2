"""Thread pool, one for all that thinks in this process, shared fairly.

The computers' moves are for people: who plays at many tables waits for themselves, and never takes
all threads where there are several. Questions are an address's, one at a time. Moves come before
questions, hints and analyses, for which nobody's clock runs; but now and then a question comes
first, and where there are several threads, one is always left to the moves. Reviews come last of
all, a position at a time and one at once: whoever has a game looked over has time.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractAsyncContextManager
from typing import Final, Literal, ParamSpec, TypeVar

from ludotheque.arena import cores
from ludotheque.server import metrics
from ludotheque.server.turns import Line, Pool, Turn
from ludotheque.server.wire.errors import TooOften

P = ParamSpec("P")
T = TypeVar("T")

Kind = Literal["move", "question", "review"]

PATIENCE: Final = 3
"""The moves that come before a question that waits."""
FORBEARANCE: Final = 12
"""The moves and questions that come before a position of a review that waits."""
QUESTIONS_EACH: Final = 4
"""The questions from one address that may wait; one more is refused."""
A_WHILE: Final = 2
"""The seconds after which whoever was refused may ask again."""


class Thinking(Pool):
    """The threads, and who waits for one of them."""

    def __init__(self, threads: int | None = None) -> None:
        most = cores() if threads is None else threads
        super().__init__(most, "thinking")
        self._moves = Line("move", most, each=max(1, most - 1))
        self._beside = max(1, most - 1)
        """How many that are no moves may be thought about at once."""
        self._questions = Line("question", self._beside)
        self._reviews = Line("review", 1)
        self._lines = {"move": self._moves, "question": self._questions, "review": self._reviews}
        self._passed = 0
        """The moves that have come before the question that waits longest."""
        self._put_off = 0
        """The moves and questions that have come before the review that waits longest."""

    def turn(
        self, kind: Kind, whose: Hashable, cost: float = 1.0
    ) -> AbstractAsyncContextManager[Turn]:
        """Wait for a thread and give it; what costs less than others' comes sooner."""
        return self.turn_in(self._lines[kind], whose, cost)

    async def answer(
        self, address: str, work: Callable[P, T], *args: P.args, **facts: P.kwargs
    ) -> T:
        """Return the result of *work*, a question from that address, when its turn has come.

        Raise TooOften if too many from there wait already.
        """
        if self._questions.waiting(address) >= QUESTIONS_EACH:
            metrics.limited.labels("question").inc()
            raise TooOften.after(A_WHILE)
        async with self.turn("question", address) as turn:
            return await turn.run(work, *args, **facts)

    def next_line(self) -> Line:
        """Return the line whose turn it is."""
        if self._questions.inside + self._reviews.inside >= self._beside:
            return self._moves
        line = self._before_reviews()
        if not self._reviews.ready:
            return line
        if line.ready and self._put_off < FORBEARANCE:
            self._put_off += 1
            return line
        self._put_off = 0
        return self._reviews

    def _before_reviews(self) -> Line:
        """Return the line whose turn it is if nobody has a game looked over."""
        if not self._questions.ready:
            return self._moves
        if self._moves.ready and self._passed < PATIENCE:
            self._passed += 1
            return self._moves
        self._passed = 0
        return self._questions
