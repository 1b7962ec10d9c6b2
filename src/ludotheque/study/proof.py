"""Proof of a forced win that a claim speaks of: by the rules alone, every reply looked at.

It shares no code with the search that finds wins; whatever it cannot prove is not told.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.engine.proof import win_within
from ludotheque.errors import BadMove, IllegalMove
from ludotheque.games import AnyGame
from ludotheque.position import Position

NODES = 300_000
"""The positions after which a proof is given up."""


def is_won(
    game: AnyGame,
    position: Position[Any],
    line: Sequence[str],
    *,
    past: Iterable[Position[Any]] = (),
) -> bool:
    """Return whether the seat to move wins by force within the moves of *line*, which shows how.

    The line is legal and ends with that win, and no other defence lasts longer. *past* are the
    positions that led here: one that has come up so often that the next time is a draw is no way to
    win.
    """
    seat, at = position.to_move, position
    try:
        for text in line:
            at = at.after(game.move(text, at))
    except (BadMove, IllegalMove):
        return False
    outcome = at.outcome()
    if outcome is None or not isinstance(seat, int) or outcome.shares[seat] != 1:
        return False
    return win_within(game, position, len(line), nodes=NODES, past=past) is True
