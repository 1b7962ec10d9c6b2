"""Facts that proofs of Hops go by: positions from texts, and how dice rise in them."""

from collections.abc import Iterable, Mapping

from ludotheque.games.hops.board import Side
from ludotheque.games.hops.notation import Move
from ludotheque.games.hops.rules import Hops, read_move

Facts = list[Mapping[str, object]]
"""Those of each sentence."""


def replay(position: Hops, line: Iterable[str]) -> Hops:
    """Return where *line* leads; an illegal move raises."""
    for text in line:
        position = position.after(read_move(text, position))
    return position


def gain(position: Hops, move: Move) -> int:
    """Return by how many pips *move* raises its die."""
    return move.value - position.dice(position.turn)[move.origin]


def nothing_above(position: Hops, side: Side, pips: int) -> bool:
    """Return whether no move of *side*, were it to move, raises a die by more than *pips*."""
    given = Hops(position.cells, side, position.variant)
    dice = given.dice(side)
    return all(move.value - dice[move.origin] <= pips for move in given.moves())


def is_told(told: Mapping[str, object], position: Hops, move: Move) -> bool:
    """Return whether the die that *move* turns is told with the values before and after."""
    value = position.dice(position.turn)[move.origin]
    return (told["low"], told["high"]) == (value, move.value)
