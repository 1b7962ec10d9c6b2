"""Messages of the house as a client in Python reads them, every field checked."""

import msgspec

from ludotheque.tables.outgoing import KINDS


def heard(plain):
    """Return the message of these plain values, or raise msgspec.ValidationError."""
    kind = KINDS.get(plain.get("type", ""))
    if kind is None:
        raise msgspec.ValidationError(f"there is no message {plain.get('type')!r}")
    return msgspec.convert(plain, kind)
