"""The kernel where it is asked in text: in the browser, as WebAssembly.

`Asked` has the surface of the compiled module (`_kernel.pyi`), as far as it goes there: batches and
courses, which are for research, are not offered. What is asked and answered is described in
`kernel/wasm/`: rows of fields. Every question is answered before it returns.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Final, Protocol, Self

from ludotheque.engine.told import TextFortune, TextLine, TextPlay, TextTrial, TextValue

Row = list[str]
Options = Mapping[str, str]

FOUND: Final = {"yes": True, "no": False, "unknown": None}


class Ask(Protocol):
    """Whoever answers: a function of the kernel's WebAssembly."""

    def __call__(self, request: str, progress: Callable[[str], bool] | None = None, /) -> str:
        """Return the reply; *progress* hears of what is found, and returns whether to stop."""


class Kernel:
    """Questions to *ask*, and their answers as values; ValueError where a question is refused."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.given_up: list[int] = []
        """The numbers of searches that nobody holds any more."""

    def rows(
        self,
        *fields: object,
        more: Sequence[Sequence[object]] = (),
        progress: Callable[[str], bool] | None = None,
    ) -> list[Row]:
        """Return the rows of the answer to *fields* and the rows that follow them."""
        while self.given_up:
            self._ask(f"drop\t{self.given_up.pop()}")
        request = "\n".join("\t".join(map(_written, row)) for row in (fields, *more))
        reply = self._ask(request) if progress is None else self._ask(request, progress)
        first, *rest = _rows(reply)
        if first[0] != "ok":
            raise ValueError(first[1])
        return rest

    def one(self, *fields: object, more: Sequence[Sequence[object]] = ()) -> str:
        """Return the only field of the answer."""
        [[found]] = self.rows(*fields, more=more)
        return found


def _written(value: object) -> str:
    """Return *value* as a field; what would be read as several is refused, as no text has it."""
    text = str(int(value)) if isinstance(value, bool) else str(value)
    if "\t" in text or "\n" in text:
        raise ValueError("a text that is asked about has neither tabs nor several lines")
    return text


def _rows(reply: str) -> list[Row]:
    return [row.split("\t") for row in reply.removesuffix("\n").split("\n")]


def _options(options: Options) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


@dataclass(frozen=True)
class Twin:
    """A position of the fast twin, known by its text and its options."""

    kernel: Kernel = field(repr=False, compare=False)
    slug: str
    options: str
    text: str
    to_move: int | None = field(compare=False)
    """The seat, -1 for chance, None once it is over."""
    choices: int = field(repr=False, compare=False)
    ended: tuple[tuple[float, ...], str] | None = field(repr=False, compare=False)

    @classmethod
    def read(cls, kernel: Kernel, slug: str, text: str, options: Options) -> Self:
        """Return the position of that *text*; ValueError where the rules raise BadPosition."""
        return cls._told(kernel, slug, _options(options), "position", text)

    @classmethod
    def _told(cls, kernel: Kernel, slug: str, options: str, verb: str, *asked: object) -> Self:
        [text, mover, count], *ending = kernel.rows(verb, slug, options, *asked)
        ended = None
        if ending:
            [reason], shares = ending
            ended = tuple(map(float, shares)), reason
        seat = int(mover) if mover else None
        return cls(kernel, slug, options, text, seat, int(count), ended)

    def __str__(self) -> str:
        return self.text

    def moves(self) -> list[str]:
        """Return the texts of the legal moves, in the order of the rules."""
        return list(self._moves)

    @cached_property
    def _moves(self) -> tuple[str, ...]:
        return tuple(move for [move] in self._asked("moves"))

    def count(self) -> int:
        """Return how many legal moves there are."""
        return self.choices

    def after(self, index: int) -> Self:
        """Return the position after the move so numbered."""
        if not 0 <= index < self.choices:
            raise IndexError("no such move")
        return self._told(self.kernel, self.slug, self.options, "after", self.text, index)

    def outcome(self) -> tuple[tuple[float, ...], str] | None:
        """Return shares and reason, None while the game goes on."""
        return self.ended

    def perft(self, depth: int) -> int:
        """Count the sequences of exactly that many moves."""
        [[found]] = self._asked("perft", depth)
        return int(found)

    def playouts(self, seed: int, games: int) -> tuple[int, list[float]]:
        """Play random games on from here: the moves made, and each seat's shares in all."""
        [moves], shares = self._asked("playouts", seed, games)
        return int(moves), list(map(float, shares))

    def _asked(self, verb: str, *fields: object) -> list[Row]:
        return self.kernel.rows(verb, self.slug, self.options, self.text, *fields)


class _Search:
    """What keeps its findings in the kernel, under a number, as long as someone holds it here."""

    def __init__(self, kernel: Kernel, *asked: object, plays: Sequence[TextPlay] = ()) -> None:
        self._kernel = kernel
        self._number = int(kernel.one(*asked, more=plays))

    def __del__(self) -> None:
        if hasattr(self, "_number"):  # It was refused before it had one.
            self._kernel.given_up.append(self._number)  # Python may be anywhere when it is noticed.

    def forget(self) -> None:
        """Empty the memory."""
        self._kernel.rows("forget", self._number)


class Thinker(_Search):
    """A search with a memory of its own."""

    _stopped = False

    def think(
        self,
        position: Twin,
        history: Sequence[Twin],
        *,
        seconds: float,
        nodes: int,
        depth: int,
        threads: int,  # noqa: ARG002 - there is one
        lines: int,
        table_mb: int,
        impartial: bool,
        progress: Callable[[list[TextLine]], None] | None,
    ) -> list[TextLine]:
        """Return the best lines: score, depth, nodes and moves, best first."""
        self._stopped = False

        def tell(news: str) -> bool:
            if progress is not None:
                progress(list(_lines(_rows(news))))
            return self._stopped

        limits = (seconds, nodes, depth, lines, table_mb, impartial)
        found = self._kernel.rows(
            *("think", self._number, position.options, position.text, *limits),
            more=[[earlier.text] for earlier in history],
            progress=tell,
        )
        return list(_lines(found))

    def stop(self) -> None:
        """End a running search after the depth that it has just told."""
        self._stopped = True


@dataclass(frozen=True)
class Thinkers:
    """Makes searches of one game, and tells what they go by."""

    kernel: Kernel
    slug: str

    def __call__(self) -> Thinker:
        """Return a search that knows nothing yet."""
        return Thinker(self.kernel, "thinker", self.slug)

    def evaluate(self, position: Twin) -> int:
        """Return the score of a position by itself."""
        return int(self.kernel.one("evaluate", self.slug, position.options, position.text))

    def features(self, position: Twin) -> list[int]:
        """Return what that score is made of; see `weights`."""
        [found] = self.kernel.rows("features", self.slug, position.options, position.text)
        return list(map(int, found))

    def weights(self) -> list[int]:
        """Return what each feature counts."""
        [found] = self.kernel.rows("weights", self.slug)
        return list(map(int, found))

    def signature(self, positions: Sequence[str], options: Options, depth: int) -> int:
        """Return the nodes searched over the positions, each to that depth."""
        texts = [[text] for text in positions]
        asked = ("signature", self.slug, _options(options), depth)
        return int(self.kernel.one(*asked, more=texts))


def _lines(rows: Sequence[Row]) -> Iterator[TextLine]:
    for points, depth, nodes, *moves in rows:
        yield int(points), int(depth), int(nodes), moves


def _trials(rows: Sequence[Row]) -> list[TextTrial]:
    return [(move, int(tries), float(share)) for move, tries, share in rows]


class Prover(_Search):
    """An exhaustive search for forced wins, with a memory of its own."""

    def forced(
        self, position: Twin, seat: int, plies: int, *, nodes: int, drawn: Sequence[Twin]
    ) -> tuple[bool | None, int]:
        """Return whether the seat wins by force within so many plies, and the nodes spent."""
        [[found, spent]] = self._kernel.rows(
            *("forced", self._number, position.options, position.text, seat, plies, nodes),
            more=[[each.text] for each in drawn],
        )
        return FOUND[found], int(spent)

    def stop(self) -> None:
        """Do nothing: nobody can ask for it while it proves."""


class Sampler(_Search):
    """Plain Monte-Carlo tree search, which knows nothing but the rules."""

    def tried(self, position: Twin, *, seconds: float, games: int) -> list[TextTrial]:
        """Try moves; return each with its number of tries and mean share. Nought is no limit."""
        asked = ("tried", self._number, position.options, position.text, seconds, games)
        return _trials(self._kernel.rows(*asked))


class SecretSearch(_Search):
    """A search from what one seat may know, or from the whole."""

    def more(self, *, iterations: int, seconds: float) -> list[TextTrial]:
        """Imagine more games; return each move, its tries so far and its mean share."""
        return _trials(self._kernel.rows("more", self._number, iterations, seconds))


class Asked:
    """What the compiled module offers, by the slugs of the games that it is offered for."""

    def __init__(self, ask: Ask) -> None:
        self._kernel = kernel = Kernel(ask)
        offered = {kind: slugs for kind, *slugs in kernel.rows("offers")}
        self.MATE, self.DECISIVE = (int(offered[name][0]) for name in ("mate", "decisive"))

        def registry(kind: str, make: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
            return {slug: partial(make, slug) for slug in offered.get(kind, ())}

        self.TWINS = registry("twins", partial(Twin.read, kernel))
        self.THINKERS = {slug: Thinkers(kernel, slug) for slug in offered.get("thinkers", ())}
        self.PROVERS = registry("provers", partial(Prover, kernel, "prover"))
        self.SAMPLERS = registry("samplers", partial(Sampler, kernel, "sampler"))
        self.SECRET_SEARCHES = registry("secret_searches", self._secret_search)
        self.VALUINGS = registry("valuings", self._values)
        self.FORTUNES = registry("fortunes", self._fortunes)
        self.BELIEFS = registry("beliefs", self._belief)
        self.BATCHES: dict[str, Callable[..., Any]] = {}
        self.COURSES: dict[str, Callable[..., Any]] = {}

    def _secret_search(
        self,
        slug: str,
        view: str,
        seat: int,
        options: Options,
        plays: Sequence[TextPlay],
        seed: int,
        *,
        whole: bool,
    ) -> SecretSearch:
        asked = ("secret_search", slug, _options(options), view, seat, seed, whole)
        return SecretSearch(self._kernel, *asked, plays=plays)

    def _values(
        self,
        slug: str,
        view: str,
        seat: int,
        options: Options,
        plays: Sequence[TextPlay],
        seed: int,
        games: int,
        kept: str,
    ) -> list[TextValue]:
        asked = ("values", slug, _options(options), view, seat, seed, games, kept)
        return [
            (move, int(tries), float(share), float(error), float(loss), float(loss_error))
            for move, tries, share, error, loss, loss_error in self._kernel.rows(*asked, more=plays)
        ]

    def _fortunes(
        self, slug: str, before: str, after: str, options: Options, games: int, seed: int
    ) -> list[TextFortune]:
        rows = self._kernel.rows("fortunes", slug, _options(options), before, after, games, seed)
        return [
            (float(luck), float(luck_error), float(expected), float(error))
            for luck, luck_error, expected, error in rows
        ]

    def _belief(
        self, slug: str, view: str, seat: int, options: Options, plays: Sequence[TextPlay]
    ) -> list[list[float]]:
        rows = self._kernel.rows("belief", slug, _options(options), view, seat, more=plays)
        return [list(map(float, row)) for row in rows]
