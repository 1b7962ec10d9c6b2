"""A house whose strongest computers think until they are told to move.

Run as a program it is `ludotheque`, but for two things: a computer of level 8 leaves a note with
the number of its process in the folder `GATE` when it begins to think, and moves once there is a
file `go`; and what a worker began to think about is another's after a second.
"""

import os
import sys
import time
from pathlib import Path

from ludotheque.cli import main
from ludotheque.engine import player
from ludotheque.server.live import computers

VARIABLE = "GATE"
LEVEL = "level:8"
LEASE = 1_000


class Gate:
    """The folder by which the tests and the thinkers hear of each other."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def thinkers(self):
        """Return the processes that have begun to think."""
        return {int(note.name) for note in self.folder.glob("[0-9]*")}

    def note(self):
        """Leave word that this process thinks."""
        (self.folder / str(os.getpid())).touch()

    def open(self):
        """Let whoever thinks move."""
        (self.folder / "go").touch()

    @property
    def is_open(self):
        """Whether thinkers may move."""
        return (self.folder / "go").exists()


class Pensive:
    """Thinks until the gate is open, then moves at once."""

    def __init__(self, gate, thinker):
        self.gate = gate
        self.thinker = thinker

    def choose(self, view, past=(), seconds=None):
        self.gate.note()
        while not self.gate.is_open:
            time.sleep(0.01)
        return self.thinker.choose(view, past, seconds)


def pensive(who, game, rng):
    """Return the player that `engine.player` does, but for level 8."""
    if who != LEVEL:
        return player(who, game, rng)
    return Pensive(Gate(os.environ[VARIABLE]), player("level:1", game, rng))


if __name__ == "__main__":
    computers.player = pensive
    computers.LEASE = LEASE
    sys.exit(main())
