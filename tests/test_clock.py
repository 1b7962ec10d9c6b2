"""Clocks: their text, and the time that is left, computed from the times of events alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cups import CUPS
from ludotheque.errors import BadText, NotAllowed
from ludotheque.games import take
from ludotheque.match import PerMove, SuddenDeath, read_clock
from ludotheque.match.events import Flagged, TakebackAsked, TookBack
from ludotheque.position import Outcome
from tables import BEGAN, REFEREE, begin, matches, play

TORTUGA = take("tortuga")


def left(match, now=None):
    """Return what each seat has left, at the last event unless said otherwise."""
    return [match.left(seat, match.now if now is None else now) for seat in match.seats]


# Rations


@pytest.mark.parametrize("clock", [SuddenDeath(60_000), SuddenDeath(9_000, 700), PerMove(2_900)])
def test_who_keeps_to_the_rations_is_never_out_of_time(clock):
    used = 0
    for made in range(300):
        left = clock.left(used, made, 0)
        ration = clock.ration(left)
        assert 0 <= ration < left
        used += ration


def test_rations_follow_the_clock_of_the_match():
    match = begin(TORTUGA, clock=PerMove(4_000))
    assert match.ration(0, match.now) == 3
    assert match.ration(0, match.now + 2_000) == 1.5
    assert begin(TORTUGA).ration(0, match.now) is None


# Text


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("5m+3s", SuddenDeath(300_000, 3_000)),
        ("1h30m", SuddenDeath(5_400_000)),
        ("2m30s+500ms", SuddenDeath(150_000, 500)),
        ("30s/move", PerMove(30_000)),
        ("3d/move", PerMove(259_200_000)),
        ("1d2h3m4s5ms/move", PerMove(93_784_005)),
        ("5m+3s~1m", SuddenDeath(300_000, 3_000, 60_000)),
        ("30m~30s", SuddenDeath(1_800_000, 0, 30_000)),
        ("30s/move~1m", PerMove(30_000, 60_000)),
    ],
)
def test_a_clock_is_read_and_written(text, clock):
    assert read_clock(text) == clock
    assert str(clock) == text


def test_other_ways_to_write_a_clock_are_read():
    assert read_clock("90s+0s") == SuddenDeath(90_000)
    assert str(read_clock("90s/move")) == "1m30s/move"


@given(
    st.builds(SuddenDeath, st.integers(1, 10**10), st.integers(0, 10**8), st.integers(0, 10**6))
    | st.builds(PerMove, st.integers(1, 10**10), st.integers(0, 10**6))
)
def test_every_clock_survives_its_text(clock):
    assert read_clock(str(clock)) == clock


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "m",
        "5m+",
        "+3s",
        "3s5m",
        "5m+3s/move",
        "5m/turn",
        "5m~",
        "~1m",
        "5m~1m+3s",
        "5 m",
        "-5m",
        "1.5m",
        "\u0665m",
        "0s",
    ],
)
def test_a_bad_clock_is_refused_in_one_line_that_quotes_it(text):
    with pytest.raises(BadText) as refusal:
        read_clock(text)
    assert f"clock “{text}”" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["0s/move", "0m+3s"])
def test_a_clock_without_time_is_refused(text):
    with pytest.raises(BadText, match="more than zero"):
        read_clock(text)


# Time passes


def test_without_a_clock_time_is_no_matter():
    match = play(begin(TORTUGA), "d2-d3", every=10**9)
    assert left(match) == [None, None]
    assert match.deadline is None
    with pytest.raises(NotAllowed):
        REFEREE.flag(match, 10**13)


def test_the_first_clock_runs_from_the_beginning_of_the_match():
    match = begin(TORTUGA, clock=SuddenDeath(10_000))
    assert left(match, BEGAN + 1) == [9_999, 10_000]
    assert match.deadline == BEGAN + 10_000


def test_a_move_earns_the_increment_after_it_is_made():
    match = play(begin(TORTUGA, clock=SuddenDeath(10_000, 3_000)), "d2-d3", every=4_000)
    assert left(match) == [9_000, 10_000]
    assert left(match, match.now + 2_500) == [9_000, 7_500]
    match = play(match, "d6-d5", every=9_999)
    assert left(match) == [9_000, 3_001]


def test_a_clock_per_move_starts_afresh_each_time():
    match = play(begin(TORTUGA, clock=PerMove(5_000)), "d2-d3", every=4_999)
    assert left(match, match.now + 1_000) == [5_000, 4_000]
    match = play(match, "d6-d5", every=4_000)
    assert left(match) == [5_000, 5_000]


def test_what_is_done_beside_the_board_does_not_stop_the_clock():
    for clock in (SuddenDeath(10_000), PerMove(10_000)):
        match = REFEREE.offer_draw(begin(TORTUGA, clock=clock), 1, BEGAN + 4_000)
        assert left(match, BEGAN + 6_000) == [4_000, 10_000]


def test_chance_takes_no_time():
    match = play(begin(CUPS, 3, clock=SuddenDeath(10_000)), "again", "keep", every=2_000)
    assert left(match) == [8_000, 8_000, 10_000]
    assert match.used == (2_000, 2_000, 0)


def test_time_never_runs_backwards():
    match = play(begin(TORTUGA, clock=SuddenDeath(10_000)), "d2-d3", every=4_000)
    match = REFEREE.play(match, 1, "d6-d5", BEGAN)
    assert match.now == BEGAN + 4_000
    assert left(match, BEGAN) == [6_000, 10_000]


@settings(max_examples=80)
@given(matches())
def test_the_times_used_add_up_to_the_time_that_passed(match):
    assert sum(match.used) == match.now - BEGAN
    assert min(match.used) >= 0
    if match.deadline is not None:
        assert match.deadline > match.now


# The first move


@pytest.mark.parametrize("clock", [SuddenDeath(10_000, 0, 60_000), PerMove(10_000, 60_000)])
def test_each_clock_starts_with_its_seats_first_move(clock):
    match = begin(TORTUGA, clock=clock)
    assert left(match, BEGAN + 59_000) == [10_000, 10_000]
    assert match.waits(BEGAN + 59_000) == 1_000
    match = REFEREE.offer_draw(match, 1, BEGAN + 20_000)
    match = REFEREE.play(match, 0, "d2-d3", BEGAN + 59_000)
    assert left(match, match.now + 30_000) == [10_000, 10_000]
    match = REFEREE.play(match, 1, "d6-d5", match.now + 30_000)
    assert match.waits(match.now) == 0
    assert left(match, match.now + 1_000) == [9_000, 10_000]
    assert match.deadline == match.now + 10_000


@pytest.mark.parametrize("clock", [SuddenDeath(10_000, 0, 60_000), PerMove(10_000, 60_000)])
def test_nobody_waits_forever_for_a_first_move(clock):
    match = begin(TORTUGA, clock=clock)
    assert match.deadline == BEGAN + 70_000
    assert left(match, BEGAN + 63_000) == [7_000, 10_000]
    assert REFEREE.flag(match, BEGAN + 70_000).events[-1] == Flagged(BEGAN + 70_000, 0)


@pytest.mark.parametrize("clock", [SuddenDeath(10_000, 0, 60_000), PerMove(10_000, 60_000)])
def test_a_first_move_that_is_taken_back_is_free_for_what_is_left_of_its_time(clock):
    match = REFEREE.play(begin(TORTUGA, clock=clock), 0, "d2-d3", BEGAN + 40_000)
    alone = REFEREE.take_back(match, 0, BEGAN + 50_000)
    assert isinstance(alone.events[-1], TookBack)
    match = REFEREE.play(match, 1, "d6-d5", BEGAN + 50_000)
    asked = REFEREE.take_back(match, 0, BEGAN + 50_000)
    granted = REFEREE.answer_takeback(asked, 1, BEGAN + 50_000, agree=True)
    for back, free in ((alone, 10_000), (granted, 20_000)):
        assert left(back) == [10_000, 10_000]
        assert back.waits(back.now) == free
        assert back.deadline == back.now + free + 10_000


# Time runs out


@pytest.mark.parametrize("clock", [SuddenDeath(5_000, 2_000), PerMove(5_000)])
def test_a_move_that_comes_too_late_is_not_made_and_loses(clock):
    match = begin(TORTUGA, clock=clock)
    assert REFEREE.play(match, 0, "d2-d3", BEGAN + 4_999).outcome is None
    late = REFEREE.play(match, 0, "d2-d3", BEGAN + 5_000)
    assert late.plies == ()
    assert late.events == (Flagged(BEGAN + 5_000, 0),)
    assert late.outcome == Outcome((0.0, 1.0), "time")


def test_time_ran_out_when_it_did_and_not_when_it_was_noticed():
    match = play(begin(CUPS, 3, clock=PerMove(5_000)), "keep")
    noticed = REFEREE.flag(match, match.now + 999_999)
    assert noticed.events[-1] == Flagged(match.now + 5_000, 1)
    assert noticed.outcome == Outcome((0.5, 0.0, 0.5), "time")
    assert REFEREE.resign(match, 2, match.now + 999_999) == noticed
    assert left(noticed, noticed.now + 1) == [5_000] * 3


def test_nobody_is_flagged_early():
    match = begin(TORTUGA, clock=PerMove(5_000))
    with pytest.raises(NotAllowed):
        REFEREE.flag(match, BEGAN + 4_999)


# Takebacks and time


def test_time_used_stays_used_when_others_agree_to_a_takeback():
    match = begin(TORTUGA, clock=SuddenDeath(20_000, 1_000))
    match = play(match, "d2-d3", "d6-d5", every=3_000)
    match = REFEREE.take_back(match, 0, match.now + 500)
    match = REFEREE.answer_takeback(match, 1, match.now + 500, agree=True)
    assert match.plies == ()
    assert left(match) == [20_000 - 4_000 + 1_000, 20_000 - 3_000 + 1_000]


def test_who_takes_back_without_asking_pays_for_the_time_since():
    start = begin(TORTUGA, clock=SuddenDeath(20_000, 1_000))
    match = REFEREE.offer_draw(play(start, "d2-d3", every=3_000), 0, BEGAN + 4_000)
    match = REFEREE.take_back(match, 0, BEGAN + 5_000)
    assert isinstance(match.events[-1], TookBack)
    assert left(match) == [15_000, 20_000]


def test_a_time_per_move_is_not_won_back_by_taking_back():
    match = play(begin(TORTUGA, clock=PerMove(10_000)), "d2-d3", every=6_000)
    match = REFEREE.take_back(match, 0, match.now + 1_000)
    assert left(match) == [3_000, 10_000]
    asked = REFEREE.take_back(play(match, "d2-d3", "d6-d5"), 0, match.now)
    back = REFEREE.answer_takeback(asked, 1, asked.now, agree=True)
    assert left(back) == [2_000, 10_000]


def test_who_has_not_the_time_to_pay_must_ask():
    match = play(begin(TORTUGA, clock=SuddenDeath(10_000)), "d2-d3", every=7_000)
    assert isinstance(REFEREE.take_back(match, 0, match.now + 2_999).events[-1], TookBack)
    assert isinstance(REFEREE.take_back(match, 0, match.now + 3_000).events[-1], TakebackAsked)
