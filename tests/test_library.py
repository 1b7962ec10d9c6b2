"""`import ludotheque as lu`: what is there, how it is typed, and that nobody waits for it."""

import ast
import inspect
import json
import os
import pydoc
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
import shelf_types

import ludotheque as lu
from ludotheque.errors import BadRecord
from ludotheque.match import to_json, to_text

ROOT = Path(__file__).parent.parent
USER = ROOT / "examples" / "library.py"
# One for each of the processes that run tests: they would wait for each other's locks.
CACHE = ROOT / ".mypy_cache" / os.environ.get("PYTEST_XDIST_WORKER", "user")


def run(*command):
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, cwd=ROOT
    )


def loaded(program):
    """Return the modules that are loaded once *program* has run."""
    done = run("-c", f"{program}\nimport json, sys; print(json.dumps(sorted(sys.modules)))")
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def test_everything_that_is_named_is_there():
    assert set(lu.__all__) <= set(dir(lu))
    for name in lu.__all__:
        assert getattr(lu, name) is not None
    assert lu.__version__ == version("ludotheque")
    with pytest.raises(AttributeError, match="no attribute 'checkers'"):
        lu.checkers  # noqa: B018 - asking is the test


def test_a_game_is_shown_by_its_name():
    assert repr(lu.take("tortuga")) == "Game('tortuga')"


def test_type_checkers_and_python_find_each_name_in_the_same_room():
    tree = ast.parse(Path(lu.__file__).read_text("utf-8"))
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {
        alias.name: node.module.removeprefix("ludotheque.")
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == lu._ROOMS
    assert {*imported, "__version__"} == set(lu.__all__)


@pytest.mark.parametrize(
    ("name", "room", "called", "inside"),
    [("match", "arena", "game", "replay"), ("engine", "ugi", "name", "LEVELS")],
)
def test_a_function_that_has_the_name_of_a_room_is_shown_as_a_function(name, room, called, inside):
    function = getattr(lu, name)
    assert function is getattr(import_module(f"ludotheque.{room}"), name)
    assert next(iter(inspect.signature(function).parameters)) == called
    shown = pydoc.plain(pydoc.render_doc(function))
    assert f"\n{name}(" in shown
    assert inspect.getdoc(function).partition("\n")[0] in shown
    # And the room is there in each of the ways in which one may write it.
    there = import_module(f"ludotheque.{name}")
    assert getattr(function, inside) is getattr(there, inside)
    written = f"import ludotheque.{name} as m, ludotheque\nfrom ludotheque.{name} import {inside}\n"
    done = run("-c", f"{written}assert m.{inside} is ludotheque.{name}.{inside} is {inside}")
    assert done.returncode == 0, done.stderr


def test_a_function_that_has_the_name_of_a_room_can_be_replaced():
    """In a process of its own, where the room is loaded afterwards and would take the place."""
    program = "import ludotheque as lu; lu.match = len; import ludotheque.match, sys; "
    done = run("-c", f"{program}assert lu.match is len and 'ludotheque.match' in sys.modules")
    assert done.returncode == 0, done.stderr


def test_nothing_is_loaded_before_it_is_asked_for():
    assert not {name for name in loaded("import ludotheque") if name.startswith("ludotheque.")}
    # What talks to other machines is slow to load: nobody who plays, draws or shows needs it.
    asked = "lu.shelf(); lu.Board('tortuga').svg(); lu.show; lu.analyse; lu.review"
    assert "http.client" not in loaded(f"import ludotheque as lu; {asked}")


def test_take_loads_the_game_that_is_asked_for_and_no_other():
    names = loaded("import ludotheque as lu; lu.take('tortuga').start()")
    folders = {name.split(".")[2] for name in names if name.startswith("ludotheque.games.")}
    assert folders & set(lu.shelf()) == {"tortuga"}


def test_the_types_of_the_games_are_those_of_the_shelf(tmp_path):
    assert shelf_types.STUB.read_text("utf-8") == shelf_types.stub(), "make stubs"
    file = tmp_path / "user.py"
    lines = (f'lu.take("{slug}").start().nonsense' for slug in lu.shelf())
    file.write_text("\n".join(("import ludotheque as lu", *lines, "")))
    found = checked(file).stdout
    for game in lu.shelf().values():
        assert f'"{type(game.start()).__name__}" has no attribute "nonsense"' in found


def checked(file):
    """Return what mypy says of a file whose writer has only installed the library."""
    return run("-m", "mypy", "--strict", "--config-file=", f"--cache-dir={CACHE}", str(file))


def test_a_name_that_is_not_there_is_found_by_type_checkers(tmp_path):
    (tmp_path / "user.py").write_text('import ludotheque as lu\n\nlu.tke("hops")\n')
    assert 'Module has no attribute "tke"' in checked(tmp_path / "user.py").stdout


def test_a_users_file_is_typed_and_runs():
    """The editable install and the wheel both carry the marker that lets mypy look inside."""
    assert (Path(lu.__file__).parent / "py.typed").is_file()
    found = checked(USER)
    assert found.returncode == 0, found.stdout
    done = run(str(USER))
    assert done.returncode == 0, done.stderr
    assert "move/illegal: move “d2-d4” is not legal" in done.stdout
    assert done.stdout.endswith("True True\n")


@pytest.mark.parametrize("form", [to_json, to_text])
def test_a_record_is_read_from_its_file_in_either_form(form, tmp_path):
    board = lu.Board("tortuga", seed=1)
    board.push("d2-d3")
    record = board.record()
    (tmp_path / "game").write_text(form(record), encoding="utf-8")
    for file in (tmp_path / "game", str(tmp_path / "game")):
        assert lu.read_record(file) == record
    with pytest.raises(BadRecord, match="there is no such file"):
        lu.read_record(tmp_path / "another")
