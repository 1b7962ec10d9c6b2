"""`ludotheque arena` and `ludotheque analyse` as people type them."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys

import pytest

import pressed
from ludotheque.engine import kernel
from ludotheque.match import from_json, verify
from test_cli import SEED, assert_refused, ludotheque
from waiting import PATIENCE, wait_until

DUEL = ("arena", "tortuga", "level:2", "random", "--games", "6", "--workers", "2", "--seed", SEED)


def started(*words, program=("-m", "ludotheque"), stdout=subprocess.PIPE):
    """Return a command that runs in a process group of its own, as in a terminal."""
    return subprocess.Popen(
        [sys.executable, *program, *words],
        stdout=stdout,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "LANGUAGE": "en", "COLUMNS": "100", "TERM": "xterm"},
    )


def screen_of(*words):
    """Return all that a command writes to a terminal."""
    ours, theirs = pty.openpty()
    running, shown = started(*words, stdout=theirs), b""
    os.close(theirs)
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # So Linux says that the other side is closed.
        pass
    finally:
        os.close(ours)
    assert running.wait() == 0
    return shown.decode()


def test_a_contest_prints_its_table_and_keeps_records_that_verify(tmp_path):
    folder = tmp_path / "new" / "records"
    done = ludotheque(*DUEL, "--save", str(folder))
    assert done.returncode == 0, done.stderr
    head, first, second, where, last = done.stdout.splitlines()
    assert head.split() == ["Player", "Wins", "Draws", "Losses", "Score", "Elo", "(95%)", "LOS"]
    wins, draws, losses = map(int, first.split()[1:4])
    assert wins + draws + losses == 6
    assert list(map(int, second.split()[1:4])) == [losses, draws, wins]
    assert str(folder) in where
    assert last == f"6 games, seed {SEED}"
    records = [from_json(file.read_text("utf-8")) for file in sorted(folder.iterdir())]
    assert len(records) == 6
    assert sum(verify(r).match.outcome.shares[i % 2] for i, r in enumerate(records)) == wins
    assert_refused(ludotheque(*DUEL, "--save", str(folder)), "not empty")


def test_in_a_terminal_there_is_a_bar_and_in_french_it_is_french():
    shown = screen_of("--lang", "fr", *DUEL, "--sprt", "-50,50")
    assert "6/6" in shown
    assert "LLR" in shown
    assert "Joueur" in shown
    assert "SPRT\N{NO-BREAK SPACE}: indécis entre -50 et 50 Elo" in shown


def test_three_players_get_shares_and_their_errors():
    done = ludotheque("arena", "race", "random", "random", "random", "--games", "5")
    assert done.returncode == 0, done.stderr
    told, *lines = done.stdout.splitlines()
    assert told == "Everyone sits in every seat equally often: 6 games at each table, not 5."
    assert lines[0].split() == ["Player", "Wins", "Draws", "Losses", "Score", "Error", "p"]
    assert lines[4].startswith("6 games")


@pytest.mark.skipif(not kernel.BUILT, reason="imagining so many games takes the kernel")
def test_too_few_games_to_tell_them_from_luck_are_said_to_be():
    done = ludotheque("arena", "race", "random", "random", "--games", "2", "--adjusted")
    assert "Without luck: that takes 16 games or more.\n" in done.stdout


@pytest.mark.skipif(not kernel.BUILT, reason="imagining so many games takes the kernel")
def test_that_luck_is_told_of_one_table_is_said_where_there_are_several():
    players = ("random", "First=random", "Second=random")
    terms = ("--games", "2", "--adjusted", "--form", "round-robin", "--seats", "2")
    done = ludotheque("arena", "race", *players, *terms)
    assert done.returncode == 0, done.stderr
    assert "Without luck: that is told of one table, and here are 3." in done.stdout
    assert "With --out, games.jsonl has the luck of each game.\n" in done.stdout


def test_ctrl_c_stops_a_contest_and_what_was_played_counts(tmp_path):
    folder = tmp_path / "records"
    words = ("tortuga", "random", "random", "--games", "100000", "--save", str(folder))
    running = started("arena", *words, "--workers", "2")
    wait_until(lambda: list(tmp_path.glob("records/game-*4.json")) or running.poll() is not None)
    os.killpg(running.pid, signal.SIGINT)
    told = last_words(running)
    assert running.returncode == 130, told
    assert "Traceback" not in told
    assert "Without --out there is nothing to carry on from." in told
    games = int(re.search(r"Stopped after (\d+) of 100000 games\.", told)[1])
    assert games >= 4
    assert len(list(folder.glob("game-*.json"))) in (games, games - 1)


STUBBORN = """
import os, sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": print("ugiok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": break
open(f"{sys.argv[1]}/{os.getpid()}", "w").close()
time.sleep(1000)
"""


def thinking(folder, **how):
    """Return a contest whose two workers wait for engines without end, and those engines."""
    (folder / "engine.py").write_text(STUBBORN)
    notes = folder / "engines"
    notes.mkdir()
    engine = "ugi:" + shlex.join([sys.executable, str(folder / "engine.py"), str(notes)])
    words = ("tortuga", engine, engine, "--workers", "2", "--move-time", "86400")
    running = started("arena", *words, **how)
    wait_until(lambda: len(list(notes.iterdir())) == 2 or running.poll() is not None)
    assert running.poll() is None, last_words(running)
    return running, [int(note.name) for note in notes.iterdir()]


def last_words(running):
    """Return all that a command wrote once it and all that it has started have ended.

    What is written ends with the last process that could write.
    """
    return running.communicate(timeout=PATIENCE)[0].decode()


def test_ctrl_c_in_the_midst_of_thoughts_ends_them(tmp_path):
    running, engines = thinking(tmp_path)
    os.killpg(running.pid, signal.SIGINT)
    told = last_words(running)
    assert running.returncode == 130, told
    assert "Stopped after 0 of 200 games." in told
    assert "Traceback" not in told
    wait_until(lambda: not any(map(alive, engines)))


@pytest.mark.parametrize("moment", pressed.MOMENTS)
def test_ctrl_c_again_while_the_first_one_is_obeyed_leaves_nobody_behind(tmp_path, moment):
    running, engines = thinking(tmp_path, program=(pressed.__file__, moment))
    os.killpg(running.pid, signal.SIGINT)
    told = last_words(running)
    assert running.returncode == 130, told
    assert "Stopped after 0 of 200 games." in told
    assert "Traceback" not in told
    wait_until(lambda: not any(map(alive, engines)))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_and_engines_go_when_whoever_started_them_is_gone(tmp_path, how):
    running, engines = thinking(tmp_path)
    os.kill(running.pid, how)
    assert (last_words(running), running.returncode) == ("", -how)
    wait_until(lambda: not any(map(alive, engines)))


def kept_in(folder):
    """Return the numbers of the games that a folder has kept, in the order in which they ended."""
    lines = (folder / "games.jsonl").read_bytes().split(b"\n")[:-1]
    return [json.loads(line)["number"] for line in lines]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_the_same_command_goes_on_where_it_was_stopped(tmp_path, how):
    words = ["arena", "tortuga", "level:1", "greedy", "random", "--workers", "2", "--seed", SEED]
    running = started(*words, "--games", "100000", "--out", str(tmp_path / "cut"))
    journal = tmp_path / "cut" / "games.jsonl"
    wait_until(
        lambda: (
            (journal.exists() and journal.read_bytes().count(b"\n") > 5)
            or running.poll() is not None
        )
    )
    os.kill(running.pid, how)
    told = last_words(running)
    assert "Traceback" not in told
    before = kept_in(tmp_path / "cut")
    assert len(before) > 5
    if how == signal.SIGINT:
        assert running.returncode == 130, told
        assert "Everything" not in told
        listed = re.search(r"cut holds ([^\n]*)\.\n", told)[1].split(", ")
        assert set(listed) >= {"contest.json", "games.jsonl", "records"}
        assert "results.parquet" not in listed
        line = next(line for line in told.splitlines() if line.startswith("To carry on: "))
        again = shlex.split(line.removeprefix("To carry on: "))
        assert again == ["ludotheque", *words, "--games", "100000", "--out", str(tmp_path / "cut")]
    # The numbers of the games are those of a shorter contest as well: it is enough to finish that.
    rounds = (max(before) - 1) // 6 + 1
    short = [*words, "--games", str(2 * rounds)]
    done = ludotheque(*short, "--out", str(tmp_path / "cut"))
    assert done.returncode == 0, done.stderr
    assert "games have already been played." in done.stdout
    assert f"{6 * rounds} games, seed" in done.stdout
    kept = kept_in(tmp_path / "cut")
    assert kept[: len(before)] == before
    assert sorted(kept) == list(range(1, 6 * rounds + 1))
    # A record is written before its line: the stop may have left one more, without.
    records = {file.name for file in (tmp_path / "cut" / "records").iterdir()}
    assert records >= {f"game-{number:06}.json" for number in kept}


def alive(pid):
    """Return whether a process runs; one that has ended but was not looked after does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:  # noqa: PTH123 - it may vanish
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_tournament_shows_ratings_and_who_beat_whom():
    words = ("arena", "race", *["random"] * 3, "--seats", "2", "--games", "2", "--seed", SEED)
    done = ludotheque("--lang", "fr", *words)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split()[0] == "Joueur"
    assert {line.split("  ")[0] for line in lines[1:4]} == {"random", "random #2", "random #3"}
    assert lines[5].split()[-3:] == ["1", "2", "3"]
    assert lines[-1].startswith("6 parties")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    """What leads to itself is no folder, not even for root."""
    nowhere = tmp_path / "loop"
    nowhere.symlink_to(nowhere)
    assert_refused(ludotheque(*DUEL, "--save", str(nowhere)), str(nowhere))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_read_is_refused(tmp_path):
    tmp_path.chmod(0o300)
    assert_refused(ludotheque(*DUEL, "--save", str(tmp_path)), "Permission denied")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["arena", "tortuga", "random"], "players, not 1"),
        (["arena", "tortuga", "random", "human"], "“human” cannot play in a contest"),
        (["arena", "tortuga", "random", "random", "--sprt", "10,0"], "SPRT “10,0”"),
        (["arena", "tortuga", "random", "random", "--sprt", "nan,5"], "SPRT “nan,5”"),
        (["arena", "tortuga", "random", "random", "--save", "/dev/null/x"], "/dev/null/x"),
        (["arena", "race", *["random"] * 3, "--sprt", "0,10"], "two players, not 3"),
        ([*DUEL, "--form", "swiss"], "form “swiss”: expected one of match, round-robin, gauntlet"),
        ([*DUEL, "--form", "match", "--seats", "3"], "one table, not 3"),
        ([*DUEL, "--out", "/dev/null/x"], "/dev/null/x"),
        ([*DUEL, "--out", "x", "--save", "y"], "leave out --save"),
        ([*DUEL, "nobody"], "file.py:Class"),
        ([*DUEL, "mine.py"], "Name it: mine.py:Class"),
        ([*DUEL, "--save", __file__], "this is a file, not a folder"),
        ([*DUEL, "ugi:there-is-no-such-program"], "no program there-is-no-such-program"),
        ([*DUEL, "--sprt", "0,5", "greedy"], "two players, not 3"),
        (["ugi", "chess"], "no game “chess”"),
        (["analyse", "tortuga", "4/5 S"], "2 columns"),
        (["analyse", "tortuga", "4/5/6/6S/6/5/4 N"], "already over"),
        (["analyse", "race"], "it is chance’s turn"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(words, complaint):
    assert_refused(ludotheque(*words), complaint)


def test_numbers_out_of_range_have_exit_code_2_too():
    duel = ["arena", "tortuga", "random", "random"]
    for words in ([*duel, "--games", "0"], [*duel, "--workers", "0"], ["analyse", "race", "-1"]):
        done = ludotheque(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_an_analysis_prints_each_depth_where_nobody_watches():
    done = ludotheque("analyse", "tortuga", "--depth", "2", "--lines", "2", "-o", "start=coast")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "1", "2", "2"]
    assert re.fullmatch(r" +2 +\d+\.\d% +\d+ {2}\S+ \S+", lines[-1])


def test_an_analysis_has_the_figures_of_the_reader_s_language():
    asked = ("--lang", "fr", "analyse", "tortuga", "--depth", "4")
    *_, last = ludotheque(*asked).stdout.splitlines()
    assert re.match(r" +4 +\d+,\d\u00a0% +\d+\u202f\d{3} {2}\S+ ", last)


def test_an_analysis_in_a_terminal_stays_in_its_place():
    shown = screen_of("analyse", "tortuga", "4/5/6/1N1So2/3S2/5/4 S")
    assert "Depth" in shown
    assert "#3" in shown
    assert "d4~d6 d5xf3 d6-d7" in shown


def test_ctrl_c_stops_an_analysis_and_keeps_what_it_found():
    running = started("analyse", "tortuga", "--seconds", "1000")
    first = running.stdout.readline()
    os.killpg(running.pid, signal.SIGINT)
    rest = last_words(running)
    assert running.returncode == 0, rest
    assert first.split()[0] == b"1"
    assert "Traceback" not in rest
