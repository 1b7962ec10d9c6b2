"""A game library that never closes.

`ludotheque.show` and `ludotheque.open_on_page` are those of `ludotheque.notebook`; everything else
lives in its room.
"""

from importlib import import_module
from typing import Any

_FOR_NOTEBOOKS = ("open_on_page", "show")


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the notebook's room calls so
    """Return what notebooks ask for; whoever does not ask does not wait for it to be loaded."""
    if name in _FOR_NOTEBOOKS:
        return getattr(import_module(f"{__name__}.notebook"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*globals(), *_FOR_NOTEBOOKS))
