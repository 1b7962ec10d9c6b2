"""JSON of values made of dataclasses: the same text as the server sends, without its encoder."""

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final


@cache
def _names(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - the class of a value
    return tuple(field.name for field in fields(kind))


def _plain(value: Any) -> dict[str, Any]:  # noqa: ANN401 - as json calls it
    if isinstance(value, Mapping):
        return dict(value)
    kind: Any = type(value)
    return {name: getattr(value, name) for name in _names(kind)}


_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False, default=_plain
)


def encode(value: object) -> str:
    """Return *value* as JSON; whatever is no plain value in it is a dataclass or a mapping."""
    return _ENCODER.encode(value)
