"""Difficulty of a puzzle, predicted from how the search changed its mind while deepening.

A move that a look of one ply already prefers is easy; one that the search comes to only after a
hundred thousand nodes, having thought better of others before, is not. The scale is that of
ratings, by rule of thumb until people have tried the puzzles.
"""

from itertools import pairwise
from math import log2
from typing import Any

from ludotheque.engine import Analyst, Limits, Line
from ludotheque.games import AnyGame
from ludotheque.position import Position
from ludotheque.study.puzzles.puzzle import Puzzle

EASIEST, HARDEST = 600, 2600
NODES = 150_000
"""How far the search looks."""
HASH_MB = 8
"""Its transposition table, in megabytes: more than it fills, so that no size of it is measured."""
A_DOUBLING = 90
"""The points for each doubling of the nodes that it took."""
A_CHANGE = 50
"""The points for each time that the search thought better of a move."""
A_MOVE = 60
"""The points for each move of one's own beyond the first."""
A_CHOICE = 30
"""The points for each doubling of the legal moves."""
AT_A_GLANCE = 64
"""The nodes that cost no effort."""


def difficulty(game: AnyGame, position: Position[Any], puzzle: Puzzle) -> int:
    """Return how difficult it is to find the first move of *puzzle*, a round number."""
    told: list[Line] = []
    Analyst(game, table_mb=HASH_MB).lines(
        position.seen_by(puzzle.seat),
        limits=Limits(nodes=NODES),
        progress=lambda lines: told.append(lines[0]),
    )
    return of_search(told, puzzle.line[0], len(position.moves()), len(puzzle.line))


def of_search(told: list[Line], solution: str, choices: int, plies: int) -> int:
    """Return the difficulty of a *solution* from the best line of each depth that was *told*."""
    best = [line.moves[0] for line in told]
    changes = sum(a != b for a, b in pairwise(best))
    settled = NODES
    for line in reversed(told):
        if line.moves[0] != solution:
            break
        settled = line.nodes
    effort = max(0.0, log2(settled / AT_A_GLANCE))
    points = (
        EASIEST
        + A_DOUBLING * effort
        + A_CHANGE * changes
        + A_MOVE * (plies // 2)
        + A_CHOICE * log2(max(choices, 1))
    )
    return min(HARDEST, round(points / 10) * 10)
