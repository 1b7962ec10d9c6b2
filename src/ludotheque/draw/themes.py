"""Themes of a picture: what it lies on, and whether it has colours."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from ludotheque.draw.palette import PAPER
from ludotheque.draw.shapes import group, tag
from ludotheque.scene import Board

ThemeName = Literal["light", "dark", "print"]
GREY: Final = "grey"


class Theme(NamedTuple):
    """How a picture is made to fit where it is shown."""

    ground: str
    """The colour of the ground, which is else transparent."""
    grey: bool = False
    """Whether it is to be printed in black. Pieces differ in shape, too."""


THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        "light": Theme(PAPER),
        "dark": Theme("#17211c"),
        "print": Theme("#ffffff", grey=True),
    }
)


def laid(drawn: str, board: Board, theme: Theme | None) -> str:
    """Return what was *drawn* of a *board* as the *theme* has it; None: as it is."""
    if theme is None:
        return drawn
    ground = tag("rect", width=board.width, height=board.height, fill=theme.ground)
    if not theme.grey:
        return ground + drawn
    without = tag("filter", tag("feColorMatrix", type="saturate", values="0"), id=GREY)
    return ground + without + group(drawn, filter=f"url(#{GREY})")
