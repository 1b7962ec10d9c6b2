"""The machine's own tail, in the same run as what is measured on it: no server can be below it.

`python bench/machine.py FOLDER` sleeps, writes a page to a file in that folder and waits until the
disk has it, again and again. It prints how much later than asked it was woken, and how long the
disk took, both in milliseconds: a move waits for both at least.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import processes

PAUSE = 0.05
"""The seconds between two looks: seldom enough to be no load."""
A_PAGE = os.urandom(4096)
AT_FIRST = 64
"""The pages of the file, written in turn: a log grows seldom, as its file is used again."""


class Tail(NamedTuple):
    """The milliseconds within which the machine did 99 of 100."""

    late: float
    """Woke who slept."""
    disk: float
    """Kept a page."""


class Machine:
    """The looks that were taken at the machine."""

    def __init__(self, looks: IO[str]) -> None:
        self._looks = looks

    def tail(self) -> Tail:
        """Return the tail of what was seen since it was last asked for."""
        lines = self._looks.read().splitlines()
        late, disk = zip(*(map(float, line.split()) for line in lines), strict=True)
        return Tail(_most(late), _most(disk))


def _most(seen: tuple[float, ...]) -> float:
    return sorted(seen)[int(0.99 * len(seen))]


@contextmanager
def watched() -> Iterator[Machine]:
    """Look at the machine during the block."""
    with processes.scratch() as folder:
        file = folder / "looks"
        with file.open("w") as out, file.open() as looks:
            command = (sys.executable, __file__, str(folder))
            with subprocess.Popen(command, stdout=out) as looking:  # noqa: S603 - this very file
                try:
                    yield Machine(looks)
                finally:
                    looking.terminate()


def main() -> None:
    """Look at the machine until told to stop."""
    file = os.open(Path(sys.argv[1]) / "pages", os.O_WRONLY | os.O_CREAT)
    os.write(file, A_PAGE * AT_FIRST)
    os.fsync(file)
    for number in range(sys.maxsize):
        asked = time.perf_counter() + PAUSE
        time.sleep(PAUSE)
        woken = time.perf_counter()
        os.pwrite(file, A_PAGE, number % AT_FIRST * len(A_PAGE))
        os.fdatasync(file)
        kept = time.perf_counter()
        # In one piece, so that nobody reads half a line.
        os.write(1, f"{1000 * (woken - asked):.3f} {1000 * (kept - woken):.3f}\n".encode())


if __name__ == "__main__":
    main()
