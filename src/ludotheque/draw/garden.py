"""The mat: a framed lawn with a sandy path, a bed of lettuces, and room for cards."""

from typing import Final

from ludotheque.draw.cards import HEIGHT, TILE, WIDTH
from ludotheque.draw.palette import INK
from ludotheque.draw.shapes import (
    circle,
    edge,
    ellipse,
    group,
    line,
    path,
    ring,
    scattered,
    slab,
    tag,
    word,
)
from ludotheque.scene import Board, Mark, Spot


def _lettuce() -> str:
    """Return a lettuce: rings of leaves around a heart."""
    rings = ((0.09, 0.055, 8, "#6fa83e"), (0.05, 0.05, 6, "#93c653"))
    leaves = (
        circle(x, y, size, fill=colour, **edge("#4c7d2a", 0.01))
        for radius, size, count, colour in rings
        for x, y in ring(count, radius)
    )
    return group(*leaves, circle(0, 0, 0.05, fill="url(#leaf)"), id="lettuce")


def _daisy() -> str:
    petals = (circle(x, y, 0.03, fill="#fffdf4") for x, y in ring(6, 0.04))
    return group(*petals, circle(0, 0, 0.028, fill="#f2c230"), id="daisy", stroke="none")


PARTS: Final = {
    "lettuce": _lettuce(),
    "daisy": _daisy(),
    "tuft": path(
        "M-.05,0Q-.06,-.06 -.09,-.09M0,0Q0,-.08 .01,-.13M.05,0Q.06,-.05 .09,-.08", id="tuft"
    ),
}


def mat(board: Board) -> str:
    """Return a lawn in a wooden frame, mown in stripes, and the path that crosses it."""

    def whole(**look: str | float) -> str:
        width, height = board.width - 0.14, board.height - 0.16
        return tag("rect", x=0.06, y=0.05, width=width, height=height, rx=0.35, **look)

    stripes = (
        tag("rect", x=at, y=0, width=1, height=board.height) for at in range(0, int(board.width), 2)
    )
    return "".join(
        (
            tag("defs", tag("clipPath", whole(), id="garden")),
            whole(fill="#1d0f05", fill_opacity=0.25, transform="translate(.04 .06)"),
            whole(fill="url(#lawn)"),
            group(
                group(*stripes, fill="#fff", fill_opacity=0.07),
                whole(fill="none", **edge("#2a3d16", 0.34, 0.35)),
                whole(fill="none", **edge("url(#walnut)", 0.26)),
                clip_path="url(#garden)",
            ),
            whole(fill="none", **edge("url(#rim)", 0.05)),
            _flowers(board),
            _path(board),
        )
    )


def _flowers(board: Board) -> str:
    """Return tufts of grass and daisies, wherever nothing else lies."""
    width, height = board.width - 0.8, board.height - 0.8
    places = ((x + 0.4, y + 0.4) for x, y in scattered(int(width * height), width, height))
    grown = (
        tag("use", href="#daisy" if place % 4 == 1 else "#tuft", x=x, y=y)
        for place, (x, y) in enumerate(places)
        if all(abs(x - spot.x) > 0.65 or abs(y - spot.y) > 0.75 for spot in board.spots)
    )
    return group(*grown, fill="none", stroke_linecap="round", **edge("#4d7a36", 0.022, 0.7))


def _path(board: Board) -> str:
    """Return the sandy ground that joins the squares of the way, and the shade of its edge."""
    way = [(spot.x, spot.y) for spot in board.spots if spot.shape in ("track", "bed")]
    if not way:
        return ""
    return group(
        path(line(way), transform="translate(.02 .04)", **edge("#2a3d16", 1.12, 0.3)),
        path(line(way), **edge("#d3b87f", 1.1)),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def flagstone(spot: Spot) -> str:
    """Return a square of the way."""
    return (
        slab(0.94, 0.94, 0.14, fill="url(#sand)", **edge("#a98a4f", 0.02))
        + slab(0.89, 0.89, 0.12, fill="none", **edge("#fffaf0", 0.015, 0.5))
        + _pebble(spot)
    )


def bed(spot: Spot) -> str:
    """Return a bed of soil with lettuces in rows."""
    rows = (-0.28, 0.0, 0.28)
    return (
        slab(0.98, 0.98, 0.12, fill="url(#soil)", **edge("#8a5f38", 0.05))
        + "".join(tag("use", href="#lettuce", x=x, y=y) for y in rows for x in rows)
        + _pebble(spot)
    )


def _pebble(spot: Spot) -> str:
    """Return the stone at a square's foot that bears its number."""
    if not spot.name:
        return ""
    return ellipse(0, 0.35, 0.13, 0.1, fill="url(#stone)", **edge("#8a8371", 0.014)) + word(
        spot.name, 0, 0.4, 0.15, fill=INK
    )


def card_slot(_spot: Spot) -> str:
    """Return the place of a card."""
    return _slot(WIDTH, HEIGHT)


def tile_slot(_spot: Spot) -> str:
    """Return the place of a tile."""
    return _slot(TILE, TILE)


def _slot(width: float, height: float) -> str:
    return slab(
        width - 0.02,
        height - 0.02,
        0.08,
        fill="#2f4d1c",
        fill_opacity=0.14,
        **edge("#f4f7dd", 0.018, 0.55),
        stroke_dasharray=".07 .05",
    )


def inscription(mark: Mark) -> str:
    """Return a word written on the lawn."""
    return word(mark.text, mark.x, mark.y + 0.085, 0.25, fill="#24390f", fill_opacity=0.85)
