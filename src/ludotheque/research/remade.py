"""Environments that can be pickled and copied, which frameworks do when they fill processes."""

from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any, ClassVar, Self


class Remade:
    """Mixin: a pickle holds how something was made, not the game in it; a deep copy holds both.

    It comes first among the bases: it notes what the class, or one made of it, was called with.
    """

    _views: ClassVar[tuple[str, ...]] = ()
    """The attributes that only look into others: `_take_over` turns them to the copies of those."""

    _made: "partial[Self]"

    def __new__(cls, *given: Any, **named: Any) -> Self:  # noqa: ANN401 - whatever a class takes
        """Note how it is made; mappings as they are now, and such as can be pickled."""
        new = super().__new__(cls)
        new._made = partial(cls, *map(_kept, given), **{n: _kept(v) for n, v in named.items()})
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        return self._made, ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = super().__new__(type(self))
        memo[id(self)] = other
        for name, value in self.__dict__.items():
            kept = name == "_made" or name in self._views
            other.__dict__[name] = value if kept else deepcopy(value, memo)
        other._take_over(self)
        return other

    def _take_over(self, original: Self) -> None:
        """Put right, in a deep copy, what still belongs to the *original*."""


def _kept(argument: object) -> object:
    return dict(argument) if isinstance(argument, Mapping) else argument
