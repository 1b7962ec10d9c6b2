"""Every symbol by its name, drawn once however often it is placed."""

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from typing import Final

from ludotheque.draw import cards, dice, turtles
from ludotheque.draw.palette import TINTS
from ludotheque.draw.parts import definitions
from ludotheque.draw.shapes import group, tag


def _catalogue() -> Iterator[tuple[str, Callable[[], str]]]:
    yield "turtle/belly", turtles.belly
    yield "card/back", cards.card_back
    yield "tile/back", cards.tile_back
    for tint in TINTS:
        yield f"turtle/{tint}", partial(turtles.turtle, tint)
        yield f"racer/{tint}", partial(turtles.racer, tint)
        yield f"tile/{tint}", partial(cards.tile, tint)
        yield f"disc/{tint}", partial(dice.disc, tint)
        for sign in ("++", "+", "-"):
            yield f"card/{tint}/{sign}", partial(cards.card, tint, sign)
    for tint in dice.TINTS_OF_DICE:
        for face in dice.PIPS:
            yield f"die/{tint}/{face}", partial(dice.die, tint, face)
    for look, sign in (("rainbow", "+"), ("rainbow", "-"), ("last", "+"), ("last", "++")):
        yield f"card/{look}/{sign}", partial(cards.card, look, sign)


SYMBOLS: Final = dict(_catalogue())
"""By name, who draws the symbol around the origin."""


_SQUARE: Final = "-0.55 -0.55 1.1 1.1"
_BOXES: Final = {"card": "-0.4 -0.55 0.8 1.1"}
"""By kind of symbol, the view box around it; all others fit into a square."""


def symbol_id(name: str) -> str:
    """Return the id of a symbol's definition: `card/red/++` is `card-red-pp`."""
    return name.replace("-", "m").replace("+", "p").replace("/", "-")


def symbol_box(name: str) -> str:
    """Return the view box that holds a symbol, for small pictures of it."""
    return _BOXES.get(name.partition("/")[0], _SQUARE)


def symbol_defs(names: Iterable[str], *, boxed: bool = False) -> str:
    """Return the `<defs>` of these symbols, each once, and of all they need.

    If *boxed* each has its `symbol_box` in `data-box`. Raise ValueError where a symbol is not known
    to this house.
    """
    drawn = "".join(
        group(
            _drawing(name),
            id=symbol_id(name),
            **({"data_box": symbol_box(name)} if boxed else {}),
        )
        for name in dict.fromkeys(names)
    )
    return definitions(drawn) + tag("defs", drawn)


def _drawing(name: str) -> str:
    if name in SYMBOLS:
        return SYMBOLS[name]()
    near = get_close_matches(name, SYMBOLS, n=3)
    raise ValueError(f'unknown symbol "{name}"; near it: {", ".join(near) or "none"}')
