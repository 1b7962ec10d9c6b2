"""A rulebook as a page shows it: prose with anchors, and figures whose pictures are fetched."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from ludotheque.draw.svg import PIXELS
from ludotheque.games import take
from ludotheque.rulebook import Figure, markdown, rulebook

_HEADING: Final = re.compile(r"<h2>(.*?)</h2>")
_TAG: Final = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Pictured:
    """A figure with the addresses of its pictures."""

    figure: Figure
    picture: str
    result: str | None
    """The picture after the figure's move, where the book shows it."""
    width: int
    height: int

    @property
    def options(self) -> str:
        """The options, as a query has them."""
        return " ".join(f"{name}:{value}" for name, value in self.figure.options.items())


@dataclass(frozen=True)
class Book:
    """A rulebook in one language."""

    lang: str
    """The language that it is told in."""
    opening: Markup
    """The title and what stands below it."""
    parts: tuple[Markup | Pictured, ...]
    contents: tuple[tuple[str, str], ...]
    """The anchor and the title of each chapter."""


@cache
def book(slug: str, lang: str) -> Book:
    """Return the rulebook of a game in *lang*, or in English where it is not translated."""
    parts: list[Markup | Pictured] = []
    contents: list[tuple[str, str]] = []

    def anchored(heading: re.Match[str]) -> str:
        anchor = f"part-{len(contents) + 1}"
        contents.append((anchor, unescape(_TAG.sub("", heading[1]))))
        return f'<h2 id="{anchor}">{heading[1]}</h2>'

    found = rulebook(take(slug), lang)
    for part in found.parts:
        if isinstance(part, Figure):
            parts.append(_pictured(slug, part))
        else:
            # Safe: `markdown` shows whatever is HTML in a book as text.
            parts.append(Markup(_HEADING.sub(anchored, markdown(part))))  # noqa: S704
    opening, chapter, rest = str(parts[0]).partition("<h2")
    parts[0] = Markup(chapter + rest)  # noqa: S704 - the same
    return Book(found.lang, Markup(opening), tuple(parts), tuple(contents))  # noqa: S704 - the same


def _pictured(slug: str, figure: Figure) -> Pictured:
    board = figure.scene(take(slug)).board
    result = _address(slug, figure, move=figure.moves[:1]) if figure.result else None
    return Pictured(
        figure,
        _address(slug, figure, arrow=figure.moves, crossed=figure.forbidden),
        result,
        round(PIXELS * board.width),
        round(PIXELS * board.height),
    )


def _address(slug: str, figure: Figure, **moves: Sequence[str]) -> str:
    """Return where the picture of a figure's position is drawn."""
    query = [("position", figure.position)]
    query += [("option", f"{name}:{value}") for name, value in figure.options.items()]
    query += [(name, text) for name, texts in moves.items() for text in texts]
    return f"/api/games/{slug}/picture.svg?{urlencode(query)}"
