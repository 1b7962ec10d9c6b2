"""Tournaments: who meets whom, and a folder to go on from."""

import json
from collections import Counter
from contextlib import closing
from dataclasses import replace
from io import StringIO
from itertools import islice
from xml.etree import ElementTree as ET

import pytest
from pyarrow.parquet import read_table
from rich.console import Console

from contests import contest, held, here
from ludotheque.arena import Folder, Form, parquet, run
from ludotheque.arena.entrants import entrants
from ludotheque.errors import LudothequeError, NotAllowed
from ludotheque.match import from_json, verify
from ludotheque.terminal.arena import Arena
from ludotheque.terminal.ask import Desk
from ludotheque.words import Words


def drawing(text):
    return ET.fromstring(text)  # noqa: S314 - we have drawn it ourselves


# Who meets whom.


def test_players_of_one_name_are_told_apart_and_names_can_be_given():
    found = entrants(["random", "a=level:3", "random", "a=greedy", "openspiel:mcts?uct_c=2"])
    assert [one.name for one in found] == ["random", "a", "random #2", "a #2", found[4].text]
    assert [one.text for one in found[:4]] == ["random", "level:3", "random", "greedy"]


@pytest.mark.parametrize(
    ("form", "size", "meetings"),
    [
        (Form.ROUND_ROBIN, None, {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}),
        (Form.GAUNTLET, None, {(0, 1), (0, 2), (0, 3)}),
        (Form.ROUND_ROBIN, 3, {(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)}),
        (Form.GAUNTLET, 3, {(0, 1, 2), (0, 1, 3), (0, 2, 3)}),
        (Form.MATCH, None, {(0, 1, 2, 3)}),
    ],
)
def test_a_form_says_who_meets_whom(form, size, meetings):
    terms = contest(*["random"] * 4, slug="race", games=12, form=form, players_a_meeting=size)
    fixtures = list(terms.fixtures())
    assert set(terms.meetings) == meetings
    assert [fixture.number for fixture in fixtures] == list(range(len(terms)))
    seats = len(next(iter(meetings)))
    assert Counter(fixture.meeting for fixture in fixtures) == dict.fromkeys(meetings, 12)
    sat = Counter(
        (fixture.meeting[who], seat, fixture.meeting)
        for fixture in fixtures
        for seat, who in enumerate(fixture.seating)
    )
    assert set(sat.values()) == {12 // seats}


def test_a_game_is_the_same_whoever_plays_it():
    terms = contest("random", "greedy", "level:1", games=4, form=Form.ROUND_ROBIN)
    by_meeting = {}
    for fixture in terms.fixtures():
        by_meeting.setdefault(fixture.meeting, []).append(
            (fixture.deal, fixture.thought, fixture.seating, fixture.plies)
        )
    first, *others = by_meeting.values()
    assert all(other == first for other in others)
    assert [deal for deal, *_ in first] == [first[0][0]] * 2 + [first[2][0]] * 2
    alone = contest("random", "greedy", games=4).fixtures()
    assert [(f.deal, f.thought, f.seating, f.plies) for f in alone] == first


@pytest.mark.parametrize(
    ("players", "terms", "complaint"),
    [
        (["random"], {"form": Form.ROUND_ROBIN}, "two players"),
        (
            ["random"] * 3,
            {"form": Form.GAUNTLET, "players_a_meeting": 4, "slug": "race"},
            "table of 4",
        ),
        (["random"] * 3, {"form": Form.GAUNTLET, "players_a_meeting": 3}, "players, not 3"),
        (["random", "ugi:there-is-no-such-program x"], {}, "no program there-is-no-such-program"),
        (["random", "ugi:"], {}, "there is no command"),
        (["random", "ugi:'"], {}, "cannot be started"),
        (["random", "nowhere.py:Player"], {}, "there is no such file"),
        (["random", "nowhere.at_all:Player"], {}, "cannot be loaded: ModuleNotFoundError"),
        (["random", "random:Player"], {}, "there is no such class"),
        (["random", "openspiel:oracle"], {}, "one of mcts, ismcts, uniform_random"),
        (["random", "openspiel:mcts?depth=3"], {}, "with a number, not depth"),
        (["random", "openspiel:mcts?uct_c=x"], {}, "with a number, not uct_c"),
        (["random", "openspiel:nowhere:bot"], {}, "cannot be loaded"),
        (["random", "openspiel:ismcts"], {}, "in tortuga nothing is"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(players, terms, complaint):
    with pytest.raises(LudothequeError, match=complaint):
        contest(*players, **terms)


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
        (lambda folder: (folder / "contest.json").write_text("[]"), "does not describe a contest"),
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
    with Folder(tmp_path, terms), pytest.raises(NotAllowed, match="another arena is already using"):
        Folder(tmp_path, terms)
    for other in (contest("random", "greedy"), contest("random", "random", seed="f00d" * 16)):
        with pytest.raises(NotAllowed, match=r"holds another contest \((players|seed): "):
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
        assert tuple(row["table"]) == played.meeting
        assert row["luck"] is None
        result = from_json(row["record"]).result
        assert tuple(row["shares"]) == tuple(
            result.shares[row["seating"].index(who)] for who in range(2)
        )


def test_parquet_has_every_field_of_the_lines_and_the_record(tmp_path):
    terms = contest("random", "random", games=2)
    with Folder(tmp_path, terms) as folder:
        lucky = [replace(one, luck=(0.1, -0.1)) for one in held(terms, folder)]
        parquet.write(folder, terms, lucky)
    lines = [
        json.loads(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()
    ]
    rows = read_table(tmp_path / "results.parquet").to_pylist()
    assert {*lines[0], "luck", "record"} == set(rows[0])
    assert [row["luck"] for row in rows] == [[0.1, -0.1]] * 2
    for line, row in zip(sorted(lines, key=lambda line: line["number"]), rows, strict=True):
        for name in ("number", "round", "players", "table", "seating", "shares", "plies"):
            assert row[name] == line[name]


def test_without_pyarrow_that_is_said_and_the_rest_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "available", lambda: False)
    desk = Desk(Console(file=StringIO(), width=100), Words("en"))
    Arena(contest=contest("random", "random"), workers=1, out=tmp_path).hold(desk)
    assert "results.parquet was not written: pip install" in desk.console.file.getvalue()
    assert (tmp_path / "ratings.json").exists()
    assert not (tmp_path / "results.parquet").exists()
