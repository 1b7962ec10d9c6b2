"""Real servers for the tests: PostgreSQL and Redis on loopback, with folders of their own.

A conftest imports the fixtures `postgres` and `redis`. Where a server is missing its tests are
skipped, but fail where the environment says CI=true.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest

from ports import free_port
from waiting import PATIENCE, wait_until

SUPERUSER = "postgres"
"""Whom PostgreSQL runs as where the tests are run by root, which it refuses to be run by."""
POSTGRES_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
)


def missing(what):
    """Skip the test that needs *what*, or fail where nothing may be missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is not on this machine")
    pytest.skip(f"{what} is not on this machine")


def program(name, *folders):
    """Return the path of a program, looked for on the path and then in *folders*; or skip."""
    found = [
        str(path)
        for pattern in folders
        for path in sorted(Path("/").glob(pattern.lstrip("/") + "/" + name))
    ]
    if path := found[-1] if found else shutil.which(name):
        return path
    return missing(name)


def _demoted():
    """Return what makes a program run as someone who is not root."""
    if os.geteuid() != 0:
        return {}
    try:
        someone = pwd.getpwnam(SUPERUSER)
    except KeyError:
        return missing("a user to run PostgreSQL")
    return {"user": someone.pw_uid, "group": someone.pw_gid, "extra_groups": []}


def wait_for(port, server, log):
    """Wait until *server*, which writes to *log*, listens on *port*."""

    def listens():
        assert server.poll() is None, f"a server did not start: {log.read_text()}"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True
        return False

    wait_until(listens, log.read_text)


class Postgres:
    """A PostgreSQL server that can be stopped, killed and started again."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self._log = folder / "log"
        self._server = None
        self._numbers = count(1)
        initdb = program("initdb", *POSTGRES_FOLDERS)
        self._bin = Path(initdb).resolve().parent
        self._as = _demoted()
        if self._as:
            os.chown(folder, self._as["user"], self._as["group"])
        subprocess.run(
            [initdb, "--auth=trust", f"--username={SUPERUSER}", "--encoding=UTF8", "--no-locale",
             "--no-sync", "-D", folder / "data"],
            check=True, cwd=folder, stdout=subprocess.DEVNULL, **self._as,
        )  # fmt: skip

    def start(self):
        """Start the server, and wait until it takes connections."""
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(
                [self._bin / "postgres", "-D", self.folder / "data", "-p", str(self.port),
                 "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}",
                 "-c", "shared_buffers=16MB", "-c", "max_connections=200",
                 # What the machine's loss of power would take is not tested, and takes time.
                 "-c", "fsync=off"],
                cwd=self.folder, stdout=log, stderr=log, **self._as,
            )  # fmt: skip
        wait_for(self.port, self._server, self._log)
        wait_until(lambda: not self._psql("SELECT 1").returncode, self._log.read_text)

    def stop(self, how=signal.SIGINT):
        """Stop the server, by default at once but in good order; connections are cut."""
        self._server.send_signal(how)
        self._server.wait(PATIENCE)

    def restart(self):
        """Stop the server and start it again."""
        self.stop()
        self.start()

    def _psql(self, statement):
        return subprocess.run(
            [self._bin / "psql", "-qAt", "-h", "127.0.0.1", "-p", str(self.port), "-U", SUPERUSER,
             "-c", statement, "postgres"],
            capture_output=True, cwd=self.folder, check=False,
        )  # fmt: skip

    def make_database(self):
        """Return the address of a new, empty database."""
        name = f"database{next(self._numbers)}"
        made = self._psql(f"CREATE DATABASE {name}")
        assert made.returncode == 0, made.stderr
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self.port}/{name}"


class Redis:
    """A Redis server that can be stopped and started again; it keeps nothing."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._program = program("redis-server")
        self._log = folder / "log"
        self._server = None

    def start(self):
        """Start the server, and wait until it takes connections."""
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(
                [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
                 "--appendonly", "no", "--dir", self.folder],
                stdout=log, stderr=log,
            )  # fmt: skip
        wait_for(self.port, self._server, self._log)

    def stop(self, how=signal.SIGTERM):
        """Stop the server; connections are cut."""
        self._server.send_signal(how)
        self._server.wait(PATIENCE)


@contextmanager
def _running(kind):
    # Not in pytest's own folder, which root keeps to itself.
    with tempfile.TemporaryDirectory(prefix="ludotheque-", ignore_cleanup_errors=True) as folder:
        server = kind(Path(folder))
        server.start()
        try:
            yield server
        finally:
            with suppress(ProcessLookupError):
                server.stop()


@pytest.fixture(scope="session")
def postgres():
    """Run PostgreSQL; a test that stops it starts it again."""
    with _running(Postgres) as server:
        yield server


@pytest.fixture(scope="session")
def redis():
    """Run Redis; a test that stops it starts it again."""
    with _running(Redis) as server:
        yield server
