"""Background search, one at a time, that can be stopped and tells what it finds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import log
from random import Random
from threading import Event
from time import monotonic
from typing import Any, Final

from ludotheque.engine import LEVELS, kernel, player
from ludotheque.games import AnyGame
from ludotheque.ugi.dialect import Limits, Moment

SLICE: Final = 0.05
"""The seconds after which a search over imagined worlds looks up."""
FOREVER: Final = 1e8
"""The seconds beyond which a limit is none: three years."""
SEARCH: Final = "search"
"""The player who thinks as far as `go` allows."""


@dataclass(frozen=True, kw_only=True)
class Mind:
    """Who thinks, and with what."""

    game: AnyGame
    player: str = SEARCH
    """`search`, or a player such as `level:3`, who plays as ever and no longer than it may."""
    numbers: Mapping[str, int] = field(
        default_factory=lambda: {"Threads": 1, "Hash": 64, "Seed": 0}
    )
    """The threads of a search, the megabytes it may fill, and where its randomness comes from."""

    def with_number(self, name: str, number: int) -> "Mind":
        """Return the same with one of the numbers changed."""
        return replace(self, numbers={**self.numbers, name: number})


@dataclass(frozen=True)
class News:
    """What a search has found so far."""

    depth: int
    nodes: int
    score: str
    """As UGI writes it: `cp 35`, or `mate -4`, in plies."""
    moves: tuple[str, ...]


Tell = Callable[[News], None]


class Thought:
    """What to play at a moment. It begins with `best` and ends by its limits or by `stop`."""

    def __init__(self, mind: Mind, moment: Moment, limits: Limits) -> None:
        self._mind = mind
        self._moment = moment
        self._limits = limits
        self._stopped = Event()
        self._search: Any = None

    def stop(self) -> None:
        """Let `best` return what it has found so far, as soon as it can."""
        self._stopped.set()
        if self._search is not None:
            self._search.stop()

    def best(self, tell: Tell) -> str:
        """Return the text of the best move found; *tell* what is found on the way."""
        mind, moment = self._mind, self._moment
        if mind.player == SEARCH and kernel.has_thinker(mind.game):
            return self._look_ahead(tell)
        if mind.player == SEARCH and kernel.has_secret_search(mind.game):
            return self._imagine(tell)
        name = f"level:{len(LEVELS)}" if mind.player == SEARCH else mind.player
        thinker = player(name, mind.game, Random(mind.numbers["Seed"]))
        assert thinker is not None  # noqa: S101 - the server has refused people
        return str(thinker.choose(moment.view, moment.past, self._limits.seconds))

    def _look_ahead(self, tell: Tell) -> str:
        mind, limits = self._mind, self._limits
        self._search = search = kernel.new_search(mind.game)

        def progress(lines: list[kernel.TextLine]) -> None:
            score, depth, nodes, moves = lines[0]
            tell(News(depth, nodes, _score(score), tuple(moves)))
            if self._stopped.is_set():  # Perhaps before the search could hear of it.
                search.stop()

        found = kernel.think(
            search,
            mind.game,
            self._moment.view,
            kernel.twins(mind.game, self._moment.past),
            seconds=limits.seconds or FOREVER,
            nodes=limits.nodes or 0,
            depth=limits.depth or 0,
            threads=mind.numbers["Threads"],
            table_mb=mind.numbers["Hash"],
            progress=progress,
        )
        return found[0][3][0]

    def _imagine(self, tell: Tell) -> str:
        """Imagine games, told of whenever they have doubled, until enough, or too long."""
        mind, moment, limits = self._mind, self._moment, self._limits
        search = kernel.new_secret_search(mind.game, moment.view, moment.past, mind.numbers["Seed"])
        choices = len(moment.view.moves())
        most = limits.nodes or (choices << (limits.depth - 1) if limits.depth else 1 << 62)
        end = monotonic() + (limits.seconds or FOREVER)
        depth, games, wanted = 0, 0, choices
        best = ""
        while not best or (games < most and monotonic() < end and not self._stopped.is_set()):
            left = max(0.001, min(SLICE, end - monotonic()))
            tried = search.more(iterations=max(1, min(wanted, most) - games), seconds=left)
            games = sum(tries for _, tries, _ in tried)
            best, _, share = max(tried, key=lambda trial: trial[1])
            if games >= min(wanted, most):
                depth, wanted = depth + 1, 2 * wanted
                tell(News(depth, games, f"cp {_points(share)}", (best,)))
        return best


def _score(score: int) -> str:
    """Return a score of the kernel as UGI writes it."""
    if abs(score) < kernel.DECISIVE:
        return f"cp {score}"
    plies = kernel.MATE - abs(score)
    return f"mate {plies if score > 0 else -plies}"


def _points(share: float) -> int:
    """Return the score at which that *share* is expected, as `kernel.share_of` has it."""
    sure = min(max(share, 1e-4), 1 - 1e-4)
    return round(kernel.SCALE * log(sure / (1 - sure), 3))
