"""Turtles: from above, on their backs and from the side, a board unit being a cell."""

from typing import Final

from ludotheque.draw.palette import PLASTRON, SKIN, TINTS
from ludotheque.draw.shapes import circle, edge, ellipse, group, path, tag
from ludotheque.draw.shells import pattern

LEGS: Final = (
    "M-.15,-.1Q-.28,-.13 -.325,-.25M.15,-.1Q.28,-.13 .325,-.25"
    "M-.15,.17Q-.24,.2 -.26,.31M.15,.17Q.24,.2 .26,.31"
)
LEGS_IN_THE_AIR: Final = (
    "M-.17,-.12Q-.27,-.2 -.23,-.3M.17,-.12Q.27,-.2 .23,-.3"
    "M-.17,.18Q-.27,.24 -.22,.33M.17,.18Q.27,.24 .22,.33"
)
HEAD: Final = "M-.07,-.2C-.14,-.3 -.13,-.44 0,-.44C.13,-.44 .14,-.3 .07,-.2Z"
TAIL: Final = "M-.07,.3Q-.02,.34 0,.42Q.02,.34 .07,.3Z"
SEAMS: Final = "M0,-.19V.26M-.17,-.08Q0,-.03 .17,-.08M-.2,.06Q0,.1 .2,.06M-.15,.18Q0,.2 .15,.18"

DOME: Final = "M-.37,.07C-.37,-.13 -.25,-.225 -.03,-.225C.19,-.225 .31,-.13 .31,.07Z"
"""A racer's shell: low and broad, so that the next one can stand on it."""
NECK: Final = (
    "M.2,.12C.3,.12 .27,-.01 .3,-.06C.33,-.125 .45,-.125 .455,-.03"
    "C.46,.04 .4,.05 .375,.06C.35,.13 .3,.16 .2,.16Z"
)

PARTS: Final = {"dome": tag("clipPath", path(DOME), id="dome")}

EYE: Final = "#1d1a10"


def turtle(tint: str) -> str:
    """Return a turtle seen from above, heading up."""
    shade = TINTS[tint]
    return group(
        _shadow(),
        _limbs(LEGS, SKIN.base, 0.105),
        group(path(TAIL, fill=SKIN.base), path(HEAD, fill="url(#skin)"), **edge(SKIN.deep, 0.018)),
        circle(-0.06, -0.355, 0.026, fill=EYE),
        circle(0.06, -0.355, 0.026, fill=EYE),
        ellipse(0, 0.035, 0.27, 0.29, fill=shade.dark, **edge(shade.deep, 0.022)),
        group(
            ellipse(0, 0.035, 0.25, 0.27, **edge(shade.base, 0.03)),
            fill="none",
            stroke_dasharray=".085 .017",
        ),
        ellipse(0, 0.035, 0.225, 0.245, fill=f"url(#dome-{tint})", **edge(shade.deep, 0.014)),
        pattern(tint, "translate(0 .035) scale(.215 .235)"),
        ellipse(0, -0.06, 0.17, 0.13, fill="url(#gleam)"),
        transform="scale(.95)",
    )


def belly() -> str:
    """Return a turtle on its back: a pale breastplate, legs in the air, eyes shut, no tail."""
    return group(
        _shadow(),
        group(
            path(HEAD, fill=SKIN.light),
            ellipse(0, 0.035, 0.27, 0.29, fill=PLASTRON.dark),
            ellipse(0, 0.035, 0.215, 0.24, fill="url(#belly)"),
            **edge(PLASTRON.deep, 0.02),
        ),
        group(
            path("M-.08,-.355q.025,.03 .05,0M.03,-.355q.025,.03 .05,0", stroke=PLASTRON.deep),
            path(SEAMS, stroke=PLASTRON.dark),
            fill="none",
            stroke_width=0.02,
            stroke_linecap="round",
        ),
        _limbs(LEGS_IN_THE_AIR, SKIN.light, 0.085),
        # A little ahead, so that it leaves room for the name of its cell.
        transform="translate(0 -.035) scale(.95)",
    )


def racer(tint: str) -> str:
    """Return a turtle seen from the side, walking to the right."""
    shade = TINTS[tint]
    return "".join(
        (
            ellipse(0, 0.215, 0.42, 0.05, fill="url(#shadow)"),
            _limbs("M-.13,.1V.165M.1,.1V.165", SKIN.dark, 0.09),
            group(
                path("M-.33,.04L-.46,.12L-.32,.1Z"),
                path(NECK),
                path("M.452,0Q.42,.025 .39,.015", fill="none"),
                fill=SKIN.base,
                **edge(SKIN.deep, 0.018),
                stroke_linejoin="round",
            ),
            circle(0.39, -0.04, 0.022, fill=EYE),
            _limbs("M-.25,.1L-.28,.17M.21,.1L.25,.17", SKIN.base, 0.1),
            path(DOME, fill=f"url(#side-{tint})"),
            group(pattern(tint, "translate(-.03 .07) scale(.33 .3)"), clip_path="url(#dome)"),
            group(
                path(DOME, fill="none"),
                tag("rect", x=-0.395, y=0.045, width=0.73, height=0.07, rx=0.035, fill=shade.base),
                **edge(shade.deep, 0.02),
            ),
            path(
                "M-.27,-.08Q-.2,-.18 -.08,-.185",
                fill="none",
                **edge("#fff", 0.03, 0.45),
                stroke_linecap="round",
            ),
        )
    )


def _shadow() -> str:
    return ellipse(0, 0.03, 0.4, 0.42, fill="url(#shadow)")


def _limbs(legs: str, skin: str, width: float) -> str:
    """Return legs as broad strokes: a dark one that is left as an outline, the skin upon it."""
    return group(
        path(legs, **edge(SKIN.deep, width + 0.035)),
        path(legs, **edge(skin, width)),
        fill="none",
        stroke_linecap="round",
    )
