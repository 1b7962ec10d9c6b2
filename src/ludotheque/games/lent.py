"""Lent listers: what lists a game's legal moves as its rules do, and faster.

The rules in Python are the authority and need nothing else. But a room that comes after them may
lend what was proved to agree with them, as `engine.kernel.lending` does; a game asks for it where
that is measured to be a gain.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

Lister = Callable[[Any], Sequence[str]]
"""From a position that goes on, the texts of its legal moves in the order of the rules."""

_lent: Mapping[str, Lister] = {}


def lister_of(slug: str) -> Lister | None:
    """Return what is lent to the game of that name; None where its own rules are to list."""
    return _lent.get(slug)


@contextmanager
def lent(listers: Mapping[str, Lister]) -> Iterator[None]:
    """Lend these *listers*, by game, to this whole process for the block; without any, none."""
    global _lent  # noqa: PLW0603 - positions are values: they cannot be told one by one
    before, _lent = _lent, listers
    try:
        yield
    finally:
        _lent = before
