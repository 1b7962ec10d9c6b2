"""A small network for Tortuga, and a player that uses it: whom train_tortuga.py trains and enters.

The arena takes the player from this file: `ludotheque arena tortuga
learner=examples/tortuga_network.py:Learner level:2`. It reads the network from the file that the
variable TORTUGA_NETWORK names.
"""

import os
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ludotheque.games import take

CODING = take("tortuga").coding
GRID = 7
# docs/research.md: columns of 4, 5, 6, 7, 6, 5 and 4 cells, slanted into a square of 7 by 7.
PLACES = [
    column * GRID + number + max(0, column - 3)
    for column in range(GRID)
    for number in range(GRID - abs(column - 3))
]
"""Where each of the 37 cells lies in a plane of an observation."""
KINDS = CODING.actions // len(PLACES)
"""An action is a cell and one of six kinds: three ways, each with a choice or without."""


class Block(nn.Module):
    """Two convolutions and a way past them."""

    def __init__(self, width):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norms = nn.ModuleList(nn.BatchNorm2d(width) for _ in range(2))

    def forward(self, x):
        inner = torch.relu(self.norms[0](self.first(x)))
        return torch.relu(x + self.norms[1](self.second(inner)))


class Network(nn.Module):
    """From observations to the logits of all actions, and to the reward that may be expected."""

    def __init__(self, width=32, blocks=2):
        super().__init__()
        planes = CODING.shape[0]
        # Beside what the seat sees, where the board is: convolutions do not know.
        board = torch.zeros(1, 1, GRID * GRID)
        board[..., PLACES] = 1
        self.register_buffer("board", board.view(1, 1, GRID, GRID))
        self.register_buffer("places", torch.tensor(PLACES))
        self.stem = nn.Conv2d(planes + 1, width, 3, padding=1)
        self.trunk = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.policy = nn.Conv2d(width, KINDS, 1)
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(4 * GRID * GRID, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
            nn.Tanh(),
        )

    def forward(self, observations):
        seen = observations.float()
        seen = torch.cat([seen, self.board.expand(len(seen), -1, -1, -1)], dim=1)
        x = self.trunk(torch.relu(self.stem(seen)))
        logits = self.policy(x).flatten(2)[..., self.places].flatten(1)
        return logits, self.value(x).squeeze(1)


def load(file):
    """Return the network that was kept in *file*, ready to play."""
    network = Network()
    network.load_state_dict(torch.load(file, weights_only=True))
    return network.eval()


class Learner:
    """Plays the move after which the network expects most, with a look at what it would play.

    This is the contract of a Python player in the arena: made with the game and a source of
    randomness, asked for one of the legal moves of what its seat sees.
    """

    LEANING = 0.1
    """How much the policy counts beside the value: in doubt, what the teacher would have done."""

    def __init__(self, game, rng, network=None):
        torch.set_num_threads(1)  # The arena has a process for each core already.
        self.seats = game.seats[0]
        self.rng = rng
        self.network = network or load(Path(os.environ["TORTUGA_NETWORK"]))

    def choose(self, view, past=(), seconds=None):  # noqa: ARG002 - it needs neither
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        after = [view.after(move) for move in moves]
        planes = [CODING.observe(view, view.to_move, ())]
        planes += [CODING.observe(p, 1 - view.to_move, ()) for p in after]
        seen = np.frombuffer(b"".join(planes), np.uint8).reshape(-1, *CODING.shape)
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(seen.copy()))
        scores = []
        likely = torch.log_softmax(logits[0], 0)
        for move, position, value in zip(moves, after, values[1:].tolist(), strict=True):
            end = position.outcome()
            mine = -value if end is None else 2 * end.shares[view.to_move] - 1
            # The first leg stands for the chain.
            scores.append(mine + self.LEANING * likely[CODING.codes(view, move)[0]].item())
        return moves[scores.index(max(scores))]
