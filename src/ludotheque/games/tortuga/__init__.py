"""Tortuga: a hexagonal race of sixteen turtles that hop, fall on their backs and change sides."""

from ludotheque.errors import N_
from ludotheque.games import Claims, Game
from ludotheque.games.tortuga import claims, proofs, scene, telling
from ludotheque.games.tortuga.coding import CODING
from ludotheque.games.tortuga.editing import EDITING
from ludotheque.games.tortuga.estimate import estimate
from ludotheque.games.tortuga.notation import Move
from ludotheque.games.tortuga.puzzling import PUZZLING
from ludotheque.games.tortuga.reasons import why
from ludotheque.games.tortuga.rules import OPTIONS, Tortuga, read_move
from ludotheque.games.tortuga.verdicts import EXACT, KINDS, REMARKS, TALLIES

GAME: Game[Tortuga, Move] = Game(
    slug="tortuga",
    title=N_("Tortuga"),
    tagline=N_("Sixteen turtles hop across a hexagon, fall on their backs and change sides."),
    credits=N_("From a concept by Vincent Everaert. Publisher: Gigamic, 2007."),
    minutes=(10, 20),
    seats=range(2, 3),
    seat_names=(N_("South (red)"), N_("North (blue)")),
    seat_edges=(telling.EDGES["S"], telling.EDGES["N"]),
    seat_looks=(N_("red"), N_("blue")),
    options=OPTIONS,
    wording={
        "start": N_("Starting position"),
        "start=camp": N_("In camp (reconstruction)"),
        "start=coast": N_("On the coast (reconstruction)"),
        "chain": N_("Length of chains"),
        "chain=until-stuck": N_("Until no hop is left"),
        "chain=longest": N_("The longest possible"),
        "capture": N_("Compulsory captures"),
        "capture=first": N_("If the first hop can capture"),
        "capture=anywhere": N_("If any hop can capture"),
        "goal": N_("Where to arrive"),
        "goal=corner": N_("The far corner"),
        "goal=camp": N_("The opposing camp (reconstruction)"),
    },
    reasons={
        "corner": N_("a turtle has reached the far corner"),
        "camp": N_("a turtle has reached the opposing camp"),
        "stuck": N_("the side to move has no legal move"),
    },
    opening=Tortuga.opening,
    read_position=Tortuga.read,
    read_move=read_move,
    scene=scene.scene,
    path=scene.path,
    estimate=estimate,
    tell=telling.tell,
    duty=telling.duty,
    aim=telling.aim,
    asks=telling.asks,
    why=why,
    claims=Claims(
        find=claims.find,
        prove=proofs.prove,
        kinds=KINDS,
        remarks=REMARKS,
        tallies=TALLIES,
        exact=EXACT,
    ),
    editing=EDITING,
    coding=CODING,
    puzzling=PUZZLING,
    repetition=3,
    scale=320.0,
    level_gap=160,
    next_beginner="sides",
)
