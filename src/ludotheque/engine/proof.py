"""Proofs: exhaustive search for wins that no defence stops, apart from the searches that judge.

Every move of both sides is looked at, to a stated number of plies and on a stated budget of nodes;
nothing is estimated. The kernel proves what it knows the game of, Python any other open game, where
chance must not matter either: a win is proved when every lot leads to it.

A win within n plies is proved for the position alone, and yet holds in a match that draws
repetitions. On the way of a win in the fewest plies, each ply leaves fewer plies to go: the winner
plays so, and the other cannot help it. So no position comes up twice on that way, and the ruling
draws none on it but those that the match has brought up all but one of the times already. For the
proof these are drawn, if it is given the *past*. The match's limit of moves is not looked at.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.engine import kernel
from ludotheque.engine.alphabeta import OutOfBudget
from ludotheque.engine.player import seat_to_move
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.position import Position, Seat

__all__ = ["OutOfBudget", "Prover", "drawn_next", "prover"]

AnyPosition = Position[Any]


class Prover(ABC):
    """Answers questions about positions of one game, on one budget of nodes.

    Each method raises OutOfBudget once the budget is spent before the answer is known. What was
    proved for one question helps with the next. Plies count the moves of all seats; moves are told
    by their texts. An instance belongs to one thread.
    """

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        """How many more positions may be looked at."""

    def forced(self, position: AnyPosition, seat: Seat, plies: int) -> bool:
        """Return whether *seat* wins by force within *plies* plies, whoever is to move."""
        return self._forced(self._node(position), seat, plies)

    def wins(self, position: AnyPosition, plies: int) -> bool:
        """Return whether the seat to move wins by force within *plies* plies."""
        return self.forced(position, seat_to_move(position), plies)

    def winning(self, position: AnyPosition, plies: int) -> tuple[str, ...]:
        """Return the moves that win by force within *plies* plies, themselves among these."""
        own = seat_to_move(position)
        children = self._children(self._node(position)) if plies > 0 else ()
        return tuple(move for move, child in children if self._forced(child, own, plies - 1))

    def holding(self, position: AnyPosition, plies: int) -> tuple[str, ...]:
        """Return the moves after which nobody else can force a win within *plies* of here."""
        others = _others(position, seat_to_move(position))
        children = self._children(self._node(position)) if plies > 0 else ()
        return tuple(
            move
            for move, child in children
            if not any(self._forced(child, seat, plies - 1) for seat in others)
        )

    def shortest(self, position: AnyPosition, seat: Seat, plies: int) -> int | None:
        """Return the fewest plies in which *seat* forces a win, None if *plies* are too few."""
        return self._shortest(self._node(position), seat, plies)

    def line(self, position: AnyPosition, seat: Seat, plies: int) -> tuple[str, ...]:
        """Return the shortest win of *seat* within *plies* plies, defended as long as can be.

        There are no moves if there is no such win. Of moves as good the first is told.
        """
        node, moves = self._node(position), []
        left = self._shortest(node, seat, plies)
        while left:
            # The winner reaches a win in one less; the longest defence leaves no win in two less.
            for move, child in self._children(node):
                attacking = self._mover(node) == seat
                if (
                    self._forced(child, seat, left - 1)
                    if attacking
                    else left == 1 or not self._forced(child, seat, left - 2)
                ):
                    node = child
                    moves.append(move)
                    break
            left -= 1
        return tuple(moves)

    def stop(self) -> None:
        """End a question that another thread is asking: OutOfBudget is raised there, and later."""
        self.nodes = 0

    def _shortest(self, node: Any, seat: Seat, plies: int) -> int | None:  # noqa: ANN401
        return next((n for n in range(plies + 1) if self._forced(node, seat, n)), None)

    @abstractmethod
    def _node(self, position: AnyPosition) -> Any:  # noqa: ANN401 - a position, or its twin
        """Return *position* as the proof goes through it."""

    @abstractmethod
    def _mover(self, node: Any) -> Any:  # noqa: ANN401 - as above
        """Return the seat to move there."""

    @abstractmethod
    def _children(self, node: Any) -> Sequence[tuple[str, Any]]:  # noqa: ANN401 - as above
        """Return the moves from there, and where each leads."""

    @abstractmethod
    def _forced(self, node: Any, seat: Seat, plies: int) -> bool:  # noqa: ANN401 - as above
        """Return what `forced` does."""


class KernelProver(Prover):
    """Proofs by the kernel, which listens for Ctrl-C meanwhile."""

    def __init__(self, game: AnyGame, nodes: int, drawn: Sequence[AnyPosition]) -> None:
        super().__init__(nodes)
        self._game = game
        self._search = kernel.new_prover(game)
        self._drawn = [kernel.twin_of(game, position) for position in drawn]

    def stop(self) -> None:
        super().stop()
        self._search.stop()

    def _node(self, position: AnyPosition) -> Any:  # noqa: ANN401
        return kernel.twin_of(self._game, position)

    def _mover(self, node: Any) -> Any:  # noqa: ANN401
        return node.to_move

    def _children(self, node: Any) -> Sequence[tuple[str, Any]]:  # noqa: ANN401
        return [(move, node.after(number)) for number, move in enumerate(node.moves())]

    def _forced(self, node: Any, seat: Seat, plies: int) -> bool:  # noqa: ANN401
        found: bool | None
        found, spent = self._search.forced(
            node, seat, plies, nodes=max(self.nodes, 0), drawn=self._drawn
        )
        self.nodes -= spent
        if found is None:
            raise OutOfBudget
        return found


class PlainProver(Prover):
    """Proofs by plain recursion over the rules, with a memory."""

    def __init__(self, nodes: int, drawn: Sequence[AnyPosition]) -> None:
        super().__init__(nodes)
        self._drawn = frozenset(drawn)
        self._wins: dict[tuple[AnyPosition, Seat], int] = {}
        self._fails: dict[tuple[AnyPosition, Seat], int] = {}

    def _node(self, position: AnyPosition) -> AnyPosition:
        if any(position.seen_by(seat) != position for seat in range(position.seats)):
            raise NotAllowed(
                N_("nothing can be proved from “{position}”: something is hidden in it"),
                position=position,
            )
        return position

    def _mover(self, node: AnyPosition) -> Any:  # noqa: ANN401
        return node.to_move

    def _children(self, node: AnyPosition) -> Sequence[tuple[str, AnyPosition]]:
        return [(str(move), node.after(move)) for move in node.moves()]

    def _forced(self, node: AnyPosition, seat: Seat, plies: int) -> bool:
        if self.nodes <= 0:
            raise OutOfBudget
        self.nodes -= 1
        if (outcome := node.outcome()) is not None:
            return outcome.shares[seat] == 1
        if plies == 0 or node in self._drawn:
            return False
        key = node, seat
        if self._wins.get(key, plies + 1) <= plies:
            return True
        if self._fails.get(key, -1) >= plies:
            return False
        enough = any if node.to_move == seat else all
        won = enough(self._forced(node.after(move), seat, plies - 1) for move in node.moves())
        (self._wins if won else self._fails)[key] = plies
        return won


def prover(game: AnyGame, *, nodes: int, past: Iterable[AnyPosition] = ()) -> Prover:
    """Return who proves wins in *game*, by the kernel if it can.

    *past* are the positions that the match has brought up before.
    """
    drawn = drawn_next(game, past)
    if kernel.has_prover(game):
        return KernelProver(game, nodes, drawn)
    return PlainProver(nodes, drawn)


def drawn_next(game: AnyGame, past: Iterable[AnyPosition]) -> list[AnyPosition]:
    """Return the positions that *past* has brought up so often that the next time is a draw."""
    met = Counter(past) if game.repetition is not None else {}
    return [position for position, times in met.items() if times >= (game.repetition or 0) - 1]


def _others(position: AnyPosition, own: Seat) -> list[Seat]:
    return [seat for seat in range(position.seats) if seat != own]
