"""Servers as processes of their own: started for a while, and what they cost."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

RATES = "deed=1000000/minute,request=1000000/minute"
"""Everything is counted, and nobody turned away: a player here moves as no person does."""
HERE = Path(__file__).parent
BUILD = HERE.parent / "build"
PEER = BUILD / "peer" / "node_modules" / "boardgame.io"


class Server(NamedTuple):
    """A server that is running."""

    pid: int
    port: int

    def memory(self) -> float:
        """Return the megabytes that it holds."""
        text = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        line = next(line for line in text.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def processor(self) -> float:
        """Return the seconds of processor time that it and all processes under it have used."""
        parents, ticks = {}, {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                text = (process / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue  # it has ended meanwhile
            fields = text.rpartition(")")[2].split()
            parents[int(process.name)] = int(fields[1])
            ticks[int(process.name)] = int(fields[11]) + int(fields[12])
        ours = {self.pid}
        while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
            ours |= more
        return sum(ticks[pid] for pid in ours) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(*command: str, port: int) -> Iterator[Server]:
    """Run a server for the block, once it listens on *port*."""
    with subprocess.Popen(  # noqa: S603 - our own commands
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "LUDOTHEQUE_RATES": RATES, "NODE_ENV": "production"},
    ) as process:
        try:
            _wait(process, port)
            yield Server(process.pid, port)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(1_200):
        if process.poll() is not None:
            raise SystemExit(f"{process.args!r} did not start")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit(f"{process.args!r} does not listen")


@contextmanager
def house(*more: str) -> Iterator[Server]:
    """Run our own house as one command starts it, with SQLite unless *more* says otherwise."""
    with scratch() as folder:
        port = free_port()
        command = (sys.executable, "-m", "ludotheque", "serve", "--port", str(port))
        where = more or ("--database", f"sqlite:///{folder}/house.db")
        with running(*command, *where, port=port) as server:
            yield server


@contextmanager
def floor() -> Iterator[Server]:
    """Run the sockets and the log of the house without the house."""
    with scratch() as folder:
        port = free_port()
        command = (str(HERE / "floor.py"), str(port), f"sqlite:///{folder}/floor.db")
        with running(sys.executable, *command, port=port) as server:
            yield server


@contextmanager
def peer(*, kept: bool) -> Iterator[Server]:
    """Run boardgame.io's server, with its matches in files or in memory alone."""
    with scratch() as folder:
        port = free_port()
        command = ("node", str(HERE / "peer" / "server.mjs"), str(port))
        with running(*command, *([str(folder)] if kept else []), port=port) as server:
            yield server


def peer_is_here() -> bool:
    """Return whether the peer can be run: `make build/peer/installed` sees to it."""
    return PEER.exists() and shutil.which("node") is not None


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder on the project's disk: elsewhere it may lie in memory, and cost nothing."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        yield Path(folder)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
