"""Proof of a forced win that a claim speaks of: by the rules alone, every reply looked at.

It shares no code with the search that finds wins; whatever it cannot prove is not told.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.engine import kernel
from ludotheque.engine.proof import OutOfBudget, drawn_next, prover
from ludotheque.errors import BadMove, IllegalMove
from ludotheque.games import AnyGame
from ludotheque.position import Position

NODES = 15_000_000
NODES_SLOWLY = 300_000
"""The positions, of the kernel and of Python, after which a proof is given up."""


def is_won(
    game: AnyGame,
    position: Position[Any],
    line: Sequence[str],
    *,
    past: Iterable[Position[Any]] = (),
) -> bool:
    """Return whether the seat to move wins by force within the moves of *line*, which shows how.

    The line is legal and ends with that win, each move of the winner in it wins in time, and no
    other defence lasts longer. *past* are the positions that led here: one that has come up so
    often that the next time is a draw is no way to win.
    """
    seat, way, before = position.to_move, [position], tuple(past)
    try:
        for text in line:
            way.append(way[-1].after(game.move(text, way[-1])))
    except (BadMove, IllegalMove):
        return False
    outcome = way[-1].outcome()
    if outcome is None or not isinstance(seat, int) or outcome.shares[seat] != 1:
        return False
    if any(draw in way for draw in drawn_next(game, before)):
        return False
    # From the end backwards: what is proved there is met again before it. The replies of the line
    # itself are followed by it, so it is all others that are left to prove.
    nodes = NODES if kernel.has_prover(game) else NODES_SLOWLY
    search = prover(game, nodes=nodes, past=before)
    try:
        return all(
            search.forced(here.after(reply), seat, len(line) - ply)
            for ply, here in reversed([*enumerate(way[:-1], 1)])
            if here.to_move != seat
            for reply in here.moves()
            if str(reply) != line[ply - 1]
        )
    except OutOfBudget:
        return False
