"""Random walks through a game, for tests of what must hold anywhere in it."""

from itertools import product
from random import Random

from ludotheque.position import CHANCE


def tables(game):
    """Return every way to lay the table: the seats, and the options."""
    names = list(game.options)
    for seats, *values in product(game.seats, *(game.options[name] for name in names)):
        yield seats, dict(zip(names, values, strict=True))


def wander(game, seed, plies):
    """Yield positions of a random game at a random table in which a seat is to move, or nobody."""
    rng = Random(seed)
    seats, options = rng.choice(list(tables(game)))
    position = game.start(seats, **options)
    for _ in range(plies):
        while position.to_move is CHANCE:
            position = position.after(rng.choices(position.moves(), position.odds())[0])
        yield position, game.settle(options)
        if position.to_move is None:
            return
        position = position.after(rng.choice(position.moves()))
