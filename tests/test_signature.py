"""`ludotheque bench`, and the rule that commits keep: what a search does is told by its message.

A commit that touches search or evaluation ends with `Bench: N` or `No functional change`
(CONTRIBUTING.md). The rule begins with the first commit that carries a `Bench` line.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.engine import BUILT
from ludotheque.engine.signature import counts
from test_cli import assert_refused, ludotheque

HOUSE = Path(__file__).parent.parent
SEARCH = [
    f":(glob){pattern}"
    for pattern in (
        "kernel/search/*",
        "kernel/*/eval.hpp",
        "kernel/*/weights.hpp",
        "kernel/*/features.hpp",
        "src/ludotheque/engine/signature.py",
    )
]
"""The files of search and evaluation, as CONTRIBUTING.md names them."""
BENCH = re.compile(r"^Bench: (\d+)$", re.MULTILINE)
TRAILER = re.compile(r"\n(Bench: \d+|No functional change)\s*\Z")

needs_kernel = pytest.mark.skipif(not BUILT, reason="this house is built without its kernel")


def git(*words):
    """Return what git answers, nothing where it cannot."""
    program = shutil.which("git")
    if program is None:
        return ""
    done = subprocess.run([program, *words], cwd=HOUSE, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


@pytest.fixture(scope="module")
def last_bench():
    """Return the newest commit with a `Bench` line, and its number."""
    if Path(git("rev-parse", "--show-toplevel") or "/") != HOUSE.resolve():
        pytest.skip("there is no history here")
    if git("rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("the history here is cut short")
    commit = git("log", "-1", "--format=%H", "--extended-regexp", "--grep=^Bench: [0-9]+$")
    if not commit:
        pytest.skip("the rule begins with the first commit that carries a Bench line")
    return commit, int(BENCH.findall(git("log", "-1", "--format=%B", commit))[-1])


@needs_kernel
def test_the_search_is_what_the_last_bench_line_says(last_bench):
    if git("status", "--porcelain", "--", *SEARCH):
        pytest.skip("the search is being changed: commit it with what `ludotheque bench` says")
    assert sum(count.nodes for count in counts()) == last_bench[1]


def test_the_newest_commit_that_touches_the_search_says_what_it_does(last_bench):
    since = git("log", "-1", "--format=%B", f"{last_bench[0]}..HEAD", "--", *SEARCH)
    assert not since or TRAILER.search(since), since


@needs_kernel
def test_bench_prints_each_game_and_the_same_number_every_time():
    done = ludotheque("bench")
    assert done.returncode == 0, done.stderr
    head, *games, last = done.stdout.splitlines()
    assert head.split() == ["Game", "Positions", "Nodes", "Nodes/s"]
    nodes = [int(line.split()[2].replace(",", "")) for line in games]
    assert last == f"Bench: {sum(nodes)}"
    assert nodes == [count.nodes for count in counts()]


def test_without_the_kernel_bench_is_refused():
    hidden = "import sys; sys.modules['ludotheque._kernel'] = None; "
    run = hidden + "from ludotheque.cli import main; main(['--lang', 'en', 'bench'])"
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=False)
    assert_refused(done, "built without its kernel")
