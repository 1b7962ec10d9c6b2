"""Copy of a frozen value with a few fields changed."""

from functools import cached_property
from typing import Final, TypeVar

T = TypeVar("T")


def changed(moment: T, **changes: object) -> T:
    """Return *moment* with other values in some of its fields, as `dataclasses.replace` does.

    In a fraction of the time, because nothing is checked: for frozen classes without slots and
    without a `__post_init__`. What *moment* has derived from its fields and cached stays behind.
    """
    kind = type(moment)
    copy = object.__new__(kind)
    values = copy.__dict__
    values.update(moment.__dict__)
    for name in _CACHED[kind]:
        values.pop(name, None)
    values.update(changes)
    return copy


class _Cached(dict[type[object], tuple[str, ...]]):
    """The names of what each class derives and caches, found when first asked for."""

    def __missing__(self, kind: type[object]) -> tuple[str, ...]:
        self[kind] = tuple(n for n, value in vars(kind).items() if type(value) is cached_property)
        return self[kind]


_CACHED: Final = _Cached()
