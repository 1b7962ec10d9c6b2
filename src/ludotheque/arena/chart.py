"""Chart of ratings as SVG: a line a player, the strongest on top, with rating and error."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Final

from ludotheque.arena.ratings import Rating
from ludotheque.draw.palette import INK, PAPER, TINTS
from ludotheque.draw.shapes import FONT, circle, edge, escape, group, line, path, tag

ROW: Final = 34
"""The height of a player's line; a picture's unit is a pixel."""
LEFT: Final = 190
"""The room for names."""
RIGHT: Final = 110
"""The room for numbers."""
PLOT: Final = 460
TOP: Final = 58
BOTTOM: Final = 46
LONGEST: Final = 26
"""The signs of a name that fit."""


def chart(title: str, names: Sequence[str], ratings: Sequence[Rating]) -> str:
    """Return the picture as SVG; *names* and *ratings* in the order in which they are shown."""
    low = min(rating.elo - rating.error for rating in ratings)
    high = max(rating.elo + rating.error for rating in ratings)
    step = _step(high - low)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    width, height = LEFT + PLOT + RIGHT, TOP + ROW * len(names) + BOTTOM
    floor_y = height - BOTTOM

    def across(elo: float) -> float:
        return LEFT + PLOT * (elo - first * step) / ((last - first) * step)

    grid = [
        path(
            line([(across(mark * step), TOP - 10), (across(mark * step), floor_y)]),
            **edge(INK, 1.5 if mark == 0 else 0.75, 0.55 if mark == 0 else 0.2),
        )
        + _text(
            f"{mark * step:+g}" if mark else "0", across(mark * step), floor_y + 20, 13, "middle"
        )
        for mark in range(first, last + 1)
    ]
    rows = [
        _row(name, rating, TOP + ROW * (place + 0.5), across)
        for place, (name, rating) in enumerate(zip(names, ratings, strict=True))
    ]
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("rect", width=width, height=height, rx=10, fill=PAPER),
        _text(title, width / 2, 30, 18, "middle"),
        group(*grid),
        *rows,
        _text("Elo", LEFT + PLOT / 2, height - 10, 13, "middle"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
    )


def _row(name: str, rating: Rating, y: float, across: Callable[[float], float]) -> str:
    tint = TINTS["green"]
    low, high, middle = (across(rating.elo + side * rating.error) for side in (-1, 1, 0))
    caps = [path(line([(x, y - 5), (x, y + 5)]), **edge(tint.dark, 2)) for x in (low, high)]
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return group(
        tag("title", escape(f"{name}: {rating.elo:+.0f} ± {rating.error:.0f}")),
        _text(short, LEFT - 16, y + 5, 14, "end"),
        path(line([(low, y), (high, y)]), **edge(tint.dark, 2)),
        *caps,
        circle(middle, y, 6.5, fill=tint.base, **edge(tint.deep, 1.5)),
        _text(f"{rating.elo:+.0f} ± {rating.error:.0f}", LEFT + PLOT + 14, y + 5, 13, "start"),
    )


def _text(text: str, x: float, y: float, size: float, anchor: str) -> str:
    return tag(
        "text",
        escape(text),
        x=x,
        y=y,
        font_family=FONT,
        font_size=size,
        text_anchor=anchor,
        fill=INK,
    )


def _step(span: float) -> float:
    """Return the distance between marks: 1, 2 or 5 times a power of ten, for four to ten marks."""
    rough = max(span, 1.0) / 6
    power = 10.0 ** floor(log10(rough))
    return min(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
