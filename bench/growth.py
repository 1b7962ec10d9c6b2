"""How the cost of looking ahead grows: with depth, with threads, with the size of the table.

From the start of each game that the kernel looks ahead in. One thread counts the same nodes on
every machine; times and what several threads do are this machine's, by the clock on the wall.
"""

import sys
import time
from collections.abc import Iterator

from rich.console import Console

from ludotheque.engine import kernel
from ludotheque.games import AnyGame, shelf

PATIENCE = 4.0
"""A depth that took longer than this many seconds is the last."""
THREADS = (1, 2, 4)
TABLES_MB = (1, 4, 16, 64, 256)


def searched(game: AnyGame, depth: int, threads: int = 1, table_mb: int = 64) -> tuple[int, float]:
    """Return the nodes and the seconds that a search from the start to *depth* takes."""
    search = kernel.new_search(game)
    kernel.think(search, game, game.start(), depth=1, table_mb=table_mb)  # The table is laid out.
    search.forget()
    began = time.perf_counter()
    lines = kernel.think(
        search, game, game.start(), depth=depth, threads=threads, table_mb=table_mb
    )
    return lines[0][2], time.perf_counter() - began


def deeper(game: AnyGame) -> Iterator[tuple[int, int, float]]:
    """Yield the depth, the nodes and the seconds until a depth takes too long."""
    seconds, depth = 0.0, 0
    while seconds < PATIENCE:
        depth += 1
        nodes, seconds = searched(game, depth)
        yield depth, nodes, seconds


def main() -> None:
    """Print three tables a game, line by line as it is known."""
    if not kernel.BUILT:
        sys.exit("bench/growth.py: this house is built without its kernel")
    with Console(stderr=True).status("searching"):
        for game in filter(kernel.has_thinker, shelf().values()):
            print(f"\n{game.slug}\n{'depth':>10}{'nodes':>14}{'seconds':>10}{'growth':>10}")
            before, depth = 0, 0
            for depth, nodes, seconds in deeper(game):
                growth = f"{nodes / before:.1f}" if before else ""
                print(f"{depth:>10}{nodes:>14,}{seconds:>10.3f}{growth:>10}", flush=True)
                before = nodes
            print(f"{'threads':>10}{'nodes':>14}{'seconds':>10}{'nodes/s':>14}  to depth {depth}")
            for threads in THREADS:
                show(threads, *searched(game, depth, threads=threads))
            print(f"{'table MB':>10}{'nodes':>14}{'seconds':>10}{'nodes/s':>14}  to depth {depth}")
            for megabytes in TABLES_MB:
                show(megabytes, *searched(game, depth, table_mb=megabytes))


def show(what: int, nodes: int, seconds: float) -> None:
    """Print one line of a table."""
    print(f"{what:>10}{nodes:>14,}{seconds:>10.3f}{nodes / seconds:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
