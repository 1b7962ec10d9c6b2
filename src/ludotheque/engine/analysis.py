"""What the best moves of a position are, and how good: deeper and deeper, for people to look at.

As for the levels, a game with an `estimate` is searched by alpha-beta; in any other the moves are
weighed by imagined games, of which each step plays twice as many.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from time import monotonic
from typing import Any

from ludotheque.engine.alphabeta import SOONER, Estimate, OutOfBudget, Search
from ludotheque.engine.montecarlo import Trials
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.position import Position, Seat

DEEPEST = 200
"""The plies after which there is nothing more to find, and before Python's stack is full."""


@dataclass(frozen=True)
class Line:
    """A line of play, as far as it was seen, and what it promises the seat to move."""

    score: str
    """The share that it heads for, as in `62.5 %`; `#5` if it wins by its fifth move whatever is
    played against it, `#-4` if it loses by the fourth."""
    depth: int
    """How many moves ahead was looked, or how often the imagined games were doubled."""
    nodes: int
    """The positions looked at so far, or the games imagined."""
    moves: tuple[str, ...]


def analyse(
    game: AnyGame,
    position: Position[Any],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    progress: Callable[[list[Line]], None] = lambda _: None,
) -> list[Line]:
    """Return the best *lines* of *position*, best first; tell *progress* what each step finds.

    The first of the limits that is reached ends it, but not before the first step; without any it
    goes on until every line is decided. Interrupted, it has told all it knows.
    """
    seat = position.to_move
    if position.outcome() is not None:
        raise NotAllowed(
            N_('the game is already over in the position "{position}"'), position=position
        )
    if not isinstance(seat, int):
        raise NotAllowed(N_('chance is to move in the position "{position}"'), position=position)
    watch = _Watch(nodes, seconds)
    steps = (
        _looked_ahead(game.estimate, position, seat, lines, watch)
        if game.estimate is not None
        else _imagined(position, seat, lines, watch)
    )
    found: list[Line] = []
    try:
        for step, found in enumerate(steps, 1):
            progress(found)
            watch.strict = True
            if step == depth:
                break
    except OutOfBudget:
        pass
    return found


class _Watch:
    """Counts what is looked at, and calls a halt."""

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        self.nodes = 0
        self.strict = False
        """Whether the limits hold: the first step is always finished."""
        self._most = sys.maxsize if nodes is None else nodes
        self._end = sys.maxsize if seconds is None else monotonic() + seconds

    def tick(self) -> None:
        """Count one more, or raise OutOfBudget."""
        if self.strict and (self.nodes >= self._most or monotonic() >= self._end):
            raise OutOfBudget
        self.nodes += 1


class _WatchedSearch(Search):
    """A search that is stopped from outside."""

    def __init__(self, estimate: Estimate, seat: Seat, watch: _Watch) -> None:
        super().__init__(estimate, sys.maxsize, seat)
        self._watch = watch

    def value(self, position: Position[Any], depth: int, alpha: float, beta: float) -> float:
        """Return what any search does, unless it is time to stop."""
        self._watch.tick()
        return super().value(position, depth, alpha, beta)


def _looked_ahead(
    estimate: Estimate, position: Position[Any], seat: Seat, lines: int, watch: _Watch
) -> Iterator[list[Line]]:
    """Yield the best lines one ply deeper each time, until all of them are decided."""
    search = _WatchedSearch(estimate, seat, watch)
    moves = list(position.moves())
    for depth in range(1, DEEPEST + 1):
        found, scores = [], []
        # Each line is the best of what the lines before it have left, and goes in front.
        for place in range(min(lines, len(moves))):
            score, line = _best(search, position, moves[place:], depth)
            moves.remove(line[0])
            moves.insert(place, line[0])
            scores.append(score)
            found.append(Line(_text(score, depth), depth, watch.nodes, tuple(map(str, line))))
        yield found
        if all(not 0 < score < 1 for score in scores):
            return


def _best(
    search: Search, position: Position[Any], moves: list[Any], depth: int
) -> tuple[float, tuple[Any, ...]]:
    """Return the best score among *moves* and the line that leads to it."""
    best, line = -1.0, ()
    for move in moves:
        after = position.after(move)
        score = search.value(after, depth - 1, best, 2.0)
        if score > best:
            best, line = score, (move, *search.line(after, depth - 1))
    return best, line


def _text(score: float, depth: int) -> str:
    """Return the score of a search to that *depth* for people."""
    if 0 < score < 1:
        return f"{score:.1%}".replace("%", " %")
    left = round((abs(score - 0.5) - 0.5) / (0.5 * SOONER))
    return f"#{depth - left}" if score >= 1 else f"#-{depth - left}"


def _imagined(
    position: Position[Any], seat: Seat, lines: int, watch: _Watch
) -> Iterator[list[Line]]:
    """Yield the most promising moves, after twice as many imagined games each time."""
    trials = Trials(position.seen_by(seat), seat, Random(0))
    for step in count(1):
        for _ in range(max(trials.games, len(position.moves()))):
            watch.tick()
            trials.play_out()
        yield [
            Line(f"{won / tried:.1%}".replace("%", " %"), step, watch.nodes, (str(move),))
            for tried, won, move in trials.ranked()[:lines]
        ]
