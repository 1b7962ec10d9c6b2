"""Episode: one game played by numbered actions, in pure Python: what every environment does.

A game ends as a match would: by its rules, by the third occurrence of a position where the game has
that ruling, by its limit of moves. Where a game has no limit, or a lower one is asked for, it is
broken off instead: *truncated*, without an outcome.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from ludotheque.errors import N_, BadOption, BadPosition
from ludotheque.games import AnyGame, take
from ludotheque.games.coding import Actions, Coding, choices, refusal
from ludotheque.match import drawn_by_ruling
from ludotheque.position import CHANCE, Outcome, Position, Seat, imagined_by
from ludotheque.research.lots import Lots


@dataclass(frozen=True)
class Terms:
    """What is played: a game, its seats and options, and how long."""

    game: AnyGame
    """Of the shelf, or smaller."""
    coding: Coding[Any]
    seats: int
    options: Mapping[str, str]
    moves: int
    """How many moves a game has at most."""
    drawn: bool
    """Whether it is a draw then, by the rulings, rather than broken off."""
    shelved: str
    """The game on the shelf that it is, or is made smaller from."""
    sizes: Mapping[str, int]
    """In what it is smaller."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _agreed, (self.shelved, self.seats, {**self.options, **self.sizes}, self.moves)


def terms(
    game: AnyGame,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    most_moves: int | None = None,
) -> Terms:
    """Return the terms that are asked for, or raise BadSeats or BadOption.

    Among the *options* may be sizes, for a game that is smaller than the one on the shelf.
    """
    shelved = game.slug
    chosen, sizes = _parted(game, options or {})
    game = game.of_sizes(sizes)
    coding = game.coding
    if coding is None:
        raise BadOption(N_("{game} has no numbered actions"), game=game.slug)
    count = game.seats.start if seats is None else seats
    game.check_seats(count)
    patience = coding.most_moves if most_moves is None else most_moves
    if not 1 <= patience <= coding.most_moves:
        raise BadOption(
            N_("most_moves of {game} must be between 1 and {most}, not {moves}"),
            game=game.slug,
            most=coding.most_moves,
            moves=patience,
        )
    limit = game.move_limit
    drawn = limit is not None and limit <= patience
    moves = limit if limit is not None and drawn else patience
    settled = game.settle(chosen)
    return Terms(game, coding, count, settled, moves, drawn, shelved, MappingProxyType(sizes))


def _agreed(slug: str, seats: int, options: dict[str, str | int], moves: int) -> Terms:
    """Return terms that have been pickled."""
    return terms(take(slug), seats, options, moves)


def _parted(
    game: AnyGame, options: Mapping[str, str | int]
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return options and sizes, each by themselves; a size may be written as text."""
    known = game.scaling.sizes if game.scaling else {}
    chosen = {name: str(value) for name, value in options.items() if name not in known}
    sizes = {name: _size(value) for name, value in options.items() if name in known}
    return chosen, sizes


def _size(value: str | int) -> str | int:
    """Return the number that *value* is or spells; what is none is refused where sizes are."""
    return int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value) else value


def starts(terms: Terms, texts: Sequence[str], count: int) -> list[Position[Any]]:
    """Return the positions that *count* games are to begin from, one text each.

    Raise BadOption if there are more or fewer, BadPosition if one cannot be read, is over or is of
    another number of seats.
    """
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise BadOption(N_("positions to begin from must be a list of texts"))
    if len(texts) != count:
        raise BadOption(
            N_("expected {count} positions to begin from, one per game, not {given}"),
            count=count,
            given=len(texts),
        )
    return [_start(terms, text) for text in texts]


def _start(terms: Terms, text: str) -> Position[Any]:
    position: Position[Any] = terms.game.position(text, **terms.options)
    if position.to_move is None:
        raise BadPosition(N_("position “{text}”: the game is already over"), text=text)
    if position.seats != terms.seats:
        raise BadPosition(
            N_("position “{text}”: it has {found} seats, not {expected}"),
            text=text,
            found=position.seats,
            expected=terms.seats,
        )
    return position


class Ending(NamedTuple):
    """How a game ended: with an outcome, or broken off without one."""

    outcome: Outcome | None

    @property
    def truncated(self) -> bool:
        """Whether the game was broken off."""
        return self.outcome is None

    def rewards(self, seats: int) -> tuple[float, ...]:
        """Return what each seat has won beyond an even share; nothing if it was broken off."""
        if self.outcome is None:
            return (0.0,) * seats
        return tuple(share * seats - 1 for share in self.outcome.shares)


def ended(terms: Terms, met: int, moves: int) -> Ending | None:
    """Return how a game that its own rules let go on has ended, if it has.

    The position has been met so often, and so many moves have led to it.
    """
    outcome = drawn_by_ruling(
        terms.seats,
        repetition=terms.game.repetition,
        limit=terms.moves if terms.drawn else None,
        met=met,
        moves=moves,
    )
    if outcome is not None:
        return Ending(outcome)
    return Ending(None) if moves >= terms.moves else None


class Episode:
    """A game being played: a position, and the actions with which its next move has begun.

    Chance deals by itself; without lots to draw from, it waits for `deal`.
    """

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
        self.legal: dict[int, Any] = {}
        """The legal actions, each with the move that it completes."""
        self.line: list[tuple[Seat, Any, Position[Any]]] = []
        """The moves of all seats so far: who made it, the move, and the position before it."""
        self._met: Counter[Position[Any]] = Counter()
        self._go_on()

    def copy(self) -> "Episode":
        """Return the same game, to go its own way."""
        other = copy(self)
        other.chance = copy(self.chance)
        other.line = self.line[:]
        other._met = self._met.copy()  # noqa: SLF001 - one of this class
        return other

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Episode":
        return self.copy()

    def act(self, action: int) -> Ending | None:
        """Take *action* for the seat to act; return how the game ended, if it has.

        Raise IllegalMove, with the legal ones, if it is not legal; then nothing has changed.
        """
        if action not in self.legal:
            raise refusal(self.terms.coding, self.position, action, self.legal)
        move = self.legal[action]
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
    def dealing(self) -> bool:
        """Whether chance is to move."""
        return self.position.to_move is CHANCE

    @property
    def last(self) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """The last move of a seat, None where there was none."""
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
        self.position = imagined_by(self.position, seat, rng)
        if self.legal:
            self.legal = choices(self.terms.coding, self.position, self.begun)

    def place(self, position: Position[Any], moves: int) -> None:
        """Put *position* there, to go on from: so many moves have led to it."""
        self.position, self.begun, self.moves, self.ending = position, (), moves, None
        self.line = []
        self._met.clear()
        self._go_on()

    def observe(self, seat: Seat) -> bytearray:
        """Return what *seat* may know."""
        return self.terms.coding.observe(self.position.seen_by(seat), seat, self.begun)

    def pick(self, lots: Lots) -> int:
        """Return a legal action, every one as likely as the next."""
        return list(self.legal)[lots.below(len(self.legal))]

    def _go_on(self) -> None:
        """Let chance deal, and find who acts and what is legal."""
        self.legal = {}
        while self.chance is not None and self.position.to_move is CHANCE:
            stretches = list(accumulate(self.position.odds()))
            ticket = self.chance.below(stretches[-1])
            move = self.position.moves()[bisect_right(stretches, ticket)]
            self.position = self.position.after(move)
        if self.position.to_move is CHANCE:
            return
        if not self.begun:
            self._met[self.position] += 1
            self.ending = self._ended()
        if self.ending is None and isinstance(self.position.to_move, int):
            self.seat = self.position.to_move
            self.legal = choices(self.terms.coding, self.position, self.begun)

    def _ended(self) -> Ending | None:
        outcome = self.position.outcome()
        if outcome is not None:
            return Ending(outcome)
        return ended(self.terms, self._met[self.position], self.moves)
