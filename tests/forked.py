"""Programs that begin at once: forks of a process that has imported the house and done no more.

Each is a process of its own with its own streams, environment, folder and session, and runs
`ludotheque` from its first line; only the second that Python needs to find and load the
modules is spent once for all. What Python decides as it starts is not decided again: whoever sets
that gets a Python of its own, as everyone does who calls `subprocess` instead.

Run as a program, this is that process: `stem` below.
"""

import atexit
import gc
import json
import os
import runpy
import socket
import struct
import subprocess
import sys
import threading
from functools import cache
from importlib import import_module
from pathlib import Path

MODULES = (
    *(
        f"ludotheque.cli.{name}"
        for name in ("analyse", "arena", "dataset", "draw", "perft", "play")
    ),
    *(f"ludotheque.cli.{name}" for name in ("replay", "rules", "serve", "shelf", "ugi", "verify")),
    *("typer._adapters", "rich.markdown"),
    *("ludotheque.server.browse", "ludotheque.server.run"),
    *("uvicorn.loops.uvloop", "uvicorn.lifespan.on"),
    *(
        "uvicorn.protocols.http.httptools_impl",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
    ),
)
"""What is imported in advance, where it is there."""
STATUS = struct.Struct("=i")


class Forked:
    """A program that was begun; of `subprocess.Popen` it has what the tests use."""

    def __init__(self, words, news):
        self.args = words
        self.returncode = None
        self._news = news
        (self.pid,) = STATUS.unpack(news.recv(STATUS.size))

    def poll(self):
        """Return its exit status, or None while it runs."""
        if self.returncode is None:
            self._hear(0)
        return self.returncode

    def wait(self, timeout=None):
        """Return its exit status once it has ended; raise as `Popen` does after *timeout*."""
        if self.returncode is None:
            self._hear(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self.args, timeout)
        return self.returncode

    def send_signal(self, number):
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _hear(self, timeout):
        self._news.settimeout(timeout)
        try:
            (status,) = STATUS.unpack(self._news.recv(STATUS.size))
        except (BlockingIOError, TimeoutError):
            return
        self.returncode = os.waitstatus_to_exitcode(status)
        self._news.close()


def begin(words, *, streams, env, cwd=None, program=None):
    """Begin `ludotheque`, or the Python file *program*, in a session of its own.

    It reads and writes the three files *streams*.
    """
    if decided(env) != decided(os.environ):
        return subprocess.Popen(
            [sys.executable, *([program] if program else ["-m", "ludotheque"]), *words],
            **dict(zip(("stdin", "stdout", "stderr"), streams, strict=True)),
            env=env,
            cwd=cwd,
            start_new_session=True,
        )
    ours, theirs = socket.socketpair()
    with theirs:
        order = {"words": words, "env": dict(env), "cwd": os.fspath(cwd or Path.cwd())}
        order["program"] = program
        handed = [theirs.fileno(), *(stream.fileno() for stream in streams)]
        socket.send_fds(stem_of_this_process(), [json.dumps(order).encode()], handed)
    return Forked(words, ours)


def decided(env):
    """Return the part of an environment by which Python decides something as it starts."""
    return {
        name: value
        for name, value in env.items()
        if name.startswith(("PYTHON", "LC_", "LD_")) or name == "LANG"
    }


@cache
def stem_of_this_process():
    """Return the connection to the process that is forked; it ends with this one."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def end():
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def stem(orders):
    """Fork for each of the *orders*; return, in the fork, what it shall do."""
    for module in MODULES:
        try:
            import_module(module)
        except ModuleNotFoundError:  # not part of every install
            continue
    gc.collect()
    gc.freeze()
    while True:
        order, handed, *_ = socket.recv_fds(orders, 1 << 20, 4)
        take_leave()
        if not order:
            sys.exit()
        if os.fork() == 0:
            orders.close()
            news, *streams = handed
            if pid := os.fork():
                for stream in streams:
                    os.close(stream)
                tell(news, pid)
                tell(news, os.waitpid(pid, 0)[1])
                os._exit(0)
            os.close(news)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            return json.loads(order)
        for one in handed:
            os.close(one)


def take_leave():
    """Wait for the forks that have ended: so what they computed is counted by `time`."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:  # none is left
        pass


def tell(news, number):
    """Write a number to whoever began the program, if they are still there."""
    try:
        os.write(news, STATUS.pack(number))
    except BrokenPipeError:
        os._exit(0)


def become(words, env, cwd, program):
    """Run the program as if Python had just been started for it."""
    os.setsid()
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    sys.argv[1:] = words
    try:
        if program:
            sys.path[0] = str(Path(program).parent)
            runpy.run_path(program, run_name="__main__")
        else:
            sys.path[0] = cwd
            runpy.run_module("ludotheque", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if not isinstance(ended.code, int | None):
            raise
        leave(ended.code or 0)
    leave(0)


def leave(status):
    """End as Python does, but for what the stem imported: to take that apart costs most of all."""
    threading._shutdown()
    atexit._run_exitfuncs()
    gc.collect()  # whoever has something to say when they are no longer needed says it now
    for stream in (sys.stdout, sys.stderr):
        if stream and not stream.closed:
            try:
                stream.flush()
            except OSError:
                sys.exit(status)  # as Python tells it
    os._exit(status)


if __name__ == "__main__":
    become(**stem(socket.socket(fileno=int(sys.argv[1]))))
