"""Write the types of `take`: what a type checker knows of each game by its name.

The games are found as on the shelf; their types are those that each folder gives its `GAME`. The
stub is the one file outside the folders that names games: a test holds it to them, and only type
checkers read it.
"""

import ast
from pathlib import Path

GAMES = Path(__file__).parent.parent / "src" / "ludotheque" / "games"
STUB = GAMES / "taken.pyi"
HEADER = """# Written by `make stubs`: each game by its name, for type checkers.
from typing import Literal, overload

from ludotheque.games import AnyGame, Game
"""


def _typed(file: Path) -> tuple[str, dict[str, str]]:
    """Return the type of a folder's `GAME`, and the modules that the names in it are from."""
    tree = ast.parse(file.read_text("utf-8"))
    (kind,) = [
        node.annotation
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "GAME"
    ]
    names = {node.id for node in ast.walk(kind) if isinstance(node, ast.Name)} - {"Game"}
    return ast.unparse(kind), {
        alias.name: node.module or ""
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in names
    }


def stub() -> str:
    """Return the text of the stub."""
    imports, overloads = [], []
    for file in sorted(GAMES.glob("*/__init__.py")):
        slug = file.parent.name
        kind, modules = _typed(file)
        for name, module in sorted(modules.items(), key=lambda found: found[::-1]):
            own = name if name.casefold() == slug else f"{slug.title()}{name}"
            imports.append(f"from {module} import {name} as {own}")
            kind = kind.replace(name, own)
        overloads.append(f'@overload\ndef take(slug: Literal["{slug}"]) -> {kind}: ...')
    overloads.append("@overload\ndef take(slug: str) -> AnyGame: ...")
    return HEADER + "\n".join((*imports, "", *overloads)) + "\n"


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
