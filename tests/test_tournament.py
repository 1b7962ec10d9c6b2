"""Tournaments: who meets whom, players from outside, ratings, and a folder to go on from."""

import json
import re
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from io import StringIO
from itertools import islice
from math import exp
from random import Random
from xml.etree import ElementTree as ET

import pytest
from pyarrow.parquet import read_table
from rich.console import Console

from ludotheque.arena import Contest, Folder, Form, Played, Rating, Standings, parquet, run, spiel
from ludotheque.arena.chart import chart
from ludotheque.arena.entrants import entrants
from ludotheque.arena.ratings import ELO, ratings
from ludotheque.arena.table import end_engines
from ludotheque.engine import RandomPlayer
from ludotheque.errors import LudothequeError, NotAllowed
from ludotheque.games import take
from ludotheque.match import Referee, from_json, verify
from ludotheque.position import imagined_by
from ludotheque.terminal.arena import Arena
from ludotheque.terminal.ask import Desk
from ludotheque.words import Words

SEED = "5eed" * 16
PLAYERS = """
import time

class First:
    def __init__(self, game, rng):
        self.game, self.rng = game, rng

    def choose(self, view, past=(), seconds=None):
        return self.pick(view, past)

    def pick(self, view, past):
        return view.moves()[0]

class Text(First):
    def pick(self, view, past):
        return str(self.rng.choice(view.moves()))

class Raises(First):
    def pick(self, view, past):
        return view.moves()[0] if len(past) < 6 else 1 / 0

class Illegal(First):
    def pick(self, view, past):
        return "zz"

class Hangs(First):
    def pick(self, view, past):
        while True:
            time.sleep(0.01)

class Free(First):
    @staticmethod
    def choose(view, *rest):
        return view.moves()[0]

class Unmade(First):
    def __init__(self, game, rng):
        raise ValueError("not today")

class Idle:
    def __init__(self, game, rng):
        pass

class Plain:
    def choose(self, view, past=(), seconds=None):
        return view.moves()[0]

class Short(First):
    def choose(self, view):
        return view.moves()[0]

class Keywords(First):
    def choose(self, view, *, past=(), seconds=None):
        return view.moves()[0]

class Demanding(First):
    def choose(self, view, past, seconds, mood):
        return view.moves()[0]

def made(game):
    return First(game, None)
"""
ENGINE = """
import sys
asked = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": print("ugiok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": sys.exit("boom")
"""


@pytest.fixture
def outside(tmp_path):
    """Return a function that names players of a file, and the engine that crashes."""
    (tmp_path / "players.py").write_text(PLAYERS)
    (tmp_path / "engine.py").write_text(ENGINE)

    def named(name):
        if name == "crash":
            return f"crash=ugi:{sys.executable} {tmp_path / 'engine.py'}"
        return f"{name}={tmp_path / 'players.py'}:{name}"

    yield named
    end_engines()


def contest(*players, slug="tortuga", games=2, **terms):
    return Contest(game=take(slug), players=players, games=games, **{"seed": SEED, **terms})


def here(work, tasks):
    """Do the work in this process."""
    return ((number, work(task)) for number, task in enumerate(tasks))


def drawing(text):
    return ET.fromstring(text)  # noqa: S314 - we have drawn it ourselves


def held(terms, folder=None):
    return list(run.games(terms, here, folder))


# Who meets whom.


def test_players_of_one_name_are_told_apart_and_names_can_be_given():
    found = entrants(["random", "a=level:3", "random", "a=greedy", "openspiel:mcts?uct_c=2"])
    assert [one.name for one in found] == ["random", "a", "random #2", "a #2", found[4].text]
    assert [one.text for one in found[:4]] == ["random", "level:3", "random", "greedy"]


@pytest.mark.parametrize(
    ("form", "table", "tables"),
    [
        (Form.ROUND_ROBIN, None, {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}),
        (Form.GAUNTLET, None, {(0, 1), (0, 2), (0, 3)}),
        (Form.ROUND_ROBIN, 3, {(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)}),
        (Form.GAUNTLET, 3, {(0, 1, 2), (0, 1, 3), (0, 2, 3)}),
        (Form.MATCH, None, {(0, 1, 2, 3)}),
    ],
)
def test_a_form_says_who_meets_whom(form, table, tables):
    terms = contest(*["random"] * 4, slug="race", games=12, form=form, table=table)
    fixtures = list(terms.fixtures())
    assert set(terms.tables) == tables
    assert [fixture.number for fixture in fixtures] == list(range(len(terms)))
    seats = len(next(iter(tables)))
    assert Counter(fixture.table for fixture in fixtures) == dict.fromkeys(tables, 12)
    sat = Counter(
        (fixture.table[who], seat, fixture.table)
        for fixture in fixtures
        for seat, who in enumerate(fixture.seating)
    )
    assert set(sat.values()) == {12 // seats}


def test_a_game_is_the_same_whoever_plays_it():
    terms = contest("random", "greedy", "level:1", games=4, form=Form.ROUND_ROBIN)
    by_table = {}
    for fixture in terms.fixtures():
        by_table.setdefault(fixture.table, []).append(
            (fixture.deal, fixture.thought, fixture.seating, fixture.plies)
        )
    first, *others = by_table.values()
    assert all(other == first for other in others)
    assert [deal for deal, *_ in first] == [first[0][0]] * 2 + [first[2][0]] * 2
    alone = contest("random", "greedy", games=4).fixtures()
    assert [(f.deal, f.thought, f.seating, f.plies) for f in alone] == first


@pytest.mark.parametrize(
    ("players", "terms", "complaint"),
    [
        (["random"], {"form": Form.ROUND_ROBIN}, "two players"),
        (["random"] * 3, {"form": Form.GAUNTLET, "table": 4, "slug": "race"}, "table of 4"),
        (["random"] * 3, {"form": Form.GAUNTLET, "table": 3}, "not by 3"),
        (["random", "ugi:there-is-no-such-program x"], {}, "no program there-is-no-such-program"),
        (["random", "ugi:"], {}, "there is no command"),
        (["random", "ugi:'"], {}, "cannot be started"),
        (["random", "nowhere.py:Player"], {}, "there is no such file"),
        (["random", "nowhere.at_all:Player"], {}, "cannot be loaded: ModuleNotFoundError"),
        (["random", "random:Player"], {}, "there is no such class"),
        (["random", "openspiel:oracle"], {}, "one of mcts, ismcts, uniform_random"),
        (["random", "openspiel:mcts?depth=3"], {}, "depth is not a setting"),
        (["random", "openspiel:mcts?uct_c=x"], {}, "uct_c is not a setting"),
        (["random", "openspiel:nowhere:bot"], {}, "cannot be loaded"),
        (["random", "openspiel:ismcts"], {}, "in tortuga nothing is"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(players, terms, complaint):
    with pytest.raises(LudothequeError, match=complaint):
        contest(*players, **terms)


# Players from outside.


def test_a_python_player_is_made_for_each_game_and_may_answer_in_text(outside):
    for slug in ("tortuga", "race"):
        terms = contest(outside("First"), outside("Text"), slug=slug, plies=0)
        first, again = held(terms), held(terms)
        assert first == again
        assert all(played.fault is None for played in first)
        assert from_json(first[0].record).setup.players == ("First", "Text")


def test_a_choose_that_needs_no_self_is_one_too(outside):
    assert all(played.fault is None for played in held(contest(outside("Free"), "random")))


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Idle", "it has no choose(self, view, past, seconds)"),
        ("Plain", "expected Plain(game, rng), found Plain()"),
        ("Short", "expected choose(self, view, past, seconds), found choose(self, view)"),
        ("Keywords", "found choose(self, view, *, past=(), seconds=None)"),
        ("Demanding", "found choose(self, view, past, seconds, mood)"),
        ("made", "expected made(game, rng), found made(game)"),
    ],
)
def test_who_cannot_be_asked_for_a_move_is_refused_before_anyone_plays(outside, name, complaint):
    with pytest.raises(LudothequeError, match=f"cannot play: .*{re.escape(complaint)}$"):
        contest("random", outside(name))


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("Raises", "crash", "ZeroDivisionError: division by zero"),
        ("Unmade", "crash", "ValueError: not today"),
        ("Illegal", "illegal", 'move "zz"'),
        ("Hangs", "time", "no move in time"),
        ("crash", "crash", "exit code 1: boom"),
    ],
)
def test_who_fails_has_lost_and_why_is_kept(outside, monkeypatch, name, kind, why):
    monkeypatch.setattr("ludotheque.arena.table.GRACE", 0.1)
    for played in held(contest("random", outside(name), seconds=0.05)):
        assert played.shares == (1.0, 0.0)
        assert (played.reason, played.fault.by, played.fault.kind) == (kind, 1, kind)
        assert why in played.fault.why
        verify(from_json(played.record))


def test_among_several_the_others_share_what_one_has_forfeited(outside):
    (played, *_) = held(contest(outside("Illegal"), "random", "random", slug="race"))
    assert played.shares == (0.0, 0.5, 0.5)


def test_a_player_of_the_house_that_fails_is_a_fault_of_the_house(monkeypatch):
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_: "zz")
    with pytest.raises(RuntimeError, match='random, game 1: move "zz"'):
        held(contest("random", "random"))


def test_the_house_can_be_met_through_the_protocol():
    own = f"own=ugi:{sys.executable} -m ludotheque ugi"
    try:
        games = held(contest(own, "random", own, slug="race", seconds=0.001, games=1))
    finally:
        end_engines()
    assert sorted(played.number for played in games) == [0, 1, 2]
    assert all(sum(played.shares) == pytest.approx(1) for played in games)


# Ratings.


def test_the_ratings_of_two_are_the_logarithm_of_their_odds():
    first, second = ratings(2, {((0, 1), (0,)): 6000, ((0, 1), (1,)): 4000})
    assert first.elo - second.elo == pytest.approx(70.44, abs=0.05)
    assert first.elo == pytest.approx(-second.elo)
    # Of each: half the difference, whose standard error is ELO / √(n p (1 - p)).
    assert first.error == pytest.approx(1.96 * ELO / (10000 * 0.24) ** 0.5 / 2, rel=1e-3)


def test_draws_bring_two_together_by_davidsons_rule():
    # With a common share of draws the odds won to lost are those of the strengths.
    won, drawn, lost = ((0, 1), (0,)), ((0, 1), (0, 1)), ((0, 1), (1,))
    few, many = (ratings(2, {won: 6000, drawn: n, lost: 4000}) for n in (10, 40_000))
    assert few[0].elo - few[1].elo == pytest.approx(70.4, abs=0.3)
    assert many[0].elo - many[1].elo == pytest.approx(70.4, abs=0.3)


def test_strengths_that_made_the_results_are_found_again():
    truth, results = (250.0, 40.0, -290.0), {}
    for a, b in ((0, 1), (0, 2), (1, 2)):
        strengths = [truth[who] / ELO for who in (a, b)]
        weights = [*map(exp, strengths), 0.7 * exp(sum(strengths) / 2)]
        for winners, weight in zip([(a,), (b,), (a, b)], weights, strict=True):
            results[(a, b), winners] = round(1e6 * weight / sum(weights))
    assert [rating.elo for rating in ratings(3, results)] == pytest.approx(truth, abs=0.1)


def test_at_a_table_of_three_the_odds_are_luces():
    results = {((0, 1, 2), (0,)): 6000, ((0, 1, 2), (1,)): 3000, ((0, 1, 2), (2,)): 1000}
    first, second, third = ratings(3, results)
    assert first.elo - second.elo == pytest.approx(ELO * 0.6931, abs=0.3)
    assert second.elo - third.elo == pytest.approx(ELO * 1.0986, abs=0.3)
    assert first.elo + second.elo + third.elo == pytest.approx(0)


def test_who_has_won_every_game_is_strong_and_not_infinitely():
    first, second = ratings(2, {((0, 1), (0,)): 10})
    assert 200 < first.elo - second.elo < 1200
    assert first.error > 300
    assert ratings(2, {}) == [Rating(0, pytest.approx(1.96 * 800 / 2**0.5, rel=1e-3))] * 2


def test_the_intervals_hold_the_truth_in_95_of_100_tournaments():
    rng, truth, kept, count = Random(1), (200, 50, -10, -240), 0, 0
    strengths = [elo / ELO for elo in truth]
    for _ in range(60):
        results = Counter()
        for table in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]:
            a, b = (strengths[who] for who in table)
            weights = exp(a), exp(b), 0.5 * exp((a + b) / 2)
            for winners in rng.choices([table[:1], table[1:], table], weights, k=60):
                results[table, winners] += 1
        for rating, elo in zip(ratings(4, results), truth, strict=True):
            kept += abs(rating.elo - elo) <= rating.error
            count += 1
    assert 0.92 <= kept / count <= 0.99


def test_standings_count_points_and_who_got_them_from_whom():
    standings = Standings(3)
    for number, (table, shares) in enumerate(
        [((0, 1), (1.0, 0.0)), ((0, 2), (0.5, 0.5)), ((1, 2), (0.0, 1.0))]
    ):
        standings.add(Played(number=number, shares=shares, record="", table=table))
    assert (standings.points, standings.games) == ([1.5, 0.0, 1.5], [2, 2, 2])
    assert (standings.wins, standings.draws, standings.losses) == ([1, 0, 1], [1, 0, 1], [0, 2, 0])
    assert standings.cell(0, 1) == (1.0, 1)
    assert standings.cell(1, 0) == (0.0, 1)
    assert standings.ranked() == [0, 2, 1]
    with pytest.raises(ValueError, match="counted twice"):
        standings.add(Played(number=1, shares=(1.0, 0.0), record=""))


def test_the_picture_is_a_picture_and_names_are_only_text():
    names = ["<b>&", "a very long name that does not fit into its place"]
    drawn = drawing(chart("A & B", names, [Rating(120, 40), Rating(-120, 40)]))
    told = "".join(drawn.itertext())
    assert "<b>&: +120 ± 40" in told
    assert "a very long name that doe…" in told
    drawing(chart("one", ["x"], [Rating(0, 0)]))


# Folders.


def numbers_in(folder):
    lines = (folder / "games.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["number"] for line in lines]


def test_a_contest_goes_on_where_it_was_stopped_and_counts_each_game_once(tmp_path):
    terms = contest("random", "greedy", "level:1", games=4, form=Form.ROUND_ROBIN)
    whole = held(terms)
    with (
        Folder(tmp_path / "out", terms) as folder,
        closing(run.games(terms, here, folder)) as games,
    ):
        assert len(list(islice(games, 5))) == 5
    with Folder(tmp_path / "out", terms) as folder:
        assert set(folder.kept) == set(range(5))
        again = held(terms, folder)
        assert [folder.record(played.number) for played in whole] == [one.record for one in whole]
    assert numbers_in(tmp_path / "out") == list(range(1, 13))
    assert [one.shares for one in again] == [one.shares for one in whole]
    with Folder(tmp_path / "out", terms) as folder:
        assert [one.shares for one in held(terms, folder)] == [one.shares for one in whole]
    assert numbers_in(tmp_path / "out") == list(range(1, 13))


def test_games_that_end_out_of_turn_are_kept_at_once_and_counted_in_turn(tmp_path):
    terms = contest("random", "greedy", games=4)

    def backwards(work, tasks):
        yield from ((n, work(task)) for n, task in reversed(list(enumerate(tasks))))

    with Folder(tmp_path, terms) as folder:
        games = run.games(terms, backwards, folder)
        assert next(games).number == 0
        assert numbers_in(tmp_path) == [4, 3, 2, 1]
        assert [played.number for played in games] == [1, 2, 3]


def test_a_line_that_was_never_finished_is_played_again(tmp_path):
    terms = contest("random", "greedy", games=4)
    with Folder(tmp_path, terms) as folder:
        whole = held(terms, folder)
    journal = tmp_path / "games.jsonl"
    journal.write_bytes(journal.read_bytes()[:-30])
    with Folder(tmp_path, terms) as folder:
        assert set(folder.kept) == {0, 1, 2}
        assert [one.shares for one in held(terms, folder)] == [one.shares for one in whole]
    assert numbers_in(tmp_path) == [1, 2, 3, 4]


def test_more_games_may_be_asked_for_and_fewer_too(tmp_path):
    for games, counted in ((2, 2), (6, 6), (4, 4)):
        terms = contest("random", "greedy", games=games)
        with Folder(tmp_path, terms) as folder:
            assert len(held(terms, folder)) == counted
    assert numbers_in(tmp_path) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda folder: (folder / "games.jsonl").write_text("{}\n"), "line 1: this is not a game"),
        (lambda folder: (folder / "contest.json").write_text("[]"), "not the terms of a contest"),
        (lambda folder: (folder / "contest.json").unlink(), "not empty"),
    ],
)
def test_a_folder_that_makes_no_sense_is_refused(tmp_path, spoil, complaint):
    terms = contest("random", "random")
    with Folder(tmp_path, terms) as folder:
        folder.write("ratings.json", "{}")
    spoil(tmp_path)
    with pytest.raises(NotAllowed, match=complaint):
        Folder(tmp_path, terms)


def test_a_folder_holds_one_contest_and_one_arena_at_a_time(tmp_path):
    terms = contest("random", "random")
    with Folder(tmp_path, terms), pytest.raises(NotAllowed, match="another arena is at work"):
        Folder(tmp_path, terms)
    for other in (contest("random", "greedy"), contest("random", "random", seed="f00d" * 16)):
        with pytest.raises(NotAllowed, match=r"holds another contest: (players|seed) is"):
            Folder(tmp_path, other)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "diary.txt").touch()
    with pytest.raises(NotAllowed, match="not empty"):
        Folder(tmp_path / "full", terms)
    assert [one.name for one in (tmp_path / "full").iterdir()] == ["diary.txt"]


def test_two_processes_play_a_tournament_into_a_folder_with_all_that_came_out(tmp_path):
    terms = contest("level:2", "greedy", "random", games=2, form=Form.ROUND_ROBIN)
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    count = Arena(contest=terms, workers=2, out=tmp_path).hold(desk)
    told = desk.console.file.getvalue()
    assert "6 games, seed" in told
    assert "Points against" in told
    assert len(count.games) == 6
    assert sorted(numbers_in(tmp_path)) == [1, 2, 3, 4, 5, 6]
    for file in (tmp_path / "records").iterdir():
        verify(from_json(file.read_text("utf-8")))
    kept = json.loads((tmp_path / "ratings.json").read_text("utf-8"))
    assert {one["player"] for one in kept["ratings"]} == set(terms.names)
    assert sum(one["points"] for one in kept["ratings"]) == pytest.approx(6)
    assert kept["against"]["greedy"]["random"]["games"] == 2
    drawing((tmp_path / "ratings.svg").read_text("utf-8"))
    rows = read_table(tmp_path / "results.parquet").to_pylist()
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6]
    for row, played in zip(rows, count.games, strict=True):
        assert tuple(row["shares"]) == played.shares
        result = from_json(row["record"]).result
        assert tuple(row["shares"]) == tuple(
            result.shares[row["seating"].index(who)] for who in range(2)
        )


def test_without_pyarrow_that_is_said_and_the_rest_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "available", lambda: False)
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    Arena(contest=contest("random", "random"), workers=1, out=tmp_path).hold(desk)
    assert "results.parquet is not written: pip install" in desk.console.file.getvalue()
    assert (tmp_path / "ratings.json").exists()
    assert not (tmp_path / "results.parquet").exists()


def test_faults_are_told_at_the_end(outside):
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    Arena(contest=contest("random", outside("Raises")), workers=1).hold(desk)
    told = desk.console.file.getvalue()
    assert "Raises crashed, games lost so: 2 (ZeroDivisionError: division by zero)." in told


def test_a_program_that_cannot_speak_is_refused_before_anyone_plays():
    silent = contest("random", f"ugi:{sys.executable} -c pass")
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    with pytest.raises(NotAllowed, match="does not speak UGI"):
        Arena(contest=silent, workers=1).hold(desk)


def test_that_openspiel_is_missing_is_said_once(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, spiel.REGISTRATION, raising=False)
    with pytest.raises(LudothequeError) as refusal:
        contest("random", "openspiel:mcts")
    assert str(refusal.value) == "OpenSpiel is missing: pip install 'ludotheque[openspiel]'"


def test_bots_of_openspiel_play_open_games():
    pytest.importorskip("ludotheque.research.open_spiel")
    bots = ("openspiel:mcts?max_simulations=5", "openspiel:uniform_random")
    terms = contest(*bots, options={"start": "coast"})
    first, again = held(terms), held(terms)
    assert first == again
    assert all(played.fault is None for played in first)


def test_bots_of_openspiel_play_games_with_secrets():
    pytest.importorskip("ludotheque.research.open_spiel")
    bots = ("openspiel:mcts?max_simulations=3", "openspiel:ismcts?max_simulations=5")
    terms = contest(*bots, "openspiel:uniform_random", slug="race", options={"start": "loose"})
    first, again = held(terms), held(terms)
    assert first == again
    assert all(played.fault is None for played in first)


def test_a_bot_of_openspiel_knows_what_its_seat_knows():
    """Whatever is true of what it cannot see, it is shown the same state and plays the same."""
    pytest.importorskip("ludotheque.research.open_spiel")
    race = take("race")
    match = Referee(SEED).begin(race, ["a", "b", "c"], began=0)
    for seat in (0, 1):
        match = Referee(SEED).play(match, seat, str(match.position.moves()[0]), at=0)
    rng = Random(0)
    worlds = [
        match,
        replace(match, positions=tuple(imagined_by(true, 2, rng) for true in match.positions)),
    ]
    assert worlds[0].position != worlds[1].position
    assert worlds[0].past(2) == worlds[1].past(2)

    def shown(world, seed):
        view, past = world.seen_by(2), world.past(2)
        move = spiel.player("uniform_random", race, 2, Random(seed)).choose(view, past)
        state = spiel.load(race, view).imagined_state(view, 2, past, Random(seed))
        return move, str(state), state.information_state_string(2), state.observation_string(2)

    for seed in range(5):
        assert shown(worlds[0], seed) == shown(worlds[1], seed)
    (_, state, known, seen), (_, other_state, *same) = shown(match, 1), shown(match, 2)
    assert state != other_state
    assert same == [known, seen]
    assert seen == str(match.seen_by(2))
    assert all(str(before.move) in known for before in match.past(2))


def test_two_who_only_share_are_no_stronger_for_it():
    level = {(table, (who,)): 50 for table in ((0, 2), (1, 2)) for who in table}
    rated = ratings(3, {((0, 1), (0, 1)): 100, **level})
    assert [rating.elo for rating in rated] == pytest.approx([0, 0, 0], abs=1e-6)
