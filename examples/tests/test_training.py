"""What needs PyTorch: its view of a dataset, and the examples that learn, to their ends.

Run by `make train-test`; the tests of examples take minutes each.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils.data import DataLoader

from ludotheque.datasets import Dataset, Plan, make
from ludotheque.datasets.pytorch import Positions, Shuffled, loader

EXAMPLES = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the games of someone who plays anyhow."""
    folder = tmp_path_factory.mktemp("games")
    make(Plan(game="tortuga", player="random", games=150, seats=2, seed="5e" * 32), folder, 2)
    return folder


@pytest.mark.parametrize("workers", [0, 2])
def test_every_row_comes_once_in_an_epoch_however_many_read(folder, workers):
    dataset = Dataset(folder)
    wanted = dataset.read(dataset.rows("train"))
    batches = loader(folder, "train", size=100, workers=workers, window=2)
    epochs = [torch.cat([batch[0] for batch in batches]).numpy() for _ in range(2)]
    assert not np.array_equal(epochs[0], epochs[1]), "each epoch has its own order"
    for seen in epochs:
        rows = sorted(row.tobytes() for row in seen)
        assert rows == sorted(row.tobytes() for row in wanted.observations)


def test_an_epoch_has_its_order_whenever_it_is_asked_for(folder):
    order = Shuffled(Positions(folder))
    first, second = list(order), list(order)
    assert first != second
    order.set_epoch(0)
    assert list(order) == first


def test_a_row_is_the_same_alone_and_in_a_batch(folder):
    positions = Positions(folder, "validation")
    whole = positions.__getitems__(range(len(positions)))
    for one, many in zip(positions[3], whole, strict=True):
        assert torch.equal(one.nan_to_num(), many[3].nan_to_num())
    # PyTorch's own loader needs nothing of ours.
    batch = next(iter(DataLoader(positions, batch_size=7, collate_fn=lambda rows: rows)))
    assert len(batch[0]) == 7


def run_to_its_end(example, variable, folder):
    """Run an example that keeps its results in the folder that a variable names; return them."""
    subprocess.run(
        [sys.executable, EXAMPLES / example],
        check=True,
        cwd=EXAMPLES.parent,
        env={**os.environ, variable: str(folder)},
    )
    return json.loads((folder / "score.json").read_text(encoding="utf-8"))


def test_a_network_learns_from_self_play_and_beats_level_2(tmp_path):
    """The example to its end; a chance of one in a thousand is not taken for strength."""
    found = run_to_its_end("train_tortuga.py", "TORTUGA_FOLDER", tmp_path)
    assert found["score"] - 3.1 * found["error"] > 0.5, found


@pytest.mark.parametrize(
    ("example", "variable", "least"),
    [
        ("masked_ppo.py", "PPO_FOLDER", {"random": 0.9, "level:1": 0.5}),
        ("self_play.py", "SELF_PLAY_FOLDER", {"random": 0.7, "level:1": 0.5}),
    ],
)
def test_what_learns_by_playing_beats_the_house(tmp_path, example, variable, least):
    """They learn for so many steps from a seed, however long that takes.

    Another machine may add up in another order and learn a little differently: the shares asked for
    leave room for that, and for a chance of one in a thousand.
    """
    found = run_to_its_end(example, variable, tmp_path)
    for opponent, share in least.items():
        won = found["contest"][opponent]
        assert won["share"] - 3.1 * won["error"] > share, found
