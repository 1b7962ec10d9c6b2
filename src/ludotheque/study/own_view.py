"""The moves of a game each judged from what its mover could know: views, never positions.

For games with secrets or chance, and for more than two: what one seat may expect says little there
of what another may.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludotheque.engine.values import Valued, values
from ludotheque.match import Match
from ludotheque.position import Seat, Seen, View


class Weighed(NamedTuple):
    """A move that was made, and what each move promised its maker."""

    view: View[Any]
    """What the mover saw."""
    past: Sequence[Seen]
    """The moves that led there, as the mover saw them."""
    moves: list[Valued]
    """Every legal move, the most promising first."""
    played: Valued


def weighed(match: Match, number: int, *, nodes: int) -> Weighed:
    """Return what a seat's move of the line of play was worth to it, and every other move."""
    ply = match.plies[number]
    seat = ply.mover
    assert isinstance(seat, int)  # noqa: S101 - chance chooses nothing
    game, move = match.setup.game, str(ply.move)
    view, past = match.positions[number].seen_by(seat), list(past_before(match, number, seat))
    # The seed is the number of the move, which everyone knows: nothing hidden has a part in it.
    found = values(game, view, past, nodes=nodes, seed=number, kept=move)
    played = next(each for each in found if each.move == move)
    # What comes out level is as good as the best: the first stays in front.
    found.sort(key=lambda each: (each.loss, each.move != move))
    return Weighed(view, past, found, played)


def past_before(match: Match, number: int, seat: Seat) -> Iterator[Seen]:
    """Yield the moves before a place of the line of play, as *seat* saw them."""
    for ply, before in zip(match.plies[:number], match.positions, strict=False):
        if isinstance(ply.mover, int) and before.witnessed_by(seat):
            yield Seen(ply.mover, ply.move, before.seen_by(seat))
