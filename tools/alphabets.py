"""Write `src/ludotheque/tables/alphabets.txt`: the letters of names, and which look alike.

The facts are Unicode's: scripts and properties as the `regex` package knows them, the look-alikes
of UTS #39 as `confusable-homoglyphs` has them. `make alphabets` installs both in a folder of their
own: nothing that runs needs them.
"""

import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import confusable_homoglyphs
import regex

WRITTEN = Path(__file__).parent.parent / "src" / "ludotheque" / "tables" / "alphabets.txt"
SCRIPTS = """
    Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi
    Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala
    Tamil Telugu Thaana Thai Tibetan
"""
"""UAX #31, table 5: the scripts in everyday use by large communities."""
BLOCKS = {"Latin": ((0x41, 0x24F), (0x1E00, 0x1EFF)), "Cyrillic": ((0x400, 0x52F),)}
"""Where a script has more than alphabets of today: phonetics, small capitals, old letters."""
BLOCKS |= {"Hangul": ((0xAC00, 0xD7A3),)}  # NFKC composes the parts of a syllable
LAST = 0xFFFF
ACCENTS = range(0x300, 0x370)
"""Marks that any letter may bear."""
KINDS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}

HEAD = """\
# The letters that names are made of, by script, and which of them look alike (`tables/names.py`).
# Written by tools/alphabets.py from the Unicode Character Database and the data of UTS #39,
# (c) Unicode, Inc., used under the Unicode License v3. Ranges and characters are hexadecimal.
"""


def letters(script: str) -> Iterator[int]:
    """Yield the letters, marks and digits of *script* that NFKC leaves alone and that are seen."""
    its = regex.compile(rf"\p{{scx={script}}}")
    hidden = regex.compile(r"\p{Default_Ignorable_Code_Point}")
    for code in range(0x30, LAST + 1):
        letter = chr(code)
        if (
            code not in ACCENTS
            and unicodedata.category(letter) in KINDS
            and its.match(letter)
            and not hidden.match(letter)
            and unicodedata.normalize("NFKC", letter) == letter
            and _is_everyday(script, letter)
        ):
            yield code


def _is_everyday(script: str, letter: str) -> bool:
    blocks = BLOCKS.get(script)
    if blocks is None:
        return True
    cased = {ord(letter), *map(ord, letter.upper())}
    return any(first <= code <= last for first, last in blocks for code in cased)


def ranges(codes: Iterable[int]) -> str:
    """Return sorted *codes* as `41-5A AA`."""
    found: list[list[int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return " ".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in found)


def look_alikes() -> Iterator[tuple[str, str]]:
    """Yield each character that looks like something else, and what that is.

    Of those that look alike one stands for all: what is written with several, or the simplest.
    """
    source = Path(confusable_homoglyphs.__file__).parent / "confusables.json"
    alike: dict[str, set[str]] = {}
    for text, others in json.loads(source.read_text()).items():
        one = text.strip("\u200e")
        alike.setdefault(one, set()).update(other["c"].strip("\u200e") for other in others)
    met: set[str] = set()
    for text in sorted(alike):
        if text in met:
            continue
        group, waiting = {text}, [text]
        while waiting:
            for other in alike.get(waiting.pop(), set()) - group:
                group.add(other)
                waiting.append(other)
        met |= group
        first = min(group, key=lambda one: (-len(one), not one.isascii(), not one.isalpha(), one))
        yield from ((one, first) for one in group if one != first and len(one) == 1)


def resolved(pairs: Mapping[str, str], text: str) -> str:
    """Return *text* with what its characters look like, and what that looks like."""
    return "".join(resolved(pairs, pairs[one]) if one in pairs else one for one in text)


def main() -> None:
    """Write the file, and say how large it is."""
    by_script = {script: list(letters(script)) for script in SCRIPTS.split()}
    known = {code for codes in by_script.values() for code in codes}
    known |= set(range(0x30, 0x3A)) | set(ACCENTS)
    lines = [f"{script} {ranges(codes)}" for script, codes in by_script.items()]
    pairs = dict(look_alikes())
    alike = [
        f"{code:X}={'+'.join(f'{ord(c):X}' for c in resolved(pairs, chr(code)))}"
        for code in sorted(known)
        if chr(code) in pairs
    ]
    WRITTEN.write_text(HEAD + "\n".join([*lines, f"alike {' '.join(alike)}"]) + "\n", "ascii")
    sys.stdout.write(f"{WRITTEN.name}: {WRITTEN.stat().st_size} bytes, {len(alike)} look-alikes\n")


if __name__ == "__main__":
    main()
