"""Notes as words among the moves of a record's text: signs, comments, marked places, variations.

A sign is written as in PGN, `$1` for `!`: a bare `?` is a move that the reader may not know.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from ludotheque.errors import N_, BadRecord
from ludotheque.match.notes import DEEPEST, SIGNS, Note, Tried
from ludotheque.match.parts import Part, brief

QUOTE, ANGLE, OPEN, CLOSE, SIGN = '"', "<", "[", "]", "$"
WORDS: Final = r'"(?:[^"\\]|\\.)*"|<[^<>{}]*>|\$[1-6](?![^\s\[\]])|\[|\]'
"""The words that notes are made of beside moves, as part of a regular expression."""
_WORD: Final = re.compile(WORDS, re.DOTALL)

Words = deque[tuple[int, str]]
"""The words that are still to be read, each with the number of its line."""


def note_words(note: Note) -> Iterator[str]:
    """Yield the words of *note*."""
    if note.sign:
        yield f"{SIGN}{SIGNS.index(note.sign) + 1}"
    if note.comment:
        yield quoted(note.comment)
    for mark in note.marks:
        yield f"<{' '.join(mark)}>"
    for line in note.variations:
        first, *others = (word for tried in line for word in _tried_words(tried))
        *between, last = [OPEN + first, *others]
        yield from (*between, last + CLOSE)


def _tried_words(tried: Tried) -> Iterator[str]:
    yield f"({tried.move})" if tried.chance else tried.move
    yield from note_words(tried.note)


def quoted(text: object) -> str:
    """Return *text* in quotes, its own quotes and backslashes escaped."""
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(text: str) -> str:
    """Return what stands between the quotes of *text*."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def begins_note(word: str) -> bool:
    """Return whether *word* is the first of a note, or belongs to one."""
    return word[0] in (QUOTE, ANGLE, OPEN, SIGN)


def read_words(words: Words, depth: int = 0) -> Part:
    """Take the words of one note off *words* and return its plain values; it may be empty."""
    part: dict[str, Any] = {}
    while words and begins_note(words[0][1]):
        line, word = words.popleft()
        again = (word[0] == QUOTE and "comment" in part) or (word[0] == SIGN and "sign" in part)
        if again or not _WORD.fullmatch(word):
            raise BadRecord(
                N_(
                    "line {line}: {word} is not a comment in quotes, places in angles or the only"
                    " sign from $1 to $6"
                ),
                line=line,
                word=brief(word),
            )
        if word[0] == ANGLE:
            part.setdefault("marks", []).append(word[1:-1].split())
        elif word[0] == SIGN:
            part["sign"] = SIGNS[int(word[1:]) - 1]
        elif word[0] == OPEN:
            part.setdefault("variations", []).append(_read_variation(words, line, depth + 1))
        else:
            part["comment"] = unquoted(word)
    return part


def _read_variation(words: Words, line: int, depth: int) -> list[Part]:
    moves: list[Part] = []
    if depth > DEEPEST:
        raise BadRecord(N_("line {line}: variations are nested too deep"), line=line)
    while words:
        _, word = words.popleft()
        if word == CLOSE:
            return moves
        made = {"move": word[1:-1], "chance": True} if word[0] == "(" else {"move": word}
        moves.append({**made, **read_words(words, depth)})
    raise BadRecord(N_("line {line}: this variation does not end"), line=line)
