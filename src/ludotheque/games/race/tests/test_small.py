"""Smaller races keep the rules of the race."""

from random import Random

import pytest

from ludotheque.errors import BadMove, BadOption, BadPosition, BadSeats
from ludotheque.games import take
from ludotheque.position import CHANCE, imagined_by, play

RACE = take("race")
TINY = {
    "turtles": 3,
    "squares": 4,
    "hand": 2,
    "far": 0,
    "on": 2,
    "back": 1,
    "rainbow_on": 1,
    "rainbow_back": 0,
    "last_on": 1,
    "last_far": 0,
}


def test_what_is_not_made_smaller_is_as_printed():
    assert RACE.of_sizes({}) is RACE
    assert RACE.of_sizes({"turtles": 5, "hand": 5}) is RACE
    small = RACE.of_sizes({"squares": 5})
    start = small.start(2, start="loose")
    assert str(start) == "rgbyp/./././. ? ?? ?,?,?,?,?|?,?,?,?,? -"
    assert start.pile == RACE.start().pile


def test_only_what_is_there_is_dealt_and_played():
    small = RACE.of_sizes(TINY)
    start = small.start()
    assert [str(deal) for deal in start.moves()] == ["rgb", "rbg", "grb", "gbr", "brg", "bgr"]
    assert str(start) == "???/././. ? ?? ?,?|?,? -"
    position = small.position("rgb/././. 1 rb r+,*+|g-,b+ -")
    assert [str(move) for move in position.moves()] == ["r+", "*+:r", "*+:g", "*+:b"]
    dealing = play(position, "*+:b")
    assert [str(deal) for deal in dealing.moves()] == ["r+", "r-", "g+", "b+", "b-", "^+"]
    assert dealing.odds() == (1, 1, 2, 1, 1, 1)


def test_2_2_a_race_ends_on_its_own_last_square():
    small = RACE.of_sizes(TINY)
    over = play(small.position("g/./rb/. 1 rb r+,*+|g-,b+ -"), "r+")
    assert str(over).startswith("g/././rb ")
    assert over.to_move is None
    assert over.outcome().shares == (1, 0)
    assert over.outcome().reason == "lettuce"


@pytest.mark.parametrize("start", ["stacked", "loose"])
@pytest.mark.parametrize("seats", [2, 3])
def test_games_go_on_to_their_end_by_text_and_by_imagination(start, seats):
    small, rng = RACE.of_sizes(TINY), Random(seats)
    for _ in range(20):
        position = small.start(seats, start=start)
        while position.to_move is not None:
            assert small.position(str(position), start=start) == position
            if position.to_move is not CHANCE:
                view = position.seen_by(0)
                assert small.view(str(view), 0, start=start) == view
                assert imagined_by(position, 0, rng).seen_by(0) == view
            move = rng.choice(position.moves())
            assert position.move(str(move)) == move
            position = position.after(move)
        assert sum(position.outcome().shares) == pytest.approx(1)
        assert small.scene(position, None, None).board.spot("3").shape == "bed"


def test_what_is_too_much_is_refused():
    small = RACE.of_sizes(TINY)
    for text, told in (
        ("rgb/./././. 1 rb r+|g+ -", "5 squares, expected 4"),
        ("rgby/././. 1 rb r+|g+ -", "expected turtles"),
        ("rgb/././. 1 ry r+|g+ -", "expected one of rgb"),
        ("rgb/././. 1 rg r+,r+,g+|g+ -", "at most 2"),
        ("rgb/././. 1 rg r+,r+|r+ -", "the deck has 2"),
        ("rgb/././. 1 rgb? r+|g+|b+|g+ -", "expected 2 to 3"),
    ):
        with pytest.raises(BadPosition, match=told):
            small.position(text)
    with pytest.raises(BadMove, match="an order such as rgb,"):
        small.start().move("rgbyp")
    with pytest.raises(BadSeats):
        small.start(4)


def test_sizes_that_no_race_can_have_are_refused():
    with pytest.raises(BadOption, match="no size “wings”; it has: turtles, squares"):
        RACE.of_sizes({"wings": 2})
    with pytest.raises(BadOption, match="“turtles” of race goes from 2 to 5, not “6”"):
        RACE.of_sizes({"turtles": 6})
    with pytest.raises(BadOption, match="a deck of 1 is too small for two hands of 2"):
        RACE.of_sizes({**TINY, "on": 0, "back": 0, "last_on": 0})
    with pytest.raises(BadOption, match="has no size"):
        take("hops").of_sizes({"dice": 4})
