"""Overlays of a board: the glow of the last move, places marked, arrows allowed and forbidden."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Final

from ludotheque.draw.cards import HEIGHT, TILE, WIDTH
from ludotheque.draw.palette import GLOW, PAPER
from ludotheque.draw.shapes import (
    Attributes,
    Point,
    circle,
    edge,
    group,
    line,
    moved,
    pair,
    path,
    slab,
    towards,
)
from ludotheque.draw.wood import CELL
from ludotheque.scene import Board, Spot

ALLOWED: Final = "#11574f"
FORBIDDEN: Final = "#9a1230"
FARTHEST_STEP: Final = 1.45
"""A leg longer than this is a hop, and drawn as a leap. Diagonal neighbours are 1.414 apart."""


def last_move(board: Board, last: Sequence[str]) -> str:
    """Return a glow on every spot of the last move, the final one brightest, and a dotted trail."""
    if not last:
        return ""
    spots = [board.spot(spot_id) for spot_id in last]
    glows = (
        _outline(spot, GLOW.base, 0.38 if spot is spots[-1] else 0.2, edge(GLOW.dark, 0.04))
        for spot in dict.fromkeys(spots)
    )
    dots = path(
        line((spot.x, spot.y) for spot in spots),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        stroke_dasharray="0 .16",
    )
    trail = group(dots, **edge(GLOW.deep, 0.1, 0.55)) + group(dots, **edge(GLOW.light, 0.065))
    return group(*glows, trail if len(spots) > 1 else "")


def marked(board: Board, spot_ids: Sequence[str]) -> str:
    """Return a rim of the arrows' colour around each of these spots."""
    spots = dict.fromkeys(board.spot(spot_id) for spot_id in spot_ids)
    rims = (_outline(spot, ALLOWED, 0.15, edge(ALLOWED, 0.08)) for spot in spots)
    return group(*rims) if spots else ""


def _outline(spot: Spot, fill: str, fill_opacity: float, rim: Attributes) -> str:
    look: Attributes = {
        "fill": fill,
        "fill_opacity": fill_opacity,
        **rim,
        "transform": moved(spot.x, spot.y),
    }
    if spot.shape == "hex":
        return path(CELL, **look)
    if spot.shape == "card":
        return slab(WIDTH + 0.08, HEIGHT + 0.08, 0.12, **look)
    if spot.shape == "tile":
        return slab(TILE + 0.08, TILE + 0.08, 0.12, **look)
    return slab(0.95, 0.95, 0.03 if spot.shape == "square" else 0.14, **look)


def arrow(board: Board, spot_ids: Sequence[str], *, forbidden: bool = False) -> str:
    """Return an arrow through these spots; a forbidden one is dashed and crossed out."""
    spots = [board.spot(spot_id) for spot_id in spot_ids]
    if len(spots) < 2:
        return ""
    colour = FORBIDDEN if forbidden else ALLOWED
    centres = [(spot.x, spot.y) for spot in spots]
    bends = _bends(centres)
    back = towards(centres[-1], bends[-1], 0.2)
    ends = [*centres[1:-1], back]
    curve = f"M{pair(towards(centres[0], bends[0], 0.2))}" + "".join(
        f"Q{pair(bend)} {pair(end)}" for bend, end in zip(bends, ends, strict=True)
    )
    head = moved(*centres[-1], degrees(atan2(back[1] - centres[-1][1], back[0] - centres[-1][0])))
    joints = [circle(x, y, 0.075) for x, y in centres[1:-1]]
    tip = "M.04,0L.28,-.14L.22,0L.28,.14Z"
    line_look: Attributes = (
        {"stroke_dasharray": ".13 .1"} if forbidden else {"stroke_linecap": "round"}
    )
    return group(
        group(
            path(curve, fill="none", stroke_width=0.15),
            path(tip, transform=head, stroke_width=0.07),
            stroke=PAPER,
            stroke_opacity=0.9,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        path(curve, fill="none", **edge(colour, 0.08), **line_look),
        group(*joints, path(tip, transform=head), fill=colour),
        _cross(centres[-2], bends[-1], centres[-1]) if forbidden else "",
    )


def _bends(way: Sequence[Point]) -> list[Point]:
    """Return the point that each leg bends towards: its middle or, for a hop, a point beside it."""
    bends = []
    for place, ((x1, y1), (x2, y2)) in enumerate(pairwise(way)):
        across, down = x2 - x1, y2 - y1
        side = 0.0
        if hypot(across, down) > FARTHEST_STEP:
            # Leaps go up on the page, upright ones to the right; a way back takes the other side.
            side = 0.25 if (across, down) > (0, 0) else -0.25
            if place and way[place - 1] == (x2, y2):
                side = -side
        bends.append(((x1 + x2) / 2 + side * down, (y1 + y2) / 2 - side * across))
    return bends


def _cross(start: Point, bend: Point, end: Point) -> str:
    """Return a cross on the middle of a leg."""
    x, y = ((a + 2 * b + c) / 4 for a, b, c in zip(start, bend, end, strict=True))
    return group(
        circle(0, 0, 0.19, fill=PAPER, **edge(FORBIDDEN, 0.035)),
        path(
            "M-.085,-.085L.085,.085M.085,-.085L-.085,.085",
            **edge(FORBIDDEN, 0.07),
            stroke_linecap="round",
        ),
        transform=moved(x, y),
    )
