"""Looking ahead where cards are hidden or dice fall: try moves in imagined worlds and count."""

from math import log, sqrt
from random import Random
from typing import Any

from ludotheque.position import CHANCE, Position, View

CURIOSITY = 0.7
"""How much a move tried seldom is preferred to the one that has done best."""
LONGEST_PLAYOUT = 2000
"""Moves after which an imagined game counts as shared by all."""


class MonteCarlo:
    """Plays any game by imagining what it cannot see and playing to the end at random.

    It is given a view and never the position, so it cannot know more than its seat.
    """

    def __init__(self, playouts: int, rng: Random) -> None:
        self._playouts = playouts
        self._rng = rng

    def choose(self, view: View[Any]) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """Return the move that was tried most, the one that kept its promise."""
        seat = view.to_move
        moves = list(view.moves())
        self._rng.shuffle(moves)  # A small budget may not come to the last of them.
        if len(moves) == 1 or not isinstance(seat, int):
            return moves[0]
        tried = [0] * len(moves)
        won = [0.0] * len(moves)
        for playout in range(self._playouts):
            # Try each move once, then the one with the best upper confidence bound.
            pick = (
                playout
                if playout < len(moves)
                else max(
                    range(len(moves)),
                    key=lambda i: won[i] / tried[i] + CURIOSITY * sqrt(log(playout) / tried[i]),
                )
            )
            world = view.imagined(self._rng)
            tried[pick] += 1
            won[pick] += self._play_out(world.after(moves[pick]))[seat]
        return moves[max(range(len(moves)), key=lambda i: (tried[i], won[i]))]

    def _play_out(self, position: Position[Any]) -> tuple[float, ...]:
        """Return the shares at the end of a random game from *position*."""
        rng = self._rng
        for _ in range(LONGEST_PLAYOUT):
            moves = position.moves()
            if not moves:
                break
            if position.to_move is CHANCE:
                move = rng.choices(moves, position.odds())[0]
            else:
                move = rng.choice(moves)
            position = position.after(move)
        outcome = position.outcome()
        return outcome.shares if outcome else (1 / position.seats,) * position.seats
