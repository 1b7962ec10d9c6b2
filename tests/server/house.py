"""A real house for the tests: `ludotheque serve` as a process of its own, to be killed at will."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import forked
from blank import lay_out
from ports import free_port
from waiting import PATIENCE, wait_until


class House:
    """A server, its database and its address; they stay the same from start to start.

    All its guests come from one address, as many as the tests are quick: no limit counts them,
    unless *variables* say so.
    """

    program = None
    """The file to run instead of `ludotheque`."""

    def __init__(self, folder, database=None, *, redis=None, port=None, variables=None):
        self.folder = Path(folder)
        self.database = database or lay_out(self.folder / "house.db")
        self.redis = redis
        self.port = port or free_port()
        self.log = self.folder / f"house-{self.port}.log"
        self.url = f"http://127.0.0.1:{self.port}"
        self.variables = {
            "LUDOTHEQUE_RATES": "off",
            "LUDOTHEQUE_REVIEW_EFFORT": "2",
            "TMPDIR": str(self.folder),  # whoever is killed leaves something there
            **(variables or {}),
        }
        self.process = None

    def start(self):
        """Start the process, without waiting for it to open."""
        words = ["serve", "--database", self.database, "--port", str(self.port)]
        if self.redis:
            words += ["--redis", self.redis]
        with self.log.open("ab") as log, Path(os.devnull).open("rb") as nothing:
            self.process = forked.begin(
                words,
                program=self.program,
                streams=(nothing, log, log),
                env={**os.environ, **self.variables},
            )
        return self

    def is_open(self):
        """Return whether the house answers and reaches its database."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE) as answer:  # noqa: S310 - our own address
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def wait(self):
        """Wait until the house is open."""

        def opened():
            assert self.process.poll() is None, f"the house did not open:\n{self.tail()}"
            return self.is_open()

        wait_until(opened, self.tail)
        return self

    def kill(self):
        """End the process at once, wherever it is, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ask the process to stop, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    @contextlib.contextmanager
    def running(self):
        """Open the house for the block, and leave no process behind."""
        self.start()
        try:
            yield self.wait()
        finally:
            if self.process.poll() is None:
                self.kill()

    async def restart(self):
        """Start again after a kill, on the same port and database."""
        self.start()
        await asyncio.to_thread(self.wait)

    def memory(self):
        """Return the bytes of memory that the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def notes(self):
        """Return the lines of its log that are JSON."""
        notes = []
        for line in self.log.read_text(encoding="utf-8").splitlines():
            with contextlib.suppress(ValueError):
                notes.append(json.loads(line))
        return notes

    def tail(self):
        """Return the end of its log, for whoever reads why a test failed."""
        return self.log.read_text(encoding="utf-8")[-4_000:]

    def faults(self):
        """Return what the house noted about its own mistakes: there should be nothing."""
        text = self.log.read_text(encoding="utf-8")
        return [
            line
            for line in text.splitlines()
            if "Traceback" in line
            or '"level": "error"' in line
            or '"level": "critical"' in line
            or "never retrieved" in line
        ]
