"""The arena on a Ray cluster of two machines, one of which dies while games are played on it."""

import json
import os
import subprocess
import sys

import pytest

from ludotheque.match import from_json, verify
from waiting import PATIENCE, wait_until

if os.environ.get("CI") != "true":  # There nothing may be missing.
    pytest.importorskip("ray")

SEED = "5eed" * 16
MEMORY = 80 * 2**20


@pytest.fixture
def cluster():
    from ray.cluster_utils import Cluster  # noqa: PLC0415 - it is slow to import

    two = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "include_dashboard": False,
            "object_store_memory": MEMORY,
        },
    )
    yield two
    two.shutdown()


def arena(*words):
    return [sys.executable, "-m", "ludotheque", "arena", "tortuga", "level:3", "random", *words]


@pytest.mark.filterwarnings("default")  # What Ray warns of is not ours to mend.
def test_a_cluster_that_loses_a_machine_plays_every_game_once(cluster, tmp_path):
    doomed = cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    terms = ("--games", "40", "--seed", SEED, "--out", str(tmp_path / "out"))
    running = subprocess.Popen(arena(*terms, "--ray", cluster.address), stderr=subprocess.DEVNULL)
    journal = tmp_path / "out" / "games.jsonl"
    wait_until(
        lambda: (
            (journal.exists() and journal.read_bytes().count(b"\n") > 3)
            or running.poll() is not None
        )
    )
    cluster.remove_node(doomed, allow_graceful=False)
    assert running.wait(PATIENCE) == 0
    games = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    assert sorted(game["number"] for game in games) == list(range(1, 41))
    for game in games:
        record = from_json(
            (tmp_path / "out/records" / f"game-{game['number']:06}.json").read_text()
        )
        shares = verify(record).match.outcome.shares
        assert game["shares"] == [shares[seat] for seat in game["seating"]]
    # Where nothing is left to play, no cluster is asked; what was played here would be the same.
    done = subprocess.run(arena(*terms), capture_output=True, text=True, check=False)
    assert "40 games have already been played." in done.stdout


def test_a_cluster_that_is_not_there_is_told_in_a_line():
    done = subprocess.run(
        arena("--games", "2", "--ray", "127.0.0.1:1234"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no Ray cluster at 127.0.0.1:1234" in done.stderr.splitlines()[-1]
