"""What wins, for every game that tells it: true on the board, and said for each side of it."""

from dataclasses import replace

import pytest

from ludotheque.games import take
from ludotheque.pictures import aims_of
from ludotheque.pictures.telling import tally_of
from ludotheque.words import Words, languages
from parts import having, named

GAMES = having("aim")
SEATS = [(game, seat) for game in GAMES for seat in range(game.seats.start)]


@pytest.mark.parametrize(("game", "seat"), SEATS, ids=named)
def test_the_picture_shows_a_game_that_is_won_there(game, seat):
    aim = game.aim(game.settle({}), seat)
    won = game.position(aim.reached)
    scene = game.scene(won, None, None)
    places = {spot.id for spot in scene.board.spots}
    assert {*aim.spots, *aim.way} <= places
    assert won.outcome() is not None
    if game.seat_looks:  # where pieces are nobody’s, one picture does for all
        assert won.outcome().shares[seat] == 1
    assert {*aim.spots[:1]} <= {piece.spot for piece in scene.pieces}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_rule_of_a_table_has_its_aim_in_words(game, lang):
    words = Words(lang)
    for name, values in game.options.items():
        for value in values:
            *seats, watched = aims_of(game, game.seats[-1], {name: value}, words)
            assert len(seats) == game.seats[-1]
            assert all(aim.told and aim.told_turned for aim in (*seats, watched))
            assert max(len(aim.told) for aim in seats) <= 60, "it is one line on a phone"


def test_whoever_looks_from_the_other_side_is_told_where_things_are_for_them():
    south, north, watched = aims_of(take("tortuga"), 2, {}, Words("en"))
    assert south.told == "Bring a red turtle to d7, the corner at the top."
    assert south.told_turned == "Bring a red turtle to d7, the corner at the bottom."
    assert north.told_turned == "Bring a blue turtle to d1, the corner at the top."
    assert (south.spots, north.spots, watched.spots) == (("d7",), ("d1",), ())


def test_a_game_that_tells_no_aim_has_none():
    assert aims_of(replace(take("hops"), aim=None), 2, {}, Words("en")) == ()


def test_sixes_are_counted_for_each_side():
    game = take("hops")
    position = game.position("r6.r6.r5../......./..r6..../...b4.../..b6..../......./b6b5b6.... r")
    red, black = tally_of(game, position, Words("fr"))
    assert (red.count, red.told) == ("3/4", "Six\xa0: 3 sur 4")
    assert (black.count, black.href) == ("3/5", "#die-black-6")
