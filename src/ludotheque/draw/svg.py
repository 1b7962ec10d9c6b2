"""Whole pictures, and the placements from which a page makes the same picture move."""

from collections.abc import Sequence
from hashlib import blake2s
from typing import Final, TypedDict
from xml.sax.saxutils import escape

from ludotheque.draw import trails
from ludotheque.draw.boards import board
from ludotheque.draw.shapes import group, moved, number, prefixed, tag
from ludotheque.draw.symbols import symbol_defs, symbol_id
from ludotheque.scene import Scene

PIXELS: Final = 64
"""How large a board unit is where the page does not say."""


class Placement(TypedDict):
    """Where one piece lies; ready for JSON."""

    id: str
    symbol: str
    href: str
    """What a `<use>` of the symbol refers to."""
    x: float
    y: float
    turn: int
    spot: str
    order: int
    """Higher lies above lower."""


def placements(scene: Scene) -> list[Placement]:
    """Return where each piece lies, lowest first, by the symbols of `symbol_defs`."""
    return [
        Placement(
            id=piece.id,
            symbol=piece.symbol,
            href=f"#{symbol_id(piece.symbol)}",
            x=round(piece.x, 3),
            y=round(piece.y, 3),
            turn=piece.turn,
            spot=piece.spot,
            order=order,
        )
        for order, piece in enumerate(scene.pieces)
    ]


def svg(
    scene: Scene,
    *,
    arrows: Sequence[Sequence[str]] = (),
    forbidden: Sequence[Sequence[str]] = (),
    title: str = "",
    prefix: str = "",
) -> str:
    """Return a complete picture of *scene*, with arrows along these paths of spot ids.

    Every id begins with *prefix*; without one, with a prefix made from the picture itself, so that
    different pictures share a page in peace.
    """
    size = scene.board
    inside = "".join(
        (
            tag("title", escape(title or "Ludotheque", {'"': "&quot;"})),
            board(scene.board),
            symbol_defs(piece.symbol for piece in scene.pieces),
            trails.last_move(scene.board, scene.last),
            group(*map(_use, placements(scene))),
            *(trails.arrow(scene.board, spots) for spots in arrows),
            *(trails.arrow(scene.board, spots, forbidden=True) for spots in forbidden),
        )
    )
    own = prefix or f"p{blake2s(inside.encode(), digest_size=4).hexdigest()}-"
    return tag(
        "svg",
        prefixed(inside, own),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(size.width)} {number(size.height)}",
        width=round(PIXELS * size.width),
        height=round(PIXELS * size.height),
        role="img",
    )


def _use(place: Placement) -> str:
    return tag("use", href=place["href"], transform=moved(place["x"], place["y"], place["turn"]))
