"""What passes in place of a mistake: by the review's lines, and by thinking where they end."""

from dataclasses import replace

import pytest

from ludotheque.engine import Line, Score
from ludotheque.games import Claim, Told, take
from ludotheque.match import Record, Referee
from ludotheque.study import Label, review, to_json
from ludotheque.study.claims import ALLOWS
from ludotheque.study.own_view import past_before
from ludotheque.study.puzzles.mistakes import mistakes_in
from ludotheque.study.puzzles.own import GOOD, is_good, own_puzzle, thought_good
from server.test_reviews import PUNISHED, SEED, SLIP, START, WIN


@pytest.fixture(scope="module")
def found():
    referee = Referee(SEED)
    match = referee.begin(take("tortuga"), ["Ann", "Ben"], began=0, start=START)
    match = referee.play(referee.play(match, 0, SLIP, at=0), 1, PUNISHED, at=0)
    return review(Record.of(match, SEED), nodes=3_000)


def lines(*shares):
    return tuple(Line(Score(share), 1, 1, (f"move{n}",)) for n, share in enumerate(shares))


@pytest.mark.parametrize(
    ("shares", "move", "good"),
    [
        ((0.6, 0.58, 0.3), "move0", True),
        ((0.6, 0.58, 0.3), "move1", True),
        ((0.6, 0.6 - GOOD, 0.3), "move1", False),
        ((0.6, 0.58, 0.3), "other", False),
        ((0.6, 0.59, 0.58), "other", None),
        ((0.6, 0.59, 0.58), "played", False),
    ],
)
def test_a_move_is_good_that_loses_less_than_three_and_a_half_points(found, shares, move, good):
    known = lines(*shares)
    mistake = replace(found.moves[0], move="played", lines=known, value=known[0].score)
    assert is_good(mistake, move) is good


def test_what_the_review_does_not_know_is_thought_about(found):
    setup, mistake = found.setup, found.moves[0]
    assert thought_good(setup, mistake, WIN, nodes=3_000)
    assert not thought_good(setup, mistake, SLIP, nodes=3_000)


def test_what_an_earlier_edition_claimed_and_none_claims_now_is_not_told(found):
    first, *others = found.moves
    kinds = ("pressed", ALLOWS, "team", "behind")
    claims = tuple(Claim(kind, (Told("", {}),), (PUNISHED,), instead=False) for kind in kinds)
    kept = to_json(replace(found, moves=(replace(first, claims=claims), *others)))
    mistake, *_ = mistakes_in(kept, "table", 1, [first.seat])
    assert [claim.kind for claim in mistake.judged.claims] == [ALLOWS, "team"]


RACE = "././././././././gbypr/. 1 rb r+,r-,g+,y-,p-|b++,y+,p+,*+,*- -"
"""Whoever plays red wins by r+, and by g+ carries all others to the lettuce before it."""


@pytest.fixture(scope="module")
def race():
    referee = Referee(SEED)
    match = referee.begin(take("race"), ["Ann", "Ben"], began=0, start=RACE)
    return referee.play(match, 0, "g+", at=0)


def test_a_move_of_a_race_is_thought_about_as_its_maker_could_know_it(race):
    slip = review(Record.of(race, SEED), nodes=400).moves[0]
    assert (slip.move, slip.label) == ("g+", Label.BLUNDER)
    past = list(past_before(race, slip.number, slip.seat))
    assert thought_good(race.setup, slip, "r+", past=past, nodes=400)
    assert not thought_good(race.setup, slip, "g+", past=past, nodes=400)
    assert not thought_good(race.setup, slip, "y-", past=past, nodes=400)


def test_what_is_asked_is_the_position_before_the_mistake(found):
    puzzle = own_puzzle(found.setup, found.moves[0])
    assert (puzzle.position, puzzle.seat, puzzle.instead) == (START, 0, SLIP)
    assert puzzle.line == (WIN,)
