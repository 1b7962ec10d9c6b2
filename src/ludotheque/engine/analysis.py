"""What the best moves of a position are, and how good: deeper and deeper, for people to look at.

The kernel looks ahead where it knows the game, and in games with secrets imagines what it cannot
see. For any other game Python does the same: alpha-beta in open games with an `estimate`, else
imagined games, of which each step plays twice as many.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from ludotheque.engine import kernel
from ludotheque.engine.alphabeta import SOONER, Estimate, OutOfBudget, Search, is_open
from ludotheque.engine.montecarlo import Trials
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.position import Position, Seat

DEEPEST = 200
"""The plies after which there is nothing more to find, and before Python's stack is full."""
MOST_DOUBLINGS = 25
"""How often imagined games are doubled before more of them say nothing new."""
LONGEST = 1e8
"""The seconds beyond which a limit is none: three years."""
TABLE_MB = 64
"""The memory of the kernel's search; an analysis may take long."""


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
    threads: int = 1,
    progress: Callable[[list[Line]], None] = lambda _: None,
) -> list[Line]:
    """Return the best *lines* of *position*, best first; tell *progress* what each step finds.

    The first of the limits that is reached ends it, but not before the first step; without any it
    goes on until every line is decided, or as deep as can be. What is told last is the result;
    interrupted, it has told all it knows. Only the kernel's look ahead uses several *threads*, and
    then, or with a limit of *seconds*, it may find something else the next time.
    """
    seat = position.to_move
    if position.outcome() is not None:
        raise NotAllowed(
            N_("the game is already over in the position “{position}”"), position=position
        )
    if not isinstance(seat, int):
        raise NotAllowed(N_("it is chance’s turn in the position “{position}”"), position=position)
    watch = _Watch(nodes, seconds)
    lines = min(lines, len(position.moves()))
    if kernel.has_thinker(game):
        return _thought(
            game, position, lines, min(depth or DEEPEST, DEEPEST), threads, watch, progress
        )
    if kernel.has_secret_search(game):
        steps = _imagined_by_kernel(game, position, seat, lines, watch)
    elif game.estimate is not None and is_open(game):
        steps = _looked_ahead(game.estimate, position, seat, lines, watch)
    else:
        steps = _imagined(position, seat, lines, watch)
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
        self._most = sys.maxsize if nodes is None else min(nodes, sys.maxsize)
        patience = LONGEST if seconds is None else min(max(0.0, seconds), LONGEST)
        self._end = monotonic() + patience

    def tick(self) -> None:
        """Count one more, or raise OutOfBudget."""
        if self.strict and (self.nodes_left() <= 0 or self.seconds_left() <= 0):
            raise OutOfBudget
        self.nodes += 1

    def nodes_left(self) -> int:
        """Return how many more may be looked at."""
        return self._most - self.nodes

    def seconds_left(self) -> float:
        """Return how much longer it may take."""
        return self._end - monotonic()


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
        return _percent(score)
    left = round((abs(score - 0.5) - 0.5) / (0.5 * SOONER))
    return f"#{depth - left}" if score >= 1 else f"#-{depth - left}"


def _percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


def _imagined(
    position: Position[Any], seat: Seat, lines: int, watch: _Watch
) -> Iterator[list[Line]]:
    """Yield the most promising moves, after twice as many imagined games each time."""
    trials = Trials(position.seen_by(seat), seat, Random(0))
    for step in range(1, MOST_DOUBLINGS + 1):
        for _ in range(max(trials.games, len(position.moves()))):
            watch.tick()
            trials.play_out()
        yield [
            Line(_percent(won / tried), step, watch.nodes, (str(move),))
            for tried, won, move in trials.ranked()[:lines]
        ]


def _imagined_by_kernel(
    game: AnyGame, position: Position[Any], seat: Seat, lines: int, watch: _Watch
) -> Iterator[list[Line]]:
    """Yield what `_imagined` does, as the kernel sees it; the last step may be cut short."""
    search = kernel.new_secret_search(game, position.seen_by(seat))
    games = len(position.moves())
    for step in range(1, MOST_DOUBLINGS + 1):
        wanted = min(games, watch.nodes_left()) if watch.strict else games
        left = watch.seconds_left() if watch.strict else LONGEST
        if wanted <= 0 or left <= 0:
            return
        tried = search.more(iterations=wanted, seconds=left)
        watch.nodes = sum(tries for _, tries, _ in tried)
        best = sorted(tried, key=lambda trial: trial[1:], reverse=True)[:lines]
        yield [Line(_percent(share), step, watch.nodes, (move,)) for move, _, share in best]
        games = watch.nodes


def _thought(
    game: AnyGame,
    position: Position[Any],
    lines: int,
    depth: int,
    threads: int,
    watch: _Watch,
    progress: Callable[[list[Line]], None],
) -> list[Line]:
    """Return the lines that the kernel finds, and tell each depth."""
    told: list[Line] = []

    def tell(news: list[kernel.TextLine]) -> None:
        told[:] = [_line(*line) for line in news]
        progress(list(told))

    found = kernel.think(
        kernel.new_search(game),
        game,
        position,
        seconds=watch.seconds_left(),
        nodes=watch.nodes_left() if watch.seconds_left() > 0 else 1,
        depth=depth,
        lines=lines,
        threads=threads,
        table_mb=TABLE_MB,
        impartial=True,
        progress=tell,
    )
    result = [_line(*line) for line in found]
    if result != told:  # The last depth was cut short, or other threads have counted on.
        progress(result)
    return result


def _line(score: int, depth: int, nodes: int, moves: list[str]) -> Line:
    """Return the kernel's line for people."""
    plies = kernel.MATE - abs(score)
    if abs(score) < kernel.DECISIVE:
        text = _percent(kernel.share_of(score))
    else:
        text = f"#{plies}" if score > 0 else f"#-{plies}"
    return Line(text, depth, nodes, tuple(moves))
