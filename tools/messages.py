"""Gather the sentences of the code into the catalogues; with --check only say what is missing.

The house's catalogue has the sentences of the whole package but the games' folders; each game's
folder has its own, once it has one for a language, if only an empty file. What is translated stays,
what is gone goes, what is new is left empty to fill.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "src" / "ludotheque"
GAMES = PACKAGE / "games"
LOCALE = PACKAGE / "locale"
KEYWORDS = {"N_": None, "C_": (1, 2), "say": None, "count": (1, 2)}
METHODS = {".py": "python", ".html": "jinja2"}
"""How sentences are found in a file, by the end of its name."""


def gathered(files: Iterable[Path]) -> Catalog:
    """Return the sentences found in Python *files* and templates."""
    catalogue = Catalog()
    for file in sorted(files):
        method = METHODS[file.suffix]
        for _, message, _, _ in extract_from_file(method, file, keywords=KEYWORDS):
            catalogue.add(message)
    return catalogue


def sources() -> dict[Path, Catalog]:
    """Return, for each folder that has or may have catalogues, its sentences."""
    games = {file.parent: set(file.parent.rglob("*.py")) for file in GAMES.glob("*/__init__.py")}
    house = {f for f in PACKAGE.rglob("*") if f.suffix in METHODS}.difference(*games.values())
    return {folder: gathered(files) for folder, files in {LOCALE: house, **games}.items()}


def main() -> int:
    """Write each catalogue anew, or only check them; return how many are not whole."""
    languages = [file.stem for file in LOCALE.glob("*.po")]
    faults = 0
    for folder, template in sources().items():
        for lang in languages:
            file = folder / f"{lang}.po"
            if not file.exists():
                continue
            with file.open("rb") as stream:
                catalogue = read_po(stream, locale=lang)
            before = {message.id for message in catalogue if message.id}
            catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
            wanted = {message.id for message in template if message.id}
            missing = [m.id for m in catalogue if m.id and not _translated(m.string)]
            if missing or before != wanted:
                faults += 1
                print(f"{file.relative_to(PACKAGE)}: {len(missing)} to translate")
                for message in missing:
                    print(f"  {message!r}")
            if "--check" not in sys.argv:
                with file.open("wb") as stream:
                    write_po(stream, catalogue, width=100, ignore_obsolete=True, no_location=True)
    return faults


def _translated(string: str | tuple[str, ...]) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


if __name__ == "__main__":
    sys.exit(main())
