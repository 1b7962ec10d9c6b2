"""What is forked is what is started: the tests of the commands and of the house may rely on it."""

import os
import signal
import subprocess
import sys

import pytest

import forked
from test_cli import ludotheque
from waiting import wait_until


def started(*words, stdin="", cwd=None):
    """Run a command by a Python that is started for it."""
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *words],
        input=stdin.encode(),
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "LANGUAGE": "en", "COLUMNS": "100"},
    )


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("shelf",), ""),
        (("rules", "tortuga"), ""),
        (("ugi",), "ugi\nquit\n"),
        (("replay", "nowhere.json"), ""),
        (("no-such-command",), ""),
    ],
)
def test_a_command_says_and_returns_the_same(words, stdin, tmp_path):
    quick, slow = (run(*words, stdin=stdin, cwd=tmp_path) for run in (ludotheque, started))
    assert quick.returncode == slow.returncode
    assert (quick.stdout, quick.stderr) == (slow.stdout.decode(), slow.stderr.decode())


def test_it_has_a_session_of_its_own_and_ends_by_a_signal():
    reads, writes = os.pipe()
    with open(reads, "rb") as stdin, open(os.devnull, "wb") as nothing:  # noqa: PTH123 - a pipe
        waiting = forked.begin(("ugi",), streams=(stdin, nothing, nothing), env=os.environ)
        assert waiting.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.01)
        wait_until(lambda: os.getsid(waiting.pid) == waiting.pid)  # it is its first deed
        waiting.send_signal(signal.SIGKILL)
        assert waiting.wait() == waiting.poll() == -signal.SIGKILL
    os.close(writes)


def test_who_sets_how_python_starts_gets_one_that_is_started_so():
    env = {**os.environ, "PYTHONVERBOSE": "1"}
    with open(os.devnull, "r+b") as nothing:  # noqa: PTH123 - as above
        begun = forked.begin(("--version",), streams=(nothing, nothing, nothing), env=env)
        assert isinstance(begun, subprocess.Popen)
        assert begun.wait() == 0
