"""SVG of a scene, and the placements from which a page makes the same picture move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2s
from types import MappingProxyType
from typing import Final

from ludotheque.draw import trails
from ludotheque.draw.boards import board
from ludotheque.draw.shapes import escape, group, moved, number, prefixed, tag
from ludotheque.draw.symbols import symbol_defs, symbol_id
from ludotheque.draw.themes import Theme, laid
from ludotheque.scene import Scene

PIXELS: Final = 64
"""How large a board unit is where the page does not say."""
NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one piece lies."""

    id: str
    symbol: str
    href: str
    """What a `<use>` of the symbol refers to."""
    x: float
    y: float
    turn: int
    spot: str
    order: int
    """How many pieces lie below it on the same spot."""


def placements(scene: Scene, names: Mapping[str, str] = NO_NAMES) -> tuple[Placement, ...]:
    """Return where each piece lies, lowest first, by the symbols of `symbol_defs`.

    A piece is called as *names* says by its spot, else by its own id.
    """
    placed: list[Placement] = []
    heights: dict[str, int] = {}
    for piece in scene.pieces:
        spot = piece.spot
        name = names.get(spot, piece.id)
        order = heights.get(spot, 0)
        heights[spot] = order + 1
        placed.append(_placement(name, piece.symbol, piece.x, piece.y, piece.turn, spot, order))
    return tuple(placed)


@lru_cache(maxsize=8_192)
def _placement(
    name: str, symbol: str, x: float, y: float, turn: int, spot: str, order: int
) -> Placement:
    """Return one of the few thousand placements there are, made once: most pieces stay."""
    href = f"#{symbol_id(symbol)}"
    return Placement(name, symbol, href, round(x, 3), round(y, 3), turn, spot, order)


def svg(
    scene: Scene,
    *,
    arrows: Sequence[Sequence[str]] = (),
    forbidden: Sequence[Sequence[str]] = (),
    highlights: Sequence[str] = (),
    size: int | None = None,
    title: str = "",
    prefix: str = "",
    theme: Theme | None = None,
) -> str:
    """Return a complete picture of *scene*, with arrows along these paths of spot ids.

    The spots of *highlights* have a rim. It is *size* pixels wide, by default `PIXELS` a unit, and
    lies as the *theme* says, by default on nothing.

    Every id begins with *prefix*; without one, with a prefix made from the picture itself, so that
    different pictures share a page in peace.
    """
    ground = scene.board
    pixels = PIXELS if size is None else size / ground.width
    drawn = "".join(
        (
            board(scene.board),
            symbol_defs(piece.symbol for piece in scene.pieces),
            trails.last_move(scene.board, scene.last),
            trails.marked(scene.board, highlights),
            group(*map(_use, placements(scene))),
            *(trails.arrow(scene.board, spots) for spots in arrows),
            *(trails.arrow(scene.board, spots, forbidden=True) for spots in forbidden),
        )
    )
    inside = tag("title", escape(title or "Ludotheque")) + laid(drawn, ground, theme)
    own = prefix or f"p{blake2s(inside.encode(), digest_size=4).hexdigest()}-"
    return tag(
        "svg",
        prefixed(inside, own),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(ground.width)} {number(ground.height)}",
        width=round(pixels * ground.width),
        height=round(pixels * ground.height),
        role="img",
    )


def _use(place: Placement) -> str:
    return tag("use", href=place.href, transform=moved(place.x, place.y, place.turn))
