"""A full house for a whole evening: 2,000 sockets that play at a human pace, minute by minute.

`python bench/evening.py --help`. Every player thinks for some seconds before a move, and asks for
what the page asks for. People come and go: when the evening begins each pair is at another move,
and after some games it opens another table. Printed are the delay from a move to the opponent's
having it, beside it the machine's own tail (`machine.py`), which is the limit, and the memory of
the server with its slope: a house that never closes must not grow.
"""

import argparse
import gc
import resource
import time
from asyncio import sleep
from collections.abc import Sequence
from statistics import linear_regression
from typing import NamedTuple

import machine
import processes
import uvloop
from house_players import HouseDuel
from load import Tally, all_go_on, playing

EVERY = 30.0
"""The seconds between two lines."""
SETTLED = 2.0
"""The minutes after which memory is taken to be what the house needs: the first tables that were
left have been dropped from it."""
GAMES_EACH = 4
"""How many games a pair plays at a table: nine minutes at the usual pace."""


class Moment(NamedTuple):
    """What was seen by then."""

    minute: float
    memory: float
    """Of the server, in megabytes."""
    moves: int
    """Acknowledged since the moment before."""
    half: float
    most: float
    """The milliseconds within which half of the moves, and 99 of 100, came to the opponent."""
    limit: machine.Tail

    def __str__(self) -> str:
        return (
            f"{self.minute:>8.1f}{self.memory:>9.1f}{self.moves:>9,}"
            f"{self.half:>9.1f}{self.most:>9.1f}{self.limit.late:>9.1f}{self.limit.disk:>9.1f}"
        )


HEADING = (
    f"{'minute':>8}{'MB':>9}{'moves':>9}{'p50 ms':>9}{'p99 ms':>9}{'woken':>9}{'disk':>9}"
    "   p99 of the machine: late to wake, to keep a page"
)


def slope(moments: Sequence[Moment]) -> float:
    """Return by how many megabytes a minute the server grows, once it is settled."""
    later = [moment for moment in moments if moment.minute >= SETTLED]
    return linear_regression([m.minute for m in later], [m.memory for m in later]).slope


async def evening(
    server: processes.Server, limits: machine.Machine, games: int, minutes: float, pause: float
) -> Tally:
    """Let so many games be played, print what is seen, and return the delays of them all."""
    tally = Tally()
    duels = [HouseDuel("page", n, tally, pause, games=GAMES_EACH) for n in range(games)]
    for duel in duels:
        duel.hurry(GAMES_EACH)
    moments: list[Moment] = []
    delays: list[float] = []
    async with playing(server.port, duels, tally):
        while any(duel.hurries for duel in duels):
            await tally.unless_it_fails(sleep(1))
        began, spent = time.perf_counter(), server.processor()
        limits.tail()  # of the time while everyone came in
        tally.counting = True
        moves = 0
        while (minute := (time.perf_counter() - began) / 60) < minutes:
            await tally.unless_it_fails(sleep(EVERY))
            new, tally.delays = tally.delays, []
            delays += new
            some = Tally(delays=new)
            made, moves = tally.acknowledged - moves, tally.acknowledged
            minute = (time.perf_counter() - began) / 60
            half, most = some.at(0.5), some.at(0.99)
            moments.append(Moment(minute, server.memory(), made, half, most, limits.tail()))
            print(moments[-1], flush=True)
        tally.seconds = time.perf_counter() - began
        tally.processor = server.processor() - spent
        await tally.unless_it_fails(all_go_on(duels))
    tally.delays = delays
    grown = slope(moments)
    each = 1e6 * grown / (60 * tally.speed)
    print(f"memory after minute {SETTLED:g}: {grown:+.2f} MB a minute, {each:+,.0f} bytes a move")
    return tally


def main() -> None:
    """Print the evening, and what it came to."""
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--games", type=int, default=1_000, help="of two players, a socket each")
    wanted.add_argument("--minutes", type=float, default=10.0)
    wanted.add_argument(
        "--pause", type=float, default=5.0, help="seconds before a move, on average"
    )
    wanted.add_argument(
        "--database", help="another than a file on the project's disk, such as one in memory"
    )
    options = wanted.parse_args()
    if options.minutes <= SETTLED + EVERY / 60:
        wanted.error(f"it takes more than {SETTLED + EVERY / 60:g} minutes to see a slope")
    # Two thousand players in one process are much to look through for cycles: what these pauses
    # delay would be counted as the house's delay.
    gc.disable()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{2 * options.games:,} sockets, {options.pause:g} s a move\n{HEADING}")
    where = ("--database", options.database) if options.database else ()
    with processes.house(*where) as server, machine.watched() as limits:
        tally = uvloop.run(evening(server, limits, options.games, options.minutes, options.pause))
    print(
        f"{tally.speed:,.0f} moves/s, {tally.cost:,.0f} µs of CPU a move; to the opponent in"
        f" {tally.at(0.5):.1f} ms (half), {tally.at(0.99):.1f} ms (99 of 100)"
    )


if __name__ == "__main__":
    main()
