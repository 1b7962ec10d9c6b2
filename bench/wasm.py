"""The kernel as WebAssembly in Chromium against the same kernel compiled for this machine.

Both do the same work by turns and the best of several rounds counts, so that a busy machine matters
little: the ratio is what holds elsewhere. Needs a Chromium and `make wasm`.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from chromium import chromium
from kernel_page import SPENT, asking, served
from playwright.sync_api import sync_playwright

from ludotheque.engine import kernel
from ludotheque.engine.asked import Asked
from ludotheque.games import AnyGame, shelf

ROUNDS = 40
NODES = 200_000
GAMES = 2_000
"""Little enough that some rounds are over before anyone else wants the core."""
WANTED = 0.6
"""How fast the browser's is to be at least, as a share of the other."""


class Work(NamedTuple):
    """Something to do, which takes a part of a second, and how many things are done in it."""

    what: str
    do: Callable[[Any], int]
    """By a kernel, which is compiled or asked."""


def works() -> list[Work]:
    """Return the searches of every game, and random games."""
    found = []
    for game in shelf().values():
        if kernel.has_thinker(game):
            found.append(Work(f"{game.slug} search nodes", _searching(game)))
        if kernel.has_twin(game):
            found.append(Work(f"{game.slug} random moves", _playing(game)))
    return found


def _searching(game: AnyGame) -> Callable[[Any], int]:
    text, options = str(game.start()), game.settle({})
    searches: dict[Any, Any] = {}

    def search(by: Any) -> int:  # noqa: ANN401 - compiled, or asked
        if by not in searches:
            searches[by] = by.THINKERS[game.slug]()
        searches[by].forget()
        lines = searches[by].think(
            by.TWINS[game.slug](text, options),
            [],
            seconds=0.0,
            nodes=NODES,
            depth=0,
            threads=1,
            lines=1,
            table_mb=16,
            impartial=False,
            progress=None,
        )
        return int(lines[0][2])

    return search


def _playing(game: AnyGame) -> Callable[[Any], int]:
    text, options = str(game.start()), game.settle({})
    return lambda by: int(by.TWINS[game.slug](text, options).playouts(1, GAMES)[0])


class Timed(NamedTuple):
    """A kernel, and the clock by which it works: its own, so that the way to it does not count."""

    by: Any
    clock: Callable[[], float]


def rates(work: Work, kernels: list[Timed]) -> list[float]:
    """Return how much of *work* each kernel does a second, in its best round."""
    best = [0.0] * len(kernels)
    for _ in range(ROUNDS):
        for number, (by, clock) in enumerate(kernels):
            began = clock()
            done = work.do(by)
            best[number] = max(best[number], done / (clock() - began))
    return best


def main() -> None:
    """Print each ratio as it is known."""
    path = chromium()
    if path is None or not kernel.BUILT:
        sys.exit("bench/wasm.py: it takes a Chromium, and a house with its kernel")
    print(f"{'what':<24}{'native a second':>18}{'in Chromium':>16}{'ratio':>8}  wanted {WANTED}")
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
    with served() as address, sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=path, args=arguments).new_page()
        kernels = [
            Timed(kernel._kernel, time.perf_counter),  # noqa: SLF001 - both of them
            Timed(Asked(asking(page, address)), lambda: float(page.evaluate(SPENT))),
        ]
        for work in works():
            native, browser = rates(work, kernels)
            print(f"{work.what:<24}{native:>18,.0f}{browser:>16,.0f}{browser / native:>8.2f}")


if __name__ == "__main__":
    main()
