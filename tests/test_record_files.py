"""Files of records: several games in one, told apart, read one at a time, refused by number."""

import gzip
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

import pytest

import ludotheque as lu
from ludotheque.errors import BadOption, BadRecord
from ludotheque.match import to_json, to_line, to_text
from ludotheque.match.files import kept_in
from ludotheque.match.notes import Note, Tried
from ludotheque.match.several import LONGEST
from records import a_race, a_short_match, refusal

# A variation that begins a line looks most like a tag, and a comment may quote one.
SAID = Note(
    'It says [Game "hops"] here, and goes on for long enough to be wrapped in its own text.',
    variations=((Tried("c2-c3", note=Note("why not?")), Tried("d6-d5")),),
)


def noted():
    return replace(a_short_match(), notes=((0, SAID), (1, SAID)))


def without_times(record):
    """Return *record* as its text keeps it, where there is no clock."""
    began = record.setup.began
    return replace(record, events=tuple(replace(event, at=began) for event in record.events))


def line_of(words, file):
    """Return the number of the only line of *file* that has these *words*."""
    lines = file.read_text("utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if words in line]
    return number


GAMES = (without_times(noted()), a_race(), without_times(a_short_match()))


def test_a_comment_that_is_wrapped_at_a_brace_begins_no_game(tmp_path):
    file = tmp_path / "games.txt"
    comment = f'{"x" * 79} {{ {"y" * 80} " and \\'
    record = replace(GAMES[0], notes=((1, Note(comment)),))
    assert "\n{\n" in to_text(record)
    lu.write_records(file, [record, GAMES[1]])
    with file.open("a", encoding="utf-8") as more:
        more.write(to_json(record))  # After a comment that is closed, a brace does begin one.
    assert list(lu.read_records(file)) == [record, GAMES[1], record]


@pytest.mark.parametrize("form", [to_text, to_json, to_line])
@pytest.mark.parametrize("end", ["It says", "\n{\n"])
def test_a_game_that_is_cut_in_a_comment_does_not_take_the_next_with_it(form, end, tmp_path):
    """Its quotes are open, and a brace on which it was wrapped may be the last that is left."""
    file = tmp_path / "games"
    comment = f"It says {'x' * 79} {{ {'y' * 80}"
    whole = to_text(replace(GAMES[0], notes=((1, Note(comment)),)))
    cut = whole[: whole.index(end) + len(end)].rstrip() + "\n"
    file.write_text(cut + form(GAMES[1]) + "\n" + form(GAMES[2]), encoding="utf-8")
    told = []
    assert list(lu.read_records(file, refused=told.append)) == list(GAMES[1:])
    assert [(one.facts["number"], one.facts["line"]) for one in told] == [(1, 1)]
    assert [kept.line for kept in kept_in(file)][1] == cut.count("\n") + 1


@pytest.mark.parametrize("indent", [None, 2])
def test_json_of_another_order_begins_a_game_after_text(indent, tmp_path):
    file = tmp_path / "games"
    other = json.dumps(json.loads(to_json(GAMES[1])), indent=indent, sort_keys=True)
    assert not other.removeprefix("{").lstrip().startswith('"format"')
    file.write_text(to_text(GAMES[0]) + other, encoding="utf-8")
    assert list(lu.read_records(file)) == [GAMES[0], GAMES[1]]


@pytest.mark.parametrize("suffix", [".txt", ".json", ".jsonl"])
def test_many_games_are_written_and_read_in_every_form(suffix, tmp_path):
    file = tmp_path / f"games{suffix}"
    assert lu.write_records(file, iter(GAMES)) == 3
    assert tuple(lu.read_records(file)) == tuple(lu.read_records(str(file))) == GAMES
    with file.open(encoding="utf-8") as stream:
        assert tuple(lu.read_records(stream)) == GAMES


def test_forms_may_follow_each_other_with_and_without_lines_between(tmp_path):
    file = tmp_path / "mixed"
    first, second, third = GAMES
    parts = (to_text(first), to_line(second), to_json(third), "\n", to_text(third), to_json(first))
    file.write_text("\ufeff\n" + "\n".join(parts), encoding="utf-8")
    assert tuple(lu.read_records(file)) == (first, second, third, third, first)
    assert [kept.number for kept in kept_in(file)] == [1, 2, 3, 4, 5]


def test_a_stream_may_begin_with_the_mark_of_its_encoding():
    stream = io.StringIO("\ufeff" + to_text(GAMES[0]).replace("\n", "\r\n"))
    assert list(lu.read_records(stream)) == [GAMES[0]]


def test_a_file_of_one_game_is_a_file_of_games(tmp_path):
    file = tmp_path / "game.txt"
    lu.write_records(file, [GAMES[0]])
    assert lu.read_record(file) == GAMES[0]
    assert list(lu.read_records(file)) == [GAMES[0]]
    lu.write_records(file, GAMES)
    second = line_of('[Game "race"]', file)
    assert refusal(lu.read_record, file) == (
        f"{file}: there are several games here, the second from line {second} on"
    )


@pytest.mark.parametrize("nothing", ["", "\n \n"])
def test_a_file_of_no_game_holds_none(nothing, tmp_path):
    file = tmp_path / "none.txt"
    file.write_text(nothing, encoding="utf-8")
    assert list(lu.read_records(file)) == []
    assert refusal(lu.read_record, file) == f"{file}: there is no record in this file"


@pytest.mark.parametrize("form", [to_text, to_json, to_line])
def test_a_game_that_cannot_be_read_is_named_by_file_number_and_line(form, tmp_path):
    file = tmp_path / "games"
    good, bad = form(GAMES[0]), form(GAMES[2])
    cut = bad[: len(bad) // 2].rstrip() + "\n"
    file.write_text(f"{good}\n{cut}\n{to_line(GAMES[1])}\n", encoding="utf-8")
    line = good.count("\n") + (0 if good.endswith("\n") else 1) + (2 if good[-1] == "\n" else 1)
    games = lu.read_records(file)
    assert next(games) == GAMES[0]
    assert refusal(next, games).startswith(f"{file}, game 2 (line {line}): ")
    told = []
    assert list(lu.read_records(file, refused=told.append)) == [GAMES[0], GAMES[1]]
    assert [type(one) for one in told] == [BadRecord]
    assert told[0].facts["number"] == 2


def test_the_line_of_a_refusal_is_the_files(tmp_path):
    file = tmp_path / "games.txt"
    wrong = to_text(GAMES[2]).replace("1. d2-d3", "1. d2-d3 [")
    file.write_text(f"{to_text(GAMES[0])}\n{wrong}", encoding="utf-8")
    assert f": line {line_of('d3 [', file)}: this variation does not end" in refusal(
        lambda: list(lu.read_records(file))
    )
    broken = to_json(GAMES[2]).replace('"events": [', '"events": [[')
    file.write_text(f"{to_text(GAMES[0])}\n{broken}", encoding="utf-8")
    end = line_of('"end": {', file)
    assert f": line {end}, column" in refusal(lambda: list(lu.read_records(file)))


def test_what_is_no_text_is_refused_and_what_has_no_end_is_not_held(tmp_path):
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert refusal(lambda: list(lu.read_records(file))) == f"{file}: this is not a text file"
    assert "there is no such file" in refusal(lambda: list(lu.read_records(tmp_path / "none")))

    class Endless(io.TextIOBase):
        name = "endless"
        held = 0

        def readline(self, size=-1):
            self.held += size
            assert self.held <= 3 * LONGEST, "it reads on and on"
            return "x" * size

    assert refusal(lambda: list(lu.read_records(Endless()))) == (
        "endless: what begins on line 1 is too long to be a record"
    )


def test_a_game_that_is_too_long_is_passed_over_as_others_are(tmp_path):
    file = tmp_path / "games.txt"
    endless = '[Game "hops"]\n' + ("x" * 1023 + "\n") * (LONGEST // 1024)
    for games in ((GAMES[0],), ()):
        before = "".join(f"{to_text(game)}\n" for game in games)
        file.write_text(f"{before}{endless}\n{to_text(GAMES[2])}", encoding="utf-8")
        told, line = [], before.count("\n") + 1
        assert list(lu.read_records(file, refused=told.append)) == [*games, GAMES[2]]
        assert [str(one) for one in told] == [
            f"{file}: what begins on line {line} is too long to be a record"
        ]


def test_files_put_together_may_each_begin_with_the_mark_of_their_encoding(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text("".join(f"\ufeff{to_text(game)}" for game in GAMES), encoding="utf-8")
    assert tuple(lu.read_records(file)) == GAMES


def test_a_stream_that_cannot_be_read_is_refused_as_a_file_is(tmp_path):
    file, out = tmp_path / "games.gz", tmp_path / "out.txt"
    out.write_text("old", encoding="utf-8")
    whole = gzip.compress(to_text(GAMES[0]).encode())
    for content, complaint in (
        (b"no gzip", "cannot be read (Not a gzipped file"),
        (whole[:-20], "cannot be read (Compressed file ended"),
        (gzip.compress(b"\xff\xfe"), "this is not a text file"),
    ):
        file.write_bytes(content)
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            told = refusal(lu.write_records, out, lu.read_records(stream))
        assert told.startswith(f"{file}: {complaint}")
        assert out.read_text("utf-8") == "old"


def test_what_the_records_raise_is_theirs(tmp_path):
    def records():
        yield GAMES[0]
        raise PermissionError(13, "not yours")

    with pytest.raises(PermissionError, match="not yours"):
        lu.write_records(tmp_path / "out.txt", records())
    assert list(tmp_path.iterdir()) == []


def test_games_are_read_one_at_a_time():
    """A stream is asked for the game that is wanted, and the two lines that show where it ends."""
    text = to_line(GAMES[1]) + "\n"
    asked = []

    class Stream(io.TextIOBase):
        def readline(self, size=-1):  # noqa: ARG002 - as of every stream
            asked.append(text)
            return text

    games = lu.read_records(Stream())
    assert isinstance(games, Iterator)
    for number in range(1, 6):
        assert next(games) == GAMES[1]
        assert len(asked) <= number + 2


def test_a_fault_on_the_way_leaves_the_old_file(tmp_path):
    file = tmp_path / "games.jsonl"
    lu.write_records(file, GAMES)
    before = file.read_bytes()

    def failing():
        yield GAMES[0]
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        lu.write_records(file, failing())
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    assert "cannot be written" in refusal(lu.write_records, tmp_path / "no" / "games", GAMES)


def test_a_record_is_walked_along_its_line_of_play():
    record = a_race()
    end = record.played()
    walked = list(record)
    assert [position for position, _ in walked] == list(end.positions[:-1])
    for (position, move), after in zip(walked, end.positions[1:], strict=True):
        assert position.after(move) == after
    # What was taken back is not on the line: the record holds four moves, and its line one.
    assert [str(move) for _, move in a_short_match()] == ["d2-d3"]


def test_a_record_that_is_wrong_cannot_be_walked():
    setup, events = a_short_match().setup, a_short_match().events
    wrong = lu.Record(setup, (replace(events[0], move="d2-d7"),))
    assert refusal(list, wrong).startswith("events[0]: ")


class TestTables:
    """Records as tables of pandas, and back."""

    def test_a_row_a_game_holds_all_of_it(self):
        frame = lu.to_pandas(GAMES)
        assert list(frame.game) == ["tortuga", "race", "tortuga"]
        assert frame.players[1] == GAMES[1].setup.players
        assert frame.moves[0] == "d2-d3"
        assert list(frame.plies) == [len(moves.split()) for moves in frame.moves]
        assert frame.reason[0] == "resigned"
        began = [record.setup.began for record in GAMES]
        assert [round(1000 * moment.timestamp()) for moment in frame.began] == began
        assert tuple(lu.from_pandas(frame)) == GAMES
        assert tuple(lu.from_pandas(frame[frame.game == "race"][["record"]])) == (GAMES[1],)

    def test_a_row_a_move_has_the_position_and_who_moved(self):
        with pytest.raises(BadOption, match="each “game” or “move”, not “moves”"):
            lu.to_pandas(GAMES, each="moves")
        frame = lu.to_pandas(GAMES, each="move")
        race = frame[frame.number == 1]
        assert list(race.move) == [str(move) for _, move in GAMES[1]]
        assert list(race.position) == [str(position) for position, _ in GAMES[1]]
        movers = [ply.mover for ply in GAMES[1].played().plies]
        assert list(race.seat.isna()) == [not isinstance(mover, int) for mover in movers]
        assert list(race.seat.dropna()) == [mover for mover in movers if isinstance(mover, int)]
        made = list(accumulate((isinstance(mover, int) for mover in movers), initial=0))
        assert list(race.ply) == made[:-1], "what chance deals is no ply of a seat"
        games = lu.to_pandas(GAMES)
        assert [*frame[frame.seat.notna()].groupby("number").size()] == [*games.plies]

    def test_nothing_is_an_empty_table_with_the_same_columns(self):
        for each in ("game", "move"):
            empty, full = lu.to_pandas([], each=each), lu.to_pandas(GAMES, each=each)
            assert list(empty.columns) == list(full.columns)
            assert list(empty.dtypes) == list(full.dtypes)
        assert list(lu.from_pandas(lu.to_pandas([]))) == []

    def test_what_cannot_be_read_is_named_by_its_row(self):
        frame = lu.to_pandas(GAMES)
        frame.loc[2, "record"] = "{}"
        games = lu.from_pandas(frame)
        assert [next(games), next(games)] == list(GAMES[:2])
        assert refusal(next, games).startswith("record[2]: ")
        assert refusal(lu.from_pandas, frame[["game"]]) == (
            "the data frame has no column “record”; it has: game"
        )

    def test_without_pandas_it_says_what_to_install(self):
        program = (
            "import sys; sys.modules['pandas'] = None\nimport ludotheque as lu\nlu.to_pandas([])\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert done.stderr.splitlines()[-1] == (
            "ImportError: pandas is not installed: pip install 'ludotheque[pandas]'"
        )
