"""Values of moves: what each promises a seat, as far as that seat may know, and how exactly.

This is for games in which a position cannot be judged from one side for the other: where something
is hidden, where chance has a part, where more than two play. Elsewhere an `Analyst` looks further.

Every move is tried in the same imagined worlds with the same luck, so that moves differ by what
they do; the kernel drops the worse half again and again, but never the one that is asked about.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, NamedTuple

from ludotheque.engine import kernel
from ludotheque.engine.alphabeta import is_open
from ludotheque.engine.analysis import Analyst, Limits
from ludotheque.engine.montecarlo import played_out
from ludotheque.engine.score import Score
from ludotheque.games import AnyGame
from ludotheque.position import Seat, Seen, View


class Valued(NamedTuple):
    """A move, what it promises the seat that may make it, and how exactly that is known."""

    move: str
    score: Score
    error: float
    """The standard error of the share; nought where none was drawn by lot."""
    loss: float
    """How much less it promises than the best move; nought for that one, and never below."""
    loss_error: float
    """The standard error of the loss: both were tried in the same worlds, so it is small."""


def values(
    game: AnyGame,
    view: View[Any],
    past: Sequence[Seen] = (),
    *,
    nodes: int,
    seed: int = 0,
    kept: str = "",
) -> list[Valued]:
    """Return every legal move of *view*, whose viewer is to move, the most promising first.

    *past* are the moves that led here, as `Player.choose` has them. About as many *nodes* are
    looked at, or games imagined, for all moves together; the legal move *kept*, if any, is known as
    exactly as the best. It is given what the seat may know and nothing else; the same *seed* gives
    the same values.
    """
    if kernel.has_values(game):
        told = kernel.value_moves(game, view, past, games=nodes, seed=seed, kept=kept)
        return [
            Valued(move, Score(min(share, 1.0)), error, loss, loss_error)
            for move, _, share, error, loss, loss_error in told
        ]
    if is_open(game) and (kernel.has_thinker(game) or game.estimate is not None):
        limits = Limits(nodes=nodes)
        found = Analyst(game).lines(view, past, limits=limits, lines=len(view.moves()))
        most = found[0].score.share
        return [
            Valued(line.moves[0], line.score, 0.0, max(0.0, most - line.score.share), 0.0)
            for line in found
        ]
    return _tried(view, Random(seed), nodes)


def _tried(view: View[Any], rng: Random, games: int) -> list[Valued]:
    """Return what the kernel would, for any game: no move is dropped."""
    seat = view.to_move
    assert isinstance(seat, int)  # noqa: S101 - the viewer is to move
    moves = list(view.moves())
    worlds = max(2, games // len(moves))
    columns = list(zip(*(_row(view, seat, moves, rng) for _ in range(worlds)), strict=True))
    best = max(columns, key=fmean)
    found = []
    for move, column in zip(moves, columns, strict=True):
        losses = [most - own for most, own in zip(best, column, strict=True)]
        score = Score(fmean(column))
        found.append(Valued(str(move), score, _error(column), fmean(losses), _error(losses)))
    return sorted(found, key=lambda one: one.loss)


def _row(view: View[Any], seat: Seat, moves: Sequence[Any], rng: Random) -> list[float]:
    """Return what each move brings *seat* in one imagined world."""
    world, luck = view.imagined(rng), rng.getrandbits(63)
    return [played_out(world.after(move), Random(luck))[seat] for move in moves]


def _error(values: Sequence[float]) -> float:
    return sqrt(variance(values) / len(values))
