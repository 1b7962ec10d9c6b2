"""Boards of Tortuga strewn at random, on which a capture may begin on a neutral (1.5).

Random games come to such positions too seldom: one in forty.
"""

from itertools import product

from ludotheque.games.tortuga import GAME
from ludotheque.games.tortuga.board import CELLS, CORNER, NORTH, SIDES, SOUTH, WAYS
from ludotheque.games.tortuga.notation import EMPTY, MOST_TURTLES, NEUTRAL, write_position
from ludotheque.games.tortuga.rules import foe_of

CHOICES = [
    {"chain": chain, "capture": capture}
    for chain, capture in product(GAME.options["chain"], GAME.options["capture"])
]
"""What decides which moves are legal."""


def strewn(rng, positions):
    """Yield that many positions, with the options; each board with one choice of them in turn."""
    for number in range(positions):
        options = CHOICES[number % len(CHOICES)]
        yield GAME.position(board(rng), **options), options


def board(rng):
    """Return the text of a board with a way over neutrals to a foe, one to a foe, and more.

    What is strewn about them may bar either way, or open others.
    """
    side = rng.choice(SIDES)
    cells = dict.fromkeys((CORNER[SOUTH], CORNER[NORTH]), EMPTY)  # the game is not over
    lay(cells, side, NEUTRAL * rng.randint(1, 2) + foe_of(side), rng)
    lay(cells, side, foe_of(side), rng)
    rest = [cell for cell in range(len(CELLS)) if cell not in cells]
    room = MOST_TURTLES - sum(turtle != EMPTY for turtle in cells.values())
    for cell in rng.sample(rest, rng.randint(0, room)):
        cells[cell] = rng.choice((SOUTH, NORTH, NEUTRAL))
    turtles = "".join(cells.get(cell, EMPTY) for cell in range(len(CELLS)))
    return write_position(turtles, rng.choice((side, side, side, foe_of(side))))


def lay(cells, side, hopped, rng):
    """Lay a turtle of *side*, and before it those that it may hop one after the other."""
    while True:
        at = rng.randrange(len(CELLS))
        laid = {at: side}
        for turtle in hopped:
            ways = [way for way in WAYS[side][at] if way.beyond is not None]
            if not ways:
                break
            over, at = rng.choice(ways)
            laid |= {over: turtle, at: EMPTY}
        else:
            if all(cells.get(cell, turtle) == turtle for cell, turtle in laid.items()):
                cells |= laid
                return
