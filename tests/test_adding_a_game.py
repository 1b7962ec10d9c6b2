"""docs/adding-a-game.md is followed to the letter in a copy of the house."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILE = re.compile(r"^`straws/(\S+)`\n\n(`{3,4})\w+\n(.*?)^\2$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Return a copy of the house with the folder that the page writes."""
    house = tmp_path_factory.mktemp("house")
    bytecode = shutil.ignore_patterns("__pycache__")  # others write it meanwhile
    shutil.copytree(ROOT / "src" / "ludotheque", house / "ludotheque", ignore=bytecode)
    folder = house / "ludotheque" / "games" / "straws"
    folder.mkdir()
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for name, _, text in FILE.findall(page):
        (folder / name).write_text(text, encoding="utf-8")
    assert {file.name for file in folder.iterdir()} == {
        "__init__.py",
        "rules.py",
        "scene.py",
        "rules.en.md",
    }
    return house


def run(house, *command, stdin=""):
    path = os.pathsep.join([str(house), sysconfig.get_path("purelib")])
    return subprocess.run(
        # Without `site`, which would find the installed house before this copy of it.
        [sys.executable, "-S", *command],
        cwd=ROOT,
        # The copy has no kernel: its tests need none, and with CI=true they would not begin.
        env=os.environ | {"PYTHONPATH": path, "LANG": "C", "COLUMNS": "100", "CI": ""},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_new_game_passes_the_conformance_suite(house):
    suite = ("tests/test_conformance.py", "-k", "straws")
    done = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", *suite)
    assert done.returncode == 0, done.stdout
    assert re.search(r"1[5-9] passed", done.stdout), done.stdout


def test_the_figures_of_its_rulebook_show_legal_moves(house):
    suite = ("tests/test_rulebooks.py", "-k", "straws-en and a_figure")
    done = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", *suite)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout, done.stdout


def test_the_new_game_stands_on_the_shelf_with_its_rules(house):
    assert "straws" in run(house, "-m", "ludotheque", "shelf").stdout
    rules = run(house, "-m", "ludotheque", "rules", "straws").stdout
    assert "In turn, take one, two or three" in rules


def test_the_new_game_is_played_in_the_terminal(house):
    seats = ("--seats", "level:8,human", "--seed", "11" * 32)
    done = run(house, "-m", "ludotheque", "play", "straws", *seats, stdin="1\n" * 10)
    assert done.returncode == 0, done.stderr
    assert "the last straw has been taken" in done.stdout
