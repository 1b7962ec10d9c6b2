"""ES modules as one script without imports, for a document that has no address to import from."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE
)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_COMMENT: Final = re.compile(r"(?ms)^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)[ \t]*\n")


def joined(entry: Path) -> str:
    """Return the module *entry* and all that it imports, each once and after those it needs.

    Each becomes a function that is called at once and returns what the module exports, so names
    that are not exported stay its own. Raise ValueError at an import or export of another form than
    `import { a, b as c } from "./x.js";` and `export function|class|const name`.
    """
    names: dict[Path, str] = {}
    return "".join(_with_needs(entry.resolve(), names))


def _with_needs(file: Path, names: dict[Path, str]) -> Iterator[str]:
    text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
    needed = {needs: (file.parent / needs).resolve() for _, needs in _IMPORT.findall(text)}
    for other in needed.values():
        if other not in names:
            yield from _with_needs(other, names)
    body = _IMPORT.sub(
        lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {names[needed[found[2]]]};\n",
        text,
    )
    exported = ", ".join(name for _, name in _EXPORT.findall(body))
    body = _EXPORT.sub(r"\1", body)
    if strange := _OTHER.search(body):
        raise ValueError(f"{file.name}: cannot be joined with others: {strange[0]}")
    names[file] = f"module{len(names)}"
    yield f"const {names[file]} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"
