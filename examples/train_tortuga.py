# %% [markdown]
# # A network that learns Tortuga
#
# Level 5 of the house plays a few thousand games against itself. A small network looks at what
# it saw and learns to guess what it thought: which move it would make, and how the game would
# end. Then it plays level 2 in the arena, looking ahead by its guesses.
#
# All of it takes minutes on two cores, without a graphics card. The cells (`# %%`) can be run
# one by one in an editor that knows them, or all at once:
#
#     pip install 'ludotheque[train]'
#     python examples/train_tortuga.py
#
# Stop it whenever you like: the games go on where they were, and so does the contest of a network
# that has learned the same.

# %%
import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

# PyTorch's threads wait for each other asleep, which leaves a busy machine its cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch
from torch.nn.functional import log_softmax, mse_loss
from tortuga_network import Network

from ludotheque.datasets import Dataset
from ludotheque.datasets.pytorch import loader, tensors

HERE = Path(__file__).parent if "__file__" in globals() else Path("examples")
FOLDER = Path(os.environ.get("TORTUGA_FOLDER", "tortuga-training"))
GAMES = int(os.environ.get("TORTUGA_GAMES", "4096"))
EPOCHS = int(os.environ.get("TORTUGA_EPOCHS", "6"))
CONTEST = int(os.environ.get("TORTUGA_CONTEST", "200"))
SEED = "0" * 64
# Sums in another order come out a little different: with one thread there is but one order. And two
# that wait for each other at every step hardly get on where others want the cores.
torch.set_num_threads(1)


def run(*command):
    """Run a command of the house, as one would type it."""
    print("$ ludotheque", *command, flush=True)
    subprocess.run([sys.executable, "-m", "ludotheque", *command], check=True)  # noqa: S603 - ours


# %% [markdown]
# ## The games
#
# Up to eight random moves open each game and one move in twenty strays, so that no two games are
# alike and the network sees positions that a strong player would not get itself into. Every
# decision becomes a row: what the seat saw, what level 5 thought best, how well it thought it
# stood.

# %%
began = time.monotonic()
games = FOLDER / "games"
run(
    "dataset", "tortuga", "--player=level:5", f"--games={GAMES}", f"--out={games}", f"--seed={SEED}"
)
dataset = Dataset(games)
print(f"{len(dataset)} decisions after {time.monotonic() - began:.0f} s")

# %% [markdown]
# ## The network
#
# Two residual blocks of convolutions over the board, slanted into a square (tortuga_network.py).
# One end of it gives every action a weight; the other says what reward to expect, from -1 to 1.
#
# It learns both at once: the policy from the move that level 5 chose, among those that were
# legal, the value from the mean of what level 5 expected and of what came true. The first is
# wise but biased, the second true but full of luck.

# %%
torch.manual_seed(0)
network = Network()
batches = loader(dataset, "train", size=512, seed=1)
optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=EPOCHS * len(batches))


def losses(observations, masks, policies, values, expected):
    """Return how far the network is from the policies and from the values, and how often right."""
    logits, guesses = network(observations)
    logits = logits.masked_fill(~masks, -1e9)
    wanted = torch.where(expected.isnan(), values, (values + expected) / 2)
    unlike = -(policies * log_softmax(logits, 1)).sum(1).mean()
    right = (logits.argmax(1) == policies.argmax(1)).float().mean()
    return unlike, mse_loss(guesses, wanted), right


# %%
kept_apart = tensors(dataset.read(dataset.rows("validation")))
began = time.monotonic()
for epoch in range(EPOCHS):
    network.train()
    for batch in batches:
        unlike, off, _ = losses(*batch)
        optimiser.zero_grad()
        (unlike + off).backward()
        optimiser.step()
        pace.step()
    network.eval()
    with torch.inference_mode():
        unlike, off, right = losses(*kept_apart)
    print(
        f"epoch {epoch + 1}: on games it has not seen it finds level 5's move {right:.1%} of the "
        f"time; losses {unlike:.3f} and {off:.3f}; {time.monotonic() - began:.0f} s",
        flush=True,
    )
torch.save(network.state_dict(), FOLDER / "network.pt")

# %% [markdown]
# ## The contest
#
# `Learner` in tortuga_network.py looks at a hundred positions a move: a tree search in which the
# network says which moves are worth a look and what a position is worth. The arena lets it play
# level 2, each opening twice with the seats swapped, and says who is stronger, with the error of
# that.

# %%
os.environ["TORTUGA_NETWORK"] = str((FOLDER / "network.pt").resolve())
learner = f"learner={HERE / 'tortuga_network.py'}:Learner"
cup = FOLDER / f"cup-{sha256((FOLDER / 'network.pt').read_bytes()).hexdigest()[:8]}"
run("arena", "tortuga", learner, "level:2", f"--games={CONTEST}", f"--out={cup}", f"--seed={SEED}")

# %% [markdown]
# Every game is kept. In a notebook, look at one: `ludotheque.show(record)`.

# %%
lines = (cup / "games.jsonl").read_text(encoding="utf-8").splitlines()
shares = [json.loads(line)["shares"][0] for line in lines]
score = sum(shares) / len(shares)
# Of a share between 0 and 1, with draws: games as independent, which is rather too careful.
error = (sum((share - score) ** 2 for share in shares) / len(shares) ** 2) ** 0.5
print(f"the learner got {score:.1%} ± {1.96 * error:.1%} (95 %) of {len(shares)} games")
(FOLDER / "score.json").write_text(
    json.dumps({"games": len(shares), "score": score, "error": error}), encoding="utf-8"
)
