"""A game library that never closes: `import ludotheque as lu`, and play.

What most programs need is here by name and loaded when it is first asked for; everything else, and
everything here, lives in its room.
"""

import sys
from importlib import import_module

# Type checkers know it by its name, and `typing` takes longer to load than all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from ludotheque.arena import MatchResult, match
    from ludotheque.errors import IllegalMove, LudothequeError
    from ludotheque.games import shelf, take
    from ludotheque.match import (
        Board,
        Record,
        from_pandas,
        read_record,
        read_records,
        to_pandas,
        write_records,
    )
    from ludotheque.notebook import open_on_page, show
    from ludotheque.position import perft, play
    from ludotheque.study.review import review
    from ludotheque.ugi import EngineFailed, EngineSession, analyse, engine

    __version__: str

__all__ = [
    "Board",
    "EngineFailed",
    "EngineSession",
    "IllegalMove",
    "LudothequeError",
    "MatchResult",
    "Record",
    "__version__",
    "analyse",
    "engine",
    "from_pandas",
    "match",
    "open_on_page",
    "perft",
    "play",
    "read_record",
    "read_records",
    "review",
    "shelf",
    "show",
    "take",
    "to_pandas",
    "write_records",
]

_ROOMS = {
    "Board": "match",
    "EngineFailed": "ugi",
    "EngineSession": "ugi",
    "IllegalMove": "errors",
    "LudothequeError": "errors",
    "MatchResult": "arena",
    "Record": "match",
    "analyse": "ugi",
    "engine": "ugi",
    "from_pandas": "match",
    "match": "arena",
    "open_on_page": "notebook",
    "perft": "position",
    "play": "position",
    "read_record": "match",
    "read_records": "match",
    "review": "study.review",
    "shelf": "games",
    "show": "notebook",
    "take": "games",
    "to_pandas": "match",
    "write_records": "match",
}
"""Where each name is from: the imports above, for Python."""
_CALLED = {"engine", "match"}
"""The names that are rooms as well: `lu.match(…)` plays a match, `ludotheque.match` has records."""


if not TYPE_CHECKING:  # Else every name would seem to be there.

    class _Library(type(sys)):
        """This package: a room that has the name of a function does not take its place."""

        def __setattr__(self, name: str, value: object) -> None:
            # Whoever loads a room puts it here; of these `__getattr__` knows both.
            if name not in _CALLED or not isinstance(value, type(sys)):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Library

    def __getattr__(name: str) -> object:
        """Return what is asked for; whoever does not ask does not wait for it to be loaded."""
        if name in _ROOMS:
            found = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
            if name in _CALLED:
                # `import ludotheque.match as m` is the function, too: it has what the room has.
                found.__dict__ = vars(import_module(f"{__name__}.{name}"))
            return found
        if name == "__version__":
            from importlib.metadata import version  # noqa: PLC0415 - slower to load than all this

            return version(__name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
