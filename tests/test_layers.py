"""Imports point left only: a room may use the rooms before it in this list, and no other."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import ludotheque
from ludotheque.draw import SYMBOLS
from ludotheque.draw.boards import SHAPES

ROOMS = [
    "errors",
    "position",
    "scene",
    "draw",
    "games",
    "catalogue",
    "words",
    "rulebook",
    "engine",
    "match",
    "pictures",
    "study",
    "ugi",
    "research",
    "arena",
    "datasets",
    "terminal",
    "tables",
    "store",
    "page",
    "local",
    "server",
    "site",
    "notebook",
    "cli",
]
"""Lowest first, as docs/architecture.md tells them."""

SERVER = [
    "rates",
    "config",
    "device",
    "periodic",
    "cycles",
    "notify",
    "metrics",
    "turns",
    "qr",
    "browse",
    "wire",
    "logs",
    "access",
    "live",
    "api",
    "pages",
    "app",
    "run",
]
"""The rooms inside the server, lowest first."""

COMPILED = "ludotheque._kernel"
"""The one room that is not Python."""

PACKAGE = Path(ludotheque.__file__).parent
FILES = [f for f in sorted(PACKAGE.rglob("*.py")) if "tests" not in f.relative_to(PACKAGE).parts]


def room_of(module):
    """Return the room of `ludotheque.draw.svg`: `draw`."""
    return module.split(".")[1]


@cache
def read(file):
    """Return the modules that *file* imports, and the texts that it is written with."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return tuple(imported(file, nodes)), frozenset(written(nodes))


def imported(file, nodes):
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports name their room in full"
            if node.module == "ludotheque":
                yield from (f"ludotheque.{alias.name}" for alias in node.names)
            else:
                yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def written(nodes):
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def imports(file):
    """Return the modules of the house that *file* imports, at its top or anywhere below."""
    return read(file)[0]


def strings(file):
    """Return the texts that *file* is written with, its docstrings included."""
    return read(file)[1]


def test_the_architecture_page_lists_the_same_rooms_in_the_same_order():
    page = (PACKAGE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## The seam")[0]
    assert re.findall(r"^\| `(\w+)(?:\.py|/)` \|", table, re.MULTILINE) == ROOMS


def test_every_room_is_listed():
    found = {
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or list(path.glob("*.py"))
    }
    assert found - {"__init__", "__main__"} == set(ROOMS)


@pytest.mark.parametrize("own", [*ROOMS, "__init__", "__main__"])
def test_imports_point_left(own):
    files = [f for f in FILES if f.relative_to(PACKAGE).parts[0].removesuffix(".py") == own]
    assert files
    for file in files:
        for module in imports(file):
            if module == COMPILED:
                assert own == "engine", f"{file}: only the engine talks to the kernel"
            elif module.startswith("ludotheque.") and own in ROOMS:
                assert ROOMS.index(room_of(module)) <= ROOMS.index(own), f"{file} imports {module}"


def test_imports_point_left_inside_the_server_too():
    folder = PACKAGE / "server"
    found = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert found - {"__init__", "__pycache__"} == set(SERVER)
    for file in folder.rglob("*.py"):
        own = file.relative_to(folder).parts[0].removesuffix(".py")
        for module in imports(file) if own != "__init__" else ():
            parts = module.split(".")
            if parts[:2] == ["ludotheque", "server"] and len(parts) > 2:
                room = parts[2]
                assert SERVER.index(room) <= SERVER.index(own), f"{file} imports {module}"


def test_the_architecture_page_names_all_that_is_in_the_server():
    page = (PACKAGE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = page.partition("## Inside the server")[2].partition("## ")[0]
    rooms = re.findall(r"^\| `(\w+)/` \|", told, re.MULTILINE)
    files = re.findall(r"`(\w+)\.py`", told.partition("Beside them stand")[2])
    assert sorted([*rooms, *files]) == sorted(SERVER)


def test_the_walk_of_a_move_names_files_that_are_there():
    page = (PACKAGE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = page.partition("## The way of a move")[2].partition("\n## ")[0]
    rows = "".join(re.findall(r"^\| \d.*", walk, re.MULTILINE))
    files = re.findall(r"`([\w/]+\.(?:py|js))`", rows)
    assert len(files) > 20
    for name in files:
        assert (PACKAGE / name).is_file(), name


def test_where_to_change_something_is_told_of_files_and_names_that_are_there():
    page = (PACKAGE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = page.partition("## Where would I change what?")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| .+ \| (.*`.*) \|$", told, re.MULTILINE)
    assert len(rows) > 15
    for row in rows:
        for name in re.findall(r"`([\w/.-]+/|[\w/.-]+\.\w+)`", row):
            assert (PACKAGE / name).exists(), name
        for name, inside in re.findall(r"`([\w/.-]+)` \((`[^)]+`)\)", row):
            text = (PACKAGE / name).read_text(encoding="utf-8")
            for word in re.findall(r"`(\w+)`", inside):
                assert re.search(rf"\b{word}\b", text), f"{name}: {word}"


def test_the_files_of_a_game_s_folder_are_all_told():
    page = (PACKAGE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## A game’s folder")[2].partition("\n## ")[0]
    rows = "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
    there = {file.name for file in PACKAGE.glob("games/*/*.py")}
    assert set(re.findall(r"`(\w+\.py)`", rows)) == there


def test_a_module_says_its_noun_first():
    """Whoever looks for a thing reads first lines: `Wishes: what someone may want to do`."""
    asking = re.compile(r"(What|How|Why|Where|Whether|Who|When|Which|One's)\b")
    for file in PACKAGE.rglob("*.py"):
        told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        assert not asking.match(told), f"{file.relative_to(PACKAGE)}: {told.splitlines()[0]}"


def test_no_game_is_named_outside_its_folder():
    games = {path.parent.name for path in PACKAGE.glob("games/*/__init__.py")}
    for file in FILES:
        own = file.relative_to(PACKAGE).parts
        if own[0] == "games" and len(own) > 2:
            named = {module.split(".")[2] for module in imports(file) if module.count(".") > 1}
            assert not named & (games - {own[1]}), f"{file} imports another game"
        else:
            assert not strings(file) & games, f"{file} names a game"


def test_only_games_and_the_artist_name_pieces_and_shapes():
    """What others need to know of a place is an attribute of `scene.Spot`."""
    things = {symbol.partition("/")[0] for symbol in SYMBOLS} | set(SHAPES) - {"none"}
    for file in FILES:
        if file.relative_to(PACKAGE).parts[0] not in {"games", "draw"}:
            named = {text.partition("/")[0] for text in strings(file)}
            assert not named & things, f"{file} names what a game is played with"


@pytest.mark.parametrize("folder", sorted(p.parent for p in PACKAGE.glob("games/*/rules.py")))
def test_rules_need_nothing_but_python(folder):
    outside = {"ludotheque"}
    for file in folder.glob("*.py"):
        for module in imports(file):
            top = module.split(".")[0]
            assert top in outside or top in __import__("sys").stdlib_module_names, f"{file}: {top}"
