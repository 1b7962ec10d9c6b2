"""Greedy player: looks one move ahead and no further."""

from collections.abc import Sequence
from random import Random
from typing import Any

from ludotheque.engine.alphabeta import Estimate
from ludotheque.position import Position, Seat, Seen, View


class Greedy:
    """Makes the move after which its own seat stands best, by the game's own estimate."""

    def __init__(self, estimate: Estimate, rng: Random) -> None:
        self._estimate = estimate
        self._rng = rng

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),  # noqa: ARG002 - it looks ahead only
        seconds: float | None = None,  # noqa: ARG002 - one move ahead takes none
    ) -> Any:  # noqa: ANN401
        """Return the best move in one imagined world; among moves that look equal, any."""
        seat = view.to_move
        assert isinstance(seat, int)  # noqa: S101 - the viewer is to move
        world = view.imagined(self._rng)
        moves = list(view.moves())
        self._rng.shuffle(moves)
        return max(moves, key=lambda move: self._share(world.after(move), seat))

    def _share(self, position: Position[Any], seat: Seat) -> float:
        outcome = position.outcome()
        return (outcome.shares if outcome else self._estimate(position))[seat]
