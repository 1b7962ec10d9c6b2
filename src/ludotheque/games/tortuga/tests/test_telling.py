"""Words of Tortuga about a move, and about what must be done."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.tortuga import GAME
from ludotheque.games.tortuga.board import SIDES, WAYS
from ludotheque.games.tortuga.rules import foe_of
from ludotheque.words import Words
from strewn import strewn
from wandering import wander


def told(position, move, lang="en"):
    before = GAME.position(position)
    sentences = GAME.tell(before, GAME.move(move, before))
    return " ".join(Words(lang).say(message, **facts) for message, facts in sentences)


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        ("4/5/6/2S4/6/4N/4 S", "d3-c3", "The turtle on d3 steps to c3."),
        (
            "4/5/6/1SS4/6/4N/4 S",
            "d2^d4",
            "The turtle on d2 hops to d4 over the friend on d3.",
        ),
        (
            "4/4N/SN4/3o3/4N1/5/4 S",
            "c1xc3~e4xe6",
            (
                "The turtle on c1 hops to c3 over the foe on c2, which now lies on its back. "
                "Then it hops to e4 over the neutral turtle on d4, "
                "which gets up and joins North (blue). "
                "Then it hops to e6 over the foe on e5, which now lies on its back."
            ),
        ),
        (
            "4/5/6/2N1o2/6/4N/4 N",
            "d3-d2",
            "The turtle on d3 steps to d2.",
        ),
        (
            "4/5/6/2o1oN1/6/5/4 N",
            "d6+d4+d2",
            (
                "The turtle on d6 hops to d4 over the neutral turtle on d5, "
                "which gets up and joins North (blue). "
                "Then it hops to d2 over the neutral turtle on d3, "
                "which gets up and joins North (blue)."
            ),
        ),
    ],
)
def test_1_6_each_leg_is_told_with_what_it_does(position, move, sentences):
    assert told(position, move) == sentences


def test_french_turtles_are_feminine():
    assert told("4/5/6/1So4/6/4N/4 S", "d2~d4", "fr") == (
        "La tortue en d2 saute en d4 par-dessus la tortue neutre en d3, "
        "qui se relève et rejoint Nord (bleu)."
    )


def can_begin_over_a_foe(position):
    ways, foe = WAYS[position.turn], foe_of(position.turn)
    return any(
        position.cells[way.next] == foe
        and way.beyond is not None
        and position.cells[way.beyond] == "."
        for cell, turtle in enumerate(position.cells)
        if turtle == position.turn
        for way in ways[cell]
    )


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_1_5_the_duty_to_capture_is_told_exactly_when_it_binds(seed):
    for position, options in (*wander(GAME, seed, plies=80), *strewn(Random(seed), 20)):
        seat = SIDES.index(position.turn)
        if position.to_move is None:
            binds = False
        elif options["capture"] == "first":
            binds = can_begin_over_a_foe(position)
        else:
            binds = any("x" in str(move) for move in position.moves())
        assert bool(GAME.duty(position, seat)) == binds
        assert GAME.duty(position, 1 - seat) is None


def test_1_5_the_duty_asks_for_a_foe_anywhere_in_the_chain_whatever_compels():
    later = "4/5/So4/3N3/6/4N/4 S"
    assert GAME.duty(GAME.position(later), 0) is None
    anywhere = GAME.duty(GAME.position(later, capture="anywhere"), 0)
    assert anywhere == GAME.duty(GAME.position("4/5/So4/3N3/6/SN3/4 S"), 0)
    assert anywhere.rule == "1.5"
    assert anywhere.message == "You must hop over at least one foe."
