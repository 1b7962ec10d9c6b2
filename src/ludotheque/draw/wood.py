"""Wooden boards: a hexagon with carved cells, a square with inlaid ones."""

from math import sin
from typing import Final

from ludotheque.draw.palette import TINTS
from ludotheque.draw.shapes import (
    Point,
    edge,
    group,
    number,
    outline,
    path,
    ring,
    slab,
    star,
    tag,
    word,
)
from ludotheque.draw.shells import badge
from ludotheque.scene import Board, Mark, Spot

CELL: Final = outline(ring(6, 0.93 / 3**0.5, 0), 0.09)
"""A hexagon with flat top and bottom, a little less than one unit high."""

NAME: Final = (-0.369, 0.05, 0.145)
"""Where in a cell its name stands, and how large: between the legs on a turtle’s left, and inside
of a ring of light."""

GRAIN: Final = (
    "M-.5,-.33Q-.1,-.39 .5,-.3M-.5,-.13Q.1,-.04 .5,-.15M-.5,.1Q-.2,.04 .5,.13M-.5,.34Q0,.4 .5,.31"
)


def _inlay(wood: str, turn: str) -> str:
    """Return a cell of that wood: its own grain, the upper edges in the light."""
    return group(
        slab(1, 1, 0, fill=f"url(#{wood})"),
        group(
            path(GRAIN, stroke="#6b4220", stroke_opacity=0.15, transform=turn),
            path("M-.49,.49V-.49H.49", stroke="#fff2d6", stroke_opacity=0.35),
            path("M-.49,.49H.49V-.49", stroke="#3b210d", stroke_opacity=0.4),
            fill="none",
            stroke_width=0.019,
        ),
        id=f"inlay-{wood}",
    )


PARTS: Final = {
    "inlay-pale": _inlay("pale", "rotate(0)"),
    "inlay-deep": _inlay("deep", "rotate(90)"),
    "recess": group(
        path(CELL, fill="url(#floor)"),
        path(CELL, fill="url(#hollow)"),
        path(CELL, fill="none", **edge("url(#carved)", 0.05)),
        id="recess",
    ),
}


def hexagon(board: Board) -> str:
    """Return a hexagonal slab that stands on a corner."""
    return _slab(board, _hexagon(board, 0.985), _hexagon(board, 0.91), 0.35)


def _hexagon(board: Board, share: float) -> list[Point]:
    x, y = board.width / 2 - 0.01, board.height / 2 - 0.02
    w, h = board.width / 2 * share, board.height / 2 * share
    return [
        (x, y - h),
        (x + w, y - h / 2),
        (x + w, y + h / 2),
        (x, y + h),
        (x - w, y + h / 2),
        (x - w, y - h / 2),
    ]


def square(board: Board) -> str:
    """Return a slab with four corners, whose field is as large as its cells."""
    cells = [spot for spot in board.spots if spot.shape == "square"]
    field = _rectangle(
        min((spot.x for spot in cells), default=1) - 0.53,
        min((spot.y for spot in cells), default=1) - 0.53,
        max((spot.x for spot in cells), default=board.width - 1) + 0.53,
        max((spot.y for spot in cells), default=board.height - 1) + 0.53,
    )
    body = _rectangle(0.05, 0.04, board.width - 0.06, board.height - 0.08)
    return _slab(board, body, field, 0.15)


def _rectangle(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _slab(board: Board, outer: list[Point], inner: list[Point], rounding: float) -> str:
    """Return a board's body: shadow, walnut frame, maple field, and the grain of both."""
    body, field = outline(outer, rounding), outline(inner, rounding)
    clips = (("body", body), ("field", field))
    return "".join(
        (
            tag("defs", *(tag("clipPath", path(shape), id=name) for name, shape in clips)),
            path(body, fill="#1d0f05", fill_opacity=0.25, transform="translate(.04 .06)"),
            path(body, fill="url(#walnut)"),
            group(_grain(board, 2, "#2c1708", 0.25), clip_path="url(#body)"),
            path(body, fill="none", **edge("url(#rim)", 0.06)),
            path(field, fill="url(#maple)"),
            group(_grain(board, 0, "#6b4220", 0.3), clip_path="url(#field)"),
            path(field, fill="none", **edge("url(#carved)", 0.05)),
        )
    )


def _grain(board: Board, log: int, colour: str, opacity: float) -> str:
    """Return the grain of wood, of one *log* or another: lines that sway, some fine, some broad."""
    lines = []
    third = board.width / 3
    for place in range(int(board.height * 4) + 1):
        turn = place * 2.4 + log
        y, sway = place / 4 + 0.1 * sin(turn), 0.12 * sin(1.7 * turn)
        lines.append(
            path(
                f"M0,{number(y)}C{number(third)},{number(y + sway)} "
                f"{number(2 * third)},{number(y - 1.6 * sway)} "
                f"{number(board.width)},{number(y + 0.6 * sway)}",
                stroke_width=0.012 + 0.03 * abs(sin(3.1 * turn)) ** 3,
            )
        )
    return group(*lines, fill="none", stroke=colour, stroke_opacity=opacity)


def recess(spot: Spot) -> str:
    """Return a hexagonal cell carved into the wood, marked where it is a side's goal."""
    here = tag("use", href="#recess")
    if spot.tint:
        shade = TINTS[spot.tint]
        here += "".join(
            (
                path(CELL, fill=shade.dark, fill_opacity=0.8),
                path(CELL, fill="none", **edge(shade.light, 0.035), transform="scale(.9)"),
                path(outline(star(8, 0.36, 0.2)), fill=shade.light, **edge(shade.deep, 0.015)),
                badge(spot.tint, 0, 0, 0.2),
            )
        )
    return here + _name(spot)


def inlay(spot: Spot) -> str:
    """Return a square cell, of pale and deep wood by turns."""
    wood = "pale" if (int(spot.x) + int(spot.y)) % 2 else "deep"
    return tag("use", href=f"#inlay-{wood}") + _name(spot)


def _name(spot: Spot) -> str:
    """Return a cell's name beside what stands there."""
    if not spot.name:
        return ""
    x, y, size = NAME
    return word(spot.name, x - 0.008, y - 0.007, size, fill="#2c1708") + word(
        spot.name, x, y, size, fill="#ffe9c4"
    )


def inscription(mark: Mark) -> str:
    """Return a word let into the dark wood in pale."""
    return word(mark.text, mark.x - 0.01, mark.y + 0.075, 0.25, fill="#2c1708") + word(
        mark.text, mark.x, mark.y + 0.085, 0.25, fill="#ecca97"
    )
