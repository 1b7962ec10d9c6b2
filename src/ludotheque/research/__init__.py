"""Environments for reinforcement learning: the games of the shelf, for programs that learn.

`vector` plays many games side by side, `aec` is PettingZoo's way, `gym` Gymnasium's, `open_spiel`
OpenSpiel's. `episode` is what they all play, in pure Python; with a kernel the first two are fast.
"""
