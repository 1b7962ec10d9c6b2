"""Words of Hops about a move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games.hops import GAME
from ludotheque.words import Words
from wandering import wander

SIXES = "b3...r6../b4.b5..../......r6/.r6..b4../.r4...b4./.r6..r6../..b4.... r"


def told(position, move, lang="en"):
    before = GAME.position(position)
    sentences = GAME.tell(before, GAME.move(move, before))
    return " ".join(Words(lang).say(message, **facts) for message, facts in sentences)


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (str(GAME.start()), "A1-B2", "The red 1 on A1 steps to B2."),
        (
            "......./......./......./.r3b3..../......./......./....... r",
            "D2*D4=4-C5",
            "The red 3 on D2 hops over the black 3 on D3 to D4 and steps to C5. It now shows 4.",
        ),
        (
            "......./......./......./.b3r4..../......./......./....... b",
            "D2*D4-C5",
            "The black 3 on D2 hops over the red 4 on D3 to D4 and steps to C5.",
        ),
        (
            "......./......./......./..b6.b4../.b3..r5../.r2...../....... r",
            "F2*D2=3*D4*D6=4*F4=5-G4",
            "The red 2 on F2 hops by way of D2, D4, D6 and F4, then steps to G4. It now shows 5.",
        ),
        (
            SIXES,
            "E2*C2*A4=5*A6=6",
            (
                "The red 4 on E2 hops by way of C2 and A4 to A6. "
                "It now shows 6, and that wins: no step is needed."
            ),
        ),
        (
            "r6.....b1/......./......./.r5b6..../......./......./....... r",
            "D2*D4=6",
            (
                "The red 5 on D2 hops over the black 6 on D3 to D4. "
                "It now shows 6, and that wins: no step is needed."
            ),
        ),
    ],
)
def test_the_way_of_a_die_is_told_and_its_new_value(position, move, sentences):
    assert told(position, move) == sentences


def test_french_puts_the_colour_behind_the_value():
    assert told(str(GAME.start()), "A1-B2", "fr") == "Le 1 rouge fait un pas de A1 à B2."


STEPPING = "......./......./......./..b6.b4../.b3..r5../.r2...../....... r"
WINNING = "b3...r6../b4.b5..../......r6/.r6..b4../.r5...b4./.r6..r6../..b4.... r"


@pytest.mark.parametrize(
    ("position", "move", "lang", "way"),
    [
        (STEPPING, "F2*D2*D4-C5", "en", "hops by way of D2 and D4, then steps to C5."),
        (STEPPING, "F2*D2*D4-C5", "fr", "saute en passant par D2 puis D4, et fait un pas en C5."),
        (
            STEPPING,
            "F2*D2=3*D4*D6=4*F4=5-G4",
            "fr",
            "saute en passant par D2, D4, D6 puis F4, et fait un pas en G4.",
        ),
        (WINNING, "E2*C2*A4=6", "en", "hops by way of C2 to A4."),
        (WINNING, "E2*C2*A4=6", "fr", "saute en A4 en passant par C2."),
        (SIXES, "E2*C2*A4=5*A6=6", "fr", "saute en A6 en passant par C2 puis A4."),
    ],
)
def test_landings_are_listed_as_people_list_them(position, move, lang, way):
    assert way in told(position, move, lang)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_3_6_a_value_is_told_exactly_when_it_has_changed(seed):
    for position, _ in wander(GAME, seed, plies=40):
        for move in position.moves():
            _, *change = GAME.tell(position, move)
            changed = move.value != position.dice(position.turn)[move.origin]
            assert [facts["new"] for _, facts in change] == [move.value] * changed
