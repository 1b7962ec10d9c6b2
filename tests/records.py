"""Records of matches, and how they are refused, for the tests of records."""

from functools import cache
from random import Random

import pytest

from ludotheque.errors import BadRecord
from ludotheque.games import take
from ludotheque.match import PerMove, Record
from tables import REFEREE, SEED, begin, play, play_on

TORTUGA, RACE = take("tortuga"), take("race")


def kept(match):
    return Record.of(match, SEED)


@cache
def a_race(moves=10_000):
    return kept(play_on(begin(RACE, 3, clock=PerMove(3_000)), Random(5), moves))


@cache
def a_short_match():
    match = play(begin(TORTUGA, options={"start": "coast"}), "d2-d3", "d6-d5", every=1_250)
    match = REFEREE.take_back(match, 0, match.now + 1)
    match = REFEREE.answer_takeback(match, 1, match.now + 1, agree=True)
    return kept(REFEREE.resign(play(match, "d2-d3"), 1, match.now + 2_000))


def refusal(act, *args):
    """Return the one line in which the record is refused."""
    with pytest.raises(BadRecord) as refused:
        act(*args)
    assert "\n" not in str(refused.value)
    return str(refused.value)
