"""Episode in pure Python: one game by numbered actions, by the rules as they are written."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any, Self

from ludotheque.games.coding import Actions, choices, refusal
from ludotheque.position import CHANCE, Position, Seat, imagined_by
from ludotheque.research.episode import Ending, ended
from ludotheque.research.lots import Lots
from ludotheque.research.terms import Terms


class PythonEpisode:
    """An `Episode` by the rules in Python, which every game has."""

    def __init__(
        self, terms: Terms, chance: Lots | None, start: Position[Any] | None = None
    ) -> None:
        self.terms = terms
        self.chance = chance
        self._start = start or terms.game.start(terms.seats, **terms.options)
        self.begin()

    def begin(self) -> None:
        """Begin anew; chance deals on from where it was."""
        self.position: Position[Any] = self._start
        self.begun: Actions = ()
        self.moves = 0
        self.ending: Ending | None = None
        self.seat: Seat = 0
        """Who acts; after the end, the next who might have."""
        self._choices: dict[int, Any] = {}
        """The legal actions, each with the move that it completes."""
        self.line: list[tuple[Seat, Any, Position[Any]]] = []
        """The moves of all seats so far: who made it, the move, and the position before it."""
        self._met: Counter[Position[Any]] = Counter()
        self._go_on()

    def copy(self) -> Self:
        """Return the same game, to go its own way."""
        other = copy(self)
        other.chance = copy(self.chance)
        other.line = self.line[:]
        other._met = self._met.copy()  # noqa: SLF001 - one of this class
        return other

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def act(self, action: int) -> Ending | None:
        """Take *action* for the seat to act; return how the game ended, if it has.

        Raise IllegalMove, with the legal ones, if it is not legal; then nothing has changed.
        """
        if action not in self._choices:
            raise refusal(self.terms.coding, self.position, action, self.legal)
        move = self._choices[action]
        if move is None:
            self.begun = (*self.begun, action)
        else:
            self.begun = ()
            self.line.append((self.seat, move, self.position))
            self.position = self.position.after(move)
            self.moves += 1
            self.seat = (self.seat + 1) % self.terms.seats
        self._go_on()
        return self.ending

    @property
    def legal(self) -> list[int]:
        """The legal actions, rising; none where chance is to move, and after the end."""
        return list(self._choices)

    @property
    def dealing(self) -> bool:
        """Whether chance is to move."""
        return self.position.to_move is CHANCE

    @property
    def last(self) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """The last move of a seat, None where there was none since the game was placed."""
        return self.line[-1][1] if self.line else None

    def __str__(self) -> str:
        return " ".join((str(self.position), *map(str, self.begun)))

    def odds(self) -> Sequence[int]:
        """Return the weight of each deal where chance is to move, in the order of the rules."""
        return self.position.odds()

    def deal_name(self, number: int) -> str:
        """Return the text of the deal so numbered."""
        return str(self.position.moves()[number])

    def witnesses(self) -> list[Seat]:
        """Return the seats that learn which move is made here."""
        return [seat for seat in range(self.terms.seats) if self.position.witnessed_by(seat)]

    def deal(self, number: int) -> str:
        """Make the move of chance so numbered, in the order of the rules; return its text."""
        move = self.position.moves()[number]
        self.position = self.position.after(move)
        self._go_on()
        return str(move)

    def imagine(self, seat: Seat, rng: Random) -> None:
        """Put a position in place of this one that *seat* cannot tell from it."""
        world = imagined_by(self.position, seat, rng)
        if world == self.position:
            return
        self.position, self._met = world, Counter([world])
        if self._choices:
            self._choices = choices(self.terms.coding, self.position, self.begun)

    def place(self, position: Position[Any], moves: int) -> None:
        """Put *position* there, to go on from: so many moves have led to it."""
        self.position, self.begun, self.moves, self.ending = position, (), moves, None
        self.line = []
        self._met.clear()
        self._go_on()

    def observe(self, seat: Seat) -> bytearray:
        """Return what *seat* may know."""
        return self.terms.coding.observe(self.position.seen_by(seat), seat, self.begun)

    def _go_on(self) -> None:
        """Let chance deal, and find who acts and what is legal."""
        self._choices = {}
        while self.chance is not None and self.position.to_move is CHANCE:
            move = self.position.moves()[self.chance.among(self.position.odds())]
            self.position = self.position.after(move)
        if self.position.to_move is CHANCE:
            return
        if not self.begun:
            self._met[self.position] += 1
            self.ending = self._ended()
        if self.ending is None and isinstance(self.position.to_move, int):
            self.seat = self.position.to_move
            self._choices = choices(self.terms.coding, self.position, self.begun)

    def _ended(self) -> Ending | None:
        outcome = self.position.outcome()
        if outcome is not None:
            return Ending(outcome)
        return ended(self.terms, self._met[self.position], self.moves)
