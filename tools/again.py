"""Run the tests again and again, beside busy processes, and say what failed in which round.

    python tools/again.py ROUNDS [arguments of pytest …]

A test that passes alone on a quiet machine may still go by luck, or by how long something takes.
It keeps going whatever fails; the exit status is 1 if anything did.
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree as ET

BUSY = 2
"""The processes that want all of a core beside the tests."""
WITHOUT = "(the run as a whole)"
"""What failed where no test did: pytest itself, or what it was told."""


@contextmanager
def busy_machine() -> Iterator[None]:
    """Keep the machine busy for the block, and no longer than this process lives."""
    loop = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
    others = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(BUSY)]  # noqa: S603 - our own loop
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def failed(arguments: list[str]) -> list[str]:
    """Run the tests once and return the names of those that failed."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        report = Path(folder) / "report.xml"
        told = ["--override-ini", "junit_family=xunit1", f"--junit-xml={report}"]
        command = [sys.executable, "-m", "pytest", *told, *arguments]
        run = subprocess.run(command, check=False)  # noqa: S603 - whoever runs the tests wrote them
        cases = ET.parse(report).iter("testcase") if report.exists() else ()  # noqa: S314 - just written
        names = [
            f"{case.get('file')}::{case.get('name')}"
            for case in cases
            if case.find("failure") is not None or case.find("error") is not None
        ]
    return names or ([WITHOUT] if run.returncode else [])


def main() -> None:
    """Run as many rounds as the command line says."""
    rounds, arguments = int(sys.argv[1]), sys.argv[2:]
    found: dict[str, list[int]] = defaultdict(list)
    with busy_machine():
        for number in range(1, rounds + 1):
            print(f"Round {number} of {rounds}", flush=True)
            for name in failed(arguments):
                found[name].append(number)
    for name, numbers in found.items():
        print(f"{name}: failed in round {', '.join(map(str, numbers))}")
    print(f"{rounds} rounds, {sum(map(len, found.values()))} failures")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
