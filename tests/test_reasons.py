"""Why a touch is no move: answered for everything that can be touched, in every game."""

from dataclasses import replace

import pytest

from ludotheque.games import shelf, take
from ludotheque.pictures import reason_of
from ludotheque.words import Words, languages
from parts import named
from wandering import wander

EN = Words("en")
COMPELLED = "4/1S3/6/2SN3/6/4N/4 S"
"""In Tortuga, d3 must hop over d4."""


@pytest.mark.parametrize("game", shelf().values(), ids=named)
def test_whatever_is_touched_in_vain_is_answered_in_words(game):
    for position, _ in wander(game, 7, 12):
        seat = position.to_move
        if seat is None:
            return
        view = position.seen_by(seat)
        scene = game.scene(view, seat, None)
        ids = [spot.id for spot in scene.board.spots] + [piece.id for piece in scene.pieces]
        held = scene.choices[0].touches[0]
        for thing in dict.fromkeys(ids):
            for touches in ((thing,), (held, thing), ("nowhere", thing), (held, "+", thing)):
                for lang in languages():
                    reason = reason_of(game, view, seat, touches, Words(lang))
                    assert reason.message
                    assert "{" not in reason.message
                    assert set(reason.spots) <= set(ids)


def told(slug, text, *touches):
    """Return the message, the rule and the places for someone who touched these in vain."""
    game = take(slug)
    position = game.position(text)
    seat = position.to_move
    reason = reason_of(game, position.seen_by(seat), seat, touches, EN)
    return reason.message, reason.rule, reason.spots


@pytest.mark.parametrize(
    ("text", "touches", "message", "rule"),
    [
        (COMPELLED, ["b2"], "You must hop over a foe: d3\xa0→\xa0d5.", "1.5"),
        (COMPELLED, ["d3", "c3"], "You must hop over a foe: d3\xa0→\xa0d5.", "1.5"),
        (COMPELLED, ["d4"], "The turtle on d4 is blue, and you play red.", ""),
        (COMPELLED, ["d3", "d2"], "Turtles only go forward: straight on or diagonally.", "1.1"),
        (
            COMPELLED,
            ["d3", "d4"],
            "d4 is taken. A turtle hops over another onto the empty cell behind it.",
            "1.2",
        ),
        (
            "4/5/6/2So3/6/4N/4 S",
            ["d4"],
            "The turtle on d4 lies on its back until someone hops over it.",
            "1.6",
        ),
        (
            "4/4N/SS4/3N3/6/5/4 S",
            ["c1", "c3", "e4"],
            "One move never hops over both friends and foes.",
            "1.4",
        ),
        (
            "4/5/6/1SS4/6/4N/4 S",
            ["d2", "g4"],
            "The turtle on d2 cannot get to g4 in one move.",
            "",
        ),
    ],
)
def test_tortuga_says_which_rule_it_is(text, touches, message, rule):
    assert told("tortuga", text, *touches)[:2] == (message, rule)


def test_1_5_who_must_hop_is_shown():
    assert told("tortuga", COMPELLED, "b2")[2] == ("d3",)


@pytest.mark.parametrize(
    ("touches", "message", "rule"),
    [
        (["A2"], "The die on A2 is black, and you play red.", ""),
        (["A1", "A2"], "A2 is taken: a die hops over it, onto the free cell behind.", "3.3"),
        (
            ["A1", "G7"],
            (
                "The die on A1 cannot come to rest on G7: "
                "it takes one step, or hops and then takes one."
            ),
            "3.2",
        ),
    ],
)
def test_hops_says_which_rule_it_is(touches, message, rule):
    text = "r1b1...../......./......./......./......./......./....... r"
    assert told("hops", text, *touches)[:2] == (message, rule)


@pytest.mark.parametrize(
    ("touches", "message", "rule"),
    [
        (
            ["hand-1-2"],
            "This card must wait: the green turtle is on the start and cannot go back.",
            "2.4",
        ),
        (["0"], "Choose a card first: it says which turtle moves.", "2.1"),
        (
            ["hand-1-0", "0"],
            "This card moves the red turtle. Touch the card again to play it.",
            "2.1",
        ),
        (["hand-1-4", "5"], "The arrow moves a turtle in last place, and no other.", "2.1"),
    ],
)
def test_the_race_says_why_a_card_waits(touches, message, rule):
    text = "rgbyp/././././././././. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -"
    assert told("race", text, *touches)[:2] == (message, rule)


def test_a_game_that_gives_no_reasons_says_what_can_be_touched():
    game = replace(take("tortuga"), why=None)
    position = game.position(COMPELLED)
    nothing = reason_of(game, position, 0, ["b2"], EN)
    assert (nothing.message, nothing.spots) == ("Nothing can be done with that now.", ("d3",))
    there = reason_of(game, position, 0, ["d3", "c4"], EN)
    assert (there.message, there.spots) == ("It cannot go there.", ("d5",))
