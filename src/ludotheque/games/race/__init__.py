"""The turtle race: five turtles, 52 cards, and a secret that everyone keeps."""

from ludotheque.errors import N_
from ludotheque.games import Game
from ludotheque.games.claims import Claims
from ludotheque.games.race import claims, ending, proofs, scene, telling
from ludotheque.games.race.coding import CODING
from ludotheque.games.race.editing import EDITING
from ludotheque.games.race.estimate import estimate
from ludotheque.games.race.layout import OPTIONS
from ludotheque.games.race.notation import Move
from ludotheque.games.race.puzzling import PUZZLING
from ludotheque.games.race.reasons import why
from ludotheque.games.race.rules import Race, RaceView, read_move
from ludotheque.games.race.small import SCALING
from ludotheque.games.race.verdicts import REMARKS, SENTENCES

GAME: Game[Race, Move] = Game(
    slug="race",
    title=N_("The turtle race"),
    tagline=N_("Push any turtle towards the lettuce, and let nobody guess which one is yours."),
    credits=N_(
        "Our booklet, a free translation by Jeux de NIM, names no author. Elsewhere the game is "
        "known as Reiner Knizia’s Schildkrötenrennen (2004)."
    ),
    minutes=(15, 25),
    seats=range(2, 6),
    seat_names=(
        N_("Seat 1"),
        N_("Seat 2"),
        N_("Seat 3"),
        N_("Seat 4"),
        N_("Seat 5"),
    ),
    options=OPTIONS,
    wording={
        "start": N_("Turtles at the start"),
        "start=stacked": N_("In one pile"),
        "start=loose": N_("Side by side"),
        "tiles": N_("Turtle tiles"),
        "tiles=secret": N_("Each player sees only their own"),
        "tiles=open": N_("Everyone sees them all"),
    },
    reasons={
        "lettuce": N_("of the owned turtles on the lettuce bed, the winner’s is the lowest"),
        "nearest": N_(
            "nobody owns a turtle on the lettuce bed; the winner’s is the first owned one behind it"
        ),
        "level": N_("the best turtles with an owner are level on the start"),
    },
    opening=Race.opening,
    read_position=Race.read,
    read_view=RaceView.read,
    read_move=read_move,
    scene=scene.scene,
    estimate=estimate,
    tell=telling.tell,
    brief=telling.brief,
    duty=telling.duty,
    aim=telling.aim,
    conclude=ending.conclude,
    claims=Claims(
        find=claims.find, prove=proofs.prove, kinds=frozenset(SENTENCES), remarks=REMARKS
    ),
    why=why,
    editing=EDITING,
    coding=CODING,
    puzzling=PUZZLING,
    scaling=SCALING,
    level_gap=40,
    first_beginner="youngest",
)
