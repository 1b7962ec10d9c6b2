"""Attempts: trying a puzzle move by move, for a page, a terminal or a notebook alike."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from ludotheque.engine import kernel
from ludotheque.engine.proof import OutOfBudget, Prover, prover
from ludotheque.errors import N_, BadMove
from ludotheque.position import Position, View
from ludotheque.study.puzzles.puzzle import Puzzle, Task

NODES = 3_000_000
NODES_SLOWLY = 5_000
"""The nodes, of the kernel and of Python, after which nobody waits for the proof of what is wrong
with a move."""


@dataclass(frozen=True)
class Attempt:
    """A puzzle being solved: the moves so far, all of them right, and the replies to them."""

    puzzle: Puzzle
    made: tuple[str, ...] = ()

    @property
    def now(self) -> View[Any]:
        """What the solver sees."""
        if self.puzzle.covered:
            return self.puzzle.view()
        return self._position()

    @property
    def solved(self) -> bool:
        """Whether nothing more is asked for."""
        return len(self.made) >= len(self.puzzle.line)

    @property
    def wanted(self) -> str:
        """What is to be answered next."""
        return self.puzzle.line[len(self.made)]

    def read(self, text: str) -> str:
        """Return the answer that *text* writes, or raise what says that it is none."""
        puzzle = self.puzzle
        if puzzle.task is Task.SECRET:
            named = text.strip().casefold()
            for answer in puzzle.answers:
                if named == answer.text.casefold():
                    return answer.text
            raise BadMove(
                N_("“{text}” is none of the answers: {answers}"),
                text=text,
                answers=" ".join(answer.text for answer in puzzle.answers),
            )
        return str(puzzle.taken.move(text, self.now))

    def answer(self, move: str) -> "Verdict":
        """Return whether *move*, an answer as `read` returns it, is right, and what follows."""
        if move != self.wanted:
            return Verdict(right=False, next=self)
        made = (*self.made, move)
        reply = self.puzzle.line[len(made) : len(made) + 1]
        return Verdict(right=True, next=replace(self, made=(*made, *reply)), reply=reply)

    def refuted(self, move: str) -> tuple[str, ...]:
        """Return the line by which the other side wins against a wrong *move*, where it does."""
        if self.puzzle.task is not Task.HOLD:
            return ()
        position = self._position()
        after = position.after(self.puzzle.taken.move(move, position))
        try:
            return self._prover().line(after, 1 - self.puzzle.seat, self.puzzle.plies)
        except OutOfBudget:
            return ()

    def defended(self, move: str) -> tuple[str, ...]:
        """Return a reply to a wrong *move* after which there is no win in time, where there is one.

        In time is within the plies that the right move needs.
        """
        if self.puzzle.task is not Task.WIN:
            return ()
        position = self._position()
        after = position.after(self.puzzle.taken.move(move, position))
        if after.to_move != 1 - self.puzzle.seat:
            return ()
        left = self.puzzle.plies - len(self.made)
        try:
            return self._prover().holding(after, left - 1)[:1]
        except OutOfBudget:
            return ()

    def onward(self) -> tuple[str, ...]:
        """Return the rest of the win after these moves, defended as long as can be.

        There is none where no win is asked for, and where its proof takes too long.
        """
        if self.puzzle.task is not Task.WIN:
            return ()
        left = self.puzzle.plies - len(self.made)
        try:
            return self._prover().line(self._position(), self.puzzle.seat, left)
        except OutOfBudget:
            return ()

    def _prover(self) -> Prover:
        game = self.puzzle.taken
        return prover(game, nodes=NODES if kernel.has_prover(game) else NODES_SLOWLY)

    def given_up(self) -> Self:
        """Return the attempt with the rest of the solution played."""
        return replace(self, made=self.puzzle.line)

    def _position(self) -> Position[Any]:
        position, game = self.puzzle.begin(), self.puzzle.taken
        for move in self.made:
            position = position.after(game.move(move, position))
        return position


class Verdict(NamedTuple):
    """What came of an answer."""

    right: bool
    next: Attempt
    """The attempt as it goes on: where it was if the answer was wrong."""
    reply: tuple[str, ...] = ()
    """The move that the other side made, if it is not over."""
