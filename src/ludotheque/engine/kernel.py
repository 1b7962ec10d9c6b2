"""Interface to the kernel: fast twins of the rules and the searches built on them.

Where this house was built without a compiler there is no kernel, and everything works in pure
Python, slower and weaker. A position whose game has a twin keeps the table's options in `variant`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import exp
from random import Random
from types import ModuleType
from typing import Any

from ludotheque.engine.player import Weighed
from ludotheque.engine.score import Score, share_at
from ludotheque.games import AnyGame
from ludotheque.games.lent import lent
from ludotheque.position import Position, Seen, View

_kernel: ModuleType | None
try:
    from ludotheque import _kernel
except ImportError:
    _kernel = None

BUILT = _kernel is not None
"""Whether the kernel is here."""

MATE: int = getattr(_kernel, "MATE", 0)
"""The points of a win in no plies; one in n is n less, a loss in n plies is the negative."""
DECISIVE: int = getattr(_kernel, "DECISIVE", 0)
"""Points from this on, either way, are certain."""

DOUBTED = 100.0
"""The scale in which the doubt of levels was set and their strength measured (docs/levels.md): they
are to play as they do, whatever the points of a game's search are since found to be worth."""

WORKER_MB = 12
"""What a search holds beside its table: as measured, about 4 in one game and 12 in another."""

SHORTEST = 0.001
"""The seconds that a look takes even where none are left."""

TextLine = tuple[int, int, int, list[str]]
"""Points, see `score_of`, depth, nodes and moves, as the kernel tells them."""
TextTrial = tuple[str, int, float]
"""A move, how often it was tried and its mean share, as the kernel tells them."""
TextValue = tuple[str, int, float, float, float, float]
"""A move, its tries, share and loss, each with its standard error, as the kernel tells them."""
TextFortune = tuple[float, float, float, float]
"""A seat's luck and what it could expect, each with its standard error, as the kernel tells."""


def _has(table: str, game: AnyGame) -> bool:
    return _kernel is not None and game.slug in getattr(_kernel, table)


def has_twin(game: AnyGame) -> bool:
    """Return whether the kernel knows the rules of *game*."""
    return _has("TWINS", game)


def has_thinker(game: AnyGame) -> bool:
    """Return whether the kernel can search *game*, in which nothing is hidden."""
    return _has("THINKERS", game)


def has_prover(game: AnyGame) -> bool:
    """Return whether the kernel can prove wins in *game*."""
    return _has("PROVERS", game)


def has_secret_search(game: AnyGame) -> bool:
    """Return whether the kernel can search *game* from what one seat may know."""
    return _has("SECRET_SEARCHES", game)


def has_values(game: AnyGame) -> bool:
    """Return whether the kernel can value every move of *game* from what one seat may know."""
    return _has("VALUINGS", game)


def has_fortunes(game: AnyGame) -> bool:
    """Return whether the kernel can tell what a move of chance in *game* brought each seat."""
    return _has("FORTUNES", game)


def has_belief(game: AnyGame) -> bool:
    """Return whether the kernel can say what a seat may believe of the others' secrets."""
    return _has("BELIEFS", game)


class Renewal(IntEnum):
    """When a game of a batch that has ended begins anew."""

    NEVER = 0
    AT_ONCE = 1
    NEXT_STEP = 2
    """In the next step, whose action in that game, any at all, is not taken."""


def has_batch(game: AnyGame) -> bool:
    """Return whether the kernel can play many games of *game* side by side, by numbered actions."""
    return _has("BATCHES", game)


def new_batch(
    game: AnyGame,
    size: int,
    seats: int,
    options: Mapping[str, str],
    *,
    moves: int,
    drawn: bool,
    renewal: Renewal,
) -> Any:  # noqa: ANN401 - compiled
    """Return *size* games side by side; after so many *moves* each is *drawn*, or broken off.

    Where a game has ended and is not begun anew, nothing is legal in it.
    """
    return _table("BATCHES")[game.slug](size, seats, dict(options), moves, drawn, renewal)


def has_course(game: AnyGame) -> bool:
    """Return whether the kernel can play *game* by the numbers of its moves, and tell of it all."""
    return _has("COURSES", game)


def new_course(game: AnyGame, text: str, options: Mapping[str, str]) -> Any:  # noqa: ANN401 - compiled
    """Return a game of *game* that begins from the position *text*."""
    return _table("COURSES")[game.slug](text, dict(options))


def twin(game: AnyGame, text: str, options: Mapping[str, str]) -> Any:  # noqa: ANN401 - compiled
    """Return the kernel's position of *text*; ValueError where the rules raise BadPosition."""
    return _table("TWINS")[game.slug](text, dict(options))


def twin_of(game: AnyGame, view: Any) -> Any:  # noqa: ANN401 - compiled
    """Return the kernel's position of *view*, with the options of its table."""
    return twin(game, str(view), _options(view))


def lending() -> AbstractContextManager[None]:
    """Lend the kernel's twins, which are proved equal, to the games' rules for the block.

    Without a kernel nothing is lent, and the rules go on by themselves.
    """
    twins = {} if _kernel is None else _kernel.TWINS
    return lent({slug: partial(_texts, kind) for slug, kind in twins.items()})


def _texts(kind: Any, position: Any) -> list[str]:  # noqa: ANN401 - compiled, of any game
    texts: list[str] = kind(str(position), _options(position)).moves()
    return texts


def _table(name: str) -> Any:  # noqa: ANN401 - compiled
    return getattr(_kernel, name)


def twins(game: AnyGame, past: Sequence[Seen]) -> list[Any]:
    """Return the kernel's positions before the moves of the *past*: what has come up already."""
    return [twin_of(game, seen.before) for seen in past]


def _options(view: Any) -> dict[str, str]:  # noqa: ANN401 - any view of a game with a twin
    return dict(view.variant._asdict())


def share_of(points: int, scale: float) -> float:
    """Return the share that *points* of the kernel's searches promise, see `Game.scale`."""
    return share_at(points, scale) if abs(points) < DECISIVE else float(points > 0)


def score_of(points: int, scale: float) -> Score:
    """Return all that *points* of the kernel's searches mean, see `Game.scale`."""
    if abs(points) < DECISIVE:
        return Score(share_at(points, scale))
    plies = MATE - abs(points)
    return Score.win(plies) if points > 0 else Score.loss(plies)


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
    """What it remembers of the positions met in a search."""

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
        return _borrowed(self._game, self.sight.table_mb)


_FREE: defaultdict[tuple[str, int], list[Any]] = defaultdict(list)
"""Searches that nobody uses, by game and size: to make one takes longer than a short thought."""


@contextmanager
def _borrowed(game: AnyGame, table_mb: int) -> Iterator[Any]:
    """Lend a search with an empty memory, which is to be given that size."""
    free = _FREE[game.slug, table_mb]
    try:
        search = free.pop()
    except IndexError:  # Several threads may ask at once: so it is not looked at first.
        search = new_search(game)
    try:
        search.forget()
        yield search
    finally:
        free.append(search)


def new_search(game: AnyGame) -> Any:  # noqa: ANN401 - compiled
    """Return a search of *game* with an empty memory."""
    return _table("THINKERS")[game.slug]()


def new_prover(game: AnyGame) -> Any:  # noqa: ANN401 - compiled
    """Return a search for forced wins in *game* that has proved nothing yet."""
    return _table("PROVERS")[game.slug]()


def _only_move(view: View[Any]) -> Any:  # noqa: ANN401 - a move is whatever the game says
    """Return the move that needs no thought since there is no other, or None."""
    moves = view.moves()
    return moves[0] if len(moves) == 1 else None


def _named(text: str, view: View[Any]) -> Any:  # noqa: ANN401 - a move is whatever the game says
    """Return the move of *view* that is written so."""
    return next(move for move in view.moves() if str(move) == text)


def think(
    search: Any,  # noqa: ANN401 - compiled
    game: AnyGame,
    view: View[Any],
    history: Sequence[Any] = (),
    *,
    seconds: float = 0.0,
    nodes: int = 0,
    depth: int = 0,
    lines: int = 1,
    threads: int = 1,
    table_mb: int = 16,
    impartial: bool = False,
    progress: Callable[[list[TextLine]], None] | None = None,
) -> list[TextLine]:
    """Return the best lines that *search* finds from *view*; *history* are the twins before it."""
    found: list[TextLine] = search.think(
        twin_of(game, view),
        list(history),
        seconds=seconds,
        nodes=nodes,
        depth=depth,
        threads=threads,
        lines=lines,
        table_mb=table_mb,
        impartial=impartial,
        progress=progress,
    )
    return found


def nodes_of(game: AnyGame, text: str, options: Mapping[str, str], depth: int) -> int:
    """Return how many nodes one thread searches from the position *text* to that *depth*."""
    nodes: int = _table("THINKERS")[game.slug].signature([text], dict(options), depth)
    return nodes


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
        self._search = _table("SAMPLERS")[game.slug](rng.getrandbits(63))

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


def imagine(
    game: AnyGame,
    view: View[Any],
    past: Sequence[Seen],
    *,
    iterations: int = 0,
    seconds: float = 0.0,
    seed: int = 0,
) -> list[TextTrial]:
    """Return the viewer's moves, how often each was tried in imagined worlds, and its share."""
    search = new_secret_search(game, view, past, seed)
    found: list[TextTrial] = search.more(iterations=iterations, seconds=seconds)
    return found


def new_secret_search(
    game: AnyGame,
    view: View[Any],
    past: Sequence[Seen] = (),
    seed: int = 0,
    *,
    whole: bool = False,
) -> Any:  # noqa: ANN401 - compiled
    """Return a search from what the seat to move may know; asked for more it goes on.

    Of the *whole* position, which must be asked for, nothing is hidden from it.
    """
    kind = _table("SECRET_SEARCHES")[game.slug]
    return kind(str(view), view.to_move, _options(view), _plays(past), seed, whole=whole)


def value_moves(
    game: AnyGame, view: View[Any], past: Sequence[Seen], *, games: int, seed: int, kept: str
) -> list[TextValue]:
    """Return the moves of the seat to move, best first, each tried in the same imagined worlds.

    About so many *games* are imagined; the move *kept*, if any, is tried as often as the best.
    """
    valuing = _table("VALUINGS")[game.slug]
    found: list[TextValue] = valuing(
        str(view), view.to_move, _options(view), _plays(past), seed, games, kept
    )
    return found


def fortunes(
    game: AnyGame, before: Position[Any], after: Position[Any], *, games: int, seed: int
) -> list[TextFortune]:
    """Return what the moves of chance that led from *before* to *after* brought each seat.

    So many *games* are played on from either, in pairs.
    """
    return text_fortunes(game, str(before), str(after), _options(before), games=games, seed=seed)


def text_fortunes(
    game: AnyGame, before: str, after: str, options: Mapping[str, str], *, games: int, seed: int
) -> list[TextFortune]:
    """Do what `fortunes` does, from the texts of positions."""
    found: list[TextFortune] = _table("FORTUNES")[game.slug](
        before, after, dict(options), games, seed
    )
    return found


def belief(game: AnyGame, view: View[Any], seat: int, past: Sequence[Seen]) -> list[list[float]]:
    """Return what *seat* may believe of each seat's secret, learned from the plays it saw."""
    found: list[list[float]] = _table("BELIEFS")[game.slug](
        str(view), seat, _options(view), _plays(past)
    )
    return found


def _plays(past: Sequence[Seen]) -> list[tuple[int, str, str]]:
    return [(seen.seat, str(seen.move), str(seen.before)) for seen in past]


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
