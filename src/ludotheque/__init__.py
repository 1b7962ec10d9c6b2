"""A game library that never closes.

`ludotheque.show` and `ludotheque.open_on_page` are those of `ludotheque.notebook`, and
`ludotheque.review` is that of `ludotheque.study`; everything else lives in its room.
"""

from importlib import import_module
from typing import Any

_FROM_ROOMS = {"open_on_page": "notebook", "review": "study", "show": "notebook"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever its room calls so
    """Return what notebooks ask for; whoever does not ask does not wait for it to be loaded."""
    if name in _FROM_ROOMS:
        return getattr(import_module(f"{__name__}.{_FROM_ROOMS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*globals(), *_FROM_ROOMS))
