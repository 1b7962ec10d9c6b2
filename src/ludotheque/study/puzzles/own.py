"""Puzzles of one's own mistakes: a move of a reviewed game that lost something, to be bettered.

Any move will do that loses less than `GOOD`. What the review has looked at is known; whatever else
may be as good is thought about as long as the review thought.
"""

from collections.abc import Sequence
from typing import Any

from ludotheque.engine import Analyst, Limits
from ludotheque.engine.memory import MOMENT_HASH_MB
from ludotheque.engine.values import values
from ludotheque.games import AnyGame
from ludotheque.match import Setup
from ludotheque.position import Open, Seen
from ludotheque.study.judged import Judged
from ludotheque.study.puzzles.puzzle import Puzzle, Task

GOOD = 0.035
"""The share below which a loss is none to speak of."""


def own_puzzle(setup: Setup, mistake: Judged) -> Puzzle:
    """Return what is asked of whoever made *mistake* in a game of that *setup*."""
    return Puzzle(
        game=setup.game.slug,
        options=setup.options,
        position=mistake.before,
        seat=mistake.seat,
        task=Task.BETTER,
        line=mistake.lines[0].moves[:1],
        instead=mistake.move,
    )


def is_good(mistake: Judged, move: str) -> bool | None:
    """Return whether *move* loses less than `GOOD` by what the review knows, None if it does not.

    Its lines are the best there are: what is not among them is no better than the last.
    """
    if move == mistake.move:
        return False
    losses = {line.moves[0]: mistake.value.share - line.score.share for line in mistake.lines}
    if move in losses:
        return losses[move] < GOOD
    return False if max(losses.values()) >= GOOD else None


def thought_good(
    setup: Setup, mistake: Judged, move: str, *, past: Sequence[Seen] = (), nodes: int
) -> bool:
    """Return the same of a *move* that the review does not know, after looking at so many *nodes*.

    *past* are the moves that led there, as the mover saw them, where something is hidden.
    """
    game = setup.game
    view: Any = game.view(mistake.before, mistake.seat, **setup.options)
    if not isinstance(view, Open):
        found = values(game, view, past, nodes=nodes, seed=mistake.number, kept=move)
        return next(each.loss for each in found if each.move == move) < GOOD
    after = view.after(game.move(move, view))  # type: ignore[attr-defined]
    return mistake.value.share - _left(game, after, mistake.seat, nodes) < GOOD


def _left(game: AnyGame, after: Any, seat: int, nodes: int) -> float:  # noqa: ANN401 - a position
    """Return the share that *after* promises *seat*, whose opponent is to move, if anybody is."""
    outcome = after.outcome()
    if outcome is not None:
        return float(outcome.shares[seat])
    limits = Limits(nodes=nodes)
    best, *_ = Analyst(game, table_mb=MOMENT_HASH_MB).lines(after, limits=limits, lines=1)
    return best.score.share if after.to_move == seat else 1 - best.score.share
