"""Mining: what is found is proved, what was found is kept, and no game is dug twice."""

import json
from pathlib import Path

import pytest

from ludotheque.engine import BUILT
from ludotheque.errors import BadOption
from ludotheque.games import take
from ludotheque.match import Record, Referee, to_json
from ludotheque.study.puzzles.mining import Mine, dig, dig_record, played
from ludotheque.study.puzzles.proving import prove
from ludotheque.study.puzzles.puzzle import from_line, to_line
from ludotheque.study.puzzles.trove import SIDE, Trove
from test_cli import assert_refused, ludotheque

if not BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

MINE = Mine(game="tortuga", seed="x")
RICH = 5
"""The number of a game of `MINE` in which something is found."""


@pytest.fixture(scope="module")
def found():
    """Return what that game holds."""
    return dig(MINE, RICH)


def test_what_is_found_is_proved_and_found_again(found):
    assert found
    for puzzle in found:
        prove(puzzle)
        assert puzzle.source
        assert puzzle.themes
        assert puzzle.difficulty > 0
    assert dig(MINE, RICH) == found


def test_a_record_is_looked_through_as_well():
    match = played(MINE, RICH)[-1].match
    puzzles = dig_record(Record.of(match), "club.json")
    positions = {str(position) for position in match.positions}
    assert puzzles
    for puzzle in puzzles:
        prove(puzzle)
        assert puzzle.position in positions
        assert puzzle.source.startswith("club.json, ")


def test_a_trove_goes_on_where_it_was_and_keeps_nothing_twice(tmp_path, found):
    file = tmp_path / "t.jsonl"
    trove = Trove.open(file, MINE)
    assert trove.add(found, 1) == len(found)
    assert trove.next == 0
    assert trove.add(found, 0) == 0
    assert trove.next == 2
    again = Trove.open(file, MINE)
    assert again.puzzles == found
    assert again.next == 2
    assert again.add(found, 2) == 0
    assert [from_line(line, "tortuga") for line in file.read_text().splitlines()] == found


def test_a_line_cut_short_is_dug_again(tmp_path, found):
    file = tmp_path / "t.jsonl"
    Trove.open(file, MINE).add(found[:1], 0)
    with file.open("a") as stream:
        stream.write(to_line(found[0])[:40])
    assert Trove.open(file, MINE).puzzles == found[:1]
    assert file.read_text() == to_line(found[0]) + "\n"


def test_another_mine_and_a_stranger_s_file_are_refused(tmp_path, found):
    file = tmp_path / "t.jsonl"
    Trove.open(file, MINE).add(found, 0)
    with pytest.raises(BadOption, match="another mine"):
        Trove.open(file, Mine(game="tortuga", seed="y"))
    (tmp_path / f"t.jsonl{SIDE}").unlink()
    with pytest.raises(BadOption, match="does not say"):
        Trove.open(file, MINE)


def test_the_command_mines_goes_on_and_proves(tmp_path):
    file = str(tmp_path / "t.jsonl")
    command = ("puzzles", "mine", "tortuga", "--out", file, "--workers", "1", "--seed", "x")
    done = ludotheque(*command, "--count", "1")
    assert done.returncode == 0, done.stderr
    again = ludotheque(*command, "--count", "1")
    assert "; 0 games were looked through" in again.stdout, again.stderr
    proved = ludotheque("puzzles", "prove", "tortuga", file)
    assert proved.returncode == 0, proved.stderr
    lines = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    lines[0]["line"] = "d4-d5"
    (tmp_path / "false.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    false = ludotheque("puzzles", "prove", "tortuga", str(tmp_path / "false.jsonl"))
    assert false.returncode == 1
    assert "not what they say" in false.stdout


def test_what_cannot_be_mined_is_refused(tmp_path):
    assert_refused(ludotheque("puzzles", "mine"), "`mine` and a game")
    assert_refused(ludotheque("puzzles", "dig", "hops"), "“dig”")
    assert_refused(ludotheque("puzzles", "mine", "chess"), "“chess”")
    record = tmp_path / "race.json"
    match = Referee("5eed" * 16).begin(take("race"), ["A", "B"], began=0)
    record.write_text(to_json(Record.of(match)), encoding="utf-8")
    out = str(tmp_path / "o.jsonl")
    done = ludotheque("puzzles", "mine", "hops", str(record), "--out", out)
    assert_refused(done, "is a game of race")
    assert_refused(ludotheque("puzzles", "mine", "hops", str(tmp_path / "no.json")), "no such file")
    assert_refused(ludotheque("puzzles", "prove", "hops", str(tmp_path / "no")), "cannot be read")
