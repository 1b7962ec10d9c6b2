"""The house under load: the log alone, two hundred games over sockets, idle sockets, and a peer.

Server and load share the machine. Ratios are of one run; the peer is boardgame.io's own server with
tic-tac-toe, which keeps its matches in memory alone, under the same generator.

`python bench/house.py --growth` measures instead how the speed grows with tables and readers, and
with `--database postgresql://… --redis redis://…` with workers.
"""

import argparse
import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvloop
from floor import play_on_it
from load import Run, Tally, play_here, play_there
from log import acts_per_second
from sockets import addresses, open_socket, post

GAMES = 200
IDLE = 2_000
WARM, SECONDS = 3.0, 10.0
PACE = 1_000
"""The moves a second at which the delay is measured: a house that has more to do than it can has a
line before it, and whoever waits in it waits as long as the line is."""
RATES = "deed=1000000/minute,request=1000000/minute"
"""Everything is counted, and nobody turned away: a player here moves as no person does."""
HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "peer"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(*command: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server for the block, once it listens on *port*."""
    with subprocess.Popen(  # noqa: S603 - our own commands
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "LUDOTHEQUE_RATES": RATES},
    ) as server:
        try:
            _wait(server, port)
            yield server
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(1_200):
        if server.poll() is not None:
            raise SystemExit(f"{server.args!r} did not start")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit(f"{server.args!r} does not listen")


@contextmanager
def our_house(*more: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run our own house as one command starts it, with SQLite unless *more* says otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port)]
        where = more or ("--database", f"sqlite:///{folder}/house.db")
        with running(*command, *where, port=port) as server:
            yield server, port


def peer() -> Path | None:
    """Return the peer's server, installed if need be; None where there is no npm."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.mjs"):
        shutil.copy(HERE / "peer" / name, BUILD / name)
    if not (BUILD / "node_modules" / "boardgame.io").exists():
        subprocess.run(  # noqa: S603 - our own command
            [npm, "install", "--no-audit", "--no-fund", "--silent"], cwd=BUILD, check=True
        )
    return BUILD / "server.mjs"


def memory(server: subprocess.Popen[bytes]) -> float:
    """Return the megabytes that a server holds."""
    text = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
    line = next(line for line in text.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def processor(server: subprocess.Popen[bytes]) -> float:
    """Return the seconds of processor time that a server and its workers have used."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            text = (process / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # it has ended meanwhile
        fields = text.rpartition(")")[2].split()
        if server.pid in (int(process.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def idle(port: int, count: int) -> None:
    """Open so many sockets, eight at a table, and leave them alone."""
    table = ""
    for number, home in enumerate(addresses(count)):
        if number % 8 == 0:
            body = {"game": "tortuga", "chairs": ["me", "open"]}
            table = (await asyncio.to_thread(post, port, "/api/tables", body, address=home))[0][
                "id"
            ]
        await open_socket(
            port, f"/api/tables/{table}/socket", lambda _socket, _text: None, address=home
        )


def report(name: str, tally: Tally) -> None:
    """Print a line about a run."""
    print(
        f"{name:<30}{tally.speed:>10,.0f}{tally.at(0.5):>11.1f}{tally.at(0.99):>9.1f}"
        f"{tally.processor / max(1, tally.acknowledged) * 1e6:>13.0f}"
        f"{tally.own_processor / max(1, tally.acknowledged) * 1e6:>13.0f}",
        flush=True,
    )


def heading(first: str) -> None:
    """Print what the columns of the lines to come are."""
    print(f"for {SECONDS:.0f} s after {WARM:.0f} s; CPU is the server's, and the load's own")
    print(
        f"{first:<30}{'moves/s':>10}{'median ms':>11}{'p99 ms':>9}{'CPU us/move':>13}{'load':>13}"
    )


def ours_under(
    games: int, *, pause: float = 0.0, watchers: int = 0, house: Sequence[str] = ()
) -> Tally:
    """Return what our house does under so many games."""
    with our_house(*house) as (server, port):
        run = Run(games, WARM, SECONDS, lambda: processor(server), pause, watchers)
        return uvloop.run(play_here(port, run))


def floor_under(games: int) -> Tally:
    """Return what sockets and log alone do under so many games."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = (str(HERE / "floor.py"), str(port), f"sqlite:///{folder}/floor.db")
        with running(sys.executable, *command, port=port) as server:
            run = Run(games, WARM, SECONDS, lambda: processor(server))
            return uvloop.run(play_on_it(port, run))


def under_load() -> None:
    """Print a line for our house, one at a walking pace, one for the peer, and the ratio."""
    heading(f"{GAMES} games at once")
    ours = ours_under(GAMES)
    report("ludotheque, SQLite, durable", ours)
    report(f"the same, {PACE:,} moves/s wanted", ours_under(GAMES, pause=GAMES / PACE))
    report("no game, only socket and log", floor_under(GAMES))
    script, node = peer(), shutil.which("node")
    if script is None or node is None:
        print("npm is not on this machine: no peer to compare with")
        return
    port = free_port()
    with running(node, str(script), str(port), port=port) as server:
        run = Run(GAMES, WARM, SECONDS, lambda: processor(server))
        theirs = uvloop.run(play_there(port, run))
        report("boardgame.io, in memory", theirs)
    print(f"{'ratio':<30}{ours.speed / theirs.speed:>9.1f}x")


def at_rest() -> None:
    """Print what idle sockets cost."""
    with our_house() as (server, port):
        empty = memory(server)

        async def hold() -> float:
            await idle(port, IDLE)
            await asyncio.sleep(1)
            return memory(server)

        full = uvloop.run(hold())
    print(f"{IDLE:,} idle sockets: {full:.0f} MB in all, {empty:.0f} MB before them")


def growth(database: str | None, redis: str | None) -> None:
    """Print how the speed grows with tables and readers, and with workers where they can be."""
    heading("one worker, SQLite")
    for games in (50, 200, 800):
        report(f"{games} games", ours_under(games))
    for watchers in (2, 8):
        report(f"50 games, {watchers} more readers each", ours_under(50, watchers=watchers))
    if database is None or redis is None:
        return
    heading("PostgreSQL and Redis")
    for workers in ("1", "2"):
        house = ("--database", database, "--redis", redis, "--workers", workers)
        report(f"200 games, {workers} workers", ours_under(GAMES, house=house))


def main() -> None:
    """Print the log alone, the house under load beside its peer, and at rest; or how it grows."""
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
    under_load()
    at_rest()


if __name__ == "__main__":
    main()
