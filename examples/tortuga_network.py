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


class Node:
    """A position in the tree: its moves, how likely the network finds each, what came of them."""

    def __init__(self, position, network):
        self.position = position
        self.moves = position.moves()
        observation = np.frombuffer(CODING.observe(position, position.to_move, ()), np.uint8)
        with torch.inference_mode():
            seen = torch.from_numpy(observation.reshape(1, *CODING.shape).copy())
            logits, value = network(seen)
        # The first leg stands for a chain.
        legs = [CODING.codes(position, move)[0] for move in self.moves]
        self.likely = torch.softmax(logits[0][legs], 0).numpy()
        self.value = value.item()
        """The reward that the network expects for whoever is to move."""
        self.visits = np.zeros(len(self.moves))
        self.rewards = np.zeros(len(self.moves))
        self.children = [None] * len(self.moves)

    def promising(self):
        """Return the number of the move to look at next: a good one, or one that may be."""
        total = self.visits.sum()
        # What was never tried is worth a little less than what the position seems to be.
        mean = np.where(
            self.visits > 0, self.rewards / np.maximum(self.visits, 1), self.value - 0.2
        )
        curious = CURIOSITY * self.likely * np.sqrt(total + 1) / (1 + self.visits)
        return int(np.argmax(mean + curious))


CURIOSITY = 1.5
"""How much a look at what the network finds likely is worth."""


class Learner:
    """Plays by a tree search that the network guides (PUCT), through the rules of the house.

    This is the contract of a Python player in the arena: made with the game and a source of
    randomness, asked for one of the legal moves of what its seat sees.
    """

    def __init__(self, game, rng, network=None):  # noqa: ARG002 - it leaves nothing to chance
        torch.set_num_threads(1)  # The arena has a process for each core already.
        self.network = network or load(Path(os.environ["TORTUGA_NETWORK"]))
        self.looks = int(os.environ.get("TORTUGA_LOOKS", "100"))

    def choose(self, view, past=(), seconds=None):  # noqa: ARG002 - it needs neither
        """Return the move that was looked at most."""
        root = Node(view, self.network)
        if len(root.moves) > 1:
            for _ in range(self.looks):
                self.look(root)
        return root.moves[int(np.argmax(root.visits))]

    def look(self, root):
        """Go down the tree to a position that is new, or the end, and tell all on the way."""
        node, way, reward = root, [], None
        while reward is None:
            number = node.promising()
            way.append((node, number))
            below = node.children[number]
            if below is None:
                after = node.position.after(node.moves[number])
                below = after.outcome() or Node(after, self.network)
                node.children[number] = below
                if isinstance(below, Node):
                    reward = -below.value
            if not isinstance(below, Node):
                reward = 2 * below.shares[node.position.to_move] - 1
            node = below
        # What is good for one seat is bad for the other.
        for node, number in reversed(way):
            node.visits[number] += 1
            node.rewards[number] += reward
            reward = -reward
