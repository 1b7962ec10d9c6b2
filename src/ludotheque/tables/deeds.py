"""The deeds done at a table by the keys that their devices gave them: all of them, for good.

What is sent again under its key must not be done again, however much has happened since. So none is
forgotten; and because a table is a value, noting one more must not copy all others.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

DIGITS: Final = 16
"""The hexadecimal digits kept of a deed: enough to tell two apart under one key."""


class Done(NamedTuple):
    """A deed that was done under a key."""

    seq: int
    deed: str


@dataclass(frozen=True)
class Deeds:
    """Deeds by key: immutable, and quick to look up and to add to.

    They lie in parts whose sizes are powers of two, each smaller than the one before it, as when
    one counts in binary: of n deeds each has been copied at most log₂ n times, and at most as many
    parts are looked through.
    """

    parts: tuple[dict[str, Done], ...] = ()

    def get(self, key: str) -> Done | None:
        """Return what was done under *key*."""
        for part in self.parts:
            if (found := part.get(key)) is not None:
                return found
        return None

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def noted(self, key: str, done: Done) -> "Deeds":
        """Return these and one more."""
        parts, new = self.parts, {key: done}
        while parts and len(parts[-1]) <= len(new):
            parts, new = parts[:-1], {**parts[-1], **new}
        return Deeds((*parts, new))


NOTHING_DONE: Final = Deeds()


def digest(text: str) -> str:
    """Return what is kept of a deed, as its device put it, to know it again."""
    return sha256(text.encode()).hexdigest()[:DIGITS]
