"""The colours of the house, and the gradients made of them. Light falls from the upper left."""

from dataclasses import dataclass
from typing import Final

from ludotheque.draw.shapes import tag


@dataclass(frozen=True)
class Tint:
    """One colour in the four strengths that a lit body needs."""

    light: str
    base: str
    dark: str
    deep: str
    """For outlines and engraving."""


TINTS: Final = {
    "red": Tint("#f08a6c", "#cf4a33", "#9c2c1e", "#5e1710"),
    "blue": Tint("#7fb6e6", "#3576b8", "#1f5189", "#102f55"),
    "green": Tint("#a3d184", "#519a45", "#2f6d2d", "#18401a"),
    "yellow": Tint("#fce08a", "#ecb52f", "#b27d16", "#6a4708"),
    "purple": Tint("#c7a0e0", "#8a58b0", "#5f3681", "#371b50"),
    "black": Tint("#7d7f8a", "#45474f", "#2a2b31", "#121317"),
    "ivory": Tint("#fffaf0", "#efe3c8", "#c4b083", "#77643c"),
}

INK: Final = "#3a2413"
PAPER: Final = "#fbf4e2"
SKIN: Final = Tint("#c6d38a", "#9db35c", "#6f8640", "#3c4b20")
PLASTRON: Final = Tint("#fffaf0", "#f3e3bf", "#a98f5e", "#5c4a28")
"""The underside of a turtle."""
GLOW: Final = Tint("#fff3bf", "#ffdb5c", "#f0a818", "#7a4a05")
"""What the last move leaves behind."""


def _ramp(kind: str, name: str, stops: str, **where: str | float) -> str:
    """Return a gradient; *stops* are `offset colour` or `offset colour opacity`, joined by `;`."""
    drawn = []
    for stop in stops.split(";"):
        offset, colour, *opacity = stop.split()
        extra = {"stop_opacity": opacity[0]} if opacity else {}
        drawn.append(tag("stop", offset=offset, stop_color=colour, **extra))
    return tag(kind, *drawn, id=name, **where)


def _across(name: str, stops: str) -> str:
    return _ramp("linearGradient", name, stops, x1="0", y1="0", x2="1", y2="1")


def _down(name: str, stops: str) -> str:
    return _ramp("linearGradient", name, stops, x1="0", y1="0", x2="0", y2="1")


def _round(name: str, stops: str, cx: float = 0.5, cy: float = 0.5) -> str:
    return _ramp("radialGradient", name, stops, cx=cx, cy=cy, r=0.5 + max(0.5 - cx, 0.5 - cy))


def _paints() -> dict[str, str]:
    paints = {}
    for name, tint in TINTS.items():
        # A turtle turns on the board and its light with it, so a dome is lit from straight above.
        paints[f"dome-{name}"] = _round(
            f"dome-{name}", f"0 {tint.light};.55 {tint.base};1 {tint.dark}"
        )
        paints[f"side-{name}"] = _round(
            f"side-{name}", f"0 {tint.light};.5 {tint.base};1 {tint.dark}", 0.35, 0.1
        )
        paints[f"body-{name}"] = _across(
            f"body-{name}", f"0 {tint.light};.35 {tint.base};1 {tint.dark}"
        )
        paints[f"face-{name}"] = _across(f"face-{name}", f"0 {tint.base};1 {tint.dark}")
    return paints


PAINTS: Final = {
    **_paints(),
    "skin": _round("skin", f"0 {SKIN.light};1 {SKIN.base}"),
    "belly": _round("belly", f"0 {PLASTRON.light};.7 {PLASTRON.base};1 #dcc393"),
    "shadow": _round("shadow", "0 #1d0f05 .5;.6 #1d0f05 .42;1 #1d0f05 0"),
    "gleam": _round("gleam", "0 #fff .55;.5 #fff .2;1 #fff 0"),
    "paper": _across("paper", "0 #fffdf6;1 #f1e4c6"),
    "cloth": _across("cloth", "0 #3f7d6e;1 #24564d"),
    "walnut": _across("walnut", "0 #9c6a40;.45 #7f5130;1 #5e381f"),
    "maple": _across("maple", "0 #dfb47c;.5 #d0a067;1 #bb8950"),
    "rim": _across("rim", "0 #f6d7a4 .65;.4 #c99861 .25;.6 #4a2a12 .25;1 #2c1708 .8"),
    "carved": _across("carved", "0 #3b210d .75;.45 #3b210d .2;.6 #ffe9c2 .15;1 #ffe9c2 .75"),
    "floor": _across("floor", "0 #8f5f35;.5 #a8743f;1 #b98450"),
    "hollow": _round("hollow", "0 #2c1708 0;.6 #2c1708 .06;1 #2c1708 .42"),
    "pale": _across("pale", "0 #ecca97;1 #dbb27a"),
    "deep": _across("deep", "0 #b9834d;1 #a67040"),
    "lawn": _across("lawn", "0 #9cc071;.5 #86ae5e;1 #6f994c"),
    "sand": _down("sand", "0 #f4e3b8;1 #e2c78e"),
    "soil": _down("soil", "0 #6a4529;1 #53331d"),
    "stone": _across("stone", "0 #f4f1e8;1 #c9c3b3"),
    "leaf": _round("leaf", "0 #e9f5a9;.5 #a9d35c;1 #5f9a35"),
}
"""Every gradient by its name."""
