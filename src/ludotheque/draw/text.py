"""Text rendering of a scene for a terminal: words on a grid of characters."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from math import floor
from typing import Final

from ludotheque.scene import Board, Scene

SILENT: Final = ("card", "tile")
"""Shapes of spots that show nothing while nothing lies there."""


@dataclass(frozen=True)
class Span:
    """Characters that look the same."""

    text: str
    tint: str = ""
    dim: bool = False
    """Of the board rather than on it."""
    bold: bool = False
    """Touched by the last move."""


@dataclass(frozen=True)
class _Word:
    """A span that stands somewhere: a glyph, a name, a mark. It is shown whole or not at all."""

    row: int
    column: int
    span: Span

    @property
    def end(self) -> int:
        return self.column + len(self.span.text)

    def overlaps(self, other: "_Word") -> bool:
        return self.row == other.row and self.column < other.end and other.column < self.end


def text(scene: Scene) -> str:
    """Return *scene* as plain lines without trailing blanks."""
    return "\n".join("".join(span.text for span in spans) for spans in lines(scene))


def lines(scene: Scene) -> list[list[Span]]:
    """Return *scene* line by line, cropped to what is written.

    Where two words would share a character the later one is shown and the earlier one is not:
    marks come first, then the names of spots, then pieces, lowest first.
    """
    words: list[_Word] = []
    for word in _words(scene):
        words = [other for other in words if not other.overlaps(word)] + [word]
    if not words:
        return []
    names = (_centred(scene.board, spot.x, spot.y, Span(spot.name)) for spot in scene.board.spots)
    # Room for a glyph before every name, so that the board stays where it is from turn to turn.
    starts = [name.column - 1 for name in names if name.span.text]
    left = min(starts + [word.column for word in words])
    top = min(word.row for word in words)
    drawn: list[list[Span]] = [[] for _ in range(max(word.row for word in words) - top + 1)]
    for row, line in groupby(
        sorted(words, key=lambda word: (word.row, word.column)), lambda word: word.row
    ):
        at = left
        for word in line:
            if word.column > at:
                drawn[row - top].append(Span(" " * (word.column - at)))
            drawn[row - top].append(word.span)
            at = word.end
    return drawn


def _words(scene: Scene) -> Iterator[_Word]:
    board = scene.board
    for mark in (mark for mark in board.marks if not mark.repeats):
        yield _centred(board, mark.x, mark.y, Span(mark.text, dim=True))
    held = {piece.spot for piece in scene.pieces}
    for spot in board.spots:
        empty = spot.id not in held
        label = spot.name or ("·" if empty else "")
        if label and not (empty and spot.shape in SILENT):
            yield _centred(
                board, spot.x, spot.y, Span(label, spot.tint, dim=empty, bold=spot.id in scene.last)
            )
    for piece in scene.pieces:
        span = Span(piece.glyph, piece.tint, bold=piece.spot in scene.last)
        word = _centred(board, piece.x, piece.y, span)
        spot = board.spot(piece.spot)
        name = _centred(board, spot.x, spot.y, Span(spot.name))
        if spot.name and name.row == word.row:
            word = replace(word, column=name.column - len(piece.glyph))
        yield word


def _centred(board: Board, x: float, y: float, span: Span) -> _Word:
    # Halves go up: `round` would take them to the even side, and rows half a unit apart together.
    across, down = board.text_scale
    column, row = floor(x * across + 0.5), floor(y * down + 0.5)
    return _Word(row, column - (len(span.text) - 1) // 2, span)
