"""The end of a game is told by one sentence, wherever it is told."""

import re

import pytest

from ludotheque.games import take
from ludotheque.pictures.ending import ending_told
from ludotheque.position import Outcome
from ludotheque.words import Words

NAMES = ["Mum", "Leo"]
LETTUCE = "././gb/./y/./p/././r 2 rg r+|g+ r+"
CORNER = "4/5/6/6S/6/5/4 N"
SIXES = "r6.r6.r6../......./......./......./......./......./b1b1b1.... b"


@pytest.mark.parametrize(
    ("slug", "text", "en", "fr"),
    [
        (
            "race",
            LETTUCE,
            "Mum’s red turtle is first at the lettuce!",
            "La tortue rouge est la première aux laitues, et elle est à Mum !",
        ),
        (
            "tortuga",
            CORNER,
            "Mum wins: a turtle has reached the far corner.",
            "Mum gagne : une tortue a atteint le coin opposé.",
        ),
        (
            "hops",
            SIXES,
            "Mum wins: all the dice of one player show a 6.",
            "Mum gagne : tous les dés d’un joueur montrent un 6.",
        ),
    ],
)
def test_an_ending_says_who_has_won_and_why(slug, text, en, fr):
    game = take(slug)
    position = game.position(text)
    outcome = position.outcome()
    told = [ending_told(game, position, outcome, NAMES, Words(lang)) for lang in ("en", "fr")]
    assert [
        re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", line) for line in told
    ] == [en, fr]


def test_who_gives_up_before_the_end_has_no_turtle_at_the_lettuce():
    game = take("race")
    position = game.position("././rp/./gb/./y/././. 1 pg r+,g+,b-,y+,p-|g+,b+,y-,p++,*- -")
    told = ending_told(game, position, Outcome((0, 1), "resigned"), NAMES, Words("en"))
    assert told == "Leo wins: a player has resigned."
