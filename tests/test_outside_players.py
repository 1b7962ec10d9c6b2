"""Players from outside in a contest: Python classes, programs that speak UGI, bots of OpenSpiel."""

import re
import sys
from contextlib import closing
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from contests import SEED, contest, held
from ludotheque.arena import spiel
from ludotheque.arena.game import ENGINES
from ludotheque.engine import RandomPlayer
from ludotheque.errors import LudothequeError, NotAllowed
from ludotheque.games import take
from ludotheque.match import Referee, from_json, verify
from ludotheque.position import imagined_by
from ludotheque.terminal.arena import Arena
from ludotheque.terminal.ask import Desk
from ludotheque.ugi import Engine
from ludotheque.words import Words
from waiting import PATIENCE

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
    ENGINES.end()


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
        ("Illegal", "illegal", "move “zz”"),
        ("Hangs", "time", "no move in time"),
        ("crash", "crash", "exit code 1: boom"),
    ],
)
def test_who_fails_has_lost_and_why_is_kept(outside, monkeypatch, name, kind, why):
    monkeypatch.setattr("ludotheque.arena.game.GRACE", 0.0)
    seconds = 0.05 if kind == "time" else PATIENCE
    for played in held(contest("random", outside(name), seconds=seconds)):
        assert played.shares == (1.0, 0.0)
        assert (played.reason, played.fault.by, played.fault.kind) == (kind, 1, kind)
        assert why in played.fault.why
        verify(from_json(played.record))


def test_among_several_the_others_share_what_one_has_forfeited(outside):
    (played, *_) = held(contest(outside("Illegal"), "random", "random", slug="race"))
    assert played.shares == (0.0, 0.5, 0.5)


@pytest.fixture
def programs(monkeypatch):
    """Return the programs that contests have started, which have all the time they need."""
    started = []

    class Patient(Engine):
        def __init__(self, *terms):
            super().__init__(*terms, patience=PATIENCE, grace=PATIENCE)
            started.append(self)

        def begin(self, seed):
            super().begin(seed, PATIENCE)

    monkeypatch.setattr("ludotheque.arena.game.Engine", Patient)
    return started


def test_whoever_looks_no_further_has_ended_the_programs_of_this_contest(programs):
    def ended():
        return [program._process.poll() is not None for program in programs]

    own = f"own=ugi:{sys.executable} -m ludotheque ugi"
    terms = contest(own, "random", seconds=0.001, games=9)
    with closing(terms.play()) as games:
        assert next(games).fault is None
        with closing(terms.play()) as others:
            assert next(others).fault is None
            assert ended() == [False, False]
        assert ended() == [False, True]
        assert next(games).fault is None
    assert ended() == [True, True]


def test_a_player_of_the_house_that_fails_is_a_fault_of_the_house(monkeypatch):
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_: "zz")
    with pytest.raises(RuntimeError, match="random, game 1: move “zz”"):
        held(contest("random", "random"))


def test_the_house_can_be_met_through_the_protocol():
    own = f"own=ugi:{sys.executable} -m ludotheque ugi"
    try:
        games = held(contest(own, "random", own, slug="race", seconds=0.001, games=1))
    finally:
        ENGINES.end()
    assert sorted(played.number for played in games) == [0, 1, 2]
    assert all(sum(played.shares) == pytest.approx(1) for played in games)


def test_faults_are_told_at_the_end(outside):
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    Arena(contest=contest("random", outside("Raises")), workers=1).hold(desk)
    told = desk.console.file.getvalue()
    assert "Raises crashed; games lost this way: 2 (ZeroDivisionError: division by zero)." in told


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
    assert str(refusal.value) == "OpenSpiel is not installed: pip install 'ludotheque[openspiel]'"


def test_bots_of_openspiel_play_open_games():
    bots = ("openspiel:mcts?max_simulations=5", "openspiel:uniform_random")
    terms = contest(*bots, options={"start": "coast"})
    first, again = held(terms), held(terms)
    assert first == again
    assert all(played.fault is None for played in first)


def test_bots_of_openspiel_play_games_with_secrets():
    bots = ("openspiel:mcts?max_simulations=3", "openspiel:ismcts?max_simulations=5")
    terms = contest(*bots, "openspiel:uniform_random", slug="race", options={"start": "loose"})
    first, again = held(terms), held(terms)
    assert first == again
    assert all(played.fault is None for played in first)


def test_a_bot_of_openspiel_knows_what_its_seat_knows():
    """Whatever is true of what it cannot see, it is shown the same state and plays the same."""
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
