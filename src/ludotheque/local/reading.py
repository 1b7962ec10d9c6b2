"""Reading of messages from the page: deeds, questions and pings, each field looked at."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, get_args

from ludotheque.errors import N_, Unreadable
from ludotheque.position import Seat
from ludotheque.tables.deeds import digest
from ludotheque.tables.events import Reaction
from ludotheque.tables.wishes import WISHES, Wish


@dataclass(frozen=True)
class Wished:
    """A deed: what is to be done, and how the page calls it."""

    id: str
    digest: str
    """Of the deed without its id, to know it again when it is sent again."""
    wish: Wish


@dataclass(frozen=True)
class Previewed:
    """A question what would be seen after each of these moves."""

    id: str
    moves: tuple[str, ...]
    seat: Seat | None = None


@dataclass(frozen=True)
class WhyNot:
    """A question why what was touched, the last of it in vain, is no move."""

    id: str
    touches: tuple[str, ...]
    seat: Seat | None = None


@dataclass(frozen=True)
class Pinged:
    """A question whether the house is there."""

    lag: int | None = None


Message = Wished | Previewed | WhyNot | Pinged
_QUESTIONS: Final[Mapping[str, type[Previewed | WhyNot | Pinged]]] = {
    "preview": Previewed,
    "why": WhyNot,
    "ping": Pinged,
}


def read(text: str) -> Message:
    """Return the message that *text* is, or raise Unreadable."""
    try:
        plain = json.loads(text)
        kind = plain.pop("type")
        if kind in _QUESTIONS:
            asked: Message = _made(_QUESTIONS[kind], plain)
            return asked
        key = _string(plain.pop("id"))
        return Wished(key, _digest(kind, plain), _made(WISHES[kind], plain))
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Unreadable(N_("this message is not described in docs/protocol.md")) from problem


def _digest(kind: str, plain: Mapping[str, Any]) -> str:
    return digest(json.dumps({**plain, "type": kind}, sort_keys=True))


def _made(kind: Callable[..., Any], plain: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of that kind
    """Return the value of *kind* that these plain values describe, all of them and no others."""
    wanted = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    unknown = plain.keys() - wanted.keys()
    if unknown:
        raise ValueError(unknown)
    facts = {}
    for name, value in plain.items():
        unsaid = value is None and wanted[name].default is not MISSING
        facts[name] = wanted[name].default if unsaid else _CHECKED[name](value)
    return kind(**facts)


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise TypeError(value)
    return tuple(map(_string, value))


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _reaction(value: object) -> str:
    if value not in get_args(Reaction):
        raise ValueError(value)
    return _string(value)


_CHECKED: Final[Mapping[str, Callable[[object], object]]] = {
    "id": _string,
    "key": _string,
    "move": _string,
    "moves": _strings,
    "touches": _strings,
    "turn": _number,
    "seat": _number,
    "chair": _number,
    "level": _number,
    "lag": _number,
    "agree": _flag,
    "what": _reaction,
}
"""What looks at each field, by its name: it means the same in all messages."""
