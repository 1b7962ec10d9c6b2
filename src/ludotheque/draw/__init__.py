"""Drawing: scenes as pictures (SVG) and as text. It knows no game.

A whole picture is `svg`. A page draws `board` and `symbol_defs` once and then moves pieces from one
list of `placements` to the next. A terminal shows `lines`, or `text` where it has no colours.
"""

from ludotheque.draw.boards import board
from ludotheque.draw.names import symbol_name
from ludotheque.draw.png import png
from ludotheque.draw.svg import NO_NAMES, Placement, placements, svg
from ludotheque.draw.symbols import SYMBOLS, symbol_box, symbol_defs, symbol_id
from ludotheque.draw.text import Span, lines, text
from ludotheque.draw.themes import THEMES, Theme, ThemeName

__all__ = [
    "NO_NAMES",
    "SYMBOLS",
    "THEMES",
    "Placement",
    "Span",
    "Theme",
    "ThemeName",
    "board",
    "lines",
    "placements",
    "png",
    "svg",
    "symbol_box",
    "symbol_defs",
    "symbol_id",
    "symbol_name",
    "text",
]
