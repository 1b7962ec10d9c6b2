"""The server beside its peer: the same games by the same load, one server after another.

`make bench-server`, or `python bench/contest.py --help`. Server and load share the machine. Ours is
durable: a move is acknowledged, and told to the opponent, once SQLite has it on the disk. The peer
is boardgame.io's own server with the same game; it tells the opponent before it has kept the move,
in memory or in files, and never waits for the disk. Its clients work out by themselves what ours
are sent: what can be touched, what has changed, and the words for it.

The servers take turns in every round, so that an hour in which the machine is slow is slow for all;
what is printed last are the medians of the rounds, and the ratios within one round.
"""

import argparse
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from statistics import median
from typing import NamedTuple

import processes
import uvloop
from floor import FloorDuel
from house_players import HouseDuel
from load import Duel, Run, Tally, play
from peer_players import PeerDuel


class Contestant(NamedTuple):
    """A server under a load."""

    name: str
    serving: Callable[[], AbstractContextManager[processes.Server]]
    duel_at: Callable[[int, Tally, float], Duel]

    def under(self, games: int, warm: float, seconds: float, pause: float = 0.0) -> Tally:
        """Return what a fresh server does under so many games."""
        with self.serving() as server:
            run = Run(games, warm, seconds, server.processor, pause)
            return uvloop.run(play(server.port, run, self.duel_at))


OURS = Contestant("ludotheque, SQLite, page", processes.house, partial(HouseDuel, "page"))
BARE = (
    Contestant("  pictures, no requests", processes.house, partial(HouseDuel, "picture")),
    Contestant("  bare sockets", processes.house, partial(HouseDuel, "bare")),
)
PEERS = (
    Contestant("boardgame.io, memory", partial(processes.peer, kept=False), PeerDuel),
    Contestant("boardgame.io, FlatFile", partial(processes.peer, kept=True), PeerDuel),
)
FLOOR = Contestant("no game: socket, log", processes.floor, FloorDuel)


def contestants(*, bare: bool) -> list[Contestant]:
    """Return who is measured, ours first."""
    if not processes.peer_is_here():
        print("boardgame.io is not installed (make build/peer/installed): no peer to compare with")
    peers = PEERS if processes.peer_is_here() else ()
    return [OURS, *(BARE if bare else ()), *peers, FLOOR]


def line(name: str, tallies: list[Tally]) -> str:
    """Return the medians of some runs."""
    return (
        f"{name:<26}"
        f"{median(tally.speed for tally in tallies):>9,.0f}"
        f"{median(tally.cost for tally in tallies):>9,.0f}"
        f"{median(tally.at(0.5) for tally in tallies):>9.1f}"
        f"{median(tally.at(0.99) for tally in tallies):>9.1f}"
        f"{median(tally.own_cost for tally in tallies):>9,.0f}"
    )


HEADING = f"{'':<26}{'moves/s':>9}{'CPU µs':>9}{'p50 ms':>9}{'p99 ms':>9}{'load µs':>9}"


def ratios(ours: list[Tally], theirs: list[Tally]) -> str:
    """Return how much faster ours is, and how much less a move costs, in the median round."""
    pairs = list(zip(ours, theirs, strict=True))
    faster = median(one.speed / other.speed for one, other in pairs)
    cheaper = median(other.cost / one.cost for one, other in pairs)
    return f"{faster:>9.2f}{cheaper:>9.2f}"


def main() -> None:
    """Print every run as it is known, and at the end the medians and the ratios."""
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--games", type=int, default=200, help="games at once")
    wanted.add_argument("--seconds", type=float, default=10.0, help="that are counted")
    wanted.add_argument("--warm", type=float, default=3.0, help="seconds before them")
    wanted.add_argument("--rounds", type=int, default=3, help="each server has a turn in every one")
    wanted.add_argument("--pace", type=float, help="moves a second wanted; else as many as can be")
    wanted.add_argument(
        "--bare", action="store_true", help="ours also without what a page asks for"
    )
    options = wanted.parse_args()
    pause = options.games / options.pace if options.pace else 0.0
    all_of_them = contestants(bare=options.bare)
    runs: dict[str, list[Tally]] = {each.name: [] for each in all_of_them}
    pace = f", {options.pace:g} moves/s wanted" if options.pace else ""
    print(
        f"{options.games} games of two players{pace}; {options.seconds:g} s after {options.warm:g};"
        f" {os.cpu_count()} cores for server and load"
    )
    for number in range(1, options.rounds + 1):
        print(f"\n{HEADING}   round {number} of {options.rounds}")
        for each in all_of_them:
            tally = each.under(options.games, options.warm, options.seconds, pause)
            runs[each.name].append(tally)
            print(line(each.name, [tally]), flush=True)
    print(f"\n{HEADING}{'faster':>9}{'cheaper':>9}   medians; how many times ours is")
    for name, tallies in runs.items():
        print(line(name, tallies) + ratios(runs[OURS.name], tallies))


if __name__ == "__main__":
    main()
