"""A house whose clock can be set.

Run as a program it is `ludotheque`, but its clock is off by as many milliseconds as the file that
CLOCK names says, at any moment.
"""

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from ludotheque.cli import main
from ludotheque.server.live import room

VARIABLE = "CLOCK"


def drifting():
    """Return the time in nanoseconds since 1970, by a clock that is off."""
    return time.time_ns() + int(Path(os.environ[VARIABLE]).read_text("ascii")) * 1_000_000


if __name__ == "__main__":
    room.time = SimpleNamespace(time_ns=drifting)
    sys.exit(main())
