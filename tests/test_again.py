"""`make test-again`: the tests in several rounds, and what failed in which of them."""

import os
import subprocess
import sys
from pathlib import Path

import again

ALONE = "import again; again.BUSY = 0; again.main()"
"""What it does, without the busy processes beside it."""
MOODY = """
from pathlib import Path

import pytest

COUNT = Path(__file__).with_name("count")

def test_of_the_second_round():
    there = COUNT.exists()
    COUNT.touch()
    assert not there

@pytest.fixture
def broken():
    raise ValueError

def test_of_none(broken):
    pass

def test_of_all():
    pass
"""


def run(folder, rounds, *arguments):
    """Return the exit status and the last lines of so many rounds in a folder of their own."""
    command = [sys.executable, "-c", ALONE, str(rounds), "--config-file=/dev/null"]
    done = subprocess.run(
        [*command, f"--rootdir={folder}", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(Path(again.__file__).parent),
        },
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_it_keeps_going_and_says_what_failed_when(tmp_path):
    (tmp_path / "test_moody.py").write_text(MOODY)
    status, told = run(tmp_path, 2)
    assert told[-3:] == [
        "test_moody.py::test_of_none: failed in round 1, 2",
        "test_moody.py::test_of_the_second_round: failed in round 2",
        "2 rounds, 3 failures",
    ]
    assert status == 1


def test_it_says_so_if_nothing_failed(tmp_path):
    (tmp_path / "test_well.py").write_text("def test_of_all(): pass\n")
    status, told = run(tmp_path, 1)
    assert (status, told[-1]) == (0, "1 rounds, 0 failures")


def test_a_run_that_cannot_begin_has_failed(tmp_path):
    status, told = run(tmp_path, 1, "nowhere")
    assert (status, told[-1]) == (1, "1 rounds, 1 failures")
    assert told[-2] == f"{again.WITHOUT}: failed in round 1"
