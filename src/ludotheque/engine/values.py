"""What each move of a seat promises it, as far as that seat may know, and how exactly.

This is for games in which a position cannot be judged from one side for the other: where something
is hidden, where chance has a part, where more than two play. Elsewhere an `Analyst` looks further.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from ludotheque.engine import kernel
from ludotheque.engine.alphabeta import is_open
from ludotheque.engine.analysis import Analyst, Limits
from ludotheque.engine.montecarlo import Trials
from ludotheque.engine.score import Score
from ludotheque.games import AnyGame
from ludotheque.position import Seen, View


class Valued(NamedTuple):
    """A move, what it promises the seat that may make it, and how exactly that is known."""

    move: str
    score: Score
    error: float
    """The standard error of the share; nought where none was drawn by lot."""


def values(
    game: AnyGame, view: View[Any], past: Sequence[Seen] = (), *, nodes: int, seed: int = 0
) -> list[Valued]:
    """Return every legal move of *view*, whose viewer is to move, the most promising first.

    *past* are the moves that led here, as `Player.choose` has them. About as many *nodes* are
    looked at, or games imagined, for all moves together. It is given what the seat may know and
    nothing else; the same *seed* gives the same values.
    """
    seat, moves = view.to_move, view.moves()
    assert isinstance(seat, int)  # noqa: S101 - the viewer is to move
    if kernel.has_secret_search(game):
        return _by_tries(kernel.imagine(game, view, past, iterations=nodes, seed=seed))
    if is_open(game) and (kernel.has_thinker(game) or game.estimate is not None):
        found = Analyst(game).lines(view, past, limits=Limits(nodes=nodes), lines=len(moves))
        return [Valued(line.moves[0], line.score, 0.0) for line in found]
    trials = Trials(view, seat, Random(seed))
    for _ in range(max(nodes, len(moves))):
        trials.play_out()
    return _by_tries((str(move), tried, won / tried) for tried, won, move in trials.ranked())


def _by_tries(tried: Iterable[kernel.TextTrial]) -> list[Valued]:
    """Return moves by how often they were tried: what is tried most has kept its promise."""
    ranked = sorted(tried, key=lambda trial: trial[1:], reverse=True)
    return [
        Valued(move, Score(share), sqrt(share * (1 - share) / max(tries, 1)))
        for move, tries, share in ranked
    ]
