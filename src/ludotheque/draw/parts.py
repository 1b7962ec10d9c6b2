"""SVG definitions that drawings refer to by name: gradients, clips, parts drawn many times."""

import re
from typing import Final

from ludotheque.draw import cards, garden, shells, turtles, wood
from ludotheque.draw.palette import PAINTS
from ludotheque.draw.shapes import tag

PARTS: Final = PAINTS | shells.PARTS | turtles.PARTS | cards.PARTS | wood.PARTS | garden.PARTS
"""Every definition by its id."""


def definitions(markup: str) -> str:
    """Return the `<defs>` of all that *markup* refers to, directly or through another part."""
    wanted: dict[str, None] = {}
    waiting = _references(markup)
    while waiting:
        name = waiting.pop(0)
        if name in PARTS and name not in wanted:
            wanted[name] = None
            waiting += _references(PARTS[name])
    return tag("defs", *(PARTS[name] for name in wanted)) if wanted else ""


def _references(markup: str) -> list[str]:
    return re.findall(r'(?:url\(| href=")#([\w-]+)', markup)
