"""SVG primitives: tags, numbers and the few shapes that all drawings share."""

import re
from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Attributes = dict[str, str | float]

FONT = "Georgia, 'Times New Roman', serif"

# Of its own: the library's comes with all that reads XML from the network, and slows every start.
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def number(value: float) -> str:
    """Return *value* with at most three decimals, and no more characters than it needs."""
    text = f"{value:.3f}".rstrip("0").rstrip(".").replace("0.", ".", abs(value) < 1)
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Return *text* as it stands in markup, between tags and in an attribute alike."""
    return text.translate(ESCAPES)


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an element; an attribute's underscores stand for hyphens."""
    written = "".join(
        f' {key.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def edge(colour: str, width: float, opacity: float = 1) -> Attributes:
    """Return the attributes of a stroke."""
    stroke: Attributes = {"stroke": colour, "stroke_width": width}
    return stroke if opacity == 1 else stroke | {"stroke_opacity": opacity}


def group(*inside: str, **attributes: str | float) -> str:
    """Return a `<g>` around *inside*."""
    return tag("g", *inside, **attributes)


def path(d: str, **attributes: str | float) -> str:
    """Return a `<path>`."""
    return tag("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: str | float) -> str:
    """Return a `<circle>`."""
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: str | float) -> str:
    """Return an `<ellipse>`."""
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, **attributes)


def slab(width: float, height: float, corner: float, **attributes: str | float) -> str:
    """Return a rectangle with round corners, centred on the origin."""
    return tag(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=corner,
        **attributes,
    )


def word(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Return a `<text>` whose middle is at *x* and whose feet stand on *y*."""
    return tag(
        "text",
        escape(text),
        x=x,
        y=y,
        font_size=size,
        font_family=FONT,
        text_anchor="middle",
        **attributes,
    )


def moved(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """Return the transform that carries the origin to a point, turned and scaled there."""
    turning = f" rotate({number(turn)})" if turn else ""
    scaling = f" scale({number(scale)})" if scale != 1 else ""
    return f"translate({number(x)} {number(y)}){turning}{scaling}"


def pair(point: Point) -> str:
    """Return a point as path data."""
    return f"{number(point[0])},{number(point[1])}"


def ring(corners: int, radius: float, first: float = -90) -> list[Point]:
    """Return the corners of a regular polygon, clockwise from *first* degrees (-90: the top)."""
    angles = (first * pi / 180 + 2 * pi * corner / corners for corner in range(corners))
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def star(points: int, radius: float, waist: float) -> list[Point]:
    """Return the corners of a star that stands upright."""
    tips, dents = ring(points, radius), ring(points, waist, -90 + 180 / points)
    return [corner for pair in zip(tips, dents, strict=True) for corner in pair]


def line(points: Iterable[Point]) -> str:
    """Return the path data of an open line through *points*."""
    return "M" + "L".join(map(pair, points))


def outline(corners: Sequence[Point], rounding: float = 0) -> str:
    """Return the path data of a closed polygon whose corners are cut by curves of that size."""
    if not rounding:
        return line(corners) + "Z"
    pieces: list[str] = []
    for place, corner in enumerate(corners):
        before, after = corners[place - 1], corners[(place + 1) % len(corners)]
        start, end = towards(corner, before, rounding), towards(corner, after, rounding)
        joint = "L" if pieces else "M"
        pieces.append(f"{joint}{pair(start)}Q{pair(corner)} {pair(end)}")
    return "".join(pieces) + "Z"


def towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point at that distance from *start* on the way to *end*."""
    share = distance / (hypot(end[0] - start[0], end[1] - start[1]) or 1)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def scattered(count: int, width: float, height: float) -> list[Point]:
    """Return points spread evenly and without a visible order, always the same ones."""
    # Multiples of two irrational numbers, modulo 1, never bunch up (a Kronecker sequence).
    return [
        (0.7548776662 * place % 1 * width, 0.5698402910 * place % 1 * height)
        for place in range(1, count + 1)
    ]


def prefixed(markup: str, prefix: str) -> str:
    """Return *markup* with every id, and every reference to one, behind *prefix*."""
    return re.sub(r'( id="| href="#|url\(#)', rf"\g<1>{prefix}", markup)
