"""Catalogues: sentences and what they are in another language, read as gettext writes them (PO).

The standard library reads only what was compiled (MO). A catalogue that is read as it stands needs
no tool where it is used, in a browser too, and is never older than the file that people edit.
"""

import re
from collections.abc import Iterable, Iterator
from gettext import GNUTranslations
from io import BytesIO
from struct import pack

_TEXT = r'(?:"(?:[^"\\\n]|\\.)*"\s*)+'
_ENTRY = re.compile(
    rf"^msgid\s+(?P<one>{_TEXT})(?:msgid_plural\s+(?P<many>{_TEXT}))?"
    rf"(?P<strings>(?:msgstr(?:\[\d\])?\s+{_TEXT})+)",
    re.MULTILINE,
)
_STRING = re.compile(rf"msgstr(?:\[\d\])?\s+({_TEXT})")
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_REST = re.compile(r"^[^#\s].*", re.MULTILINE)

MAGIC = 0x950412DE
"""With which a compiled catalogue begins."""


def translations(texts: Iterable[str]) -> GNUTranslations:
    """Return what the catalogues in *texts* say together; what comes later counts.

    Plurals go by the rule in the head of the last that has one. ValueError where one cannot be
    read.
    """
    whole: dict[str, str] = {}
    for text in texts:
        whole.update(entries(text))
    return GNUTranslations(BytesIO(compiled(whole)))


def entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a catalogue that have a translation, and it, as they are compiled.

    The forms for one and for many are parted by a zero; the head is what the empty sentence says.
    """
    if rest := _REST.search(_ENTRY.sub("", text)):
        raise ValueError(f"no line of a catalogue: {rest[0]}")
    for entry in _ENTRY.finditer(text):
        strings = [_plain(string) for string in _STRING.findall(entry["strings"])]
        if all(strings):
            ids = [entry["one"], entry["many"]] if entry["many"] else [entry["one"]]
            yield "\0".join(map(_plain, ids)), "\0".join(strings)


def _plain(quoted: str) -> str:
    joined = "".join(_QUOTED.findall(quoted))
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), joined)


def compiled(messages: dict[str, str]) -> bytes:
    """Return *messages* in the form that the standard library reads."""
    pairs = sorted((one.encode(), other.encode()) for one, other in messages.items())
    columns = [[pair[side] for pair in pairs] for side in (0, 1)]
    head, table = 7 * 4, 8 * len(pairs)
    at = head + 2 * table
    tables, body = bytearray(), bytearray()
    for column in columns:
        for text in column:
            tables += pack("<2I", len(text), at + len(body))
            body += text + b"\0"
    return pack("<7I", MAGIC, 0, len(pairs), head, head + table, 0, at) + tables + body
