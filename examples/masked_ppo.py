# %% [markdown]
# # MaskablePPO against the house
#
# One agent learns Tortuga by playing the computer, with an algorithm that somebody else wrote:
# MaskablePPO of sb3-contrib. The environment needs no wrapper: `action_masks` is what sb3-contrib
# asks for, and the opponent moves inside `step`.
#
# It takes minutes on two cores, without a graphics card:
#
#     pip install 'ludotheque[train]'
#     python examples/masked_ppo.py
#
# `PPO_STEPS` says for how many steps to learn, and `PPO_SECONDS` ends it earlier if you are in a
# hurry. Without that, the same machine learns the same every time.

# %%
import json
import os
import time
from pathlib import Path

# PyTorch's threads wait for each other asleep, which leaves a busy machine its cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import ludotheque.research.gym  # noqa: F401 - it registers the environments

FOLDER = Path(os.environ.get("PPO_FOLDER", "masked-ppo"))
STEPS = int(os.environ.get("PPO_STEPS", "200000"))
SECONDS = float(os.environ.get("PPO_SECONDS", "inf"))
CONTEST = int(os.environ.get("PPO_CONTEST", "400"))
TEACHERS = ("random", "level:1")
"""Whom the agent learns from: of its tables, as many have each."""
TABLES = 32
# Sums in another order come out a little different: with one thread there is but one order.
torch.set_num_threads(1)


def table(opponent, seat):
    """Return what makes a table at which the agent has that seat."""
    return lambda: gymnasium.make(
        "ludotheque/tortuga-v0", opponent=opponent, seat=seat, disable_env_checker=True
    )


# %% [markdown]
# ## Learning
#
# Half of the tables are South's, half North's, and at half of each a level of the house sits
# opposite. The board of 5 planes is flattened for a network of two layers; nothing is tuned but the
# length of a rollout, which fits games of about twenty actions.


# %%
class Patience(BaseCallback):
    """Ends the learning once the seconds are over, and says now and then how it goes."""

    def __init__(self):
        super().__init__()
        self.began = time.monotonic()

    def _on_step(self):
        return time.monotonic() - self.began < SECONDS

    def _on_rollout_end(self):
        rewards = [episode["r"] for episode in self.model.ep_info_buffer]
        print(
            f"{time.monotonic() - self.began:4.0f} s: {self.num_timesteps:,} steps, "
            f"mean reward {np.mean(rewards or [0]):+.2f}",
            flush=True,
        )


tables = VecMonitor(
    DummyVecEnv([table(TEACHERS[number // 2 % 2], seat=number % 2) for number in range(TABLES)])
)
model = MaskablePPO(
    "MlpPolicy",
    tables,
    n_steps=128,
    batch_size=1024,
    n_epochs=4,
    ent_coef=0.01,
    learning_rate=1e-3,
    policy_kwargs={"net_arch": [128, 128]},
    seed=1,
    device="cpu",
)
model.learn(STEPS, callback=Patience())
FOLDER.mkdir(parents=True, exist_ok=True)
model.save(FOLDER / "agent.zip")

# %% [markdown]
# ## The contest
#
# The agent makes the action that it finds best, as often from the south as from the north.


# %%
def contest(opponent):
    """Return the mean share of the point and its standard error over the games against one."""
    shares = []
    for seat in (0, 1):
        env = table(opponent, seat)()
        seen, info = env.reset(seed=100 + seat)
        while len(shares) * 2 < CONTEST * (seat + 1):
            action, _ = model.predict(
                seen, action_masks=info["action_mask"].astype(bool), deterministic=True
            )
            seen, reward, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                shares.append((reward + 1) / 2)
                seen, info = env.reset()
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


found = {"steps": model.num_timesteps, "contest": {}}
for opponent in ("random", "level:1", "level:2"):
    share, error = contest(opponent)
    found["contest"][opponent] = {"share": share, "error": error}
    print(f"against {opponent}: {share:.1%} ± {1.96 * error:.1%} (95 %) of {CONTEST} games")
(FOLDER / "score.json").write_text(json.dumps(found), encoding="utf-8")
