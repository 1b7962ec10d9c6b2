"""Long work in steps: whoever has others to serve may turn to them in between."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Steps = Generator[None, None, T]
"""Work that yields between two steps of about the same size, and returns its result."""


def whole(steps: Steps[T]) -> T:
    """Return the result of all *steps*, one right after the other."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
