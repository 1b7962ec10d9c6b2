"""Alpha-beta search where nothing is hidden, deeper until the budget is spent."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic
from typing import Any

from ludotheque.games import AnyGame
from ludotheque.position import Position, Seen

Estimate = Callable[[Any], Sequence[float]]

SOONER = 1e-4
"""What a ply is worth to a winner, so that it wins now rather than later, and loses late."""


def is_open(game: AnyGame) -> bool:
    """Return whether everyone sees everything and nothing is left to chance, from the start."""
    start = game.start()
    return not start.odds() and all(start.seen_by(seat) == start for seat in range(start.seats))


class OutOfBudget(Exception):
    """As many positions have been looked at as may be, or for as long."""


class AlphaBeta:
    """Plays open games by looking at a fixed number of positions.

    Everyone else at the table is taken for one opponent. The same seed, position and budget give
    the same move, unless time runs out.
    """

    def __init__(self, estimate: Estimate, budget: int, rng: Random) -> None:
        self._estimate = estimate
        self._budget = budget
        self._rng = rng

    def choose(
        self,
        view: Any,  # noqa: ANN401 - any open position
        past: Sequence[Seen] = (),  # noqa: ARG002 - it looks ahead only
        seconds: float | None = None,
    ) -> Any:  # noqa: ANN401
        """Return the best move found; among moves that look equal, any."""
        moves = list(view.moves())
        self._rng.shuffle(moves)
        end = inf if seconds is None else monotonic() + seconds
        search = Search(self._estimate, self._budget, view.to_move, end)
        if len(moves) > 1:
            search.deepen(view, moves)
        return moves[0]


class Search:
    """One thought: the positions still to be looked at, and the best replies met so far."""

    def __init__(self, estimate: Estimate, budget: int, seat: int, end: float = inf) -> None:
        self._estimate = estimate
        self._left = budget
        self._end = end  # as `monotonic` tells the time
        self._seat = seat
        self._best: dict[Any, Any] = {}

    def deepen(self, position: Position[Any], moves: list[Any]) -> None:
        """Order *moves* with the best found in front, looking one ply deeper each time."""
        score, depth = 0.5, 1
        try:
            while 0 < score < 1 and self._left > 0:
                score = self._root(position, moves, depth)
                depth += 1
        except OutOfBudget:
            return

    def _root(self, position: Position[Any], moves: list[Any], depth: int) -> float:
        """Return the best score; each better move goes to the front as soon as it is found."""
        alpha = -1.0
        for move in tuple(moves):
            score = self.value(position.after(move), depth - 1, alpha, 2.0)
            if score > alpha:
                alpha = score
                moves.remove(move)
                moves.insert(0, move)
        return alpha

    def value(self, position: Position[Any], depth: int, alpha: float, beta: float) -> float:
        """Return the searching seat's sure share, exact between *alpha* and *beta*.

        Guesses lie strictly between 0 and 1; a certain win is at least 1, a certain loss at most 0.
        """
        self._left -= 1
        if self._left < 0 or monotonic() > self._end:
            raise OutOfBudget
        outcome = position.outcome()
        if outcome is not None:
            share = outcome.shares[self._seat]
            return share + (share - 0.5) * SOONER * depth
        if depth == 0:
            return self._estimate(position)[self._seat]
        mine = position.to_move == self._seat
        best = -1.0 if mine else 2.0
        for move in self._ordered(position):
            value = self.value(position.after(move), depth - 1, alpha, beta)
            if (value > best) if mine else (value < best):
                best = value
                self._best[position] = move
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def line(self, position: Position[Any], longest: int) -> tuple[Any, ...]:
        """Return the best moves met so far from *position* on, for both sides."""
        moves: list[Any] = []
        while len(moves) < longest and position in self._best:
            moves.append(self._best[position])
            position = position.after(moves[-1])
        return tuple(moves)

    def _ordered(self, position: Position[Any]) -> Sequence[Any]:
        """Return the moves, the one that was best here before in front."""
        moves = position.moves()
        best = self._best.get(position)
        return moves if best is None else (best, *(move for move in moves if move != best))
