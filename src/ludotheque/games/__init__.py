"""Registry of games, the shelf: every folder beside this file that holds a `GAME` is a game.

There is no list to keep: put a folder here and the game is on the shelf, with its rules, its
pictures, its rulebook, its place in the terminal and in the conformance tests.

What `Game` has a default for is a part that a game may do without; docs/adding-a-game.md says what
each one brings.
"""

import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal

from ludotheque.draw import THEMES, Theme, ThemeName, png, svg
from ludotheque.errors import N_, BadOption, BadSeats, UnknownGame
from ludotheque.games.claims import Claim, Claims, Slip
from ludotheque.games.coding import Coding
from ludotheque.games.puzzling import Puzzling
from ludotheque.games.telling import (
    Aim,
    Conclusion,
    Duty,
    Edge,
    Question,
    Ranked,
    Reason,
    Tally,
    Told,
    named,
)
from ludotheque.position import M, P, Seat, View
from ludotheque.scene import Board, Scene, spots_in, turned

__all__ = [
    "Aim",
    "AnyGame",
    "Claim",
    "Claims",
    "Conclusion",
    "Duty",
    "Edge",
    "Editing",
    "FirstBeginner",
    "Game",
    "NextBeginner",
    "Options",
    "P",
    "Pictured",
    "Puzzling",
    "Question",
    "Ranked",
    "Reason",
    "Scaling",
    "Slip",
    "Tally",
    "Told",
    "named",
    "shelf",
    "take",
]

Options = Mapping[str, str]
"""Every option of a game with the value that this table chose."""
FirstBeginner = Literal["lot", "youngest"]
"""Who begins a first game: whom a lot or those who play choose, or the youngest, as they say."""
NextBeginner = Literal["sides", "next", "loser"]
"""Who begins every game after it: the two swap sides, the next one in turn, or the last loser."""


@dataclass(frozen=True, kw_only=True)
class Editing:
    """How to set up a position by hand, through impossible ones if need be.

    Texts go in and come out, and they may describe impossible positions: `Game.position` refuses
    those, with the reason, when it is asked. A text that describes nothing at all is refused here,
    as BadPosition.
    """

    palette: tuple[tuple[str, ...], ...]
    """The symbols that can be put somewhere, in the rows in which they are offered."""
    lying: Callable[[str], Mapping[str, Sequence[str]]]
    """By spot, the symbols that lie there in a position, lowest first; no empty spots."""
    put: Callable[[str, Options, str, str | None], str]
    """The position after putting a symbol on a spot; None takes the topmost away."""
    turn: Callable[[str, Seat], str]
    """The position with that seat, which must be one of the table's, to move."""


@dataclass(frozen=True, kw_only=True)
class Scaling:
    """How a game becomes smaller than it is printed, for programs that study it to its end."""

    sizes: Mapping[str, range]
    """What there may be less of, by name, and how much; the last is as printed."""
    scaled: "Callable[[Mapping[str, int]], AnyGame]"
    """The game of those sizes, each of them given: the same rules, off the shelf."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[P, M]):
    """What a folder puts on the shelf. Its words are English; the folder's catalogues translate."""

    slug: str
    """The folder's name, and the game's name in commands, records and addresses."""
    title: str
    tagline: str
    """One sentence that makes a passer-by stop."""
    minutes: tuple[int, int]
    seats: range
    """How many may play."""
    seat_names: tuple[str, ...]
    """What the seats are called at the table, in order, for the largest table."""
    options: Mapping[str, tuple[str, ...]]
    """The rules a table may choose before play; the first value is the default."""
    former_defaults: Mapping[int, Options] = field(default_factory=dict)
    """By version of records, the defaults that were others then: for records that name none."""
    reasons: Mapping[str, str]
    """A sentence for every `Outcome.reason` of the rules."""

    opening: Callable[[int, Options], P]
    """The start for that many seats, by `start`."""
    read_position: Callable[[str, Options], P]
    """A position from its text, by `position`."""
    read_move: Callable[[str, P], M]
    """A legal move from its text; BadMove if it cannot be read, IllegalMove if it breaks a rule."""
    scene: Callable[[Any, Seat | None, M | None], Scene]
    """A view or a position as it lies before a seat (None: a spectator), after the last move."""
    read_view: Callable[[str, Options, Seat], View[M]] | None = None
    """What a seat may know from its text, by `view`; None where everyone sees everything."""
    path: Callable[[M], tuple[str, ...]] | None = None
    """The spots a move goes through, for `scene.follow`; None where pieces have their own names."""
    estimate: Callable[[P], Sequence[float]] | None = None
    """A rough guess of the shares that a position is heading for, for players who look ahead."""

    tell: Callable[[Any, M], Sequence[Told]] | None = None
    """A seat's move in words, from the position or anyone's view before it; none for chance."""
    brief: Callable[[M], Told | None] | None = None
    """A seat's move for a list of moves; None where its text is as good, and for chance."""
    duty: Callable[[Any, Seat], Duty | None] | None = None
    """What a seat must do, from its view; None where it may do as it likes or is not to move."""
    why: Callable[[Any, Sequence[str]], Reason | None] | None = None
    """Why touches lead to no move of the seat to move, from its view: spots or pieces, the last of
    them in vain. None where there is nothing better to say than that it is so."""
    asks: Callable[[Any, M], Sequence[Question]] | None = None
    """What is asked on the way to a move, from the position or view before it: for each of the
    touches of its choice that is no place or piece, in order."""
    aim: Callable[[Options, Seat | None], Aim] | None = None
    """What wins, for a seat or, where it is None, for whoever looks on."""
    tally: Callable[[Any], Sequence[Tally]] | None = None
    """How far each seat has come, from a position or anyone's view."""
    conclude: Callable[[P], Conclusion] | None = None
    """How a position that the rules have ended came out; without it, its reason's sentence says."""
    claims: Claims | None = None
    """Why a move was a mistake, in sentences that the board proves."""
    editing: Editing | None = None
    """For boards that can be set up by hand."""
    coding: Coding[M] | None = None
    """Moves as numbers and views as arrays, for programs that learn."""
    puzzling: Puzzling | None = None
    """What puzzles of this game are the same up to symmetry, and what they can be about."""
    scaling: Scaling | None = None
    """How it becomes smaller, for programs that study games to their end."""

    seat_edges: tuple[Edge, ...] = ()
    """The edge of the board at which each seat sits; none where they sit anywhere."""
    seat_looks: tuple[str, ...] = ()
    """What the pieces of each seat look like, in the word that their symbols have for it; none
    where they look alike."""
    credits: str = ""
    """Who thought of the game and who published it, in a sentence or two; empty if nobody did."""
    wording: Mapping[str, str] = field(default_factory=dict)
    """What an option, `start`, and each of its values, `start=loose`, are called at the table."""

    repetition: int | None = None
    """The occurrence of a position at which the match is drawn, if the rules have such a ruling."""
    move_limit: int | None = None
    """The plies after which a match is drawn, unless the table says otherwise."""
    scale: float = 100.0
    """The points of the kernel's search with which a side may expect three quarters of the point:
    tools/scale.py measures it, docs/study.md shows how well it foretells."""
    level_gap: int = 180
    """The points of rating from a level of the computer to the next, as docs/levels.md measures."""
    first_beginner: FirstBeginner = "lot"
    """Who begins the first game at a table."""
    next_beginner: NextBeginner = "next"
    """Who begins the next game at the same table."""

    def __repr__(self) -> str:
        # All that a folder brings would fill the screen, wherever a record or an error shows it.
        return f"Game({self.slug!r})"

    def start(self, seats: int | None = None, **options: str) -> P:
        """Return the start of a game for that many *seats* (by default the fewest)."""
        count = self.seats.start if seats is None else seats
        self.check_seats(count)
        return self.opening(count, self.settle(options))

    def check_seats(self, count: int) -> None:
        """Raise BadSeats unless the game can be played by that many."""
        if count not in self.seats:
            raise BadSeats(
                N_("{game} is for {least} to {most} players, not {count}")
                if len(self.seats) > 1
                else N_("{game} is for {least} players, not {count}"),
                game=self.slug,
                least=self.seats[0],
                most=self.seats[-1],
                count=count,
            )

    def position(self, text: str, **options: str) -> P:
        """Return the position that *text* describes, or raise BadPosition."""
        return self.read_position(text, self.settle(options))

    def view(self, text: str, seat: Seat, **options: str) -> View[M]:
        """Return what *seat* may know, as *text* describes it, or raise BadPosition."""
        if self.read_view is None:
            return self.position(text, **options)
        return self.read_view(text, self.settle(options), seat)

    def move(self, text: str, position: P) -> M:
        """Return the legal move of *position* that *text* names."""
        return self.read_move(text.strip(), position)

    def settle(self, chosen: Options) -> Options:
        """Return every option with its value: as *chosen*, else the default. Raise BadOption."""
        for name, value in chosen.items():
            if name not in self.options:
                raise BadOption(
                    N_("{game} has no option “{name}”; it has: {names}"),
                    game=self.slug,
                    name=name,
                    names=", ".join(self.options) or "-",
                )
            if value not in self.options[name]:
                raise BadOption(
                    N_("option “{name}” of {game} cannot be “{value}”; it can be: {values}"),
                    game=self.slug,
                    name=name,
                    value=value,
                    values=", ".join(self.options[name]),
                )
        return MappingProxyType(
            {name: chosen.get(name, values[0]) for name, values in self.options.items()}
        )

    def of_sizes(self, chosen: Mapping[str, int]) -> "AnyGame":
        """Return the game of the sizes *chosen*, all others as printed; itself if none is smaller.

        Raise BadOption where the game cannot be of such a size.
        """
        sizes = {} if self.scaling is None else self.scaling.sizes
        for name, value in chosen.items():
            if name not in sizes:
                raise BadOption(
                    N_("{game} has no size “{name}”; it has: {names}"),
                    game=self.slug,
                    name=name,
                    names=", ".join(sizes) or "-",
                )
            if type(value) is not int or value not in sizes[name]:
                raise BadOption(
                    N_("size “{name}” of {game} goes from {least} to {most}, not “{value}”"),
                    name=name,
                    game=self.slug,
                    least=sizes[name][0],
                    most=sizes[name][-1],
                    value=value,
                )
        printed = {name: size[-1] for name, size in sizes.items()}
        settled = {**printed, **chosen}
        if self.scaling is None or settled == printed:
            return self
        return self.scaling.scaled(settled)

    def called(self, option: str, value: str | None = None) -> str:
        """Return the words for an option, or for one of its values; without any, its name."""
        name = option if value is None else f"{option}={value}"
        return self.wording.get(name, value or option)

    @property
    def folder(self) -> Traversable:
        """Where the game's rulebooks and catalogues lie."""
        return resources.files(f"{__name__}.{self.slug}")


AnyGame = Game[Any, Any]


@cache
def shelf() -> Mapping[str, AnyGame]:
    """Return the games by their slug, in the order of the alphabet."""
    return MappingProxyType({slug: take(slug) for slug in _slugs()})


@cache
def _slugs() -> Sequence[str]:
    """Return the names of the folders, of which none is opened."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


if TYPE_CHECKING:
    from ludotheque.games.taken import take
else:

    @cache
    def take(slug: str) -> AnyGame:
        """Return the game of that name, or raise UnknownGame with the nearest name.

        No other game is loaded.
        """
        slugs = _slugs()
        if slug in slugs:
            return import_module(f"{__name__}.{slug}").GAME
        near = get_close_matches(slug, slugs, n=1)
        raise UnknownGame(
            N_("there is no game “{slug}” on the shelf; did you mean “{near}”?")
            if near
            else N_("there is no game “{slug}” on the shelf; it holds: {games}"),
            slug=slug,
            near="".join(near),
            games=", ".join(slugs),
        )


MOST_PIXELS = 8192
"""The widest picture: of a much wider one not even the points can be kept in memory."""


class Pictured:
    """A position or a view that knows its game: it reads moves, and draws itself."""

    game: ClassVar[str]
    """The slug of the game whose table draws it."""

    @property
    def scaled(self) -> bool:
        """Return False: most games are only as they are printed."""
        return False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def move(self, text: str) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """Return the legal move that *text* names; raise BadMove or IllegalMove, saying why."""
        return take(self.game).move(text, self)

    def svg(
        self,
        *,
        size: int | None = None,
        last: Any = None,  # noqa: ANN401 - as above
        arrows: Sequence[str | Sequence[str]] = (),
        highlights: Sequence[str] = (),
        seat: Seat | None = None,
        theme: ThemeName | None = None,
    ) -> str:
        """Return a picture, complete in itself: of all that it knows, or that a *seat* may know.

        It is *size* pixels wide. The way of *last*, the move that led here, glows; places among
        the *highlights* have a rim. An arrow is the text of a move, legal or not, or the places it
        goes through. With a *seat* the table lies as it does before that one, and what is hidden
        from it is hidden. It lies on nothing, or on the ground of a *theme*: `light` or `dark`, or
        `print`, which is white and has no colours. Raise BadOption where the table has no such
        place or seat, or a picture no such size or theme.
        """
        if size is not None and not 1 <= size <= MOST_PIXELS:
            raise BadOption(N_("a picture cannot be {size} pixels wide"), size=size)
        shown: Any = self  # Whatever is drawn has seats.
        _check_seat(shown.seats, seat)
        if seat is not None and hasattr(shown, "seen_by"):  # A view is somebody's already.
            shown = shown.seen_by(seat)
        scene = take(self.game).scene(shown, seat, _move_made(last))
        ways = [_way(arrow, scene.board) for arrow in arrows]
        _check_places(scene.board, (*highlights, *chain(*ways)))
        if seat == 1 and scene.board.shared:
            scene = turned(scene)
        return svg(
            scene,
            arrows=ways,
            highlights=highlights,
            size=size,
            title=str(shown),
            theme=_theme(theme),
        )

    def png(
        self,
        *,
        size: int | None = None,
        last: Any = None,  # noqa: ANN401 - as above
        arrows: Sequence[str | Sequence[str]] = (),
        highlights: Sequence[str] = (),
        seat: Seat | None = None,
        theme: ThemeName | None = None,
    ) -> bytes:
        """Return what `svg` draws, as PNG. Raise ImportError where the rasteriser is missing."""
        drawn = self.svg(
            size=size, last=last, arrows=arrows, highlights=highlights, seat=seat, theme=theme
        )
        return png(drawn)


def _theme(name: str | None) -> Theme | None:
    if name is not None and name not in THEMES:
        raise BadOption(
            N_("there is no theme “{theme}”; there are: {themes}"),
            theme=name,
            themes=", ".join(THEMES),
        )
    return None if name is None else THEMES[name]


def _move_made(last: M) -> M:
    """Return the move that led here; its text cannot be read, for it was legal somewhere else."""
    if isinstance(last, str):
        raise TypeError(f"last is the move that was made, not its text {last!r}: move() reads it")
    return last


def _way(arrow: str | Sequence[str], board: Board) -> Sequence[str]:
    """Return the places that an arrow goes through, two or more."""
    way = spots_in(arrow, board) if isinstance(arrow, str) else arrow
    if len(way) < 2:
        raise BadOption(
            N_("the arrow “{arrow}” does not name two places"),
            arrow=arrow if isinstance(arrow, str) else " ".join(arrow),
        )
    return way


def _check_seat(seats: int, seat: Seat | None) -> None:
    if seat is not None and seat not in range(seats):
        raise BadOption(
            N_("there is no seat {seat}; seats go from 0 to {last}"), seat=seat, last=seats - 1
        )


def _check_places(board: Board, places: Iterable[str]) -> None:
    known = {spot.id for spot in board.spots}
    for place in places:
        if place not in known:
            raise BadOption(
                N_("there is no place “{place}” on this table; there are: {places}"),
                place=place,
                places=" ".join(spot.id for spot in board.spots),
            )
