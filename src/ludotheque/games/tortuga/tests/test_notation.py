"""The text of Tortuga: what is read, and how what cannot be read is refused."""

import pytest

from ludotheque.errors import BadMove, BadPosition, IllegalMove
from ludotheque.games.tortuga import GAME

START = "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "one space and the side"),
        ("4/S3N/SS2NN/SS3NN/SS2NN/S3N/4", "one space and the side"),
        ("4/S3N/SS2NN/SS3NN/SS2NN/S3N/4  S", "one space and the side"),
        ("4/S3N/SS2NN/SS3NN/SS2NN/S3N S", "6 columns"),
        ("4/S3N/SS2NN/SS3NN/SS2NN/S3N/5 S", "column g has 5 cells, expected 4"),
        ("4/S3N/SS1NN/SS3NN/SS2NN/S3N/4 S", "column c has 5 cells, expected 6"),
        ("4/S3N/SSqNNN/SS3NN/SS2NN/S3N/4 S", "column c has “q” at place 3"),
        ("22/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S", "column a has “2” at place 2"),
        ("4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 W", "the side to move is “W”"),
        ("S3/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S", "17 turtles, there are only 16"),
    ],
)
def test_1_text_a_bad_position_is_refused_and_the_place_named(text, complaint):
    with pytest.raises(BadPosition, match=complaint):
        GAME.position(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "such as d2-d3"),
        ("d2", "such as d2-d3"),
        ("d9-d3", "column d has cells 1 to 7, not 9"),
        ("a5-a6", "column a has cells 1 to 4, not 5"),
        ("d2d3", "and a cell, not “d3”"),
        ("-d2-d3", "“-d2-d3” does not begin with a cell"),
        ("d2-d3 d3", "and a cell, not “ d3”"),
    ],
)
def test_1_text_a_bad_move_is_refused_and_the_place_named(text, complaint):
    with pytest.raises(BadMove, match=complaint):
        GAME.move(text, GAME.start())


@pytest.mark.parametrize(
    ("position", "move", "complaint"),
    [
        (START, "d3-d4", "no turtle of yours on d3"),
        (START, "d6-d5", "no turtle of yours on d6"),
        (START, "d2-d4", "may play: d2-d3"),
        (START, "d1-d2", r"d1 may play: d1\^d3"),
        ("4/5/6/S6/6/5/N3 S", "d1-d2-d3", "may play: d1-d2"),
        ("4/5/6/2SN3/6/5/S3 S", "g1-g2", r"so you must \(1.5\), for example d3xd5"),
        ("4/5/So4/3N3/6/SN3/4 S", "c1+c3", r"so you must \(1.5\), for example c1\+c3xe4"),
        ("4/5/So4/3N3/4N1/SN3/4 S", "c1+c3xe4", r"must go on \(1.3\), for example c1\+c3xe4xe6"),
        ("4/5/6/2SN3/6/5/S3 S", "g1xg3", "g1 cannot hop over a foe, but another one can"),
        ("4/5/6/SS1S3/6/5/4 S", "d1^d3", r"must go on \(1.3\), for example d1\^d3\^d5"),
        ("4/5/6/6S/6/5/N3 N", "g1-g2", "the game is over"),
        ("4/5/5S/5SN/5N/5/S3 S", "d6-d7", "the turtle on d6"),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_it_breaks(position, move, complaint):
    with pytest.raises(IllegalMove, match=complaint):
        GAME.move(move, GAME.position(position))
