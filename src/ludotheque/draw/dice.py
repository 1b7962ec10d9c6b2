"""Dice and discs: small bodies of wood and enamel that lie on a cell."""

from typing import Final

from ludotheque.draw.palette import TINTS
from ludotheque.draw.shapes import circle, edge, group, slab, tag
from ludotheque.draw.shells import pattern

TINTS_OF_DICE: Final = ("red", "black")
SIDE: Final = 0.72
PIP: Final = 0.066
"""Half a pip's width."""

PIPS: Final = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face lie: columns and rows from the middle."""
SPREAD: Final = 0.165


def shade_under(width: float, height: float, corner: float) -> str:
    """Return the soft shadow of a flat body, fallen to the lower right."""
    return group(
        *(
            slab(width + grow, height + grow, corner + grow / 2, fill="#1d0f05", fill_opacity=0.13)
            for grow in (0.06, 0.03, 0)
        ),
        transform="translate(.025 .035)",
    )


def die(tint: str, face: str) -> str:
    """Return a die: a red one is round and has round pips, a black one square and square pips."""
    square = tint == "black"
    corner, line, line_corner = (0.09, 0.59, 0.01) if square else (0.17, 0.6, 0.135)
    shade = TINTS[tint]
    return "".join(
        (
            shade_under(SIDE, SIDE, corner),
            slab(SIDE, SIDE, corner, fill=f"url(#body-{tint})", **edge(shade.deep, 0.016)),
            slab(SIDE - 0.085, SIDE - 0.085, corner - 0.03, fill=f"url(#face-{tint})"),
            slab(line, line, line_corner, fill="none", **edge(shade.light, 0.014, 0.75)),
            _pips(face, square, -0.01, shade.deep),
            _pips(face, square, 0, "#fff6e2"),
        )
    )


def _pips(face: str, square: bool, shift: float, colour: str) -> str:
    """Return the pips of a face; the dark ones, shifted, are the edges of the holes."""
    corner = 0.0 if square else PIP
    return group(
        *(
            tag(
                "rect",
                x=SPREAD * x - PIP + shift,
                y=SPREAD * y - PIP + shift,
                width=2 * PIP,
                height=2 * PIP,
                rx=corner,
            )
            for x, y in PIPS[face]
        ),
        fill=colour,
    )


def disc(tint: str) -> str:
    """Return a flat turned disc with the pattern of its tint."""
    shade = TINTS[tint]
    return "".join(
        (
            shade_under(SIDE, SIDE, SIDE / 2),
            circle(0, 0, 0.36, fill=f"url(#body-{tint})", **edge(shade.deep, 0.018)),
            circle(0, 0, 0.285, fill=f"url(#face-{tint})", **edge(shade.light, 0.02, 0.6)),
            pattern(tint, "scale(.22)"),
        )
    )
