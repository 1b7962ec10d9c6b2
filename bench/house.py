"""The house by itself: its log alone, and what idle sockets cost. `contest.py` has it under load.

`python bench/house.py --growth` measures instead how the cost grows with tables and readers, and
with `--database postgresql://… --redis redis://…` with workers.
"""

import argparse
import asyncio
import tempfile
from functools import partial

import processes
import uvloop
from browsing import Browser
from contest import HEADING, Contestant, line
from house_players import HouseDuel
from load import GAME
from log import acts_per_second
from sockets import addresses

GAMES = 200
IDLE = 2_000
WARM, SECONDS = 3.0, 10.0


async def idle(port: int, count: int) -> None:
    """Open so many sockets, eight at a table, and leave them alone."""
    table = ""
    for number, home in enumerate(addresses(count)):
        browser = Browser(port, home)
        if number % 8 == 0:
            opened = await browser.post("/api/tables", {"game": GAME, "chairs": ["me", "open"]})
            table = opened["id"]
        path = f"/api/tables/{table}/socket?picture=true"
        await browser.socket(path, lambda _socket, _text: None, packed=True)
        browser.close()


def at_rest() -> None:
    """Print what idle sockets cost."""
    with processes.house() as server:
        empty = server.memory()

        async def hold() -> float:
            await idle(server.port, IDLE)
            await asyncio.sleep(1)
            return server.memory()

        full = uvloop.run(hold())
    print(f"{IDLE:,} idle sockets: {full:.0f} MB in all, {empty:.0f} MB before them")


def growth(database: str | None, redis: str | None) -> None:
    """Print how the cost grows with tables and readers, and with workers where they can be."""
    print(f"{HEADING}   one worker, SQLite")
    for games in (50, 200, 800):
        print_under(f"{games} games", games)
    for watchers in (2, 8):
        print_under(f"50 games, {watchers} look on", 50, watchers=watchers)
    if database is None or redis is None:
        return
    print(f"{HEADING}   PostgreSQL and Redis")
    for workers in ("1", "2", "4"):
        house = ("--database", database, "--redis", redis, "--workers", workers)
        print_under(f"{GAMES} games, {workers} workers", GAMES, *house)


def print_under(name: str, games: int, *house: str, watchers: int = 0) -> None:
    """Print what our house does under so many games."""
    duel_at = partial(HouseDuel, "page", watchers=watchers)
    ours = Contestant(name, partial(processes.house, *house), duel_at)
    print(line(name, [ours.under(games, WARM, SECONDS)]), flush=True)


def main() -> None:
    """Print the log alone and the house at rest; or how it grows."""
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--growth", action="store_true")
    wanted.add_argument("--database")
    wanted.add_argument("--redis")
    options = wanted.parse_args()
    if options.growth:
        growth(options.database, options.redis)
        return
    with tempfile.TemporaryDirectory() as folder:
        speed = asyncio.run(acts_per_second(f"sqlite:///{folder}/log.db", 100))
    print(f"the log alone, 100 appenders: {speed:,.0f} durable acts/s", flush=True)
    at_rest()


if __name__ == "__main__":
    main()
