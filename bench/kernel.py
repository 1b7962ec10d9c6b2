"""The kernel against its aims, against a bare loop in C++ and against pyspiel, all in one run.

Rates are per second of CPU time and the best of several rounds, so that a busy machine matters
little; only what two threads gain is told by the clock on the wall. Ratios within a run say more
than rates. Needs the extra `bench` (open_spiel) and g++.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel
from rich.console import Console
from timing import ROUND_SECONDS, ROUNDS, rate

from ludotheque.engine import kernel
from ludotheque.games import take
from ludotheque.position import CHANCE

LIMIT = Path(__file__).parent / "limit.cpp"
FLAGS = ("-std=c++20", "-O3")
PEER = "breakthrough"
MILLION = 1_000_000


class Figure(NamedTuple):
    """What was measured, how often a second it happens, and what was hoped for."""

    what: str
    rate: float
    aim: float = 0.0
    """The rate hoped for; nought where it is there to compare with."""
    beside: str = ""
    """The figure to be compared with."""
    wanted: float = 0.0
    """How many times as high as the one beside it this one should be."""


def twin(slug: str, seats: int | None = None, **options: str) -> Any:  # noqa: ANN401 - compiled
    """Return the start of a game, dealt, as a position of the kernel."""
    game = take(slug)
    return kernel.twin(game, str(dealt(slug, seats, **options)), options)


def dealt(slug: str, seats: int | None = None, **options: str) -> Any:  # noqa: ANN401 - any game's
    """Return the start of a game once everything is dealt."""
    position, rng = take(slug).start(seats, **options), random.Random(1983)
    while position.to_move is CHANCE:
        position = position.after(rng.choices(position.moves(), position.odds())[0])
    return position


def limits() -> Iterator[Figure]:
    """Yield the rates of the bare loop, compiled here and now."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or "c++"
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/limit"
        subprocess.run([compiler, *FLAGS, str(LIMIT), "-o", program], check=True)  # noqa: S603 - our own file
        told = [
            json.loads(line)
            for _ in range(ROUNDS)
            for line in subprocess.run(  # noqa: S603 - what was compiled above
                [program, str(ROUND_SECONDS)], check=True, capture_output=True, text=True
            ).stdout.splitlines()
        ]
    for what in dict.fromkeys(line["what"] for line in told):
        best = max(line["rate"] for line in told if line["what"] == what)
        yield Figure(f"limit: {what}", best)


def simulation() -> Iterator[Figure]:
    """Yield what mass simulation does: random games, and counting."""
    tortuga, hops, race = twin("tortuga"), twin("hops"), twin("race", seats=4)
    yield Figure(
        "tortuga random moves",
        rate(lambda: tortuga.playouts(1, 5_000)[0]),
        12 * MILLION,
        "limit: tortuga random moves",
        1 / 1.3,
    )
    yield Figure(
        "tortuga perft(6) leaves",
        rate(lambda: tortuga.perft(6)),
        250 * MILLION,
        "limit: tortuga perft(6) leaves",
        1 / 1.3,
    )
    yield Figure("hops outcomes", rate(lambda: hops.perft(4)), 30 * MILLION)
    gentle = twin("hops", to_and_fro="immediate")
    yield Figure("hops outcomes, immediate", rate(lambda: gentle.perft(4)))
    yield Figure("race card plays, 4 seats", rate(lambda: race.playouts(1, 5_000)[0]), 12 * MILLION)


def nodes(slug: str, threads: int) -> Callable[[], int]:
    """Return a search of the start to so many nodes, which counts them."""
    game, search = take(slug), kernel.new_search(take(slug))
    start = game.start()

    def work() -> int:
        search.forget()
        return kernel.think(search, game, start, nodes=MILLION, threads=threads)[0][2]

    return work


def searches() -> Iterator[Figure]:
    """Yield what the searches do with their real evaluations."""
    yield Figure("tortuga search nodes", rate(nodes("tortuga", 1)), 10 * MILLION)
    yield Figure("hops search nodes", rate(nodes("hops", 1)))
    wall = time.perf_counter
    yield Figure("tortuga nodes, 1 thread, wall", rate(nodes("tortuga", 1), wall))
    yield Figure(
        "tortuga nodes, 2 threads, wall",
        rate(nodes("tortuga", 2), wall),
        beside="tortuga nodes, 1 thread, wall",
        wanted=1.7,
    )
    position = dealt("race", seats=4)
    search = kernel.new_secret_search(take("race"), position.seen_by(position.to_move))

    def imagine() -> int:
        search.more(iterations=20_000, seconds=0.0)
        return 20_000

    yield Figure("race simulations, 4 seats", rate(imagine), MILLION / 4)


def driven() -> Iterator[Figure]:
    """Yield the moves made one by one from Python: the peer's, the kernel's."""
    peer, start, rnd = pyspiel.load_game(PEER), twin("tortuga"), random.Random(1983).random

    def drive_peer() -> int:
        moves, state = 0, peer.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
            moves += 1
        return moves

    def drive_kernel() -> int:
        moves, position = 0, start
        while count := position.count():
            position = position.after(int(rnd() * count))
            moves += 1
        return moves

    name = f"pyspiel {PEER} moves, from Python"
    yield Figure(name, rate(drive_peer))
    yield Figure("tortuga moves, from Python", rate(drive_kernel), beside=name, wanted=3.0)


def main() -> None:
    """Print each figure as it is known."""
    if not kernel.BUILT:
        sys.exit("bench/kernel.py: this house is built without its kernel")
    console, known = Console(stderr=True), {}
    print(f"{'what':<36}{'a second':>14}{'aim':>14}{'ratio':>8}  to")
    with console.status("measuring") as status:
        for part in (limits, simulation, searches, driven):
            status.update(f"measuring: {part.__name__}")
            for figure in part():
                known[figure.what] = figure
                print(row(figure, known), flush=True)
                status.update(f"measuring: {part.__name__}, after {figure.what}")


def row(figure: Figure, known: dict[str, Figure]) -> str:
    """Return a line of the table; each ratio says what it is to, and what is wanted."""
    aim = f"{figure.aim:,.0f}" if figure.aim else ""
    line = f"{figure.what:<36}{figure.rate:>14,.0f}{aim:>14}"
    if figure.aim:
        line += f"{figure.rate / figure.aim:>8.2f}  its aim"
    if other := known.get(figure.beside):
        begin = "; " if figure.aim else f"{'':>8}  "
        line += (
            f"{begin}{figure.rate / other.rate:.2f} of {other.what} (wanted {figure.wanted:.2f})"
        )
    return line


if __name__ == "__main__":
    main()
