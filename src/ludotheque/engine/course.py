"""Games in progress in the kernel, by the numbers of their moves.

A move's number is its place among the legal ones, in the order of the rules. Who plays so makes the
same moves as by views and texts, with the same seed, and never waits for Python.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Protocol, Self

from ludotheque.engine.kernel import has_course, new_course
from ludotheque.engine.player import Player, RandomPlayer, Weighed
from ludotheque.engine.thinkers import SecretThinker, Sight, Thinker, by_points, by_tries
from ludotheque.games import AnyGame

CHANCE = -1
"""Who is to move in a course where chance is."""

NumberedRow = tuple[bytes, bytes, bytes, int]
"""What the mover sees, the legal actions, their weights, and the action that is taken.

Actions have 16 bits each, weights are floats of 32.
"""


class Course(Protocol):
    """A game being played in the kernel: what every entry of its `COURSES` makes."""

    @property
    def to_move(self) -> int | None:
        """The seat, `CHANCE`, or None once the game is over."""

    @property
    def seat(self) -> int:
        """Who acts; where nobody can, who might have."""

    @property
    def made(self) -> int:
        """How many moves the seats have made."""

    @property
    def amid(self) -> bool:
        """Whether a move has begun by some of its actions."""

    def begin(self, text: str) -> None:
        """Begin anew from a position."""

    def copy(self) -> Self:
        """Return the same game, to go its own way."""

    def position(self) -> str:
        """Return the text of the position that the next move begins from."""

    def way(self) -> list[int]:
        """Return the numbers of all moves so far, chance's among them."""

    def last(self) -> tuple[str, str] | None:
        """Return the position before the last move of a seat, and that move; None without one."""

    def legal(self) -> list[int]:
        """Return the legal actions after those with which the move has begun, rising."""

    def begun(self) -> list[int]:
        """Return the actions with which the move has begun."""

    def act(self, action: int) -> bool:
        """Take a legal action for the seat to move, or return False and do nothing."""

    def observe(self, seat: int) -> bytes:
        """Return what a seat may know, as the game's coding shows it; ValueError amid a deal."""

    def witnesses(self) -> list[int]:
        """Return the seats that learn which move is made here."""

    def count(self) -> int:
        """Return how many legal moves there are."""

    def odds(self) -> list[int]:
        """Return the weight of each move where chance is to move."""

    def times_met(self) -> int:
        """Return how often the position has come up, now included."""

    def text(self, number: int) -> str:
        """Return the text of a legal move."""

    def play(self, number: int) -> None:
        """Make a legal move."""

    def outcome(self) -> tuple[list[int], str] | None:
        """Return who shares the point and why, or None while the game goes on."""

    def rows(self, weights: Sequence[tuple[int, float]], chosen: int) -> list[NumberedRow]:
        """Return a row for each action of the move *chosen* that was a choice.

        *weights* are those of moves; the weight of an action is that of all the moves it is in.
        """

    def think(
        self, *, nodes: int, depth: int, lines: int, table_mb: int
    ) -> Sequence[tuple[int, int]]:
        """Return the best moves and their points, where nothing is hidden."""

    def imagine(self, *, iterations: int, seed: int) -> Sequence[tuple[int, int, float]]:
        """Return the moves, how often each was tried and its mean share, in games with secrets."""


Weigher = Callable[[Course], Weighed]
"""How a player weighs the moves of a course, by their numbers."""


_FREE: defaultdict[tuple[str, tuple[tuple[str, str], ...]], list[Course]] = defaultdict(list)
"""Courses that nobody is playing, by game and options: each has a memory that is slow to make."""


@contextmanager
def lent_course(game: AnyGame, text: str, options: Mapping[str, str]) -> Iterator[Course]:
    """Lend a course that begins from the position *text*."""
    free = _FREE[game.slug, tuple(options.items())]
    try:
        course = free.pop()
    except IndexError:
        course = new_course(game, text, options)
    else:
        course.begin(text)
    yield course
    free.append(course)


def weigher(player: Player, game: AnyGame) -> Weigher | None:
    """Return how *player* weighs the moves of a course by their numbers, None if it cannot."""
    if not has_course(game):
        return None
    if type(player) is RandomPlayer:
        return lambda course: _any(course, player.rng)
    if type(player) is Thinker and not player.sight.seconds:
        return lambda course: _thought(course, player.sight, game.scale, player.rng)
    if type(player) is SecretThinker and not player.sight.seconds:
        return lambda course: _imagined(course, player.sight, player.rng)
    return None


_ONLY = Weighed(0, ((0, 1.0),))
"""What needs no thought, since there is nothing else."""


def _any(course: Course, rng: Random) -> Weighed:
    number = rng.choice(range(course.count()))
    return Weighed(number, ((number, 1.0),))


def _thought(course: Course, sight: Sight, scale: float, rng: Random) -> Weighed:
    if course.count() == 1:
        return _ONLY
    found = course.think(
        nodes=sight.nodes, depth=sight.depth, lines=sight.choices, table_mb=sight.table_mb
    )
    numbers, points = zip(*found, strict=True)
    return by_points(numbers, points, scale, sight.doubt, rng)


def _imagined(course: Course, sight: Sight, rng: Random) -> Weighed:
    if course.count() == 1:
        return _ONLY
    tried = course.imagine(iterations=sight.iterations, seed=rng.getrandbits(63))
    return by_tries(tried, sight.doubt, rng)
