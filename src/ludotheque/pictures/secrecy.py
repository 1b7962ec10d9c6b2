"""Secrecy: whether a position hides anything from some seat, and whether luck has a part."""

from random import Random
from typing import Any, Final

from ludotheque.games import AnyGame, Options
from ludotheque.match.referee import NO_OPTIONS
from ludotheque.position import CHANCE, Position

MOVES_TRIED: Final = 40


def has_secrets(position: Position[Any]) -> bool:
    """Return whether some seat does not see all of *position*."""
    return any(str(position.seen_by(seat)) != str(position) for seat in range(position.seats))


def has_luck(game: AnyGame, seats: int) -> bool:
    """Return whether chance has a part in *game*, as a game of so many random moves tells."""
    rng, position = Random(0), game.start(seats)
    for _ in range(MOVES_TRIED):
        if position.to_move is CHANCE:
            return True
        if position.to_move is None:
            break
        position = position.after(rng.choice(position.moves()))
    return False


def deals_in_secret(game: AnyGame, seats: int, options: Options = NO_OPTIONS) -> bool:
    """Return whether those who share a screen must not see each other's part of it."""
    rng, position = Random(0), game.start(seats, **options)
    while position.to_move is CHANCE:
        position = position.after(rng.choice(position.moves()))
    return has_secrets(position)
