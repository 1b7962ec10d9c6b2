"""Render modes of environments, and a scene in one of them."""

import sys
from collections.abc import Sequence
from typing import Final

from ludotheque.draw import svg, text
from ludotheque.errors import N_, BadOption
from ludotheque.scene import Scene

HUMAN: Final = "human"
"""The mode in which an environment shows itself, unasked, after every step."""


def check_mode(mode: str | None, offered: Sequence[str]) -> None:
    """Raise BadOption unless the *mode* is one of those *offered*, or None."""
    if mode not in (None, *offered):
        raise BadOption(
            N_("this is rendered as {modes}, not as “{mode}”"), modes=", ".join(offered), mode=mode
        )


def rendered(scene: Scene, mode: str | None) -> str:
    """Return *scene* as a picture, `svg`, or as text for a terminal."""
    return svg(scene) if mode == "svg" else text(scene)


def shown(scene: Scene) -> None:
    """Write *scene* to the terminal, for people."""
    sys.stdout.write(f"{text(scene)}\n\n")
    sys.stdout.flush()
