"""Engines asked from Python: programs and players of the house, by the same calls."""

import pickle
import sys
import threading
from math import inf, nan

import pytest

import ludotheque as lu
from ludotheque.arena import Played
from ludotheque.arena.statistics import expected
from ludotheque.errors import BadOption, BadSeats, NotAllowed
from ludotheque.games import shelf
from ludotheque.study.puzzles import shipped
from ludotheque.study.puzzles.puzzle import Task
from ludotheque.ugi import EngineFailed
from ludotheque.words import Words
from waiting import wait_until

OWN = f"ugi:{sys.executable} -m ludotheque ugi"
LONG = 600.0
"""The seconds that a slow machine is given: far more than it needs."""
SCRIPT = """
import os, sys, time
def say(text): print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": {ugi}
    elif word == "isready": {ready}
    elif word == "go": {go}
    elif word == "stop": {stop}
"""
FIRST = "d2-d3"


@pytest.fixture
def program(tmp_path):
    """Return a function that writes a program which answers so, and returns what names it."""

    def write(
        ugi='say("ugiok")', ready='say("readyok")', go=f'say("bestmove {FIRST}")', stop="pass"
    ):
        file = tmp_path / "engine.py"
        file.write_text(SCRIPT.format(ugi=ugi, ready=ready, go=go, stop=stop))
        return f"ugi:{sys.executable} {file}"

    return write


def board_of(slug):
    """Return a board at which somebody has moved already."""
    board = lu.Board(slug, seed=1)
    board.push(board.legal_moves[0])
    return board


def asked(name, board, **terms):
    return lu.engine(name, board.game, board.position.seats, **terms)


@pytest.mark.parametrize("slug", list(shelf()))
@pytest.mark.parametrize("name", [OWN, "search", "level:1", "random"])
def test_every_engine_plays_a_legal_move_and_tells_lines(slug, name):
    board = board_of(slug)
    with asked(name, board, grace=LONG, patience=LONG) as engine:
        limits = {"nodes": 200} if name in {OWN, "search"} else {}
        for moment in (board, board.match, board.position):
            assert engine.play(moment, **limits) in board.legal_moves
        found = engine.analyse(board, lines=2, nodes=200)
        assert len(found) == min(2, len(board.legal_moves))
        assert len({line.moves[0] for line in found}) == len(found)
        assert all(line.moves[0] in map(str, board.legal_moves) for line in found)
        assert engine.analyse(board, depth=1)[0].nodes > 0
        engine.new_game()
        assert engine.play(board) in board.legal_moves


@pytest.mark.parametrize("name", [OWN, "search"])
def test_a_stream_without_a_limit_is_stopped_by_whoever_leaves_it(name):
    board = board_of("tortuga")
    with asked(name, board, grace=LONG, patience=LONG) as engine:
        depths = []
        for lines in engine.stream(board, lines=2):
            depths.append(lines[0].depth)
            if len(depths) == 4:
                break
        assert depths == sorted(depths)
        assert engine.play(board, nodes=100) in board.legal_moves


@pytest.mark.parametrize("name", [OWN, "search"])
def test_a_certain_win_is_told_as_one_and_ends_the_stream(name):
    proved = next(one for one in shipped(lu.take("tortuga")) if one.task is Task.WIN)
    board = lu.Board("tortuga", position=str(proved.position))
    with asked(name, board, grace=LONG, patience=LONG) as engine:
        *_, last = engine.stream(board)
    assert last[0].moves[0] == proved.line[0]
    assert last[0].score.share == 1
    assert last[0].score.certain_in <= proved.plies


def test_a_position_of_a_game_made_smaller_is_refused():
    """The rules play it and the artist draws it; engines know their games as they are printed."""
    race = lu.take("race").of_sizes({"squares": 5})
    small = race.position("rgb/y/p/./. 1 rg r+,r+,r+,r+,g+|g+ -")
    with pytest.raises(NotAllowed, match="know a game as it is printed, and “rgb/y"):
        lu.analyse(small, nodes=1)
    for slug in ("race", "tortuga"):
        with (
            lu.engine("level:1", slug) as engine,
            pytest.raises(NotAllowed, match="as it is printed, and “rgb/y"),
        ):
            engine.play(small)
    for name in ("level:1", "search", OWN):
        with pytest.raises(NotAllowed, match="as it is printed"):
            lu.engine(name, race)


@pytest.mark.parametrize("name", [OWN, "search"])
def test_what_is_no_limit_is_refused_before_anyone_thinks(name):
    board = lu.Board("tortuga")
    with asked(name, board, grace=LONG, patience=LONG) as engine:
        for limit in ("nodes", "depth"):
            for number in (0, -1, 1e3):
                for ask in (engine.play, engine.analyse, engine.stream):
                    with pytest.raises(BadOption, match=f"{limit} is a whole number from 1 on"):
                        ask(board, **{limit: number})
        for seconds in (-1, nan):
            with pytest.raises(BadOption, match="the seconds of a thought cannot be"):
                engine.play(board, seconds=seconds)
        assert engine.play(board, nodes=1, seconds=inf) in board.legal_moves
        assert engine.play(board, depth=1, nodes=10**30) in board.legal_moves


@pytest.mark.parametrize(
    ("name", "number"),
    [("Threads", 0), ("Threads", 1000), ("Hash", 0), ("Hash", -1), ("Seed", -1), ("Seed", 2**70)],
)
def test_settings_of_the_house_have_a_least_and_a_most(name, number):
    with pytest.raises(BadOption, match=f"“{name}”: “{number}” is not a number from"):
        lu.engine("search", "tortuga", settings={name: number})


@pytest.mark.parametrize("name", [OWN, "search"])
def test_an_engine_is_asked_one_thing_at_a_time(name):
    board = board_of("tortuga")
    with asked(name, board, grace=LONG, patience=LONG) as engine:
        stream = engine.stream(board)
        next(stream)
        for ask in (
            lambda: engine.play(board),
            lambda: engine.analyse(board),
            lambda: next(engine.stream(board)),
            engine.new_game,
        ):
            with pytest.raises(NotAllowed, match="still thinks about something else"):
                ask()
        assert next(stream)
        stream.close()
        assert engine.play(board, nodes=100) in board.legal_moves


@pytest.mark.parametrize("name", [OWN, "search"])
def test_a_stream_ends_with_its_engine_and_says_so(name):
    board = board_of("tortuga")
    with asked(name, board, patience=LONG) as engine:
        before = set(threading.enumerate())
        stream, late = engine.stream(board), engine.stream(board)
        next(stream)
    assert set(threading.enumerate()) <= before
    for ask in (lambda: next(stream), lambda: next(late), engine.new_game):
        with pytest.raises(NotAllowed, match="is closed"):
            ask()


def test_who_waits_for_an_engine_hears_that_it_was_closed(program):
    engine = lu.engine(program(go="say('info')"), "tortuga", patience=LONG, grace=LONG)
    heard = []

    def ask():
        try:
            engine.play(lu.Board("tortuga"))
        except NotAllowed as refusal:
            heard.append(str(refusal))

    asking = threading.Thread(target=ask)
    asking.start()
    wait_until(engine._asked.locked)
    engine.close()
    asking.join()
    assert "is closed" in heard[0]


def test_a_stream_that_outlives_its_engine_is_closed_at_once(program):
    """It does not hear stop, and nobody waits for that: LONG would be longer than any test."""
    go = f'say("info depth 1 score cp 0 pv {FIRST}")'
    with lu.engine(program(go=go), "tortuga", patience=LONG, grace=LONG) as engine:
        stream = engine.stream(lu.Board("tortuga"))
        next(stream)
    stream.close()


def test_a_program_that_crashes_when_told_to_stop_has_crashed(program):
    go = f'say("info depth 1 score cp 0 pv {FIRST}")'
    stop = "sys.exit('no more')"
    with lu.engine(program(go=go, stop=stop), "tortuga", patience=LONG, grace=LONG) as engine:
        stream = engine.stream(lu.Board("tortuga"))
        next(stream)
        stream.close()
        with pytest.raises(EngineFailed, match="crashed: exit code 1: no more"):
            engine.play(lu.Board("tortuga"))


def lines_told(program, told, lines, most=9):
    """Return the moves of the lines in each list, as a program that has *told* so is asked."""
    ugi = f'say("option name MultiPV type spin default 1 min 1 max {most}"); say("ugiok")'
    said = [f"info depth {depth} multipv {at} score cp 0 pv {move}" for depth, at, move in told]
    go = "; ".join(f"say({line!r})" for line in (*said, f"bestmove {FIRST}"))
    with lu.engine(program(ugi=ugi, go=go), "tortuga", patience=LONG, grace=LONG) as engine:
        return [
            [(line.depth, line.moves[0]) for line in found]
            for found in engine.stream(lu.Board("tortuga"), lines=lines, seconds=0.01)
        ]


def test_a_depth_that_is_not_finished_stands_before_the_last_that_was(program):
    told = [(1, 1, "d2-d3"), (1, 2, "c2-c3"), (2, 1, "c2-c3")]
    assert lines_told(program, told, lines=2) == [
        [(1, "d2-d3"), (1, "c2-c3")],
        [(2, "c2-c3"), (1, "d2-d3")],
    ]


def test_lines_that_nobody_asked_for_are_passed_over(program):
    told = [(1, 1, "d2-d3"), (1, 2, "c2-c3")]
    assert lines_told(program, told, lines=1) == [[(1, "d2-d3")]]


def test_a_program_is_asked_for_no_more_lines_than_it_offers(program):
    told = [(1, 1, "d2-d3"), (1, 2, "c2-c3"), (2, 1, "d2-d3"), (2, 2, "c2-c3")]
    assert lines_told(program, told, lines=5, most=2) == [
        [(depth, "d2-d3"), (depth, "c2-c3")] for depth in (1, 2)
    ]


@pytest.mark.parametrize("name", [OWN, "search"])
def test_more_lines_than_moves_are_all_moves(name):
    board = lu.Board("tortuga")
    with asked(name, board, grace=LONG, patience=LONG) as engine:
        found = engine.analyse(board, lines=1000, depth=1)
    assert {line.moves[0] for line in found} == set(map(str, board.legal_moves))


def test_a_player_who_plays_as_ever_is_not_told_how_far_to_look():
    board = board_of("tortuga")
    with asked("level:2", board) as engine, pytest.raises(BadOption, match="only “search” counts"):
        engine.play(board, nodes=10)


def test_what_cannot_be_asked_is_refused_and_the_engine_goes_on():
    board = board_of("tortuga")
    with asked("level:1", board) as engine:
        with pytest.raises(BadOption, match="plays tortuga here, not hops"):
            engine.play(lu.Board("hops"))
        with pytest.raises(BadOption, match="start=camp here, not start=coast"):
            engine.play(lu.Board("tortuga", start="coast"))
        with pytest.raises(BadOption, match="at least one line, not 0"):
            engine.analyse(board, lines=0)
        assert engine.play(board) in board.legal_moves
    with pytest.raises(NotAllowed, match="“level:1” is closed"):
        engine.play(board)
    race = lu.Board("race", 3)
    with (
        lu.engine("random", "race", 2) as engine,
        pytest.raises(BadSeats, match="a table of 2 here, not of 3"),
    ):
        engine.play(race)
    with lu.engine("random", "race", 2) as engine:
        with pytest.raises(NotAllowed, match="chance’s turn"):
            engine.play(lu.take("race").start(2))
        over = lu.Board("race", 2, seed=1)
        while over.outcome() is None:
            over.push(over.legal_moves[0])
        with pytest.raises(NotAllowed, match="already over"):
            engine.play(over)


def test_who_is_not_there_is_refused():
    with pytest.raises(BadOption, match="there is no engine “level:9”"):
        lu.engine("level:9", "tortuga")
    with pytest.raises(
        BadOption, match="no setting Depth=3; it has the numbers Threads, Hash, Seed"
    ):
        lu.engine("search", "tortuga", settings={"Depth": 3})
    with pytest.raises(BadOption, match="a seed is a whole number, not “x”"):
        lu.engine(OWN, "tortuga", settings={"Seed": "x"})
    with pytest.raises(EngineFailed, match="did not keep to the protocol: it has no option Depth"):
        lu.engine(OWN, "tortuga", settings={"Depth": 3}, patience=LONG)
    with pytest.raises(EngineFailed, match=r"crashed: .*No such file"):
        lu.engine("ugi:./there-is-no-such-program", "tortuga")


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ({"ugi": "sys.exit(3)"}, "crashed: exit code 3"),
        ({"go": "sys.exit('out of ideas')"}, "crashed: exit code 1: out of ideas"),
        ({"go": 'say("bestmove")'}, "did not keep to the protocol: bestmove without a move"),
        ({"go": 'say("bestmove d2-d7")'}, "played an illegal move: .*d2-d7"),
        ({"go": 'say("bestmove ♥")'}, "played an illegal move: .*♥"),
    ],
)
def test_a_program_that_fails_is_told_of_in_a_sentence_that_survives(program, answers, complaint):
    board = lu.Board("tortuga")
    with (
        pytest.raises(EngineFailed, match=complaint) as failed,
        lu.engine(program(**answers), "tortuga", patience=LONG, grace=LONG) as engine,
    ):
        engine.play(board)
    assert "\n" not in str(failed.value)
    again = pickle.loads(pickle.dumps(failed.value))
    assert (str(again), again.code, again.facts["kind"]) == (
        str(failed.value),
        "engine/failed",
        failed.value.facts["kind"],
    )
    assert Words("fr").refusal(again) != str(again)


def test_a_program_that_says_nothing_is_given_up_in_time_and_closed(program):
    """Where it never answers, no time is too short to find that out."""
    board = lu.Board("tortuga")
    with pytest.raises(EngineFailed, match="took too long: no answer in time"):
        lu.engine(program(ugi="pass"), "tortuga", patience=0.1)
    with lu.engine(program(go="pass"), "tortuga", patience=LONG, grace=0.1) as engine:
        with pytest.raises(EngineFailed, match="took too long: no answer in time"):
            engine.play(board, seconds=0.01)
        with pytest.raises(NotAllowed, match="is closed"):
            engine.play(board)


def test_nonsense_between_the_lines_is_passed_over(program):
    said = (
        "info",
        "info string pv d2-d3",
        "info depth many score cp 3 pv d2-d3",
        "info depth 3 score cp pv d2-d3",
        "info depth 3 score cp 0 nodes 7 pv",
        "readyok",
        "",
        "info depth 3 seldepth 9 score cp 100 nodes 7 pv d2-d3 d6-d5",
        "bestmove d2-d3 ponder d6-d5",
    )
    go = "; ".join(f"say({line!r})" for line in said)
    with lu.engine(program(go=go), "tortuga", patience=LONG, grace=LONG) as engine:
        (found,) = engine.stream(lu.Board("tortuga"), seconds=0.01)
    (line,) = found
    assert (line.depth, line.nodes, line.moves) == (3, 7, ("d2-d3", "d6-d5"))
    assert line.score.share == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("told", "share"),
    [
        ("score cp 1000000", 1),
        ("score cp -1000000", 0),
        ("score cp 100 lowerbound nodes 7 nps 100 time 5", 0.75),
        ("upperbound score cp -100", 0.25),
        ("score cp 0 wdl 1 2 3 hashfull 4", 0.5),
    ],
)
def test_scores_are_read_however_far_and_whatever_stands_around_them(program, told, share):
    go = f'say("info depth 2 {told} pv {FIRST}"); say("bestmove {FIRST}")'
    board = lu.Board("tortuga")
    with lu.engine(program(go=go), "tortuga", patience=LONG, grace=LONG) as engine:
        assert str(engine.play(board)) == FIRST
        (line,) = engine.analyse(board)
    assert (line.depth, line.moves) == (2, (FIRST,))
    assert line.score.share == pytest.approx(share)


def test_who_leaves_at_the_last_lines_finds_the_engine_at_rest(program):
    """It has fewer lines to tell than there are: they come with its move, and need no stop."""
    ugi = 'say("option name MultiPV type spin default 1 min 1 max 9"); say("ugiok")'
    go = 'say("info depth 1 score cp 0 pv d2-d3"); say("bestmove d2-d3")'
    board = lu.Board("tortuga")
    with lu.engine(program(ugi=ugi, go=go), "tortuga", patience=LONG, grace=LONG) as engine:
        for lines in engine.stream(board, lines=2):
            assert [line.moves for line in lines] == [("d2-d3",)]
            break
        assert str(engine.play(board)) == FIRST


def test_a_line_that_cannot_be_played_is_a_fault(program):
    go = 'say("info depth 1 score cp 0 pv d2-d7"); say("bestmove d2-d3")'
    with (
        lu.engine(program(go=go), "tortuga", patience=LONG, grace=LONG) as engine,
        pytest.raises(EngineFailed, match="played an illegal move"),
    ):
        engine.analyse(lu.Board("tortuga"))


def test_a_program_that_tells_no_line_plays_and_cannot_analyse(program):
    board = lu.Board("tortuga")
    with lu.engine(program(), "tortuga", patience=LONG, grace=LONG) as engine:
        assert str(engine.play(board)) == FIRST
        with pytest.raises(EngineFailed, match="did not keep to the protocol: it told no line"):
            engine.analyse(board)


def test_a_program_that_tells_one_line_is_not_asked_for_two(program):
    with (
        lu.engine(program(), "tortuga", patience=LONG, grace=LONG) as engine,
        pytest.raises(EngineFailed, match="no option MultiPV: it tells one line only"),
    ):
        engine.analyse(lu.Board("tortuga"), lines=2)


def test_a_program_that_does_not_hear_stop_is_found_out_by_the_next_question(program):
    go = 'say("info depth 1 score cp 0 pv d2-d3")'
    with lu.engine(program(go=go), "tortuga", patience=LONG, grace=0.1) as engine:
        for lines in engine.stream(lu.Board("tortuga")):
            assert lines[0].moves == (FIRST,)
            break
        with pytest.raises(EngineFailed, match="took too long: it did not stop in time"):
            engine.play(lu.Board("tortuga"), seconds=LONG)


class First:
    """Plays the first move that there is."""

    def __init__(self, game, rng):
        pass

    def choose(self, view, past=(), seconds=None):  # noqa: ARG002 - as of every player
        return view.moves()[0]


class TestMatches:
    """`lu.match`: the arena as a function."""

    def test_a_match_has_results_an_interval_and_records(self):
        told = []
        result = lu.match("tortuga", "level:2", "random", games=5, seed=3, progress=told.append)
        assert result.games == len(told) == 6
        assert sum(result.wins) + result.draws[0] == 6
        assert result.wins == tuple(reversed(result.losses))
        low, high = result.interval()
        assert 0 <= low <= result.shares[0] <= high <= 1
        assert result.elo.low <= result.elo.difference <= result.elo.high
        records = list(result.records())
        assert len(records) == 6
        for record, played in zip(records, result.played, strict=True):
            assert record.played().outcome == record.result
            assert set(record.setup.players) == {"level:2", "random"}
            assert record.result.shares[played.seating.index(0)] == played.shares[0]
        assert lu.match("tortuga", "level:2", "random", games=5, seed=3) == result
        assert str(result).splitlines()[0].startswith(f"level:2  +{result.wins[0]} ")

    @pytest.mark.parametrize("won", [(1, 0, 1, 1, 0.5, 0.5), (1, 0), (1, 1, 1, 1), (0, 0)])
    def test_the_interval_of_two_is_told_in_shares_and_in_elo_alike(self, won):
        """Also where one has won everything: then it has one end."""
        played = tuple(
            Played(number=number, shares=(share, 1 - share), record="")
            for number, share in enumerate(won)
        )
        result = lu.MatchResult(("this", "that"), played, seed="")
        ends = [expected(elo) for elo in (result.elo.low, result.elo.high)]
        assert result.interval(0) == pytest.approx(ends)
        assert result.interval(1) == pytest.approx([1 - end for end in reversed(ends)])
        # So many games in a row are won one time in forty: there it ends.
        low, high = result.interval(0)
        assert (high == 1) == (set(won) == {1})
        assert (low == 0) == (set(won) == {0})
        if high == 1:
            assert low ** len(won) == pytest.approx(0.025)
        if low == 0:
            assert (1 - high) ** len(won) == pytest.approx(0.025)

    def test_several_sit_at_one_table_and_classes_may_play(self):
        result = lu.match("race", "random", First, "greedy", games=3, seed=1)
        assert result.names == ("random", "First", "greedy")
        assert sum(result.shares) == pytest.approx(1)
        assert result.elo is None
        assert len(str(result).splitlines()) == 3

    def test_a_match_of_two_ends_once_a_test_is_decided(self):
        result = lu.match("tortuga", "level:3", "random", games=2000, seed=1, sprt=(0, 400))
        assert result.games < 2000
        assert result.finding.verdict.name in {"H0", "H1"}
        with pytest.raises(NotAllowed, match="SPRT compares two players, not 3"):
            lu.match("race", "random", "random", "random", sprt=(0, 10))

    def test_who_fails_has_lost_and_why_is_told(self, program):
        bad = program(go='say("bestmove nonsense")')
        result = lu.match("tortuga", f"bad={bad}", "random", games=2, seed=1, openings=0)
        assert result.losses == (2, 0)
        assert {fault.kind for fault in result.faults} == {"illegal"}

    def test_what_cannot_be_played_is_refused_before_the_first_game(self):
        with pytest.raises(BadSeats):
            lu.match("tortuga", "random")
        with pytest.raises(BadOption, match="“robot” cannot play"):
            lu.match("tortuga", "random", "robot")

        for terms, complaint in (
            ({"sprt": (0, 0)}, "a smaller difference with a greater one, not 0 with 0"),
            ({"sprt": (20, 0)}, "a smaller difference with a greater one, not 20 with 0"),
            ({"workers": 0}, "at least one worker, not 0"),
        ):
            with pytest.raises(BadOption, match=complaint):
                lu.match("tortuga", "random", "random", **terms)
        for seconds in (-1, 0, nan):
            with pytest.raises(NotAllowed, match=f"cannot be {seconds} seconds"):
                lu.match("tortuga", "random", "random", seconds=seconds)
        for who in (5, First(None, None)):
            with pytest.raises(BadOption, match="neither a name nor a class"):
                lu.match("tortuga", who, "random")

        class Inside(First):
            pass

        with pytest.raises(BadOption, match="Inside cannot play"):
            lu.match("tortuga", "random", Inside)

    def test_processes_play_the_same_match(self):
        alone = lu.match("tortuga", "level:1", "random", games=4, seed=5)
        assert lu.match("tortuga", "level:1", "random", games=4, seed=5, workers=2) == alone
