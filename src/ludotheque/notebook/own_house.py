"""Local server of a notebook's own, on this machine alone: it ends when its interpreter does.

Run as a program it serves until its standard input ends, which is when whoever started it is gone,
however that came about.
"""

import atexit
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from threading import Thread
from typing import Final

from ludotheque.errors import N_, BadOption
from ludotheque.server.browse import listening

HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8001
PATIENCE: Final = 240.0
"""The seconds within which it opens, however busy the machine is."""
LOOK_AGAIN: Final = 0.1
LAST_WORDS: Final = 10.0
"""The seconds that it may take to end."""


class OwnHouse:
    """A house in a process of its own, that forgets everything when it ends."""

    def __init__(self) -> None:
        if find_spec("uvicorn") is None:
            raise BadOption(
                N_(
                    "{library} is missing: pip install 'ludotheque[server]' brings what the house"
                    " needs"
                ),
                library="uvicorn",
            )
        with listening(HOST, FIRST_PORT) as listener:
            self.address = f"http://{HOST}:{listener.getsockname()[1]}"
            self._log = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed with the house
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", __name__, str(listener.fileno())],
                pass_fds=[listener.fileno()],
                stdin=subprocess.PIPE,
                stdout=self._log,
                stderr=self._log,
                start_new_session=True,  # Ctrl+C is meant for the notebook.
            )
        atexit.register(self.close)

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process.poll() is None

    def wait_until(self, is_open: Callable[[str], bool]) -> None:
        """Wait until *is_open* says so of its address; raise BadOption if it does not open."""
        end = time.monotonic() + PATIENCE
        while not is_open(self.address):
            if not self.is_running or time.monotonic() > end:
                self._log.seek(0)
                said = self._log.read().decode(errors="replace").strip().rpartition("\n")[2]
                self.close()
                raise BadOption(N_("the house did not open: {said}"), said=said or "?")
            time.sleep(LOOK_AGAIN)

    def close(self) -> None:
        """End it."""
        atexit.unregister(self.close)
        self._process.terminate()
        try:
            self._process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._log.close()


def _end_with_standard_input() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve on the listening socket whose number the command line names."""
    from ludotheque.server.config import Settings  # noqa: PLC0415 - they need the server's extra
    from ludotheque.server.run import House, serve_on  # noqa: PLC0415

    Thread(target=_end_with_standard_input, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        house = House(
            database=f"sqlite:///{folder}/house.db", redis=None, workers=1, settings=Settings()
        )
        serve_on(socket.socket(fileno=int(sys.argv[1])), house)


if __name__ == "__main__":
    main()
