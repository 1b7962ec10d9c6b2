"""Search signature: what the searches of the kernel do, as one number: the same on every machine.

Positions of every game that the kernel looks ahead in, with every choice of options, are searched
to a fixed depth by one thread; the nodes are counted. The number changes when search, evaluation or
the order of moves does, and a change of code that leaves it alone has changed nothing there.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ludotheque.engine import kernel
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame, shelf

DEPTH = 6
PLIES = (0, 9, 18)
"""How long the games have lasted whose positions are searched."""
STRIDE = 7
"""The ply times this is the number of the move that is played: a walk without chance."""


@dataclass(frozen=True)
class Count:
    """The nodes searched over all positions of a game, and how long that took."""

    game: AnyGame
    positions: int
    nodes: int
    seconds: float


def counts() -> Iterator[Count]:
    """Yield the count of each game in the order of the shelf; their nodes add up to the signature.

    Raise NotAllowed where there is no kernel.
    """
    if not kernel.BUILT:
        raise NotAllowed(N_("this house was built without its kernel: there are no nodes to count"))
    for game in shelf().values():
        if kernel.has_thinker(game):
            yield _count(game)


def _count(game: AnyGame) -> Count:
    positions = [
        (text, options)
        for values in product(*game.options.values())
        for options in [dict(zip(game.options, values, strict=True))]
        for text in _texts(game, options)
    ]
    began = time.perf_counter()
    nodes = sum(kernel.nodes_of(game, text, options, DEPTH) for text, options in positions)
    return Count(game, len(positions), nodes, time.perf_counter() - began)


def _texts(game: AnyGame, options: dict[str, str]) -> list[str]:
    """Return positions of one game at a table with these *options*."""
    position, texts = game.start(None, **options), []
    for ply in range(max(PLIES) + 1):
        moves = position.moves()
        if not moves:
            break
        if ply in PLIES:
            texts.append(str(position))
        position = position.after(moves[ply * STRIDE % len(moves)])
    return texts
