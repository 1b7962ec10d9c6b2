"""Games that stand one after another in a file, told apart without being read.

A game in text begins at its first tag, and the next one at a tag that follows moves. A game in JSON
begins at a brace and ends with the line on which as many are closed as were opened, so that records
of one line each, and of many, can follow each other, and so can both forms. Where a game was cut,
the next begins all the same. No more than two games are held at a time: whether the first is alone
shows only once there is a second.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Final

from ludotheque.errors import N_, BadRecord, LudothequeError
from ludotheque.match.json_form import FORMAT, from_json
from ludotheque.match.record import Record
from ludotheque.match.text_form import from_text, is_tag

LONGEST: Final = 1 << 24
"""The characters that one game may have: what has more is no record, and is not held."""

BOM: Final = "\ufeff"
"""What a file may begin with, and so each of several that were put together."""
_MARK: Final = re.compile(r'\\.|["{}]')
_JSON: Final = re.compile(rf'{BOM}?\s*\{{\s*"format"\s*:\s*"{FORMAT}"')
"""Where a record begins, even if the one before was cut."""
_OBJECT: Final = re.compile(rf'{BOM}?\s*\{{\s*"[a-z_]+"\s*:')
"""Where JSON begins: no text has that, even in a comment, whose own quotes are escaped."""


@dataclass(frozen=True)
class Kept:
    """A game where it is kept, not read yet."""

    file: str
    number: int
    """Which game of the file, counted from 1."""
    line: int
    """The line on which it begins, counted from 1."""
    text: str
    """All of it; of what is too long to be a record, nothing."""
    alone: bool
    """Whether it is the only game there, as far as was looked."""

    def record(self) -> Record:
        """Return its record. Raise BadRecord, with the file, the number and the line."""
        if not self.text:
            raise BadRecord(
                N_("{file}: what begins on line {line} is too long to be a record"),
                file=self.file,
                line=self.line,
                number=self.number,
            )
        with self.about():
            read = from_json if self.text.startswith("{") else from_text
            return read(self.text, first_line=self.line)

    @property
    def name(self) -> str:
        """What to call it where others are named, too: the file, and the number if it needs one."""
        return self.file if self.alone else f"{self.file}#{self.number}"

    @contextmanager
    def about(self) -> Iterator[None]:
        """Say in every refusal inside which game it is about."""
        try:
            yield
        except LudothequeError as problem:
            raise BadRecord(
                N_("{file}: {problem}")
                if self.alone
                else N_("{file}, game {number} (line {line}): {problem}"),
                file=self.file,
                number=self.number,
                line=self.line,
                problem=problem,
            ) from problem


def games_in(lines: Iterable[str], file: str) -> Iterator[Kept]:
    """Yield the games that *lines*, each with its end, hold one after another.

    *file* is what they are called in refusals. One that would be longer than a record can be has no
    text, and the next follows where a game begins.
    """
    found = _split(lines)
    first = next(found, None)
    if first is None:
        return
    second = next(found, None) if first[1] else None  # What is too long may have no end.
    yield Kept(file, 1, *first, alone=second is None)
    for number, game in enumerate(chain([second] if second else [], found), 2):
        yield Kept(file, number, *game, alone=False)


def _split(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield for each game the number of its first line, and its text."""
    game = _Lines()
    for number, line in _with_braces(lines):
        if game.begins_another(line):
            if not game.too_long:
                yield game.first, game.text
            game = _Lines()
        known = game.too_long
        game.add(number, line)
        if game.too_long and not known:  # Told now: it may have no end.
            yield game.first, ""
    if game.size and not game.too_long:
        yield game.first, game.text


def _with_braces(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the *lines* and their numbers, a brace that is alone with the key of JSON after it.

    A comment may be wrapped at a brace, and be cut there: only the line after it tells them apart.
    """
    brace, number = "", 0
    for number, line in enumerate(lines, 1):
        if brace and _OBJECT.match(brace + line):
            yield number - 1, brace + line
            brace = ""
            continue
        if brace:
            yield number - 1, brace
        brace = line if line.removeprefix(BOM).strip() == "{" else ""
        if not brace:
            yield number, line
    if brace:
        yield number, brace


class _Lines:
    """The lines of one game so far."""

    def __init__(self) -> None:
        self.first = 0
        self.size = 0
        self._lines: list[str] = []
        self._is_json = False
        self._open = 0
        """The braces of JSON that are not closed yet."""
        self._past_tags = False

    @property
    def text(self) -> str:
        return "".join(self._lines).rstrip() + "\n"

    @property
    def too_long(self) -> bool:
        """Whether it is no record, and not held any more."""
        return self.size > LONGEST

    def begins_another(self, line: str) -> bool:
        """Return whether *line* belongs to the next game."""
        if not self.size or not line.removeprefix(BOM).strip():
            return False
        if _JSON.match(line):
            return True
        if self._is_json:
            return self._open <= 0
        begins = is_tag(line.removeprefix(BOM)) or _OBJECT.match(line) is not None
        return self._past_tags and begins

    def add(self, number: int, line: str) -> None:
        if not self.size:
            line = line.lstrip(f"{BOM} \t\r\n")
            self.first, self._is_json = number, line.startswith("{")
        self.size += len(line)
        if self.too_long:
            self._lines.clear()
        elif self.size:
            self._lines.append(line)
        if self._is_json:
            self._open += _opened(line)
        else:
            self._past_tags |= self.size > 0 and not line.startswith("[")


def _opened(line: str) -> int:
    """Return how many braces of JSON *line* opens and does not close; no text goes on after it."""
    count, quoted = 0, False
    for mark in _MARK.findall(line):
        if mark == '"':
            quoted = not quoted
        elif not quoted:
            count += {"{": 1, "}": -1}.get(mark, 0)
    return count
