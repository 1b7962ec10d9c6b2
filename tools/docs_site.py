"""Build the documents as a site, by Sphinx: docs/, the files beside it, and a reference.

A link in a document leads to a file of the repository, as one reads it there; here it is turned to
where the site has it. What leads nowhere, and whatever else Sphinx warns of, is an error. The pages
ask nothing of other machines: that is looked after here, too.
"""

import re
import shutil
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Final

from sphinx.cmd.build import main as build

import ludotheque

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
PAGES: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "LICENSE": "license.md",
}
"""The files of the repository's first folder, and the pages that they become."""
SHOWN: Final = ("examples", "deploy")
"""The folders whose files are shown, all of each on a page."""
CONTENTS: Final = {
    "From Python": ("library", "reference", "record", "notebooks", "study", "claims"),
    "Computers": ("arena", "levels", "research", "datasets"),
    "The games": ("rulings", "adding-a-game"),
    "The house": ("deploy", "protocol", "security", "reporting"),
    "How it is made": (
        "architecture",
        "performance",
        "contributing",
        "changelog",
        "shown-examples",
        "shown-deploy",
        "license",
    ),
}
"""Every page but the first, under its heading; one that is missing here is an error."""
ROOMS: Final = {
    "Games and positions": ("games", "position"),
    "Errors": ("errors",),
    "Engines": ("engine.analysis", "engine.score", "engine.player"),
    "Matches and records": ("match.match", "match.record", "match.referee", "match.notes"),
    "The arena": ("arena.contest", "arena.standings", "arena.statistics"),
    "Reviews": ("study.review", "study.judged"),
    "Environments": ("research.batch", "research.gym", "research.aec", "research.vector"),
}
"""What the reference has beside the names of `import ludotheque as lu`, by heading."""
NAMED: Final = {"games": "Game, Pictured"}
"""Of a room that passes on much from inside: what whoever uses the library looks for."""
LANGUAGES: Final = {".py": "python", ".yaml": "yaml", ".conf": "nginx", ".service": "ini"}

LINK: Final = re.compile(r'(\]\(|(?:src|href)=")(?!https?:|#|mailto:)([^)#"]+)')
ELSEWHERE: Final = re.compile(
    r"<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=[\"']?(?:https?:)?//[^>]*>"
    r"|<link\b(?=[^>]*\brel=[\"']?(?:stylesheet|preload|preconnect|icon|manifest))"
    r"[^>]*\bhref=[\"']?(?:https?:)?//[^>]*>"
    r"|@import[^;]*//[^;]*|url\([\"']?(?:https?:)?//[^)]*\)"
)
"""What makes a browser ask another machine for something."""


def gathered() -> dict[str, str]:
    """Return the sources of the site by their names, every link turned."""
    sources = {
        file.name: turned(file.read_text(encoding="utf-8"), "docs") for file in DOCS.glob("*.md")
    }
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        text = text if name.endswith(".md") else f"# {name.title()}\n\n```text\n{text}```\n"
        sources[page] = turned(text, ".") + (_contents() if page == "index.md" else "")
    sources |= {f"shown-{folder}.md": shown(folder) for folder in SHOWN}
    return {**sources, "reference.md": reference()}


def turned(text: str, place: str) -> str:
    """Return *text*, which stands in the folder *place*, with its links as the site has them."""

    def link(found: re.Match[str]) -> str:
        return found[1] + _target(normpath(str(PurePosixPath(place) / found[2])))

    return LINK.sub(link, text)


def _target(path: str) -> str:
    """Return where the site has the file of that *path*."""
    if path in PAGES:
        return PAGES[path]
    folder, _, name = path.partition("/")
    if folder in SHOWN:
        return f"shown-{folder}.md" + (f"#{_anchor(name)}" if name else "")
    return relpath(path, "docs")


def _anchor(name: str) -> str:
    """Return what MyST makes of a heading that is the name of a file."""
    return re.sub(r"[^\w-]", "", name.casefold())


def _contents() -> str:
    """Return the lists of all pages, for the margin."""
    lists = []
    for heading, pages in CONTENTS.items():
        lists.append(f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n")
        lists += [*pages, "```"]
    return "\n".join(lists) + "\n"


def shown(folder: str) -> str:
    """Return a page with the files of a *folder*."""
    parts = [f"# {folder}/\n"]
    for file in sorted((ROOT / folder).iterdir()):
        if file.is_file() and not file.name.endswith(".dockerignore"):
            kind = LANGUAGES.get(file.suffix, "text")
            text = file.read_text(encoding="utf-8")
            parts.append(f"## {file.name}\n\n```{kind}\n{text}```\n")
    return "\n".join(parts)


def reference() -> str:
    """Return the reference: what `import ludotheque as lu` names, then the rooms behind it."""
    parts = [
        "# Reference\n",
        "Made from the docstrings. [The library from Python](library.md) is the guide to it.\n",
        "## import ludotheque as lu\n",
    ]
    for name in ludotheque.__all__:
        if not name.startswith("_"):
            thing = getattr(ludotheque, name)
            parts.append(_documented(name, thing))
    for heading, rooms in ROOMS.items():
        parts.append(f"## {heading}\n")
        for room in rooms:
            parts.append(f"### ludotheque.{room}\n")
            chosen = (f"members: {NAMED[room]}",) if room in NAMED else ()
            parts.append(_directive("automodule", f"ludotheque.{room}", *chosen))
    return "\n".join(parts)


def _documented(name: str, thing: object) -> str:
    """Return what makes Sphinx document a name of the library, where it is defined."""
    kind = "autoclass" if isinstance(thing, type) else "autofunction"
    room = ludotheque._ROOMS[name]  # noqa: SLF001 - of the library that is documented
    return f"### lu.{name}\n\n" + _directive(kind, f"ludotheque.{room}.{name}", "no-index:")


def _directive(kind: str, name: str, *options: str) -> str:
    told = "".join(f"   :{option}\n" for option in options)
    return f"```{{eval-rst}}\n.. {kind}:: {name}\n{told}```\n"


def requests_elsewhere(site: Path) -> list[str]:
    """Return where a page or a style sheet of the *site* asks another machine for something."""
    return [
        f"{file.relative_to(site)}: {found[0]}"
        for file in sorted(site.rglob("*"))
        if file.suffix in {".html", ".css"}
        for found in ELSEWHERE.finditer(file.read_text(encoding="utf-8"))
    ]


def main(folder: Path = ROOT / "build") -> int:
    """Build the site in *folder*, as `docs`; return 0 where nothing was wrong."""
    source, site, trees = (folder / name for name in ("docs-source", "docs", "docs-trees"))
    for old in (source, site):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(DOCS / "pictures", source / "pictures")
    for name, text in gathered().items():
        (source / name).write_text(text, encoding="utf-8")
    strict = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env"]
    places = ["--conf-dir", str(DOCS / "site"), "--doctree-dir", str(trees)]
    failed = build([*strict, *places, str(source), str(site)])
    shutil.copytree(DOCS / "pictures", site / "pictures", dirs_exist_ok=True)
    asked = requests_elsewhere(site)
    for line in asked:
        sys.stderr.write(f"{line}\n")
    return failed or int(bool(asked))


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
