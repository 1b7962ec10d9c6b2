"""Searches for what a side of Tortuga can force: a lead in turtles, or a turtle on its goal.

They look at a limited number of positions, and then leave the question open.
"""

from collections.abc import Iterator

from ludotheque.games.tortuga.board import SIDES, Side
from ludotheque.games.tortuga.notation import Move
from ludotheque.games.tortuga.rules import Tortuga, foe_of


class OutOfPatience(Exception):
    """The question stays open."""


def lead(position: Tortuga, side: Side) -> int:
    """Return how many turtles on their feet *side* has more than its foe."""
    return position.cells.count(side) - position.cells.count(foe_of(side))


class Search:
    """What *side* can force, as far as *patience* positions tell; then OutOfPatience is raised."""

    def __init__(self, side: Side, patience: int) -> None:
        self.side = side
        self._patience = patience

    def won(self, position: Tortuga) -> bool | None:
        """Return whether the side has won; None while the game goes on."""
        outcome = position.outcome()
        return None if outcome is None else outcome.shares[SIDES.index(self.side)] == 1

    def arrived(self, position: Tortuga) -> bool | None:
        """Return whether the side is on its goal; None while the game goes on."""
        outcome = position.outcome()
        return None if outcome is None else self.won(position) and outcome.reason != "stuck"

    def _next(self, position: Tortuga) -> Iterator[Tortuga]:
        """Yield where the moves of *position* lead, first those that turn most turtles."""
        found = [position.after(move) for move in position.moves()]
        self._patience -= len(found)
        if self._patience < 0:
            raise OutOfPatience
        yield from sorted(found, key=lambda after: lead(after, position.turn), reverse=True)

    def wins_lead(self, position: Tortuga, wanted: int) -> bool:
        """Return whether the side, to move, can come to a lead of *wanted* turtles, see `keeps`."""
        return any(self.keeps(after, wanted) for after in self._next(position))

    def keeps(self, position: Tortuga, wanted: int, *, answered: bool = False) -> bool:
        """Return whether the side, not to move, has a lead of *wanted* once the hops are over.

        They are over when nobody must hop, after one answer that was free.
        """
        if (won := self.won(position)) is not None:
            return won
        if not position.compelled:
            if answered:
                return lead(position, self.side) >= wanted
            answered = True
        return all(
            self._comes_to(after, wanted, answered=answered) for after in self._next(position)
        )

    def _comes_to(self, position: Tortuga, wanted: int, *, answered: bool) -> bool:
        """Return the same where the side is to move."""
        if (won := self.won(position)) is not None:
            return won
        if not position.compelled and answered:
            return lead(position, self.side) >= wanted
        return any(self.keeps(after, wanted, answered=answered) for after in self._next(position))

    def arrives(self, position: Tortuga, moves: int, runner: int | None = None) -> bool:
        """Return whether the side, to move, arrives in so many moves; if any, by a *runner*."""
        runs = runner is not None
        return any(
            self.through(position.after(move), moves, move.legs[-1].cell if runs else None)
            for move in position.moves()
            if not runs or move.origin == runner
        )

    def through(self, position: Tortuga, moves: int, runner: int | None = None) -> bool:
        """Return whether the side, not to move, does; the first of the moves has been made."""
        self._patience -= 1
        if self._patience < 0:
            raise OutOfPatience
        if (arrived := self.arrived(position)) is not None:
            return arrived
        return moves > 1 and all(
            self._through(position.after(reply), moves - 1, runner) for reply in position.moves()
        )

    def _through(self, position: Tortuga, moves: int, runner: int | None) -> bool:
        if (arrived := self.arrived(position)) is not None:
            return arrived
        if runner is not None and position.cells[runner] != self.side:
            return False
        return self.arrives(position, moves, runner)


def passed(position: Tortuga) -> Tortuga:
    """Return *position* with the other side to move: what it threatens."""
    return Tortuga(position.cells, foe_of(position.turn), position.variant)


def text_first(moves: tuple[Move, ...], text: str) -> list[Move]:
    """Return *moves*, the one of that *text* first."""
    return sorted(moves, key=lambda move: str(move) != text)
