"""Perft, first move by first move: by the kernel, or by the rules in Python."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ludotheque.engine import kernel
from ludotheque.games import AnyGame
from ludotheque.position import Position, perft


class Branch(NamedTuple):
    """A first move, and how many sequences begin with it."""

    move: str
    sequences: int


def branches(
    game: AnyGame, position: Position[Any], depth: int, *, by_kernel: bool
) -> Iterator[Branch]:
    """Yield each legal move with the sequences of exactly *depth* moves, at least 1, it begins.

    They come in the order of `position.moves()` and add up to `perft(position, depth)`, whoever
    counts. The kernel can count only where it has a twin of *game*.
    """
    if by_kernel:
        twin = kernel.twin_of(game, position)
        for number, text in enumerate(twin.moves()):
            yield Branch(text, twin.after(number).perft(depth - 1))
    else:
        for move in position.moves():
            yield Branch(str(move), perft(position.after(move), depth - 1))
