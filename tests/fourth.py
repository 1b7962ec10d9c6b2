"""A fourth game: a copy of the house with the folder that docs/adding-a-game.md writes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`straws/(\S+)`\n\n(`{3,4})\w+\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
FILES = {name: text for name, _, text in FILE.findall(GUIDE)}

ASIDE = '''"""Find the house on the path, where its copy comes first, not where it is installed."""

import sys

sys.meta_path[:] = [each for each in sys.meta_path if "ludotheque" not in type(each).__module__]
'''
"""Read by every Python that begins, also by those that a test or the house begins in turn."""


def build(folder):
    """Write a copy of the house with the new game into *folder*, its kernel included."""
    unfinished = shutil.ignore_patterns("*.pyc.*")  # others compile meanwhile
    shutil.copytree(ROOT / "src" / "ludotheque", folder / "ludotheque", ignore=unfinished)
    if kernel := sys.modules.get("ludotheque._kernel"):
        shutil.copy(kernel.__file__, folder / "ludotheque")
    (folder / "sitecustomize.py").write_text(ASIDE, encoding="utf-8")
    game = folder / "ludotheque" / "games" / "straws"
    game.mkdir()
    for name, text in FILES.items():
        (game / name).write_text(text, encoding="utf-8")


def variables(folder):
    """Return what the environment must say for Python to find the copy in *folder*."""
    return {"PYTHONPATH": str(folder)}


def run(folder, *command, stdin=""):
    """Run Python with the copy of the house in *folder*."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | variables(folder) | {"LANG": "C", "COLUMNS": "100"},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
