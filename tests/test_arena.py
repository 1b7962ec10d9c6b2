"""Contests: what results mean, and that a contest repeats, counts each game once, and stops."""

import multiprocessing
import operator
import os
import signal
import time
from collections import Counter
from contextlib import closing
from functools import partial
from io import StringIO
from itertools import islice, permutations
from math import factorial, inf, log, pi, sqrt
from random import Random
from threading import Event, Thread

import pytest
from rich.console import Console

from ludotheque.arena import Contest, Score, Sprt, Verdict, statistics
from ludotheque.arena.game import Fixture, Played, opened, play
from ludotheque.arena.workers import _interrupts_held_back, in_order
from ludotheque.errors import BadRecord, LudothequeError, NotAllowed
from ludotheque.games import take
from ludotheque.match import Referee, from_json, verify
from ludotheque.match.events import Moved
from ludotheque.terminal.arena import Arena, result_table
from ludotheque.terminal.ask import Desk
from ludotheque.words import Words
from waiting import PATIENCE

SEED = "5eed" * 16


def contest(slug="tortuga", players=("level:2", "random"), games=12, **terms):
    return Contest(game=take(slug), players=players, games=games, **{"seed": SEED, **terms})


# What results mean.


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0), (0.75, 190.85), (0.1, -381.70), (1, inf)])
def test_elo_is_the_logarithm_of_the_odds(score, elo):
    assert statistics.difference(score) == pytest.approx(elo, abs=0.01)
    assert statistics.expected(statistics.difference(score)) == pytest.approx(score)


def test_mean_and_variance_of_pairs():
    assert statistics.mean((1, 2, 4, 2, 1)) == 0.5
    assert statistics.variance((1, 2, 4, 2, 1)) == pytest.approx(0.75 / 9)
    assert statistics.variance((0, 1, 0, 0, 0)) == 0
    assert statistics.mean((0, 0, 1, 0, 3)) == pytest.approx(7 / 8)


@pytest.mark.parametrize(
    ("degrees", "t"), [(1, 12.706), (2, 4.303), (3, 3.182), (10, 2.228), (99, 1.984), (5000, 1.960)]
)
def test_students_95_percent_are_the_textbooks(degrees, t):
    assert statistics.quantile95(degrees) == pytest.approx(t, abs=1e-3)


def test_the_interval_of_many_won_and_lost_games_is_wilsons():
    # 6000 of 10000: the textbook's interval is 0.5904 to 0.6096.
    elo = statistics.elo((4000, 0, 6000))
    assert elo.difference == pytest.approx(70.44, abs=0.01)
    assert statistics.expected(elo.low) == pytest.approx(0.5904, abs=1e-4)
    assert statistics.expected(elo.high) == pytest.approx(0.6096, abs=1e-4)
    assert elo.error == pytest.approx((elo.high - elo.low) / 2)


def test_pairs_that_the_opening_splits_make_the_error_smaller():
    # 60 points of 100 games each time; split pairs say less about chance than about the opening.
    independent = statistics.elo((8, 0, 24, 0, 18))
    split = statistics.elo((0, 0, 40, 0, 10))
    assert independent.difference == split.difference == pytest.approx(70.44, abs=0.01)
    assert independent.error == pytest.approx(statistics.elo((40, 0, 60)).error, rel=0.03)
    assert split.error < independent.error / 1.5


def test_a_clean_sweep_is_infinite_with_one_known_end():
    elo = statistics.elo((0, 0, 0, 0, 10))
    assert (elo.difference, elo.high) == (inf, inf)
    assert statistics.expected(elo.low) ** 20 == pytest.approx(0.025)
    turned = statistics.elo((10, 0, 0, 0, 0))
    assert (turned.difference, turned.low, turned.high) == (-inf, -inf, pytest.approx(-elo.low))
    assert statistics.superiority((0, 0, 0, 0, 10)) == 1 - 0.5**21
    assert statistics.superiority((2, 0, 0, 0, 0)) == 0.5**5


def test_pairs_that_all_end_alike_are_not_taken_for_certainty():
    assert statistics.elo((0, 0, 3, 0, 0)).error > 100
    assert statistics.superiority((0, 0, 3, 0, 0)) == 0.5


def test_likelihood_of_superiority():
    # (0.6 - 0.5) / √(0.24 / 99) = 2.0310; Student's, with 99 degrees of freedom, is 0.9775.
    assert statistics.superiority((40, 0, 60)) == pytest.approx(0.9775, abs=1e-4)
    assert statistics.superiority((60, 0, 40)) == pytest.approx(0.0225, abs=1e-4)


def pairs(rng, count, share):
    """Return the counts of pairs whose games the first player wins with that probability."""
    counts = [0] * 5
    for _ in range(count):
        counts[2 * sum(rng.random() < share for _ in range(2))] += 1
    return counts


@pytest.mark.parametrize("truth", [0.0, 120.0])
@pytest.mark.parametrize("count", [2, 3, 5, 10, 20, 40])
def test_the_interval_holds_the_truth_in_95_of_100_contests(count, truth):
    """Of 2,000, 1,900 ± 10 do by the binomial: what is asked for is six times that away.

    Few games have few results, so that it may hold the truth more often, but not less.
    """
    rng, held = Random(1), 0
    for _ in range(2000):
        elo = statistics.elo(pairs(rng, count, statistics.expected(truth)))
        held += elo.low <= truth <= elo.high
    assert 1840 <= held <= (2000 if count < 40 else 1960)


@pytest.mark.parametrize("count", [2, 3, 5, 10, 20])
def test_equals_seem_unequal_in_5_of_100_contests(count):
    """Of 2,000, at most 100 ± 10 do by the binomial: what is asked for is six times that away."""
    rng, better, unfair = Random(2), 0, 0
    for _ in range(2000):
        better += not 0.025 < statistics.superiority(pairs(rng, count, 0.5)) < 0.975
        rounds = [sum(rng.randrange(3) == 0 for _ in range(3)) / 3 for _ in range(count)]
        unfair += statistics.standing(rounds, 1 / 3).p < 0.05
    assert better <= 160
    assert unfair <= 160


def test_the_ratio_of_won_and_lost_games_is_the_binomials():
    test = Sprt(0, 50)
    s0, s1 = 0.5, statistics.expected(50)
    llr = 60 * log(s1 / s0) + 40 * log((1 - s1) / (1 - s0))
    finding = test.finding((40, 0, 60))
    assert finding.llr == pytest.approx(llr, abs=0.01)
    assert finding.upper == -finding.lower == pytest.approx(2.9444, abs=1e-4)
    assert finding.verdict is Verdict.OPEN


def test_the_ratio_of_many_pairs_is_nearly_the_normal_one():
    counts = (60, 210, 420, 230, 80)
    s0, s1 = 0.5, statistics.expected(10)
    mean, variance = statistics.mean(counts), statistics.variance(counts)
    normal = 1000 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).finding(counts).llr == pytest.approx(normal, rel=0.02)


def test_no_games_say_nothing():
    assert Sprt(0, 50).finding((0, 0, 0, 0, 0)) == (
        0,
        pytest.approx(-2.9444, abs=1e-4),
        pytest.approx(2.9444, abs=1e-4),
    )


@pytest.mark.parametrize(("truth", "verdict"), [(0, Verdict.H0), (240, Verdict.H1)])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth, verdict):
    """Of 500 verdicts at least 475 ± 5 are right by the binomial: 445 are six times that away."""
    rng, test, share = Random(2), Sprt(0, 240), statistics.expected(truth)
    verdicts = Counter()
    for _ in range(500):
        counts = [0] * 5
        found = Verdict.OPEN
        while found is Verdict.OPEN:
            counts[2 * sum(rng.random() < share for _ in range(2))] += 1
            found = test.finding(counts).verdict
        verdicts[found] += 1
    assert verdicts[verdict] >= 445


def test_a_share_is_measured_against_a_fair_one():
    # Four rounds: mean ½, variance (4/36) / 3, so an error of √(1/27 / 4) = 0.0962.
    found = statistics.standing((1 / 3, 2 / 3, 1 / 3, 2 / 3), 1 / 3)
    assert found.share == pytest.approx(0.5)
    assert found.error == pytest.approx(sqrt(1 / 27 / 4))
    # t = (1/6) / 0.0962 = √3; with three degrees of freedom that is two-sided ½ - 1/π.
    assert found.p == pytest.approx(1 / 2 - 1 / pi)
    assert statistics.standing((1 / 3, (1 / 3 + 1 / 3 + 1 / 3) / 3), 1 / 3).p > 0.9
    assert statistics.standing((1.0,), 1 / 3).error == pytest.approx(sqrt(2) / 3)


# What is played.


def test_in_two_processes_a_contest_repeats_exactly_and_the_stronger_wins():
    """Level 3 hardly ever loses to random play, and the games follow from the seed alone."""
    terms = contest(players=("level:3", "random"))
    first, again = (list(terms.play(2)) for _ in range(2))
    assert first == again
    assert [played.number for played in first] == list(range(12))
    score = Score(2)
    for played in first:
        score.add(played)
        verify(from_json(played.record))
    assert score.games == sum(score.pairs) * 2 == 12
    assert score.wins[0] + score.draws[0] + score.losses[0] == 12
    assert (score.wins[0], score.losses[0]) == (score.losses[1], score.wins[1])
    assert score.shares[0] > 0.75
    assert score.elo.low > 0
    assert score.superiority > 0.95


def test_what_a_game_is_depends_on_the_seed_and_its_number_alone():
    fixture, other = next(contest().fixtures()), next(contest(seed="f00d" * 16).fixtures())
    assert isinstance(fixture, Fixture)
    assert next(in_order(play, [fixture], 1)) == play(fixture)
    assert play(other).record != play(fixture).record


def test_a_pair_swaps_seats_after_the_same_opening_and_pairs_differ():
    def opening(fixture):
        record = from_json(play(fixture).record)
        moves = [event.move for event in record.events if isinstance(event, Moved)]
        return tuple(moves[:4]), record.setup.players

    seen = [opening(fixture) for fixture in contest(games=8).fixtures()]
    for (moves, players), (same, swapped) in zip(seen[::2], seen[1::2], strict=True):
        assert moves == same
        assert players == swapped[::-1]
    assert len({moves for moves, _ in seen}) == 4


def test_an_opening_is_never_a_win():
    # Random games last 27 moves on the average, so that wins are met on the way.
    for fixture in islice(contest(plies=40, games=20).fixtures(), 0, None, 2):
        referee = Referee(fixture.deal)
        match = opened(referee, referee.begin(take("tortuga"), "AB", began=0), fixture)
        assert match.position.outcome() is None


def test_everyone_sits_in_every_seat_and_behind_everyone_equally_often():
    for seats in (2, 3, 4):
        rounds = factorial(seats - 1)
        terms = contest("race", ("random",) * seats, games=2 * rounds * seats)
        assert Counter(f.seating for f in terms.fixtures()) == dict.fromkeys(
            permutations(range(seats)), 2
        )


def test_three_seats_rotate_and_share_the_deal():
    three = contest("race", ("level:3", "random", "random"), games=13)
    assert len(three) == 15
    fixtures = list(three.fixtures())
    assert [f.seating for f in fixtures[:6]] == [
        *((0, 1, 2), (1, 2, 0), (2, 0, 1)),
        *((0, 2, 1), (2, 1, 0), (1, 0, 2)),
    ]
    assert [len({f.deal for f in fixtures[at : at + 3]}) for at in (0, 3, 6)] == [1, 1, 1]
    assert len({f.deal for f in fixtures}) == 5
    score = Score(3)
    for played in three.play(2):
        score.add(played)
        assert sum(played.shares) == pytest.approx(1)
    assert score.games == 15
    assert sum(score.shares) == pytest.approx(1)
    assert score.standing(0).share == pytest.approx(score.shares[0])


def test_shares_are_told_by_player_and_not_by_seat():
    fixtures = list(islice(contest(players=("level:4", "random")).fixtures(), 2))
    for fixture in fixtures:
        played = play(fixture)
        result = from_json(played.record).result
        assert played.shares == tuple(result.shares[seat] for seat in fixture.seating)
    assert [fixture.seating for fixture in fixtures] == [(0, 1), (1, 0)]


def test_the_sequential_test_ends_a_contest_as_soon_as_it_can(tmp_path):
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    long, test = contest(players=("level:3", "random"), games=5000), Sprt(0, 200)
    score = Arena(contest=long, workers=2, test=test, folder=tmp_path / "records").hold(desk).score
    assert score.finding(test).verdict is Verdict.H1
    assert "level:3 is better by 200 Elo rather than by 0" in desk.console.file.getvalue()
    assert not multiprocessing.active_children()
    records = sorted((tmp_path / "records").iterdir())
    assert len(records) == score.games < 100
    again = Score(2)
    for fixture in long.fixtures():
        if again.finding(test).verdict is not Verdict.OPEN:
            break
        played = play(fixture)
        assert records[fixture.number].read_text("utf-8") == played.record
        again.add(played)
    assert again.games == score.games


def test_a_game_counts_once():
    score = Score(2)
    game = Played(number=0, shares=(1.0, 0.0), record="")
    score.add(game)
    with pytest.raises(ValueError, match="game 0"):
        score.add(game)
    assert (score.games, score.elo) == (1, None)


def test_results_come_in_order_whichever_is_ready_first():
    tasks = [partial(pow, 3, 10**6), *(partial(pow, 2, n) for n in range(20))]
    assert list(in_order(operator.call, tasks, 2)) == [task() for task in tasks]


def test_whoever_looks_no_further_stops_all_work():
    with closing(contest(players=("level:5", "level:5"), games=10_000).play(2)) as games:
        assert next(games).number == 0
    assert not multiprocessing.active_children()


def test_a_process_that_dies_is_told_in_a_sentence():
    with pytest.raises(NotAllowed, match="died after 0 games"):
        list(in_order(os._exit, [1], 1))


def test_a_process_that_dies_is_replaced_and_its_work_done_again(tmp_path):
    at_once = "__import__('os')._exit(9)"
    tasks = [
        f"{number} if os.path.exists({file!r}) else open({file!r}, 'w').close() or {at_once}"
        for number in range(3)
        for file in [str(tmp_path / str(number))]
    ]
    tasks = [task.replace("os.path", "__import__('os').path") for task in tasks]
    assert list(in_order(eval, tasks, 2)) == [0, 1, 2]
    assert not multiprocessing.active_children()


def test_what_the_work_raises_is_raised_and_says_where():
    with pytest.raises(ValueError, match="'one'") as raised:
        list(in_order(int, ["1", "one", "2"], 2))
    assert "in _work_on" in raised.value.__notes__[0]
    assert not multiprocessing.active_children()


def test_an_interrupt_is_held_back_although_another_thread_would_take_it():
    idle = Event()
    other = Thread(target=idle.wait)
    other.start()
    steps = []
    try:
        with _interrupts_held_back():
            os.kill(os.getpid(), signal.SIGINT)
            steps += range(1000)
        time.sleep(PATIENCE)  # cut short as soon as it is heard
    except KeyboardInterrupt:
        steps.append("heard")
    finally:
        idle.set()
        other.join()
    assert steps == [*range(1000), "heard"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_record_that_cannot_be_written_loses_no_result(tmp_path):
    class Spoilt(Arena):
        def _keep(self, played):
            if played.number == 4:
                (tmp_path / "records" / "game-05.json").mkdir()
            super()._keep(played)

    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    spoilt = Spoilt(contest=contest(), workers=1, folder=tmp_path / "records")
    with pytest.raises(BadRecord, match=r"game-05\.json: cannot be written"):
        spoilt.hold(desk)
    assert f"5 games, seed {SEED}" in desk.console.file.getvalue()


def test_without_the_kernel_a_contest_says_that_it_plays_in_python(monkeypatch):
    monkeypatch.setattr("ludotheque.terminal.evening.BUILT", False)
    told = []
    for players in (("level:1", "random"), ("random", "random")):
        desk = Desk(Console(file=StringIO(), width=100), Words("en"))
        Arena(contest=contest(players=players, games=1), workers=1).hold(desk)
        told.append("pure Python" in desk.console.file.getvalue())
    assert told == [True, False]


def test_an_even_score_is_no_difference():
    shown = StringIO()
    score = Score(2)
    for number, shares in enumerate([(1.0, 0.0), (0.0, 1.0)]):
        score.add(Played(number=number, shares=shares, record=""))
    Console(file=shown, width=100).print(result_table(("A", "B"), score, Words("en")))
    assert shown.getvalue().count("+0 ±") == 2


def test_no_likelihood_is_less_than_nothing():
    # Of these rounds the sum of Student's distribution comes out a hair above 1.
    assert f"{statistics.standing([1.0] * 21 + [2 / 3] * 2, 1 / 3).p:.4f}" == "0.0000"


@pytest.mark.parametrize(
    ("terms", "complaint"),
    [
        ({"players": ("random",)}, "players, not 1"),
        ({"players": ("random",) * 3}, "players, not 3"),
        ({"players": ("random", "human")}, "“human” cannot play"),
        ({"players": ("random", "level:9")}, "“level:9” cannot play in a contest"),
        ({"options": {"start": "moon"}}, "“moon”"),
        ({"seed": "abc"}, "64 digits"),
        ({"games": 0}, "at least one game, not 0"),
        ({"plies": -1}, "-1 moves"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(terms, complaint):
    with pytest.raises(LudothequeError, match=complaint):
        contest(**terms)


def test_a_sequential_test_is_between_two():
    three = contest("race", ("random",) * 3)
    with pytest.raises(NotAllowed, match="two players, not 3"):
        Arena(contest=three, workers=1, test=Sprt(0, 10))
