"""Hops: two sets of six dice hop over each other on a square board, up to six sixes."""

from ludotheque.errors import N_
from ludotheque.games import Claims, Game
from ludotheque.games.hops import claims, proofs, scene, telling
from ludotheque.games.hops.coding import CODING
from ludotheque.games.hops.editing import EDITING
from ludotheque.games.hops.estimate import estimate
from ludotheque.games.hops.notation import Move, shortened
from ludotheque.games.hops.puzzling import PUZZLING
from ludotheque.games.hops.reasons import why
from ludotheque.games.hops.rules import OPTIONS, Hops, read_move
from ludotheque.games.hops.verdicts import REMARKS, SAID

GAME: Game[Hops, Move] = Game(
    slug="hops",
    title=N_("Hops"),
    tagline=N_("Nobody rolls these dice: they leapfrog each other until one player has six sixes."),
    credits=N_("Invented by M. Gerchambeau. Publisher: Habourdin International, 1983."),
    minutes=(20, 40),
    seats=range(2, 3),
    seat_names=(N_("Red"), N_("Black")),
    seat_looks=(N_("red"), N_("black")),
    options=OPTIONS,
    former_defaults={1: {"to_and_fro": "immediate"}},
    wording={
        "start": N_("Starting position"),
        "start=corners": N_("Corners taken (reconstruction)"),
        "start=edges": N_("Corners free (reconstruction)"),
        "to_and_fro": N_("To and fro"),
        "to_and_fro=whole-move": N_("Never back over the same die"),
        "to_and_fro=immediate": N_("Not straight back over the same die"),
    },
    reasons={
        "sixes": N_("all the dice of one player show a 6"),
        "blocked": N_("the side to move has no legal move, and nobody has won"),
    },
    opening=Hops.opening,
    read_position=Hops.read,
    read_move=read_move,
    scene=scene.scene,
    path=scene.path,
    estimate=estimate,
    tell=telling.tell,
    brief=telling.brief,
    aim=telling.aim,
    asks=telling.asks,
    why=why,
    tally=telling.tally,
    claims=Claims(
        find=claims.find,
        prove=proofs.prove,
        kinds=frozenset(SAID),
        remarks=REMARKS,
        tallies=REMARKS,
        called=shortened,
    ),
    editing=EDITING,
    coding=CODING,
    puzzling=PUZZLING,
    repetition=3,
    move_limit=400,
    scale=102.0,
    level_gap=460,
    next_beginner="loser",
)
