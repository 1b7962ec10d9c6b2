"""The package as the browser gets it: the rooms of the local house, compiled.

With them comes what they import of Python's own library, and no more.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from subprocess import CalledProcessError, run
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadOption
from ludotheque.words import SOURCE

ROOMS: Final = (
    "errors",
    "position",
    "scene",
    "draw",
    "games",
    "catalogue",
    "words",
    "locale",
    "rulebook",
    "engine",
    "match",
    "pictures",
    "study",
    "tables",
    "page",
    "local",
)
"""The rooms that the local house is made of, and the catalogues."""
LEFT_OUT: Final = ("tests", "__pycache__", "static", "templates")
"""Folders in them that it does without: pages are written beforehand."""
KINDS: Final = (".py", ".md", ".txt", ".jsonl", ".po")
READ: Final = re.compile(rf"/rules\.(?!{SOURCE})\w+\.md$")
"""Rulebooks in other languages: they are read on pages, and their figures are the same."""
SCRIPT: Final = "pyodide.mjs"
"""What starts Pyodide."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same house is the same archive."""


class Compiled(NamedTuple):
    """Archives of modules that a browser need not compile."""

    house: bytes
    """The house and what it imports of Python's library: an archive, compressed as one by xz."""
    library: bytes
    """What Pyodide itself imports of it."""


def compiled(pyodide: Path) -> Compiled:
    """Return the house and its library, compiled by the Python in the folder *pyodide*.

    Node runs it, as npm has brought it. BadOption where one of them is missing.
    """
    if not (pyodide / SCRIPT).is_file():
        raise BadOption(
            N_("{folder}: Pyodide is not there; without --pyodide npm fetches it"), folder=pyodide
        )
    script = Path(str(resources.files(__package__))) / "compile.mjs"
    with TemporaryDirectory() as folder:
        source, house, library = (Path(folder) / name for name in ("source", "house", "library"))
        source.write_bytes(package())
        try:
            run(  # noqa: S603 - our own script, and files of our own making
                ["node", script, pyodide.resolve(), source, house, library],  # noqa: S607
                check=True,
                capture_output=True,
                text=True,
            )
        except FileNotFoundError as problem:
            raise BadOption(N_("node is missing: it compiles the house for browsers")) from problem
        except CalledProcessError as problem:
            raise BadOption(
                N_("the house could not be compiled for browsers: {why}"), why=problem.stderr
            ) from problem
        return Compiled(house.read_bytes(), library.read_bytes())


def package() -> bytes:
    """Return the rooms of the local house as an archive of their sources."""
    house = resources.files("ludotheque")
    files = {"ludotheque/__init__.py": (house / "__init__.py").read_bytes()}
    for room in ROOMS:
        for place in (house / room, house / f"{room}.py"):
            files |= {f"ludotheque/{name}": body for name, body in _files(place, place.name)}
    return _packed(files)


def _files(place: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a room, with the way to each."""
    if place.is_dir():
        for inner in place.iterdir():
            if inner.name not in LEFT_OUT:
                yield from _files(inner, f"{name}/{inner.name}")
    elif place.is_file() and name.endswith(KINDS) and not READ.search(name):
        yield name, place.read_bytes()


def _packed(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name], zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
