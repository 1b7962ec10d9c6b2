"""A rough guess at who is winning Hops, for players who look only a few moves ahead."""

from math import exp
from typing import Final

from ludotheque.games.hops.board import BLACK, HIGHEST, RED, Side
from ludotheque.games.hops.rules import Hops

FAR: Final = 30
"""The pips that six dice showing one have to go; a side without dice is no nearer."""
WEIGHT: Final = 0.25
"""What a pip ahead is worth, from games of players who turn up as many pips a move as they can."""


def _pips_to_go(position: Hops, side: Side) -> int:
    values = position.dice(side).values()
    return sum(HIGHEST - value for value in values) if values else FAR


def estimate(position: Hops) -> tuple[float, float]:
    """Return each seat's guessed share: whose dice have fewer pips to go to six is ahead."""
    score = WEIGHT * (_pips_to_go(position, BLACK) - _pips_to_go(position, RED))
    red = 1 / (1 + exp(-score))
    return red, 1 - red
