"""Lent listers: what lists a game's legal moves as its rules do, and faster.

The rules in Python are the authority and need nothing else. But a room that comes after them may
lend what was proved to agree with them, as `engine.kernel.lending` does; a game asks for it where
that is measured to be a gain.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

Lister = Callable[[Any], Sequence[str]]
"""From a position that goes on, the texts of its legal moves in the order of the rules."""

_loans: dict[object, Mapping[str, Lister]] = {}
"""What is lent at present, the last loan last."""
_lent: Mapping[str, Lister] = {}
"""The last of them: it is asked for at every listing, and so is not looked for then."""
_lending = Lock()


def lister_of(slug: str) -> Lister | None:
    """Return what is lent to the game of that name; None where its own rules are to list."""
    return _lent.get(slug)


@contextmanager
def lent(listers: Mapping[str, Lister]) -> Iterator[None]:
    """Lend these *listers*, by game, to this whole process for the block; without any, none.

    Of blocks that overlap, in one thread or several, the one that began last counts, in whatever
    order they end; after the last of them nothing is lent.
    """
    loan = object()
    _change(loan, listers)
    try:
        yield
    finally:
        _change(loan, None)


def _change(loan: object, listers: Mapping[str, Lister] | None) -> None:
    """Begin a loan, or end it where there are no *listers*."""
    global _lent  # noqa: PLW0603 - positions are values: they cannot be told one by one
    with _lending:
        if listers is None:
            del _loans[loan]
        else:
            _loans[loan] = listers
        _lent = next(reversed(_loans.values()), {})
