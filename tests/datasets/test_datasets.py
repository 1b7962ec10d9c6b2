"""Self-play in files: what is in them, that nothing is lost or doubled, and how they are read."""

import json
import os
import pickle
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ludotheque.datasets import Dataset, Plan, make
from ludotheque.datasets.play import play
from ludotheque.datasets.shards import (
    FIELDS,
    arrays_of,
    joined,
    packed,
    read_arrays,
    shard_file,
)
from ludotheque.engine import BUILT
from ludotheque.errors import BadOption, BadText, LudothequeError
from ludotheque.games import shelf
from ludotheque.games.coding import choices
from ludotheque.match import from_json, replay, verify
from parts import having
from waiting import PATIENCE, wait_until

SEED = "d5" * 32


def plan(game="tortuga", **changes):
    terms = {"player": "random", "games": 5, "seed": SEED, "seats": shelf()[game].seats[0]}
    return Plan(game=game, **{**terms, **changes})


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != ".lock"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a folder with 150 games, in three shards."""
    folder = tmp_path_factory.mktemp("made")
    make(plan(games=150), folder, 2)
    return folder


@pytest.mark.parametrize("slug", [game.slug for game in having("coding")])
@pytest.mark.parametrize("player", ["level:1", "random"])
def test_a_row_is_what_the_seat_saw_and_what_was_legal(slug, player):
    terms = plan(slug, player=player, seats=max(shelf()[slug].seats), wander=0.3)
    if slug == "hops" and not BUILT:
        pytest.skip("a game of Hops takes too long without the kernel")
    coding, game = terms.coding, play(terms, 3)
    states = list(replay(verified(from_json(game.record))))
    moved = [(before, after) for before, after in pairwise(states) if before.to_move in range(9)]
    found = {}
    for row in game.rows:
        found.setdefault(row.ply, []).append(row)
    assert found
    for ply, kept in found.items():
        before, after = moved[ply]
        seat, view = before.to_move, before.seen_by(before.to_move)
        spelt = coding.codes(view, after.plies[len(before.plies)].move)
        for row in kept:
            assert row.seat == seat
            begun = spelt[: spelt.index(row.chosen)]
            assert row.observation == bytes(coding.observe(view, seat, begun))
            assert tuple(row.actions) == tuple(choices(coding, view, begun))
            assert sum(row.policy) == pytest.approx(1)
            assert row.chosen in row.actions
    assert game.shares == states[-1].outcome.shares


def verified(record):
    verify(record)
    return record


def test_a_game_repeats_and_no_two_are_alike():
    terms = plan(player="level:1", games=9)
    assert play(terms, 4) == play(terms, 4)
    records = {json.dumps(json.loads(play(terms, number).record)["events"]) for number in range(9)}
    assert len(records) == 9


@pytest.mark.skipif(not BUILT, reason="the kernel is not built")
def test_the_policy_of_a_sure_player_is_its_move_and_of_one_in_doubt_its_weights():
    sure = play(plan(player="level:4", wander=0), 1).rows
    assert all(row.policy[row.actions.index(row.chosen)] == 1 for row in sure)
    doubting = play(plan(player="level:1", wander=0), 1).rows
    assert any(0 < weight < 1 for row in doubting for weight in row.policy)
    tried = play(plan("race", player="level:3", wander=0), 1).rows
    assert any(0 < weight < 1 for row in tried for weight in row.policy)
    assert all(0 <= row.expected <= 1 for row in (*sure, *doubting, *tried))


@pytest.mark.skipif(not BUILT, reason="the kernel is not built")
def test_the_weight_of_a_leg_is_that_of_all_chains_that_go_on_from_it():
    chains = [
        row
        for number in range(12)
        for row in play(plan(player="level:1", opening=12, wander=0), number).rows
    ]
    amid = [row for row in chains if row.observation[3 * 49 : 4 * 49].count(1)]
    assert amid, "some chains branch after their first leg"
    assert all(sum(row.policy) == pytest.approx(1) for row in chains)


def test_however_many_processes_play_the_files_are_the_same(tmp_path, made):
    make(plan(games=150), tmp_path, 1)
    assert contents(tmp_path) == contents(made)
    assert sorted(contents(made)) == ["dataset.json", *(f"shard-00000{n}.npz" for n in range(3))]


def test_however_its_games_are_shared_out_a_shard_is_the_same(made):
    terms = plan(games=150)
    games = [play(terms, number) for number in terms.numbers(1)]
    for cuts in ([0, 64], [0, 1, 40, 64]):
        parts = [arrays_of(terms, games[start:stop]) for start, stop in pairwise(cuts)]
        assert packed(joined(parts)) == shard_file(made, 1).read_bytes()


def test_more_games_are_added_to_those_that_are_there(tmp_path, made):
    make(plan(games=70), tmp_path, 2)
    first = shard_file(tmp_path, 0).stat().st_mtime_ns
    told = []
    make(plan(games=150), tmp_path, 2, told.append)
    assert told[0].games == 64
    assert told[-1].games == 150
    assert shard_file(tmp_path, 0).stat().st_mtime_ns == first, "it was whole and stays"
    assert contents(tmp_path) == contents(made)


def test_what_is_whole_is_not_played_again(made):
    before = {file: file.stat().st_mtime_ns for file in made.glob("shard-*")}
    done = make(plan(games=150), made, 2)
    assert done == (150, 0)
    assert {file: file.stat().st_mtime_ns for file in made.glob("shard-*")} == before


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": "00" * 32}, "seed: "),
        ({"player": "level:1"}, "player: random, not level:1"),
        ({"opening": 3}, "opening: 8, not 3"),
        ({"games": 20}, "games: 150, not 20"),
        ({"options": {"start": "coast"}}, "options: "),
    ],
)
def test_another_plan_is_refused_and_nothing_changes(made, changes, said):
    before = contents(made)
    with pytest.raises(BadOption, match=said):
        make(plan(**{"games": 150, **changes}), made, 1)
    assert contents(made) == before


@pytest.mark.parametrize(
    "changes",
    [
        {"games": 0},
        {"player": "human"},
        {"player": "level:9"},
        {"seats": 9},
        {"wander": 1.0},
        {"opening": -1},
        {"seed": "short"},
        {"options": {"no": "such"}},
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(changes):
    with pytest.raises(LudothequeError):
        plan(**changes)


@pytest.mark.parametrize("player", ["human", "level:9", "player.py:Mine"])
def test_only_those_are_offered_who_can_play(player):
    with pytest.raises(BadOption, match="a player is random, greedy, level:1 to level:8") as told:
        plan(player=player)
    assert "human" not in str(told.value).removeprefix("“human”")


def test_a_file_is_not_taken_for_a_folder(tmp_path):
    file = tmp_path / "games.txt"
    file.touch()
    with run(file, 1) as process:
        _, err = process.communicate()
    assert process.returncode == 2
    assert err == f"ludotheque: {file} is a file, not the folder of a dataset\n"
    with pytest.raises(BadText, match="is a file, not the folder of a dataset"):
        Dataset(file)


def run(folder, games, *more):
    """Start the command in a process of its own."""
    command = [sys.executable, "-m", "ludotheque", "dataset", "tortuga", "--player", "random"]
    command += [
        "--games",
        str(games),
        "--out",
        str(folder),
        "--seed",
        SEED,
        "--workers",
        "2",
        *more,
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_killed_at_any_moment_it_goes_on_and_ends_with_the_same_files(tmp_path):
    whole, folder = tmp_path / "whole", tmp_path / "killed"
    make(plan(games=256), whole, 2)
    for shards in (0, 1, 3):
        with run(folder, 256) as process:
            wait_until(lambda n=shards: len(list(folder.glob("shard-*"))) >= n and folder.exists())
            process.send_signal(signal.SIGKILL)
        for file in folder.glob("shard-*"):
            assert file.read_bytes() == (whole / file.name).read_bytes(), "no file is half a file"
    (folder / ".shard-000009.npz.unfinished").write_bytes(b"half")
    # Workers whose parent was killed end by themselves; until then the folder may not be theirs.
    with run(folder, 256) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert "256 games are in" in out
    assert contents(folder) == contents(whole)


def test_ctrl_c_ends_it_and_says_that_it_can_go_on(tmp_path):
    folder = tmp_path / "stopped"
    with run(folder, 1_000_000) as process:
        wait_until(lambda: len(list(folder.glob("shard-*"))) >= 1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert "the same command carries on" in out


def test_two_runs_do_not_work_in_one_folder(tmp_path):
    folder = tmp_path / "busy"
    with run(folder, 1_000_000) as process:
        try:
            wait_until((folder / "dataset.json").exists)
            with run(folder, 1_000_000) as second:
                _, err = second.communicate()
            assert second.returncode == 2
            assert err.count("\n") == 1
            assert "another run is already using it" in err
        finally:
            process.kill()


# Reading.


def test_a_batch_holds_what_the_games_hold(made):
    dataset, terms = Dataset(made), plan(games=150)
    rows = [(number, row) for number in range(150) for row in play(terms, number).rows]
    assert len(dataset) == len(rows)
    wanted = np.array([len(rows) - 1, 0, 7, len(rows) // 2])
    batch = dataset.read(wanted)
    for place, at in enumerate(wanted):
        number, row = rows[at]
        assert batch.observations[place].tobytes() == row.observation
        assert np.flatnonzero(batch.masks[place]).tolist() == list(row.actions)
        assert batch.policies[place][list(row.actions)].tolist() == pytest.approx(row.policy)
        assert batch.policies[place].sum() == pytest.approx(1)
        shares = play(terms, number).shares
        assert batch.values[place] == 2 * shares[row.seat] - 1
        assert np.isnan(batch.expected[place])


def test_every_row_comes_once_in_an_order_that_the_seed_decides(made):
    dataset = Dataset(made, keep=1)
    rows = dataset.rows()
    for window in (None, 1, 2, 99):
        order = dataset.order(rows, 1, window=window)
        assert sorted(order.tolist()) == rows.tolist()
        assert order.tolist() != rows.tolist()
        assert dataset.order(rows, 1, window=window).tolist() == order.tolist()
        assert dataset.order(rows, 2, window=window).tolist() != order.tolist()
    seen = np.concatenate([batch.values for batch in dataset.batches(100, seed=3, window=2)])
    assert len(seen) == len(dataset)


def test_no_game_is_in_both_parts(made):
    dataset = Dataset(made)
    games = np.concatenate([read_arrays(shard_file(made, n), "games")["games"] for n in range(3)])
    train, validation = dataset.rows("train", 0.2), dataset.rows("validation", 0.2)
    assert sorted([*train, *validation]) == dataset.rows().tolist()
    assert not set(games[train]) & set(games[validation])
    assert 0.1 < len(set(games[validation])) / 150 < 0.3
    assert len(dataset.rows("validation", 0)) == 0
    assert len(dataset.rows("train", 1)) == 0
    with pytest.raises(BadOption, match="no part “test”"):
        dataset.rows("test")
    with pytest.raises(BadOption, match="a share is between 0 and 1, not -1"):
        dataset.rows("train", -1)


def test_rows_that_are_not_there_are_refused(made):
    dataset = Dataset(made)
    for row in (-1, len(dataset)):
        with pytest.raises(BadOption, match=f"there is no row {row} in"):
            dataset.read(np.array([0, row]))
    for rows in ([0.5], [True, False], ["0"]):
        with pytest.raises(BadOption, match="rows are whole numbers, not "):
            dataset.read(rows)
    assert len(dataset.read([]).values) == 0


def test_a_batch_of_nothing_is_refused_at_once(made):
    dataset = Dataset(made)
    for size in (0, -1):
        with pytest.raises(BadOption, match=f"a batch has at least 1 row, not {size}"):
            dataset.batches(size)
    with pytest.raises(BadOption, match="a window has at least 1 shard, not 0"):
        dataset.batches(1, window=0)


def test_a_plain_script_makes_a_dataset(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\n"
        "from ludotheque.datasets import Plan, make\n"
        f"plan = Plan(game='tortuga', player='random', games=3, seats=2, seed='{SEED}')\n"
        "make(plan, Path('games'), workers=1)\n"
    )
    subprocess.run([sys.executable, script], cwd=tmp_path, check=True, timeout=PATIENCE)
    assert Dataset(tmp_path / "games").record(2) == from_json(play(plan(games=3), 2).record)


def test_a_dataset_can_be_sent_to_another_process(made):
    dataset = Dataset(made)
    before = dataset.read(np.arange(20))
    assert len(pickle.dumps(dataset)) < 100_000, "what was read stays here"
    after = pickle.loads(pickle.dumps(dataset)).read(np.arange(20))
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(before, after, strict=True))


def test_every_game_has_its_record(made):
    dataset = Dataset(made)
    record = dataset.record(130)
    assert verify(record).match.outcome.shares == play(plan(games=150), 130).shares
    for number in (-1, 150, 10**9):
        with pytest.raises(BadOption, match="there is no game"):
            dataset.record(number)


def test_files_that_are_none_are_refused_by_name(tmp_path, made):
    with pytest.raises(BadText, match=r"not a dataset: it has no dataset\.json"):
        Dataset(tmp_path)
    (tmp_path / "dataset.json").write_bytes((made / "dataset.json").read_bytes())
    with pytest.raises(BadText, match="holds no games yet"):
        Dataset(tmp_path)
    whole = shard_file(made, 0).read_bytes()
    for broken in (b"", b"junk", whole[: len(whole) // 2], whole[:200] + b"\0" * 50 + whole[250:]):
        shard_file(tmp_path, 0).write_bytes(broken)
        with pytest.raises(BadText, match=r"shard-000000\.npz: cannot be read"):
            Dataset(tmp_path).read(np.arange(5))
    (tmp_path / "dataset.json").write_text('{"format": 99}')
    with pytest.raises(BadText, match="format is not 1"):
        Dataset(tmp_path)


def test_the_page_describes_the_arrays_that_there_are(made):
    page = (Path(__file__).parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")
    arrays = read_arrays(shard_file(made, 0))
    assert set(arrays) == set(FIELDS)
    for name, array in arrays.items():
        assert f"| `{name}` | {array.dtype} |" in page


def test_without_numpy_the_command_says_what_is_missing(tmp_path):
    program = """
import sys
sys.modules["numpy"] = None
from ludotheque.cli import main
main(["dataset", "tortuga", "--out", "somewhere"])
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "LANG": "C"},
    )  # fmt: skip
    assert ran.returncode == 2
    said = "numpy is missing: install ludotheque[research] to make datasets"
    assert ran.stderr == f"ludotheque: {said}\n"


@pytest.mark.parametrize(("library", "extra"), [("torch", "train"), ("numpy", "research")])
def test_without_what_it_needs_the_reader_names_the_extra(library, extra):
    program = f"""
import sys
sys.modules["{library}"] = None
import ludotheque.datasets.pytorch
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    said = f"{library} is not installed: pip install 'ludotheque[{extra}]'"
    assert ran.stderr.splitlines()[-1] == f"ImportError: {said}"


def test_a_plan_keeps_to_its_terms():
    assert replace(plan(games=65), games=129).shards == 3
    assert list(plan(games=65).numbers(1)) == [64]


def test_moves_stray_as_often_as_they_are_asked_to():
    def strayed(wander):
        rows = play(plan(player="greedy", wander=wander), 1).rows
        return [row.policy[row.actions.index(row.chosen)] == 0 for row in rows]

    assert not any(strayed(0))
    assert any(strayed(0.5))
    assert not all(strayed(0.5))


@pytest.mark.skipif(not BUILT, reason="only the kernel says what it expects")
def test_what_was_expected_is_read_as_a_reward(tmp_path):
    make(plan(player="level:1", games=1), tmp_path, 1)
    shares = read_arrays(shard_file(tmp_path, 0), "expected")["expected"]
    expected = Dataset(tmp_path).read(np.arange(len(shares))).expected
    assert expected.tolist() == (shares * 2 - 1).tolist()
    assert not np.isnan(expected).any()
