"""A series: who begins, the score, and when it is won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cups import CUPS
from ludotheque.errors import BadSeats, MatchOver, NotAllowed
from ludotheque.games import take
from ludotheque.match import Series, drawn_by_lot
from ludotheque.position import Outcome
from tables import GAMES, NAMES, SEED

TORTUGA, HOPS = take("tortuga"), take("hops")
FIRST_SEAT, SECOND_SEAT = (Outcome.win(2, seat, reason="test") for seat in (0, 1))
DRAW = Outcome.draw(2, "test")


def series(game, count=2, first_to=3, first=0):
    return Series.begin(game, NAMES[:count], first_to=first_to, first=first)


def test_as_listed_the_first_begins():
    assert series(CUPS, 4).seating == (0, 1, 2, 3)


def test_1_who_starts_is_drawn_by_lot():
    seeds = [f"{number:064x}" for number in range(30)]
    assert {drawn_by_lot(seed, 2) for seed in seeds} == {0, 1}
    assert {drawn_by_lot(seed, 3) for seed in seeds} == {0, 1, 2}
    assert drawn_by_lot(SEED, 3) == drawn_by_lot(SEED, 3)


def test_whoever_is_said_to_begin_takes_the_first_seat():
    assert series(CUPS, 3, first=1).seating == (1, 2, 0)
    with pytest.raises(BadSeats, match="player 4 of 3"):
        series(CUPS, 3, first=3)


def test_1_after_the_first_game_the_beginners_alternate():
    games = series(TORTUGA)
    for outcome, beginner in ((FIRST_SEAT, 1), (FIRST_SEAT, 0), (SECOND_SEAT, 1), (DRAW, 0)):
        games = games.after(outcome)
        assert games.seating[0] == beginner


def test_3_the_loser_of_a_game_begins_the_next():
    games = series(HOPS)
    for outcome, beginner in (
        (FIRST_SEAT, 1),  # Ana began and won: Ben begins
        (FIRST_SEAT, 0),  # Ben began and won: Ana begins
        (SECOND_SEAT, 0),  # Ana began and lost: she begins again
        (DRAW, 1),  # nobody lost: whoever did not begin
        (DRAW, 0),
    ):
        games = games.after(outcome)
        assert games.seating[0] == beginner


def test_the_seats_of_more_than_two_rotate():
    games = series(CUPS, 3).after(Outcome.win(3, 0, reason="test"))
    assert games.seating == (1, 2, 0)
    assert games.after(Outcome.win(3, 0, reason="test")).seating == (2, 0, 1)


def test_points_go_to_the_player_and_not_to_the_seat():
    games = series(TORTUGA).after(FIRST_SEAT).after(FIRST_SEAT).after(DRAW)
    assert games.scores == (1.5, 1.5)


def test_the_first_to_have_enough_points_wins_and_no_game_follows():
    games = series(TORTUGA, first_to=2).after(FIRST_SEAT)
    assert (games.winner, games.over) == (None, False)
    games = games.after(SECOND_SEAT)
    assert (games.winner, games.over) == (0, True)
    with pytest.raises(MatchOver, match="Ana"):
        games.after(DRAW)


def test_thirds_add_up():
    games = series(CUPS, 4, first_to=1)
    for number in range(3):
        absent = (0 - games.seating[0]) % 4
        shares = [seat for seat in range(4) if seat != absent]
        games = games.after(Outcome.win(4, *shares, reason="test"))
        assert games.scores[0] == 0, number
    assert games.scores == (0.0, 1.0, 1.0, 1.0)


def test_who_are_level_play_on():
    games = series(TORTUGA, first_to=1).after(DRAW).after(DRAW)
    assert games.scores == (1.0, 1.0)
    assert games.winner is None
    assert games.after(FIRST_SEAT).winner is not None


def test_a_series_is_refused_with_a_reason():
    with pytest.raises(BadSeats):
        series(TORTUGA, 3)
    with pytest.raises(NotAllowed):
        series(TORTUGA, first_to=0)
    with pytest.raises(BadSeats):
        series(CUPS, 3).after(DRAW)


@given(st.data())
def test_points_are_neither_made_nor_lost(data):
    game = data.draw(st.sampled_from(GAMES))
    count = data.draw(st.sampled_from(list(game.seats)))
    games = series(game, count, first_to=50, first=count - 1)
    for number in range(data.draw(st.integers(0, 12))):
        winners = data.draw(st.sets(st.integers(0, count - 1), min_size=1))
        games = games.after(Outcome.win(count, *winners, reason="test"))
        assert sorted(games.seating) == list(range(count))
        assert sum(games.scores) == pytest.approx(number + 1)
