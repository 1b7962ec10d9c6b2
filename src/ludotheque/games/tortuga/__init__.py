"""Tortuga: a hexagonal race of sixteen turtles that hop, fall on their backs and change sides."""

from ludotheque.errors import N_
from ludotheque.games import Game
from ludotheque.games.tortuga import table
from ludotheque.games.tortuga.estimate import estimate
from ludotheque.games.tortuga.notation import Move
from ludotheque.games.tortuga.rules import OPTIONS, Tortuga, read_move

GAME: Game[Tortuga, Move] = Game(
    slug="tortuga",
    title=N_("Tortuga"),
    tagline=N_("Sixteen turtles hop across a hexagon, fall on their backs and change sides."),
    minutes=(10, 20),
    seats=range(2, 3),
    seat_names=(N_("South (red)"), N_("North (blue)")),
    options=OPTIONS,
    reasons={
        "corner": N_("a turtle has reached the far corner"),
        "camp": N_("a turtle has reached the opposing camp"),
        "stuck": N_("the side to move has no legal move"),
    },
    opening=Tortuga.opening,
    read_position=Tortuga.read,
    read_move=read_move,
    scene=table.scene,
    path=table.path,
    estimate=estimate,
    repetition=3,
)
