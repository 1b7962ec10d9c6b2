"""Fit the weights of an evaluation to the results of self-play, and measure the gain.

Run `python tools/fit.py tortuga` or `… hops`; it needs numpy and a C++ compiler (`CXX`). Each round
plays games with the weights of the round before, fits all weights by logistic regression of the
result on the features, and writes kernel/GAME/weights.hpp. What the games say little about stays
near the weight set by hand. At the end the fitted weights play a match against those set by hand:
unless they win it, the file is put back as it was. The same settings give the same weights.
"""

import argparse
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludotheque.arena.statistics import elo, mean

ROOT = Path(__file__).resolve().parent.parent

GAMES = ("hops", "tortuga")

DRAWN = 1
"""The mover's share of a draw, doubled as in the rows."""

TEMPLATE = """\
// The weights of the evaluation, written by tools/fit.py from {games} games of self-play.
#pragma once

#include "{game}_features.hpp"

namespace ludotheque::{game} {{

constexpr Weights Fitted = {{
{rows}
}};

}}  // namespace ludotheque::{game}
"""


def build(folder: Path) -> Path:
    """Compile the player of games with the weights as they are now."""
    program = folder / "fit"
    command = [os.environ.get("CXX", "g++"), "-std=c++20", "-O3", "-DNDEBUG", "-pthread"]
    sources = ["-I", str(ROOT / "kernel"), str(ROOT / "tools" / "fit.cpp"), "-o", str(program)]
    subprocess.run([*command, *sources], check=True)  # noqa: S603 - our own command
    return program


def run(
    program: Path, what: Sequence[str], games: int, nodes: int, seeds: Sequence[int]
) -> Iterator[bytes]:
    """Play *games* shared out over one process a seed; yield what each says."""

    def play(seed: int) -> bytes:
        words = [str(program), *what, str(games // len(seeds)), str(nodes), str(seed)]
        return subprocess.run(words, check=True, capture_output=True).stdout  # noqa: S603 - as above

    with ThreadPoolExecutor(len(seeds)) as pool:
        yield from pool.map(play, seeds)


def fitted(
    rows: NDArray[np.int8], by_hand: NDArray[np.float64], pull: float
) -> NDArray[np.float64]:
    """Return the weights that make the results most likely, in the measure of those *by_hand*.

    First one number is fitted, how much a point set by hand tells of the result; then all weights,
    each pulled towards the one set by hand.
    """
    features, shares = rows[:, :-1].astype(np.float64), rows[:, -1] / 2
    point = regression((features @ by_hand)[:, None], shares, np.zeros(1), 0.0)[0]
    return regression(features, shares, point * by_hand, pull) / point


def regression(
    features: NDArray[np.float64],
    shares: NDArray[np.float64],
    start: NDArray[np.float64],
    pull: float,
) -> NDArray[np.float64]:
    """Return the logistic weights of *features*, pulled towards *start*.

    Newton's method: the problem is convex and small, so a dozen steps are exact.
    """
    weights = start.copy()
    for _ in range(12):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chance - shares) + pull * (weights - start)
        bend = (features * (chance * (1 - chance))[:, None]).T @ features
        weights -= np.linalg.solve(bend + pull * np.eye(len(weights)), slope)
    return weights


def header(game: str) -> Path:
    """Return where the weights are kept."""
    return ROOT / "kernel" / game / "weights.hpp"


def write(game: str, weights: NDArray[np.float64], games: int) -> None:
    """Write the header."""
    scaled = np.rint(weights).astype(int).clip(-3000, 3000)
    lines = [scaled[i : i + 11] for i in range(0, len(scaled), 11)]
    rows = "\n".join("    " + " ".join(f"{weight}," for weight in line) for line in lines)
    text = TEMPLATE.format(game=game, games=games, rows=rows)
    header(game).write_text(text, encoding="utf-8")


def fit(args: argparse.Namespace) -> bool:
    """Play, fit, write, and measure; return whether the fitted weights have won."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        told = next(run(build(folder), [args.game, "weights"], 0, 0, [0]))
        by_hand = np.array(told.split(), dtype=np.float64)
        for turn in range(args.rounds):
            seeds = [100 * turn + i + 1 for i in range(args.processes)]
            parts = list(run(build(folder), [args.game, "play"], args.games, args.nodes, seeds))
            rows = np.frombuffer(b"".join(part[1:] for part in parts), dtype=np.int8)
            rows = rows.reshape(-1, parts[0][0])
            rows = rows[rows[:, -1] != DRAWN]  # a draw does not say who stood better
            write(args.game, fitted(rows, by_hand, args.pull), args.games)
            print(f"round {turn + 1}: {len(rows)} positions")
        seeds = [1000 + i for i in range(args.processes)]
        program = build(folder)
        scores = [
            [int(n) for n in part.split()]
            for part in run(program, [args.game, "match"], args.match, args.match_nodes, seeds)
        ]
    wins, draws, losses = (sum(column) for column in zip(*scores, strict=True))
    counts = (losses, draws, wins)
    gain = elo(counts)
    print(f"fitted against hand-set: {wins} won, {draws} drawn, {losses} lost; {mean(counts):.1%}")
    print(f"Elo {gain.difference:+.0f} ({gain.low:+.0f} to {gain.high:+.0f})")
    return wins > losses


def main() -> None:
    """Fit the weights as the command line says, and keep them if they are better."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=20_000, help="games a round")
    parser.add_argument("--nodes", type=int, default=1_500, help="nodes a move in the games")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pull", type=float, default=20.0, help="towards the weights by hand")
    parser.add_argument("--match", type=int, default=400, help="games of the match at the end")
    parser.add_argument("--match-nodes", type=int, default=5_000, help="nodes a move in the match")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    before = header(args.game).read_text(encoding="utf-8")
    better = False
    try:
        better = fit(args)
    finally:  # interrupted too
        if not better:
            header(args.game).write_text(before, encoding="utf-8")
            print("The weights are left as they were.")


if __name__ == "__main__":
    main()
