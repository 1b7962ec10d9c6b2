"""A game library that never closes: `import ludotheque as lu`, and play.

What most programs need is here by name and loaded when it is first asked for; everything else, and
everything here, lives in its room.
"""

from importlib import import_module

# Type checkers know it by its name, and `typing` takes longer to load than all the rest.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from ludotheque.engine import analyse
    from ludotheque.errors import IllegalMove, LudothequeError
    from ludotheque.games import shelf, take
    from ludotheque.match import Board, Record, read_record
    from ludotheque.notebook import open_on_page, show
    from ludotheque.position import perft, play
    from ludotheque.study.review import review

    __version__: str

__all__ = [
    "Board",
    "IllegalMove",
    "LudothequeError",
    "Record",
    "__version__",
    "analyse",
    "open_on_page",
    "perft",
    "play",
    "read_record",
    "review",
    "shelf",
    "show",
    "take",
]

_ROOMS = {
    "Board": "match",
    "IllegalMove": "errors",
    "LudothequeError": "errors",
    "Record": "match",
    "analyse": "engine",
    "open_on_page": "notebook",
    "perft": "position",
    "play": "position",
    "read_record": "match",
    "review": "study.review",
    "shelf": "games",
    "show": "notebook",
    "take": "games",
}
"""Where each name is from: the imports above, for Python."""


if not TYPE_CHECKING:  # Else every name would seem to be there.

    def __getattr__(name: str) -> object:
        """Return what is asked for; whoever does not ask does not wait for it to be loaded."""
        if name in _ROOMS:
            return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
        if name == "__version__":
            from importlib.metadata import version  # noqa: PLC0415 - slower to load than all this

            return version(__name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
