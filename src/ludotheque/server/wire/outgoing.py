"""JSON of the messages to clients, each encoded once; and of notes of tables, read back."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ludotheque.tables.outgoing import (
    KINDS,
    AnyFound,
    AnyOutgoing,
    AnyReviewed,
    ChairNoted,
    Done,
    Found,
    GoingAway,
    Note,
    Pong,
    Presence,
    Preview,
    Queued,
    Refused,
    Reviewed,
    Step,
    Welcome,
    Why,
)

__all__ = [
    "KINDS",
    "AnyFound",
    "AnyOutgoing",
    "AnyReviewed",
    "ChairNoted",
    "Done",
    "Found",
    "GoingAway",
    "Note",
    "Pong",
    "Presence",
    "Preview",
    "Queued",
    "Refused",
    "Reviewed",
    "Step",
    "Welcome",
    "Why",
    "encode",
    "encoded",
    "read_note",
]

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: AnyOutgoing | Note) -> str:
    """Return *message* as it goes over the wire."""
    return _ENCODER.encode(message).decode()


def encoded(value: object) -> bytes:
    """Return any other value that is made of dataclasses as JSON."""
    return _ENCODER.encode(value)


def read_note(text: str) -> Note:
    """Return the note that `encode` wrote, or that an earlier house has kept."""
    plain = msgspec.json.decode(text)
    plain["chairs"] = [
        _chair_of_0_5(chair) if "computer" in chair else chair for chair in plain["chairs"]
    ]
    return msgspec.convert(plain, Note)


def _chair_of_0_5(chair: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chair as houses up to version 0.5 have kept it, with its level as it is kept now.

    They kept whether a computer sat there, and which one by nothing but its name, `Level 3`.
    """
    level = int(chair["name"].split()[1]) if chair["computer"] else None
    return {**chair, "level": level}
