"""Terms: what an environment plays, where it begins, and how long it goes on at most."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Self

from ludotheque.errors import N_, BadOption, BadPosition
from ludotheque.games import AnyGame, take
from ludotheque.games.coding import Coding
from ludotheque.position import Position

POSITION: Final = "position"
"""The option, or the parameter, that names the position from which a game begins."""
POSITIONS: Final = "positions"
"""The option that names one for each of many games."""


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
        raise BadPosition(N_("the game is already over"), text=text)
    if position.seats != terms.seats:
        raise BadPosition(
            N_("it has {found} seats, not {expected}"),
            text=text,
            found=position.seats,
            expected=terms.seats,
        )
    return position


def check_reset(options: Mapping[str, Any], known: str) -> None:
    """Raise BadOption where the options of a reset are others than the one that is *known*."""
    for name in options:
        if name != known:
            raise BadOption(
                N_("a reset has no option “{name}”, only “{known}”"), name=name, known=known
            )
