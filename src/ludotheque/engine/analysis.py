"""The best moves of a position, and how good they are: deeper and deeper, until told to stop.

The kernel looks ahead where it knows the game, and in games with secrets imagines what it cannot
see. For any other game Python does the same: alpha-beta in open games with an `estimate`, else
imagined games, of which each step plays twice as many.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from threading import Event
from time import monotonic
from typing import Any, SupportsIndex

from ludotheque.engine import kernel
from ludotheque.engine.alphabeta import SOONER, Estimate, OutOfBudget, Search, is_open
from ludotheque.engine.memory import HASH_MB
from ludotheque.engine.montecarlo import Trials
from ludotheque.engine.player import seat_to_move
from ludotheque.engine.score import Score
from ludotheque.engine.told import TextLine, TextTrial
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame
from ludotheque.position import Position, Seat, Seen, View

DEEPEST = 200
"""The plies after which there is nothing more to find, and before Python's stack is full."""
MOST_DOUBLINGS = 25
"""How often imagined games are doubled before more of them say nothing new."""
LONGEST = 1e8
"""The seconds beyond which a limit is none: three years."""
SLICE = 0.05
"""The seconds after which the kernel looks up from imagined games, to hear whether to stop."""
MOST_THREADS = 256
"""As many as the kernel starts."""

MOMENT = 400_000
MOMENT_IMAGINED = 12_000
MOMENT_SLOWLY = 2_000
"""The nodes of about a second: of the kernel's look ahead, of its imagined games, of Python."""


@dataclass(frozen=True)
class Line:
    """A line of play, as far as it was seen, and what it promises the seat to move."""

    score: Score
    depth: int
    """How many moves ahead was looked, or how often the imagined games were doubled."""
    nodes: int
    """The positions looked at so far, or the games imagined."""
    moves: tuple[str, ...]


Progress = Callable[[list[Line]], None]


def is_count(number: object) -> bool:
    """Return whether *number* is a whole one from 1 on."""
    return isinstance(number, SupportsIndex) and index(number) >= 1


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What ends an analysis, whichever comes first; nothing at all: only `Analyst.stop` does.

    Raise BadOption where there can be no such limit: the kernel takes 0 for none.
    """

    seconds: float | None = None
    nodes: int | None = None
    """Positions looked at, or games imagined."""
    depth: int | None = None
    """Moves ahead, or how often the imagined games were doubled."""

    def __post_init__(self) -> None:
        for name, limit in (("nodes", self.nodes), ("depth", self.depth)):
            if limit is not None and not is_count(limit):
                raise BadOption(
                    N_("{name} is a whole number from 1 on, not {limit}"), name=name, limit=limit
                )
        if self.seconds is not None and not self.seconds >= 0:
            raise BadOption(
                N_("the seconds of a thought cannot be {seconds}"), seconds=self.seconds
            )


def best_lines(
    game: AnyGame,
    position: Position[Any],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    table_mb: int = HASH_MB,
    progress: Progress = lambda _: None,
) -> list[Line]:
    """Return the best *lines* of *position* for the seat to move, see `Analyst.lines`.

    It is given no more than that seat may know. Raise NotAllowed where no seat is to move.
    """
    seat = seat_to_move(position)
    limits = Limits(seconds=seconds, nodes=nodes, depth=depth)
    analyst = Analyst(game, threads=threads, table_mb=table_mb)
    return analyst.lines(position.seen_by(seat), limits=limits, lines=lines, progress=progress)


def a_moment(game: AnyGame) -> int:
    """Return how many nodes of *game* are analysed in about a second, by whoever does it here."""
    if kernel.has_thinker(game):
        return MOMENT
    return MOMENT_IMAGINED if kernel.has_secret_search(game) else MOMENT_SLOWLY


class Analyst:
    """Looks for the best lines of one view of *game*, until it is told to stop.

    Only the kernel's look ahead uses several *threads* and a table of *table_mb*, and only imagined
    games come from a *seed*. To whoever is *impartial* a repetition is worth half, else a little
    less: they play. Who is *remembering* keeps the table from one view to the next, which helps
    where they are of one game.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        threads: int = 1,
        table_mb: int = HASH_MB,
        seed: int = 0,
        impartial: bool = True,
        remembering: bool = False,
    ) -> None:
        self._game = game
        self._threads = threads
        self._table_mb = table_mb
        self._seed = seed
        self._impartial = impartial
        self._remembering = remembering
        self._stopped = Event()
        self._search: Any = None
        self._twins: dict[View[Any], Any] = {}
        """The kernel's positions of the last past: the next is mostly the same but for a move."""

    def stop(self) -> None:
        """Let `lines` return what it has found so far, as soon as it can; from any thread."""
        self._stopped.set()
        if self._search is not None:
            self._search.stop()

    def lines(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),
        *,
        limits: Limits,
        lines: int = 1,
        whole: bool = False,
        progress: Progress = lambda _: None,
    ) -> list[Line]:
        """Return the best *lines* of *view*, best first; tell *progress* what each step finds.

        With *whole* it is no view but the position itself, and nothing is hidden: that is for who
        studies a game, never for who plays it. The viewer is to move, and *past* are the moves that
        led here, as `Player.choose` has them.

        The first of the limits that is reached ends it, but not before the first step; without any
        it goes on until every line is decided, or as deep as can be. What is told last is the
        result; interrupted, it has told all it knows. With several threads, or with a limit of
        seconds, it may find something else the next time. Raise NotAllowed where the kernel knows
        this game and *view* is of a smaller one.
        """
        game, watch = self._game, _Watch(limits, self._stopped)
        lines = min(lines, len(view.moves()))
        if kernel.has_thinker(game):
            return self._looked_ahead(view, past, limits.depth, lines, watch, progress)
        if kernel.has_secret_search(game):
            search = kernel.new_secret_search(game, view, past, self._seed, whole=whole)
            steps = _imagined_by_kernel(search, len(view.moves()), lines, watch)
        elif game.estimate is not None and is_open(game):
            steps = _looked_ahead(game.estimate, view, lines, watch)
        else:
            steps = _imagined(view, Random(self._seed), lines, watch)
        found: list[Line] = []
        try:
            for step, found in enumerate(steps, 1):
                progress(found)
                watch.strict = True
                if step == limits.depth:
                    break
        except OutOfBudget:
            pass
        return found

    def _looked_ahead(
        self,
        view: View[Any],
        past: Sequence[Seen],
        depth: int | None,
        lines: int,
        watch: "_Watch",
        progress: Progress,
    ) -> list[Line]:
        """Return the lines that the kernel finds, and tell each depth."""
        if self._search is None or not self._remembering:
            self._search = kernel.new_search(self._game)
        search, scale = self._search, self._game.scale
        told: list[Line] = []

        def tell(news: list[TextLine]) -> None:
            told[:] = [_line(line, scale) for line in news]
            progress(list(told))
            if self._stopped.is_set():  # Perhaps before the search could hear of it.
                search.stop()

        found = kernel.think(
            search,
            self._game,
            view,
            self._history(past),
            seconds=watch.seconds_left(),
            nodes=watch.nodes_left() if watch.seconds_left() > 0 else 1,
            depth=min(depth or DEEPEST, DEEPEST),
            lines=lines,
            threads=self._threads,
            table_mb=self._table_mb,
            impartial=self._impartial,
            progress=tell,
        )
        result = [_line(line, scale) for line in found]
        if result != told:  # The last depth was cut short, or other threads have counted on.
            progress(result)
        return result

    def _history(self, past: Sequence[Seen]) -> list[Any]:
        """Return the kernel's positions before the moves of the *past*: what came up already."""
        known = self._twins
        self._twins = {
            seen.before: known.get(seen.before) or kernel.twin_of(self._game, seen.before)
            for seen in past
        }
        return [self._twins[seen.before] for seen in past]


class _Watch:
    """Counts what is looked at, and calls a halt."""

    def __init__(self, limits: Limits, stopped: Event) -> None:
        self.nodes = 0
        self.strict = False
        """Whether the limits hold: the first step is always finished."""
        self._stopped = stopped
        nodes, seconds = limits.nodes, limits.seconds
        self._most = sys.maxsize if nodes is None else min(nodes, sys.maxsize)
        patience = LONGEST if seconds is None else min(max(0.0, seconds), LONGEST)
        self._end = monotonic() + patience

    def tick(self) -> None:
        """Count one more, or raise OutOfBudget."""
        if self.over():
            raise OutOfBudget
        self.nodes += 1

    def over(self) -> bool:
        """Return whether a limit that holds has been reached."""
        return self.strict and (
            self.nodes_left() <= 0 or self.seconds_left() <= 0 or self._stopped.is_set()
        )

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
    estimate: Estimate,
    position: Any,  # noqa: ANN401 - an open position
    lines: int,
    watch: _Watch,
) -> Iterator[list[Line]]:
    """Yield the best lines one ply deeper each time, until all of them are decided."""
    search = _WatchedSearch(estimate, position.to_move, watch)
    moves = list(position.moves())
    for depth in range(1, DEEPEST + 1):
        found = []
        # Each line is the best of what the lines before it have left, and goes in front.
        for place in range(min(lines, len(moves))):
            value, line = _best(search, position, moves[place:], depth)
            moves.remove(line[0])
            moves.insert(place, line[0])
            found.append(Line(_score(value, depth), depth, watch.nodes, tuple(map(str, line))))
        yield found
        if all(line.score.certain for line in found):
            return


def _best(
    search: Search, position: Position[Any], moves: list[Any], depth: int
) -> tuple[float, tuple[Any, ...]]:
    """Return the best value among *moves* and the line that leads to it."""
    best, line = -1.0, ()
    for move in moves:
        after = position.after(move)
        value = search.value(after, depth - 1, best, 2.0)
        if value > best:
            best, line = value, (move, *search.line(after, depth - 1))
    return best, line


def _score(value: float, depth: int) -> Score:
    """Return what a value that a search to that *depth* has found means, see `Search.value`."""
    if 0 < value < 1:
        return Score(value)
    left = round((abs(value - 0.5) - 0.5) / (0.5 * SOONER))
    return Score.win(depth - left) if value >= 1 else Score.loss(depth - left)


def _imagined(view: View[Any], rng: Random, lines: int, watch: _Watch) -> Iterator[list[Line]]:
    """Yield the most promising moves, after twice as many imagined games each time."""
    seat = view.to_move
    assert isinstance(seat, int)  # noqa: S101 - the viewer is to move
    trials = Trials(view, seat, rng)
    for step in range(1, MOST_DOUBLINGS + 1):
        for _ in range(max(trials.games, len(view.moves()))):
            watch.tick()
            trials.play_out()
        yield [
            Line(Score(won / tried), step, watch.nodes, (str(move),))
            for tried, won, move in trials.ranked()[:lines]
        ]


def _imagined_by_kernel(
    search: Any,  # noqa: ANN401 - compiled
    choices: int,
    lines: int,
    watch: _Watch,
) -> Iterator[list[Line]]:
    """Yield what `_imagined` does, as the kernel sees it; the last step may be cut short."""
    wanted = choices
    for step in range(1, MOST_DOUBLINGS + 1):
        tried: list[TextTrial] = []
        while watch.nodes < wanted and not watch.over():
            more, seconds = wanted - watch.nodes, SLICE
            if watch.strict:
                more = min(more, watch.nodes_left())
                seconds = min(seconds, max(watch.seconds_left(), kernel.SHORTEST))
            tried = search.more(iterations=more, seconds=seconds)
            watch.nodes = sum(tries for _, tries, _ in tried)
        if not tried:
            return
        best = sorted(tried, key=lambda trial: trial[1:], reverse=True)[:lines]
        yield [Line(Score(share), step, watch.nodes, (move,)) for move, _, share in best]
        wanted = 2 * watch.nodes


def _line(told: TextLine, scale: float) -> Line:
    """Return what the kernel tells of a line, see `Game.scale`."""
    points, depth, nodes, moves = told
    return Line(kernel.score_of(points, scale), depth, nodes, tuple(moves))
