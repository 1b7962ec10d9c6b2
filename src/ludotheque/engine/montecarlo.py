"""Monte-Carlo search where cards are hidden or dice fall: moves tried in imagined worlds."""

from collections.abc import Sequence
from math import inf, log, sqrt
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from ludotheque.position import CHANCE, Position, Seat, Seen, View

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

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),  # noqa: ARG002 - it imagines what it cannot see
        seconds: float | None = None,
    ) -> Any:  # noqa: ANN401
        """Return the move that was tried most, the one that kept its promise."""
        moves = view.moves()
        if len(moves) == 1 or not isinstance(view.to_move, int):
            return moves[0]
        trials = Trials(view, view.to_move, self._rng)
        end = inf if seconds is None else monotonic() + seconds
        trials.play_out()
        while trials.games < self._playouts and monotonic() < end:
            trials.play_out()
        return trials.ranked()[0].move


class Trial(NamedTuple):
    """How a move has done."""

    tried: int
    won: float
    """The shares of all its imagined games together."""
    move: Any


class Trials:
    """The moves of a view being tried, one imagined game at a time."""

    def __init__(self, view: View[Any], seat: Seat, rng: Random) -> None:
        self._view = view
        self._seat = seat
        self._rng = rng
        self._moves = list(view.moves())
        rng.shuffle(self._moves)  # A small budget may not come to the last of them.
        self._tried = [0] * len(self._moves)
        self._won = [0.0] * len(self._moves)
        self.games = 0

    def play_out(self) -> None:
        """Try each move once, then the one with the best upper confidence bound."""
        tried, won = self._tried, self._won
        pick = self.games
        if pick >= len(tried):
            pick = max(
                range(len(tried)),
                key=lambda i: won[i] / tried[i] + CURIOSITY * sqrt(log(self.games) / tried[i]),
            )
        world = self._view.imagined(self._rng)
        tried[pick] += 1
        won[pick] += played_out(world.after(self._moves[pick]), self._rng)[self._seat]
        self.games += 1

    def ranked(self) -> list[Trial]:
        """Return the moves, the one tried most in front."""
        trials = map(Trial, self._tried, self._won, self._moves)
        return sorted(trials, key=lambda trial: (trial.tried, trial.won), reverse=True)


def played_out(position: Position[Any], rng: Random) -> tuple[float, ...]:
    """Return the shares at the end of a random game from *position*."""
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
