"""Pyodide, Python for browsers: fetched by npm, the one version that the lock knows by its hash."""

import json
import shutil
from importlib import resources
from pathlib import Path
from subprocess import CalledProcessError, run
from typing import Final

from ludotheque.errors import N_, BadOption

LOCK: Final = ("package.json", "package-lock.json")
HOW: Final = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")


def version() -> str:
    """Return the version that a site is made with."""
    told = json.loads((_locked() / LOCK[0]).read_text("utf-8"))
    return str(told["dependencies"]["pyodide"])


def fetched(cache: Path) -> Path:
    """Return the folder of Pyodide below *cache*, fetched if it is not there.

    BadOption where npm is missing, or what it finds is not what the lock says.
    """
    place = cache / f"pyodide-{version()}"
    folder = place / "node_modules" / "pyodide"
    # npm writes this file last.
    if (place / "node_modules" / ".package-lock.json").is_file():
        return folder
    place.mkdir(parents=True, exist_ok=True)
    for name in LOCK:
        (place / name).write_bytes((_locked() / name).read_bytes())
    npm = shutil.which(HOW[0])
    if npm is None:
        raise BadOption(N_("npm is missing: it fetches Pyodide, which a site is made with"))
    try:
        run([npm, *HOW[1:]], cwd=place, check=True, capture_output=True, text=True)  # noqa: S603 - a lock of our own
    except CalledProcessError as problem:
        raise BadOption(
            N_("Pyodide could not be fetched: {why}"), why=problem.stderr or problem.stdout
        ) from problem
    return folder


def _locked() -> Path:
    return Path(str(resources.files(__package__))) / "npm"
