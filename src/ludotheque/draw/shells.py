"""The pattern of each tint: what tells colours apart without colour.

A pattern fills the circle of radius 1 around the origin, so it fits a turtle seen from above, one
seen from the side and the badge of a card.
"""

from math import sqrt
from typing import Final

from ludotheque.draw.palette import TINTS
from ludotheque.draw.shapes import circle, edge, group, line, moved, outline, path, ring, star, tag


def _plates(light: str) -> str:
    inner, outer = ring(6, 0.52), ring(6, 1)
    spokes = "".join(map(line, zip(inner, outer, strict=True)))
    return path(outline(inner), fill=light, fill_opacity=0.5) + path(spokes, fill="none")


def _rings(light: str) -> str:
    return circle(0, 0, 0.7, fill="none") + circle(0, 0, 0.3, fill=light, fill_opacity=0.7)


def _stripes(_light: str) -> str:
    chords = ((x, 0.92 * sqrt(1 - x * x)) for x in (-0.66, -0.22, 0.22, 0.66))
    return path("".join(line(((x, -end), (x, end))) for x, end in chords), fill="none")


def _chevrons(_light: str) -> str:
    """Return chevrons that point forward."""
    chevrons = (
        line(((-half, y + half * 0.7), (0, y), (half, y + half * 0.7)))
        for y, half in ((-0.85, 0.4), (-0.4, 0.72), (0.08, 0.72), (0.56, 0.5))
    )
    return path("".join(chevrons), fill="none")


def _dots(light: str) -> str:
    dots = (circle(x, y, 0.2) for x, y in ((0, 0), *ring(6, 0.66)))
    return group(*dots, fill=light, stroke_width=0.08)


def _lattice(light: str) -> str:
    bars = []
    for at in (-0.5, 0.0, 0.5):
        end = 0.94 * sqrt(1 - at * at)
        bars += [line(((at, -end), (at, end))), line(((-end, at), (end, at)))]
    return path("".join(bars), fill="none", **edge(light, 0.1), transform="rotate(45)")


def _star(light: str) -> str:
    return path(outline(star(5, 0.86, 0.4)), fill=light)


PATTERNS: Final = {
    "red": _plates,
    "blue": _rings,
    "green": _stripes,
    "yellow": _chevrons,
    "purple": _dots,
    "black": _lattice,
    "ivory": _star,
}
"""By tint, who draws its pattern with a light colour."""


def _part(tint: str) -> str:
    return group(
        PATTERNS[tint](TINTS[tint].light),
        id=f"shell-{tint}",
        **edge(TINTS[tint].deep, 0.15),
        stroke_linecap="round",
        stroke_linejoin="round",
    )


PARTS: Final = {f"shell-{tint}": _part(tint) for tint in PATTERNS}


def pattern(tint: str, transform: str) -> str:
    """Return the pattern of *tint*, carried from its circle of radius 1 by *transform*."""
    return tag("use", href=f"#shell-{tint}", transform=transform)


def badge(tint: str, x: float, y: float, radius: float) -> str:
    """Return a round shield with the pattern of *tint*."""
    shield = circle(x, y, radius, fill=f"url(#dome-{tint})", **edge(TINTS[tint].deep, 0.02))
    return shield + pattern(tint, moved(x, y, scale=0.82 * radius))
