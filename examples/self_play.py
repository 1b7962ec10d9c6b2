# %% [markdown]
# # A network that learns by playing itself
#
# A thousand games side by side, one network at every seat, and nothing but numpy: it sees what the
# seat to act may know, picks an action, and whatever wins is made a little likelier. Then it plays
# the house, at every seat of the table, and says how it fared.
#
# It takes minutes on one core. The cells (`# %%`) can be run one by one in an editor that knows
# them, or all at once:
#
#     pip install 'ludotheque[research]'
#     python examples/self_play.py
#
# `SELF_PLAY_GAME` names another game, such as tortuga, and `SELF_PLAY_GAMES` how many it plays;
# `SELF_PLAY_SECONDS` ends it earlier if you are in a hurry. Without that, the same machine learns
# the same every time.

# %%
import json
import os
import time
from pathlib import Path

# Sums in another order come out a little different: with one thread there is but one order.
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

import numpy as np

from ludotheque.research.gym import Against
from ludotheque.research.vector import Games

GAME = os.environ.get("SELF_PLAY_GAME", "race")
GAMES = int(os.environ.get("SELF_PLAY_GAMES", "150000"))
SECONDS = float(os.environ.get("SELF_PLAY_SECONDS", "inf"))
CONTEST = int(os.environ.get("SELF_PLAY_CONTEST", "1000"))
FOLDER = Path(os.environ.get("SELF_PLAY_FOLDER", "self-play"))
SIDE_BY_SIDE = 512
WINDOW = 32
"""So many steps are played before the network learns from them."""
HIDDEN = 128
LEARNING_RATE = 1e-3
CURIOSITY = 0.01
"""What it is worth to stay open to several actions."""
rng = np.random.default_rng(1)

# %% [markdown]
# ## The network
#
# One hidden layer. One end of it gives every action a weight, the other guesses the reward. Seats
# are not told apart: an observation is seen from the seat's own side of the table.


# %%
class Network:
    """Weights, what they make of observations, and how they learn (Adam)."""

    def __init__(self, seen, actions):
        def layer(inputs, outputs, scale=1.0):
            return (rng.standard_normal((inputs, outputs)) * scale / inputs**0.5).astype("f4")

        self.weights = {
            "in": layer(seen, HIDDEN, 2**0.5),
            "bias": np.zeros(HIDDEN, "f4"),
            "policy": layer(HIDDEN, actions, 0.01),
            "value": layer(HIDDEN, 1, 0.1),
        }
        self.momenta = {name: [0.0, 0.0] for name in self.weights}
        self.steps = 0

    def forward(self, seen, masks):
        """Return the hidden layer, the probabilities of legal actions, and the rewards expected."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["bias"], 0)
        logits = np.where(masks, hidden @ w["policy"], np.float32(-1e9))
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        return hidden, likely, np.tanh((hidden @ w["value"])[:, 0])

    def learn(self, seen, masks, actions, rewards):
        """Make what won likelier than what lost, and guess the rewards better."""
        count = np.arange(len(actions))
        hidden, likely, values = self.forward(seen, masks)
        better = rewards - values
        better_scaled = (better / (better.std() + 1e-6))[:, None]
        # The gradients of -log p(action) * advantage - CURIOSITY * entropy, and of squared errors.
        chosen = np.zeros_like(likely)
        chosen[count, actions] = 1
        logs = np.log(likely + 1e-9)
        openness = -(likely * logs).sum(axis=1, keepdims=True)
        policy = (likely - chosen) * better_scaled + CURIOSITY * likely * (logs + openness)
        value = (-(better * (1 - values**2)))[:, None]
        below = (policy @ self.weights["policy"].T + value @ self.weights["value"].T) * (hidden > 0)
        self._step(
            {
                "in": seen.T @ below,
                "bias": below.sum(axis=0),
                "policy": hidden.T @ policy,
                "value": hidden.T @ value,
            },
            len(actions),
        )

    def _step(self, gradients, count):
        self.steps += 1
        for name, total in gradients.items():
            gradient, momenta = total / count, self.momenta[name]
            momenta[0] = 0.9 * momenta[0] + 0.1 * gradient
            momenta[1] = 0.999 * momenta[1] + 0.001 * gradient**2
            step = momenta[0] / (1 - 0.9**self.steps)
            scale = np.sqrt(momenta[1] / (1 - 0.999**self.steps)) + 1e-8
            self.weights[name] -= (LEARNING_RATE * step / scale).astype("f4")


def picked(likely):
    """Return an action for each row, as likely as it says."""
    lots = rng.random((len(likely), 1), "f4") * likely.sum(axis=1, keepdims=True)
    return np.minimum((likely.cumsum(axis=1) < lots).sum(axis=1), likely.shape[1] - 1)


# %% [markdown]
# ## The games
#
# `Games` steps all of them at once: `to_move` says whose turn it is in each, and `rewards` what
# every seat has won where a game has just ended. A decision is worth what its seat won in the end.
# Where the window closes before, it is worth what the network then expects for that seat; at a
# table of two, what one expects the other must fear.

# %%
games = Games(GAME, SIDE_BY_SIDE, copy=False)
seats = games.terms.seats
size = int(np.prod(games.single_observation_space.shape))
network = Network(size, int(games.single_action_space.n))


def flat(observations):
    """Return observations as rows of small floats."""
    return observations.reshape(-1, size).astype("f4")


def window(seen, info):
    """Play for a while; return the decisions, what they were worth, and where the games stand."""
    rows, ends = [], []
    for _ in range(WINDOW):
        before, masks, seat = flat(seen), info["action_mask"].astype(bool), info["to_move"].copy()
        _, likely, _ = network.forward(before, masks)
        actions = picked(likely)
        seen, _, terminated, truncated, info = games.step(actions)
        rows.append((before, masks, actions, seat))
        ends.append((terminated | truncated, info["rewards"].copy()))
    _, _, expected = network.forward(flat(seen), info["action_mask"].astype(bool))
    worth = np.repeat(-expected[:, None] / max(seats - 1, 1), seats, axis=1)
    worth[np.arange(SIDE_BY_SIDE), info["to_move"]] = expected
    returns = []
    for (*_, seat), (over, rewards) in zip(reversed(rows), reversed(ends), strict=True):
        worth = np.where(over[:, None], rewards, worth)
        returns.append(worth[np.arange(SIDE_BY_SIDE), seat])
    before, masks, actions, _ = map(np.concatenate, zip(*rows, strict=True))
    return (
        (before, masks, actions, np.concatenate(returns[::-1])),
        seen,
        info,
        sum(over.sum() for over, _ in ends),
    )


seen, info = games.reset(seed=1)
began, told, played, decisions = time.monotonic(), 0, 0, 0
while played < GAMES and (spent := time.monotonic() - began) < SECONDS:
    rows, seen, info, ended = window(seen, info)
    played += int(ended)
    decisions += len(rows[2])
    order = rng.permutation(len(rows[2]))
    for part in np.array_split(order, 8):
        network.learn(*(array[part] for array in rows))
    if played - told >= GAMES / 10:
        told = played
        print(f"{spent:4.0f} s: {played:,} games, {decisions:,} decisions", flush=True)

# %% [markdown]
# ## The contest
#
# Against the house the network makes the move that it finds likeliest. Each seat is played as often
# as the others.


# %%
def contest(opponent):
    """Return the mean share of the point and its standard error over the games against one."""
    shares = []
    for seat in range(seats):
        env = Against(GAME, opponent=opponent, seat=seat, seats=seats)
        seen, info = env.reset(seed=seat)
        while len(shares) * seats < CONTEST * (seat + 1):
            _, likely, _ = network.forward(flat(seen), info["action_mask"][None].astype(bool))
            seen, reward, terminated, truncated, info = env.step(int(likely.argmax()))
            if terminated or truncated:
                shares.append((reward + 1) / seats)
                seen, info = env.reset()
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


found = {"game": GAME, "games": played, "decisions": decisions, "contest": {}}
for opponent in ("random", "level:1", "level:2"):
    share, error = contest(opponent)
    found["contest"][opponent] = {"share": share, "error": error}
    print(f"against {opponent}: {share:.1%} ± {1.96 * error:.1%} (95 %) of {CONTEST} games")
FOLDER.mkdir(parents=True, exist_ok=True)
(FOLDER / "score.json").write_text(json.dumps(found), encoding="utf-8")
np.savez(FOLDER / "network.npz", **network.weights)
