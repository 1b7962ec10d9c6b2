"""Notes of one browser: what it keeps beside its tables, each a text by its name."""

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from ludotheque.errors import N_, NotAllowed

T = TypeVar("T")

TRIES: Final = 100
"""No other tab is faster as often as that: the note says what this one cannot read."""


class Notes(Protocol):
    """Where notes are kept; tabs share them, and none writes over what another has just written."""

    async def find(self, name: str) -> str | None:
        """Return the note of that *name*, None if there is none."""

    async def replace(self, name: str, before: str | None, after: str) -> bool:
        """Keep *after* in place of *before*, None for no note; False if it says something else."""

    async def names(self, prefix: str) -> list[str]:
        """Return the names that begin with *prefix*, in the order of their letters."""


async def changed(notes: Notes, name: str, change: Callable[[str | None], tuple[str, T]]) -> T:
    """Keep what *change* makes of a note, and return what it returns beside.

    It is asked again wherever another tab was faster, which then has got on itself.
    """
    for _ in range(TRIES):
        before = await notes.find(name)
        after, found = change(before)
        if after == before or await notes.replace(name, before, after):
            return found
    raise not_kept()


def not_kept() -> NotAllowed:
    """Return the refusal of what a browser could not keep."""
    return NotAllowed(
        N_(
            "this browser could not keep that, so it was not done: free some space, or leave"
            " the private window"
        )
    )
