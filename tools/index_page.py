"""The README as a package index shows it: without the files that lie beside it here.

The project has no address of its own that pictures and documents could be fetched from. So pictures
are left out, and what leads to a document is only its name; whoever wants more is told where it is.
The build asks for it (`tool.dynamic-metadata` in pyproject.toml).
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

README: Final = Path(__file__).parent.parent / "README.md"
PICTURES: Final = re.compile(r"^<p>\n(?:<img [^\n]*>\n)+</p>\n\n", re.MULTILINE)
LINK: Final = re.compile(r"\[([^\]]+)\]\((?!https?:|#)[^)]+\)")
INSTALL: Final = """
```sh
pip install 'ludotheque[server]'     # the house in the browser: ludotheque serve --open
pip install ludotheque               # the terminal and Python
pip install 'ludotheque[research]'   # environments for programs that learn
uvx --from 'ludotheque[server]' ludotheque serve --open   # without installing anything for good
```

The documents and pictures that are named below are in the source distribution.
"""
"""What takes the place of the commands for whoever has the sources."""
FIRST: Final = re.compile(r"\n```sh\nmake play .*?\n(?=## On the shelf)", re.DOTALL)


def page(readme: str) -> str:
    """Return *readme* as the index shows it."""
    return LINK.sub(r"\1", PICTURES.sub("", FIRST.sub(f"{INSTALL}\n", readme, count=1)))


def dynamic_metadata(
    _settings: Mapping[str, object], _project: Mapping[str, object]
) -> dict[str, dict[str, str]]:
    """Return what scikit-build-core asks a provider for."""
    text = page(README.read_text(encoding="utf-8"))
    return {"readme": {"content-type": "text/markdown", "text": text}}
