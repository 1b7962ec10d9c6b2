"""Tables to play at, for the tests of the match."""

from contextlib import suppress
from random import Random

from hypothesis import strategies as st

from cups import CUPS
from ludotheque.errors import LudothequeError
from ludotheque.games import shelf, take
from ludotheque.match import PerMove, Referee, SuddenDeath

SEED = "5eed" * 16
BEGAN = 1_767_225_600_000
"""The first moment of 2026."""
NAMES = ("Ana", "Ben", "Cléo", "Dov", "Eva")
GAMES = [*shelf().values(), CUPS]
REFEREE = Referee(SEED)
CLOCKS = (None, SuddenDeath(9_000, 700), PerMove(2_900))


def find(slug):
    """Return the game of that name, from the shelf or from the tests."""
    return CUPS if slug == CUPS.slug else take(slug)


def begin(game, seats=None, **terms):
    """Return a match for that many, by default the fewest."""
    return REFEREE.begin(game, NAMES[: seats or game.seats[0]], began=BEGAN, **terms)


def play(match, *moves, every=1000):
    """Return the match after these moves, one each second, whoever is to move."""
    for move in moves:
        match = REFEREE.play(match, match.to_move, move, match.now + every)
    return match


def play_on(match, rng, most=10_000):
    """Return the match after random moves to its end, or after that many of them."""
    for _ in range(most):
        if match.to_move is None:
            break
        match = play(match, str(rng.choice(match.position.moves())), every=rng.randrange(3000))
    return match


@st.composite
def tables(draw, game=None):
    """Draw a game, its options and the number of seats."""
    chosen = draw(st.sampled_from(GAMES)) if game is None else game
    options = {name: draw(st.sampled_from(values)) for name, values in chosen.options.items()}
    return chosen, draw(st.sampled_from(list(chosen.seats))), options


def chatter(match, rng, most=60):
    """Return the match after that many random acts of every kind, the refused ones left out."""
    acts = {
        "play": 30,
        "take_back": 4,
        "answer_takeback": 16,
        "offer_draw": 2,
        "answer_draw": 4,
        "flag": 2,
        "resign": 0.3,
    }
    for act in rng.choices(list(acts), list(acts.values()), k=most):
        if match.to_move is None:
            break
        seat, at = rng.choice(match.seats), match.now + rng.randrange(3000)
        with suppress(LudothequeError):
            if act == "play":
                move = str(rng.choice(match.position.moves()))
                match = play(match, move, every=rng.randrange(3000))
            elif act == "flag":
                match = REFEREE.flag(match, at)
            elif act.startswith("answer"):
                match = getattr(REFEREE, act)(match, seat, at, agree=rng.random() < 0.8)
            else:
                match = getattr(REFEREE, act)(match, seat, at)
    return match


@st.composite
def matches(draw, game=None):
    """Draw a match in which everything may have happened, over or not."""
    chosen, seats, options = draw(tables(game))
    match = begin(chosen, seats, options=options, clock=draw(st.sampled_from(CLOCKS)))
    return chatter(match, Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 60)))
