"""Computer players that think by the kernel: how far each looks, and which move it picks."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from ludotheque.engine.kernel import (
    SHORTEST,
    borrowed_search,
    imagine,
    new_sampler,
    new_search,
    share_of,
    think,
    twin_of,
)
from ludotheque.engine.player import Weighed, check_printed
from ludotheque.games import AnyGame
from ludotheque.position import Seen, View

DOUBTED = 100.0
"""The scale in which the doubt of levels was set and their strength measured (docs/levels.md): they
are to play as they do, whatever the points of a game's search are since found to be worth."""

WORKER_MB = 12
"""What a search holds beside its table: as measured, about 4 in one game and 12 in another."""


@dataclass(frozen=True)
class Sight:
    """How far a player looks, and how surely it picks the best of what it sees."""

    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    """Limits of a search; nought is no limit."""
    iterations: int = 0
    """Imagined games, where something is hidden, or for a `Sampler`."""
    doubt: float = 0.0
    """The difference in expected share that it hardly notices; 0 for a player that is sure."""
    choices: int = 1
    """How many moves it weighs against each other, if it is in doubt."""
    table_mb: int = 1
    """Its transposition table in megabytes: more than its nodes fill, or what a house can spare."""

    def within(self, seconds: float | None) -> float:
        """Return how long it may look if no longer than *seconds* are left; nought is no limit."""
        if seconds is None:
            return self.seconds
        most = max(seconds, SHORTEST)
        return min(self.seconds, most) if self.seconds else most


class Thinker:
    """Plays an open game by the kernel's search."""

    def __init__(self, game: AnyGame, sight: Sight, rng: Random) -> None:
        self._game = game
        self.sight = sight
        self.rng = rng
        # What a player without a clock plays depends on the position and the seed alone.
        remembers = sight.seconds and not sight.doubt
        self._own_search = new_search(game) if remembers else None
        self._twins: dict[View[Any], Any] = {}  # of this game so far: texts take their time

    def __deepcopy__(self, memo: dict[int, Any]) -> "Thinker":
        # What it remembers stays behind: it only makes it quicker.
        return Thinker(self._game, self.sight, deepcopy(self.rng, memo))

    @property
    def memory(self) -> int:
        """The bytes of its own search, if it has one; who borrows one gives it back."""
        return 0 if self._own_search is None else (self.sight.table_mb + WORKER_MB) << 20

    def choose(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Any:  # noqa: ANN401
        """Return the best move found, or when in doubt one that looks nearly as good."""
        return self.weigh(view, past, seconds).move

    def weigh(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Weighed:
        """Return the move, and how likely it was to be each of those that were looked at."""
        if (only := _only_move(view)) is not None:
            return Weighed(only, ((only, 1.0),))
        sight = self.sight
        met = self._twins
        self._twins = {
            seen.before: met.get(seen.before) or twin_of(self._game, seen.before) for seen in past
        }
        with self._search() as search:
            lines = think(
                search,
                self._game,
                view,
                [self._twins[seen.before] for seen in past],
                seconds=sight.within(seconds),
                nodes=sight.nodes,
                depth=sight.depth,
                lines=sight.choices,
                table_mb=sight.table_mb,
            )
        named = [_named(moves[0], view) for *_, moves in lines]
        points = [points for points, *_ in lines]
        return by_points(named, points, self._game.scale, sight.doubt, self.rng)

    def _search(self) -> AbstractContextManager[Any]:
        """Return a search for one thought: its own, or whichever is free."""
        if self._own_search is not None:
            return nullcontext(self._own_search)
        return borrowed_search(self._game, self.sight.table_mb)


def _only_move(view: View[Any]) -> Any:  # noqa: ANN401 - a move is whatever the game says
    """Return the move that needs no thought since there is no other, or None.

    Raise NotAllowed where the game was made smaller, as where it takes thought.
    """
    check_printed(view)
    moves = view.moves()
    return moves[0] if len(moves) == 1 else None


def _named(text: str, view: View[Any]) -> Any:  # noqa: ANN401 - a move is whatever the game says
    """Return the move of *view* that is written so."""
    return next(move for move in view.moves() if str(move) == text)


class SecretThinker:
    """Plays a game with secrets by the kernel's search over imagined worlds."""

    def __init__(self, game: AnyGame, sight: Sight, rng: Random) -> None:
        self._game = game
        self.sight = sight
        self.rng = rng

    def choose(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Any:  # noqa: ANN401
        """Return the move tried most, or when in doubt one that did nearly as well."""
        return self.weigh(view, past, seconds).move

    def weigh(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Weighed:
        """Return the move, and how often each was tried."""
        if (only := _only_move(view)) is not None:
            return Weighed(only, ((only, 1.0),))
        sight = self.sight
        tried = imagine(
            self._game,
            view,
            past,
            iterations=sight.iterations,
            seconds=sight.within(seconds),
            seed=self.rng.getrandbits(63),
        )
        named = {str(move): move for move in view.moves()}
        trials = [(named[text], tries, share) for text, tries, share in tried]
        return by_tries(trials, sight.doubt, self.rng)


class Sampler:
    """Plays an open game by plain Monte-Carlo tree search: rules, random games and counting."""

    def __init__(self, game: AnyGame, sight: Sight, rng: Random) -> None:
        self._game = game
        self._sight = sight
        self._rng = rng
        self._search = new_sampler(game, rng.getrandbits(63))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Sampler":
        return Sampler(self._game, self._sight, deepcopy(self._rng, memo))

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),
        seconds: float | None = None,
    ) -> Any:  # noqa: ANN401
        """Return the move tried most."""
        return self.weigh(view, past, seconds).move

    def weigh(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),  # noqa: ARG002 - it looks ahead only
        seconds: float | None = None,
    ) -> Weighed:
        """Return the move, and how often each was tried."""
        if (only := _only_move(view)) is not None:
            return Weighed(only, ((only, 1.0),))
        sight = self._sight
        tried = self._search.tried(
            twin_of(self._game, view), seconds=sight.within(seconds), games=sight.iterations
        )
        named = {str(move): move for move in view.moves()}
        return by_tries([(named[text], tries, share) for text, tries, share in tried], 0, self._rng)


def by_points(
    moves: Sequence[Any], points: Sequence[int], scale: float, doubt: float, rng: Random
) -> Weighed:
    """Return the moves that were looked at weighed by their points, and one picked.

    What is expected goes by the *scale* of the game, *doubt* by its own.
    """
    shares = [share_of(each, DOUBTED) for each in points]
    best = picked(shares, doubt, rng)
    likely = likelihoods(shares, doubt)
    expected = share_of(max(points), scale)
    return Weighed(moves[best], tuple(zip(moves, likely, strict=True)), expected)


def by_tries(tried: Sequence[tuple[Any, int, float]], doubt: float, rng: Random) -> Weighed:
    """Return the moves weighed by how often they were tried; the most tried is it, but in doubt."""
    if doubt:
        best = picked([share for _, _, share in tried], doubt, rng)
    else:
        best = max(range(len(tried)), key=lambda i: tried[i][1])
    every = max(1, sum(tries for _, tries, _ in tried))
    share = sum(tries * share for _, tries, share in tried) / every
    return Weighed(tried[best][0], tuple((move, tries / every) for move, tries, _ in tried), share)


def picked(shares: Sequence[float], doubt: float, rng: Random) -> int:
    """Return the number of the best share, or in doubt of another, the less likely the worse."""
    if not doubt:
        return shares.index(max(shares))
    return rng.choices(range(len(shares)), _weights(shares, doubt))[0]


def likelihoods(shares: Sequence[float], doubt: float) -> list[float]:
    """Return how likely `picked` picks each."""
    if not doubt:
        best = shares.index(max(shares))
        return [float(number == best) for number in range(len(shares))]
    weights = _weights(shares, doubt)
    return [weight / sum(weights) for weight in weights]


def _weights(shares: Sequence[float], doubt: float) -> list[float]:
    best = max(shares)
    return [exp((share - best) / doubt) for share in shares]
