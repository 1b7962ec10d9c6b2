"""Episode in the kernel: one game by numbered actions, much sooner than in Python.

It is for one game at a time: whose chance may be explicit, whose other seats may be taken by
players that the kernel knows, and which is copied at little cost. A batch is faster still, and can
do none of that.
"""

from copy import copy
from random import Random
from typing import Any, Self

from ludotheque.engine.course import CHANCE, Course
from ludotheque.engine.kernel import has_course, new_course
from ludotheque.games.coding import refusal
from ludotheque.position import Outcome, Position, Seat, imagined_by
from ludotheque.research.episode import Ending, Episode, ended
from ludotheque.research.lots import Lots
from ludotheque.research.python_episode import PythonEpisode
from ludotheque.research.terms import Terms


class KernelEpisode:
    """An `Episode` in the kernel, by a course of it."""

    def __init__(
        self,
        terms: Terms,
        chance: Lots | None,
        start: Position[Any] | None = None,
        course: Course | None = None,
        *,
        before: int = 0,
    ) -> None:
        self.terms = terms
        self.chance = chance
        self._from = str(start or terms.game.start(terms.seats, **terms.options))
        """The text of the position that the course has begun from."""
        self._before = before
        """How many moves had led there."""
        self._earlier: Any = None
        """The last of them, where it is known."""
        self.ending: Ending | None = None
        if course is None:
            course = new_course(terms.game, self._from, terms.options)
        else:  # One that nobody plays any more has its memory already.
            course.begin(self._from)
        self.course = course
        self._go_on()

    def copy(self) -> Self:
        """Return the same game, to go its own way."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.chance = copy(self.chance)
        other.course = self.course.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        way = (self._from, self._before, self.course.way(), self.course.begun())
        return _gone_again, (self.terms, self.chance, *way, self._earlier)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    @property
    def seat(self) -> Seat:
        """Who acts; after the end, the next who might have."""
        return self.course.seat

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return self._before + self.course.made

    @property
    def legal(self) -> list[int]:
        """The legal actions, rising; none where chance is to move, and after the end."""
        return self.course.legal() if self.ending is None else []

    @property
    def begun(self) -> tuple[int, ...]:
        """The actions with which the next move has begun."""
        return tuple(self.course.begun())

    @property
    def dealing(self) -> bool:
        """Whether chance is to move."""
        return self.course.to_move == CHANCE

    @property
    def position(self) -> Position[Any]:
        """The position that the next move begins from, as the rules know it."""
        position: Position[Any] = self.terms.game.position(
            self.course.position(), **self.terms.options
        )
        return position

    @property
    def last(self) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """The last move of a seat, None where there was none since the game was placed."""
        made = self.course.last()
        if made is None:
            return self._earlier
        before, move = made
        game = self.terms.game
        return game.move(move, game.position(before, **self.terms.options))

    def __str__(self) -> str:
        return " ".join((self.course.position(), *map(str, self.begun)))

    def act(self, action: int) -> Ending | None:
        """Take *action* for the seat to act; return how the game ended, if it has.

        Raise IllegalMove, with the legal ones, if it is not legal; then nothing has changed.
        """
        known = 0 <= action < self.terms.coding.actions  # the kernel takes no number of more bits
        if self.ending is not None or not known or not self.course.act(action):
            raise refusal(self.terms.coding, self.position, action, self.legal)
        self._go_on()
        return self.ending

    def play(self, number: int) -> None:
        """Make the legal move so numbered, in the order of the rules."""
        self.course.play(number)
        self._go_on()

    def odds(self) -> list[int]:
        """Return the weight of each deal where chance is to move, in the order of the rules."""
        return self.course.odds()

    def deal_name(self, number: int) -> str:
        """Return the text of the deal so numbered."""
        return self.course.text(number)

    def witnesses(self) -> list[Seat]:
        """Return the seats that learn which move is made here."""
        return self.course.witnesses()

    def deal(self, number: int) -> str:
        """Make the move of chance so numbered, in the order of the rules; return its text."""
        name = self.course.text(number)
        self.play(number)
        return name

    def imagine(self, seat: Seat, rng: Random) -> None:
        """Put a position in place of this one that *seat* cannot tell from it."""
        position = self.position
        world = imagined_by(position, seat, rng)
        if world != position:
            begun, last = self.begun, self.last
            self.place(world, self.moves)
            self._earlier = last
            for action in begun:
                self.course.act(action)

    def place(self, position: Position[Any], moves: int) -> None:
        """Put *position* there, to go on from: so many moves have led to it."""
        self._from, self._before, self._earlier = str(position), moves, None
        self.course.begin(self._from)
        self._go_on()

    def observe(self, seat: Seat) -> bytes | bytearray:
        """Return what *seat* may know."""
        if self.dealing:
            return self.terms.coding.observe(self.position.seen_by(seat), seat, ())
        return self.course.observe(seat)

    def _go_on(self) -> None:
        """Let chance deal, and find how the game has ended, if it has."""
        course = self.course
        while self.chance is not None and course.to_move == CHANCE:
            course.play(self.chance.among(course.odds()))
        mover = course.to_move
        if mover is None:
            self.ending = self._over()
        elif mover == CHANCE or course.amid:
            self.ending = None
        else:
            met = course.times_met() if self.terms.game.repetition else 1
            self.ending = ended(self.terms, met, self.moves)

    def _over(self) -> Ending:
        """Return how the rules have ended the game."""
        found = self.course.outcome()
        assert found is not None  # noqa: S101 - nobody is to move
        winners, reason = found
        return Ending(Outcome.win(self.terms.seats, *winners, reason=reason))


def _gone_again(
    terms: Terms,
    chance: Lots | None,
    start: str,
    before: int,
    way: list[int],
    begun: list[int],
    earlier: Any,  # noqa: ANN401 - a move is whatever the game says
) -> KernelEpisode:
    """Return a game that has been pickled, played again from its beginning."""
    position = terms.game.position(start, **terms.options)
    game = KernelEpisode(terms, None, position, before=before)
    for number in way:
        game.play(number)
    for action in begun:
        game.act(action)
    game.chance, game._earlier = chance, earlier  # noqa: SLF001 - of this module
    return game


def episode(
    terms: Terms,
    chance: Lots | None,
    start: Position[Any] | None = None,
    *,
    in_python: bool = False,
) -> Episode:
    """Return a game on those terms, by the kernel if it can and unless it is to be *in_python*."""
    if has_course(terms.game) and not in_python:
        return KernelEpisode(terms, chance, start)
    return PythonEpisode(terms, chance, start)
