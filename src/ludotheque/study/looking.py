"""A position that is to be looked at: what its mover knows there, and how it came about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.engine import seat_to_move
from ludotheque.games import AnyGame
from ludotheque.pictures import way_of
from ludotheque.position import Position, Seen, View


@dataclass(frozen=True)
class LookedAt:
    """What an analyst is given of a position."""

    position: Position[Any]
    view: View[Any]
    """What is looked at: all of it, or what whoever is to move may know."""
    past: tuple[Seen, ...]
    """The moves that led there, as they were seen."""
    whole: bool
    """Whether nothing is hidden from the analyst."""


def looked_at(
    game: AnyGame, start: Position[Any], moves: Sequence[str], *, everything: bool
) -> LookedAt:
    """Return the position to which *moves* lead from *start*; with *everything*, nothing is hidden.

    Raise NotAllowed where no seat is to move there.
    """
    way = way_of(game, start, moves)
    return known(way.position, way.steps, everything=everything)


def known(
    position: Position[Any], steps: Iterable[tuple[Position[Any], Any]], *, everything: bool
) -> LookedAt:
    """Return what is known of *position*, to which *steps* led, each a move and what was before it.

    Raise NotAllowed where no seat is to move there.
    """
    seat = seat_to_move(position)
    viewer = None if everything else seat
    past = tuple(
        Seen(before.to_move, move, before if viewer is None else before.seen_by(viewer))
        for before, move in steps
        if isinstance(before.to_move, int)
    )
    view = position if viewer is None else position.seen_by(viewer)
    return LookedAt(position, view, past, everything)
