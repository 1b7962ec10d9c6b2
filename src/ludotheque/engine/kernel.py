"""Interface to the kernel: fast twins of the rules and the searches built on them.

It is compiled into an extension of Python, or in the browser into WebAssembly. Where this house was
built without a compiler there is none, and everything works in pure Python, slower and weaker. A
position whose game has a twin keeps the table's options in `variant`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import IntEnum
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from ludotheque.engine.asked import Asked
from ludotheque.engine.memory import MOMENT_HASH_MB
from ludotheque.engine.player import check_printed
from ludotheque.engine.score import Score, share_at
from ludotheque.engine.told import TextFortune, TextLine, TextPlay, TextTrial, TextValue
from ludotheque.games import AnyGame
from ludotheque.games.lent import lent
from ludotheque.position import Position, Seen, View

IN_BROWSER: Final = "ludotheque_kernel"
"""The module that stands for the kernel's WebAssembly, where whoever started Python provides it."""


def _in_browser() -> Asked | None:
    try:
        return Asked(import_module(IN_BROWSER).ask)
    except ImportError:
        return None


_kernel: ModuleType | Asked | None
try:
    from ludotheque import _kernel
except ImportError:
    _kernel = _in_browser()

BUILT = _kernel is not None
"""Whether the kernel is here."""

MATE: int = getattr(_kernel, "MATE", 0)
"""The points of a win in no plies; one in n is n less, a loss in n plies is the negative."""
DECISIVE: int = getattr(_kernel, "DECISIVE", 0)
"""Points from this on, either way, are certain."""

SHORTEST = 0.001
"""The seconds that a look takes even where none are left."""


def _has(registry: str, game: AnyGame) -> bool:
    return _kernel is not None and game.slug in getattr(_kernel, registry)


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
    return _registry("BATCHES")[game.slug](size, seats, dict(options), moves, drawn, renewal)


def has_course(game: AnyGame) -> bool:
    """Return whether the kernel can play *game* by the numbers of its moves, and tell of it all."""
    return _has("COURSES", game)


def new_course(game: AnyGame, text: str, options: Mapping[str, str]) -> Any:  # noqa: ANN401 - compiled
    """Return a game of *game* that begins from the position *text*."""
    return _registry("COURSES")[game.slug](text, dict(options))


def twin(game: AnyGame, text: str, options: Mapping[str, str]) -> Any:  # noqa: ANN401 - compiled
    """Return the kernel's position of *text*; ValueError where the rules raise BadPosition."""
    return _registry("TWINS")[game.slug](text, dict(options))


def twin_of(game: AnyGame, view: Any) -> Any:  # noqa: ANN401 - compiled
    """Return the kernel's position of *view*, with the options of its table.

    Raise NotAllowed, as does whatever else asks the kernel about a view or a position of the rules,
    where its game was made smaller; what was seen before is taken to be of the same game.
    """
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


def _registry(name: str) -> Any:  # noqa: ANN401 - compiled
    return getattr(_kernel, name)


def _options(view: Any) -> dict[str, str]:  # noqa: ANN401 - any view of a game with a twin
    """Return the options of its table; whoever asks the kernel about a view comes by here."""
    check_printed(view)
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


def new_search(game: AnyGame) -> Any:  # noqa: ANN401 - compiled
    """Return a search of *game* with an empty memory."""
    return _registry("THINKERS")[game.slug]()


_FREE: defaultdict[tuple[str, int], list[Any]] = defaultdict(list)
"""Searches that nobody uses, by game and size: to make one takes longer than a short thought."""


@contextmanager
def borrowed_search(game: AnyGame, table_mb: int) -> Iterator[Any]:
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


def weights(game: AnyGame) -> tuple[int, ...]:
    """Return what each feature counts in the evaluation by which the kernel searches *game*."""
    return tuple(_registry("THINKERS")[game.slug].weights())


def new_prover(game: AnyGame) -> Any:  # noqa: ANN401 - compiled
    """Return a search for forced wins in *game* that has proved nothing yet."""
    return _registry("PROVERS")[game.slug]()


def new_sampler(game: AnyGame, seed: int) -> Any:  # noqa: ANN401 - compiled
    """Return a search of *game* by random games alone."""
    return _registry("SAMPLERS")[game.slug](seed)


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
    table_mb: int = MOMENT_HASH_MB,
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
    nodes: int = _registry("THINKERS")[game.slug].signature([text], dict(options), depth)
    return nodes


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
    kind = _registry("SECRET_SEARCHES")[game.slug]
    return kind(str(view), view.to_move, _options(view), _plays(past), seed, whole=whole)


def value_moves(
    game: AnyGame, view: View[Any], past: Sequence[Seen], *, games: int, seed: int, kept: str
) -> list[TextValue]:
    """Return the moves of the seat to move, best first, each tried in the same imagined worlds.

    About so many *games* are imagined; the move *kept*, if any, is tried as often as the best.
    """
    valuing = _registry("VALUINGS")[game.slug]
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
    check_printed(after)
    return text_fortunes(game, str(before), str(after), _options(before), games=games, seed=seed)


def text_fortunes(
    game: AnyGame, before: str, after: str, options: Mapping[str, str], *, games: int, seed: int
) -> list[TextFortune]:
    """Do what `fortunes` does, from the texts of positions."""
    found: list[TextFortune] = _registry("FORTUNES")[game.slug](
        before, after, dict(options), games, seed
    )
    return found


def belief(game: AnyGame, view: View[Any], seat: int, past: Sequence[Seen]) -> list[list[float]]:
    """Return what *seat* may believe of each seat's secret, learned from the plays it saw."""
    found: list[list[float]] = _registry("BELIEFS")[game.slug](
        str(view), seat, _options(view), _plays(past)
    )
    return found


def _plays(past: Sequence[Seen]) -> list[TextPlay]:
    return [(seen.seat, str(seen.move), str(seen.before)) for seen in past]
