"""The referee: whose turn it is, what chance draws, how a match ends and what can be taken back."""

from dataclasses import replace
from functools import reduce
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cups import CUPS
from ludotheque.errors import (
    BadMove,
    BadOption,
    BadPosition,
    BadSeats,
    IllegalMove,
    MatchOver,
    NotAllowed,
    NotYourTurn,
)
from ludotheque.games import take
from ludotheque.match import (
    REASONS,
    Match,
    Referee,
    changed,
    drawn_by_ruling,
    evolve,
    new_seed,
    seed_hash,
)
from ludotheque.match.events import (
    Drew,
    Moved,
    TakebackAgreed,
    TakebackAsked,
    TookBack,
)
from ludotheque.match.parts import WORD
from ludotheque.position import CHANCE, Outcome
from tables import BEGAN, GAMES, NAMES, REFEREE, SEED, begin, matches, play, play_on, tables

LATER = BEGAN + 60_000
TORTUGA, RACE, HOPS = take("tortuga"), take("race"), take("hops")
PACING = ("A1-B2", "A3-B3", "B2-A1", "B3-A3")
"""Four moves of Hops that lead back to where they began."""


def refused(error, act, *args, **kwargs):
    """Return the refusal that the act meets."""
    with pytest.raises(error) as refusal:
        act(*args, **kwargs)
    assert "\n" not in str(refusal.value)
    return refusal.value


# Any game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_random_game_ends(game):
    match = play_on(begin(game), Random(1))
    assert match.to_move is None
    assert match.outcome.reason in {**game.reasons, **REASONS}


def fold(setup, events):
    return reduce(evolve, events, Match.start(setup))


@settings(max_examples=40)
@given(tables(), st.integers(0, 2**32))
def test_random_games_are_the_fold_of_their_events(table, seed):
    game, seats, options = table
    match = play_on(begin(game, seats, options=options, move_limit=60), Random(seed))
    assert sum(match.outcome.shares) == pytest.approx(1)
    assert fold(match.setup, match.events) == match
    assert [ply.mover for ply in match.plies] == [p.to_move for p in match.positions[:-1]]


@settings(max_examples=60)
@given(matches())
def test_whatever_happens_the_match_is_the_fold_of_its_events(match):
    assert fold(match.setup, match.events) == match
    assert match.to_move is not CHANCE
    assert all(a.at <= b.at for a, b in zip(match.events, match.events[1:], strict=False))


def test_the_new_events_are_those_at_the_end():
    before = begin(CUPS)
    after = play(before, "keep")
    assert after.events[: len(before.events)] == before.events
    assert [type(event) for event in after.events[len(before.events) :]] == [Moved, Drew]


# Whose turn


def test_a_move_out_of_turn_is_refused_before_it_is_looked_at():
    match = begin(TORTUGA)
    refusal = refused(NotYourTurn, REFEREE.play, match, 1, "nonsense", LATER)
    assert refusal.facts == {"seat": 2, "to_move": 1}


def test_moves_are_refused_as_the_game_refuses_them():
    match = begin(TORTUGA)
    refused(BadMove, REFEREE.play, match, 0, "nonsense", LATER)
    refused(IllegalMove, REFEREE.play, match, 0, "d2-d7", LATER)
    refused(NotAllowed, REFEREE.play, match, 2, "d2-d3", LATER)
    refused(NotAllowed, REFEREE.resign, match, -1, LATER)
    assert match == begin(TORTUGA)


def test_a_move_is_kept_as_the_game_writes_it():
    assert play(begin(TORTUGA), "  d2-d3 ").events[-1].move == "d2-d3"


def test_nothing_happens_after_the_end():
    match = REFEREE.resign(begin(TORTUGA), 0, LATER)
    for act in (REFEREE.resign, REFEREE.offer_draw, REFEREE.take_back):
        refused(MatchOver, act, match, 1, LATER)
    refused(MatchOver, REFEREE.play, match, 0, "d2-d3", LATER)
    refused(MatchOver, REFEREE.answer_draw, match, 1, LATER, agree=True)
    refused(MatchOver, REFEREE.answer_takeback, match, 1, LATER, agree=True)
    refused(MatchOver, REFEREE.flag, match, LATER)


# The table


def test_a_table_is_refused_with_a_reason():
    refused(BadSeats, begin, TORTUGA, 3)
    refused(BadOption, begin, TORTUGA, options={"start": "moon"})
    refused(NotAllowed, begin, TORTUGA, move_limit=0)
    refused(NotAllowed, REFEREE.begin, TORTUGA, ("Ana", " "), began=BEGAN)
    refused(NotAllowed, REFEREE.begin, TORTUGA, ("Ana", "B\nn"), began=BEGAN)
    refused(NotAllowed, REFEREE.begin, TORTUGA, NAMES[:2], began=-1)
    refused(NotAllowed, Referee, "short")


def test_a_match_may_begin_from_a_position():
    text = "4/5/6/3S3/6/5/3N N"
    match = begin(TORTUGA, start=text)
    assert str(match.position) == text
    assert match.to_move == 1
    refused(BadPosition, begin, TORTUGA, start="nowhere")
    refused(NotAllowed, begin, TORTUGA, start="4/5/6/6S/6/5/3N N")
    refused(BadSeats, begin, CUPS, 3, start="00 0 0")


# Endings


@pytest.mark.parametrize(
    ("met", "moves", "reason"),
    [(2, 399, None), (3, 399, "repetition"), (2, 400, "limit"), (3, 400, "repetition")],
)
def test_1_end_3_end_repetition_comes_first_then_the_limit(met, moves, reason):
    outcome = drawn_by_ruling(2, repetition=3, limit=400, met=met, moves=moves)
    assert outcome == (reason and Outcome((0.5, 0.5), reason))


def test_a_game_without_such_rulings_goes_on():
    assert drawn_by_ruling(3, repetition=None, limit=None, met=99, moves=9999) is None


def test_the_rules_of_the_game_end_a_match_before_its_limit_does():
    arrival = begin(TORTUGA, start="4/5/6/5S1/6/5/3N S", move_limit=1)
    assert play(arrival, "d6-d7").outcome == Outcome((1.0, 0.0), "corner")


def test_3_end_the_third_time_a_position_occurs_the_match_is_drawn():
    match = begin(HOPS)
    for _ in range(2):
        assert match.outcome is None
        match = play(match, *PACING)
    assert match.outcome == Outcome((0.5, 0.5), "repetition")
    assert len(match.plies) == 8


def test_positions_that_merely_share_a_hash_are_not_the_same():
    match = play(begin(HOPS), *PACING[:2])
    alike = hash(play(match, PACING[2]).position)
    crowded = changed(match, hashes=(alike,) * len(match.hashes))
    assert play(crowded, PACING[2]).outcome is None


def test_repetition_counts_the_line_and_not_what_was_taken_back():
    match = play(begin(HOPS), PACING[0])
    for _ in range(4):
        match = play(REFEREE.take_back(match, 0, match.now), PACING[0])
    assert match.outcome is None


def test_a_position_with_the_other_side_to_move_is_another_position():
    match = begin(HOPS, start="r1....../......./......./......./......./......./......b1 r")
    match = play(match, "A1-A2", "G7-G6", "A2-B1", "G6-G7", "B1-A1")
    other = str(match.position)
    assert other.endswith(" b")
    assert match.positions.count(match.position) == 1


def test_3_end_a_match_is_drawn_at_its_limit_of_moves():
    assert begin(HOPS).setup.move_limit == 400
    match = play(begin(HOPS, move_limit=3), *PACING[:2])
    assert match.outcome is None
    assert play(match, PACING[2]).outcome == Outcome((0.5, 0.5), "limit")


def test_chance_does_not_count_towards_the_limit():
    match = play(begin(CUPS, 3, move_limit=2), "keep")
    assert match.outcome is None
    assert match.draws == 4
    match = play(match, "keep")
    assert match.outcome == Outcome.draw(3, "limit")
    assert isinstance(match.events[-1], Moved)


def test_who_resigns_loses_and_the_others_share():
    assert REFEREE.resign(begin(TORTUGA), 1, LATER).outcome == Outcome((1.0, 0.0), "resigned")
    match = REFEREE.resign(begin(CUPS, 3), 2, LATER)
    assert match.outcome == Outcome((0.5, 0.5, 0.0), "resigned")
    assert match.to_move is None


# A draw by agreement


def test_all_others_must_agree_to_a_draw():
    match = REFEREE.offer_draw(begin(CUPS, 3), 1, LATER)
    match = REFEREE.answer_draw(match, 0, LATER, agree=True)
    assert match.outcome is None
    match = REFEREE.answer_draw(match, 2, LATER, agree=True)
    assert match.outcome == Outcome.draw(3, "agreed")


def test_a_declined_offer_is_gone():
    match = REFEREE.offer_draw(begin(TORTUGA), 0, LATER)
    match = REFEREE.answer_draw(match, 1, LATER, agree=False)
    assert match.draw is None
    refused(NotAllowed, REFEREE.answer_draw, match, 1, LATER, agree=True)


def test_an_offer_outlives_the_move_of_who_wants_it_and_no_other():
    match = REFEREE.offer_draw(begin(CUPS, 3), 0, LATER)
    match = REFEREE.answer_draw(match, 1, LATER, agree=True)
    match = play(match, "keep", "keep")
    assert match.draw is not None
    assert play(match, "keep").draw is None


def test_nobody_answers_their_own_offer_or_twice_or_offers_what_is_on_offer():
    refused(NotAllowed, REFEREE.answer_draw, begin(TORTUGA), 0, LATER, agree=True)
    match = REFEREE.offer_draw(begin(CUPS, 3), 0, LATER)
    refused(NotAllowed, REFEREE.answer_draw, match, 0, LATER, agree=True)
    refused(NotAllowed, REFEREE.offer_draw, match, 1, LATER)
    match = REFEREE.answer_draw(match, 1, LATER, agree=True)
    refused(NotAllowed, REFEREE.answer_draw, match, 1, LATER, agree=False)


# Takebacks


def test_the_very_last_move_is_taken_back_without_asking():
    before = play(begin(TORTUGA), "d2-d3")
    match = play(before, "d6-d5")
    back = REFEREE.take_back(match, 1, LATER)
    assert back.events[len(match.events) :] == (TookBack(LATER, 1, 1),)
    assert (back.position, back.plies, back.to_move) == (before.position, before.plies, 1)


def test_a_move_that_was_answered_is_taken_back_only_if_all_others_agree():
    before = begin(TORTUGA)
    match = REFEREE.take_back(play(before, "d2-d3", "d6-d5"), 0, LATER)
    assert isinstance(match.events[-1], TakebackAsked)
    assert len(match.plies) == 2
    back = REFEREE.answer_takeback(match, 1, LATER, agree=True)
    assert back.events[len(match.events) :] == (TakebackAgreed(LATER, 1), TookBack(LATER, 0, 0))
    assert back.position == before.position
    stays = REFEREE.answer_takeback(match, 1, LATER, agree=False)
    assert (stays.plies, stays.takeback) == (match.plies, None)


def test_every_other_seat_must_agree_to_a_takeback():
    match = REFEREE.take_back(play(begin(CUPS, 4), "keep", "again"), 0, LATER)
    for seat in (3, 1):
        match = REFEREE.answer_takeback(match, seat, LATER, agree=True)
        assert len(match.plies) == 4 + 4
    match = REFEREE.answer_takeback(match, 2, LATER, agree=True)
    assert len(match.plies) == 4
    assert match.to_move == 0


def test_nothing_is_taken_back_past_chance_without_asking():
    match = play(begin(CUPS, options={"cups": "open"}), "keep")
    assert isinstance(REFEREE.take_back(match, 0, LATER).events[-1], TakebackAsked)


@pytest.mark.parametrize(("cups", "event"), [("open", TookBack), ("secret", TakebackAsked)])
def test_where_there_are_secrets_no_move_is_taken_back_without_asking(cups, event):
    match = play(begin(CUPS, options={"cups": cups, "rolls": "once"}), "keep")
    assert isinstance(match.events[-1], Moved)
    assert isinstance(REFEREE.take_back(match, 0, LATER).events[-1], event)


def test_2_a_card_played_is_taken_back_only_if_all_others_agree():
    match = begin(RACE, 3)
    after = play(match, str(match.position.moves()[0]))
    asked = REFEREE.take_back(after, 0, LATER)
    assert isinstance(asked.events[-1], TakebackAsked)
    asked = REFEREE.answer_takeback(asked, 1, LATER, agree=True)
    back = REFEREE.answer_takeback(asked, 2, LATER, agree=True)
    assert back.position == match.position


def test_a_takeback_does_not_change_the_cards_to_come():
    match = play(begin(CUPS, 3), "again", "again")
    back = REFEREE.take_back(match, 0, LATER)
    for seat in (1, 2):
        back = REFEREE.answer_takeback(back, seat, LATER, agree=True)
    assert play(back, "again", "again").position == match.position


def test_a_takeback_is_asked_for_once_and_needs_a_move():
    refused(NotAllowed, REFEREE.take_back, begin(TORTUGA), 0, LATER)
    match = REFEREE.take_back(play(begin(TORTUGA), "d2-d3", "d6-d5"), 0, LATER)
    refused(NotAllowed, REFEREE.take_back, match, 0, LATER)
    refused(NotAllowed, REFEREE.answer_takeback, match, 0, LATER, agree=True)
    assert play(match, "d1-d2").takeback is None


def test_a_takeback_withdraws_the_offers_made_since():
    match = REFEREE.offer_draw(play(begin(TORTUGA), "d2-d3"), 0, LATER)
    assert REFEREE.take_back(match, 0, LATER).draw is None


# Chance


def independently_drawn(seed, n, moves, odds):
    """Draw as docs/record.md says, in other words than the referee does."""
    number = int(sha256(f"{seed}:{n}".encode()).hexdigest(), 16)
    tickets = [move for move, weight in zip(moves, odds, strict=True) for _ in range(weight)]
    return tickets[number * len(tickets) // 2**256]


@settings(max_examples=30)
@given(st.sampled_from([CUPS, RACE]), st.integers(0, 2**32))
def test_every_draw_can_be_drawn_again_by_anyone(game, number):
    rng = Random(number)
    referee = Referee(f"{rng.getrandbits(256):064x}")
    match = referee.begin(game, NAMES[:3], began=BEGAN)
    assert match.setup.seed_hash == sha256(referee.seed.encode()).hexdigest()
    while match.to_move is not None:
        match = referee.play(match, match.to_move, str(rng.choice(match.position.moves())), LATER)
    n = 0
    for position, ply in zip(match.positions, match.plies, strict=False):
        if ply.mover is CHANCE:
            assert ply.move == independently_drawn(
                referee.seed, n, position.moves(), position.odds()
            )
            n += 1
    assert n == match.draws >= 3


def test_draws_follow_the_odds():
    dice = [
        die
        for number in range(400)
        for die in Referee(f"{number:064x}").begin(CUPS, NAMES[:2], began=BEGAN).position.dice
    ]
    assert [round(dice.count(die) / len(dice), 1) for die in (1, 2, 3)] == [0.2, 0.3, 0.5]


def test_only_the_referee_with_the_seed_deals():
    match = begin(CUPS)
    other = Referee(new_seed())
    refused(NotAllowed, other.play, match, 0, "again", LATER)
    assert seed_hash(SEED) == match.setup.seed_hash


# What is seen


def test_everything_is_seen_once_the_match_is_over():
    match = begin(RACE, 3)
    assert str(match.seen_by(0)) != str(match.position)
    assert REFEREE.resign(match, 1, LATER).seen_by(None) == match.position


def test_games_write_moves_that_can_stand_among_other_words():
    for game in GAMES:
        match = begin(game)
        assert all(WORD.fullmatch(str(ply.move)) for ply in match.plies)
        assert all(WORD.fullmatch(str(move)) for move in match.position.moves())


def test_a_changed_moment_is_a_replaced_one_without_what_was_derived():
    match = begin(TORTUGA)
    assert match.to_move == 0
    over = changed(match, outcome=Outcome.draw(2, "agreed"))
    assert over == replace(match, outcome=Outcome.draw(2, "agreed"))
    assert (over.to_move, match.to_move) == (None, 0)
