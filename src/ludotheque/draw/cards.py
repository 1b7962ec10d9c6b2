"""Cards and tiles: paper in the hand, told apart by a badge and a large sign."""

from itertools import pairwise
from typing import Final

from ludotheque.draw.dice import shade_under
from ludotheque.draw.palette import INK, PAPER, TINTS, Tint
from ludotheque.draw.shapes import (
    circle,
    edge,
    group,
    moved,
    outline,
    pair,
    path,
    ring,
    slab,
    star,
    tag,
)
from ludotheque.draw.shells import badge
from ludotheque.draw.turtles import turtle

WIDTH: Final = 0.74
HEIGHT: Final = 1.04
TILE: Final = 0.7

RAINBOW: Final = ("red", "yellow", "green", "blue", "purple")
GREY: Final = Tint("#d9cca6", "#94875f", "#5b5445", INK)

PLUS: Final = "M-.1,0H.1M0,-.1V.1"
MINUS: Final = "M-.1,0H.1"
ARROW: Final = "M0,.11V-.09M-.1,0L0,-.1L.1,0"


def _paper(name: str, width: float, height: float) -> str:
    sheet = slab(width, height, 0.09, fill="url(#paper)", **edge("#8d7a52", 0.013))
    return group(shade_under(width, height, 0.09), sheet, id=name)


PARTS: Final = {
    "card-paper": _paper("card-paper", WIDTH, HEIGHT),
    "tile-paper": _paper("tile-paper", TILE, TILE),
}


def card(look: str, sign: str) -> str:
    """Return the face of a card: whom it moves above, how far below."""
    shade = TINTS.get(look, GREY)
    if look == "rainbow":
        whom = _wheel()
    elif look == "last":
        whom = _tail_ender()
    else:
        whom = badge(look, 0, -0.21, 0.2)
    return "".join(
        (
            tag("use", href="#card-paper"),
            _border(WIDTH, HEIGHT, shade.base),
            whom,
            _sign(sign, shade.dark, arrow=look == "last"),
        )
    )


def tile(tint: str) -> str:
    """Return a tile with a turtle: whose it is."""
    return "".join(
        (
            tag("use", href="#tile-paper"),
            _border(TILE, TILE, TINTS[tint].base),
            group(turtle(tint), transform="scale(.66)"),
        )
    )


def card_back() -> str:
    """Return the back that all cards share."""
    return tag("use", href="#card-paper") + _back(WIDTH, HEIGHT)


def tile_back() -> str:
    """Return the back that all tiles share."""
    return tag("use", href="#tile-paper") + _back(TILE, TILE)


def _border(width: float, height: float, colour: str) -> str:
    return slab(width - 0.09, height - 0.09, 0.06, fill="none", **edge(colour, 0.028))


def _sign(sign: str, colour: str, *, arrow: bool) -> str:
    """Return the large sign: a plus, two, a minus, or as many arrows as pluses."""
    stroke = ARROW if arrow else PLUS if "+" in sign else MINUS
    places, scale = ((-0.145, 0.145), 0.95) if len(sign) == 2 else ((0.0,), 1.25)
    return group(
        *(path(stroke, transform=moved(x, 0.245, scale=scale)) for x in places),
        fill="none",
        **edge(colour, 0.065),
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _wheel() -> str:
    """Return five tints in one wheel: whichever turtle."""
    rim = ring(5, 0.2)
    wedges = (
        path(f"M0,0L{pair(start)}A.2,.2 0 0 1 {pair(end)}Z", fill=TINTS[tint].base)
        for tint, (start, end) in zip(RAINBOW, pairwise([*rim, rim[0]]), strict=True)
    )
    return group(
        circle(0, 0, 0.21, fill=INK),
        group(*wedges, **edge(PAPER, 0.014)),
        path(outline(star(5, 0.1, 0.045)), fill=PAPER, **edge(INK, 0.012)),
        transform="translate(0 -.21)",
    )


def _tail_ender() -> str:
    """Return three turtles in a row, of which only the rearmost is dark."""
    dome = "M-.1,.06C-.1,-.03 -.06,-.07 0,-.07C.06,-.07 .1,-.03 .1,.06Z"
    row = (
        (0.13, -0.345, GREY.light, GREY.base),
        (0, -0.215, GREY.light, GREY.base),
        (-0.13, -0.085, GREY.deep, GREY.deep),
    )
    return "".join(
        group(
            path(dome, fill=fill, stroke_width=0.012),
            path("M.09,.035L.14,.015", stroke_width=0.05, stroke_linecap="round"),
            stroke=edge,
            transform=moved(x, y),
        )
        for x, y, fill, edge in row
    )


def _back(width: float, height: float) -> str:
    """Return green cloth with the plates of a shell stitched on it."""
    plate = outline(ring(6, 0.09))
    plates = ((0, 0), *ring(6, 0.09 * 3**0.5, -60))
    return group(
        slab(width - 0.08, height - 0.08, 0.06, fill="url(#cloth)", fill_opacity=1, stroke="none"),
        slab(width - 0.14, height - 0.14, 0.04, fill="none", stroke_opacity=0.6),
        *(path(plate, transform=moved(x, y)) for x, y in plates),
        fill="#e9dcb4",
        fill_opacity=0.12,
        **edge("#e9dcb4", 0.011),
    )
