"""The deeds done at a table by the keys that their devices gave them: all of them, for good.

What is sent again under its key must not be done again, however much has happened since. So none is
forgotten; and because a table is a value, noting one more must not copy all others. A table may be
played at for years, and is held in memory meanwhile: old deeds take up little.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import Final, NamedTuple

DIGITS: Final = 16
"""The hexadecimal digits kept of a deed: enough to tell two apart under one key."""
MANY: Final = 16
"""As many are packed: 20 bytes each instead of 250, and slower to look up and to sort in."""
TRIES: Final = 20
"""How often a deed is decided anew because another process, or another tab, was faster."""


class Done(NamedTuple):
    """A deed that was done: the number of its act, and the mark of what it was."""

    seq: int
    mark: int


class Packed:
    """Many deeds by the marks of their keys, in columns that are sorted by these."""

    __slots__ = ("_keys", "_marks", "_seqs")

    def __init__(self, deeds: Iterable[tuple[int, Done]]) -> None:
        rows = sorted(deeds)
        self._keys = array("Q", [key for key, _ in rows])
        self._seqs = array("I", [done.seq for _, done in rows])
        self._marks = array("Q", [done.mark for _, done in rows])

    def __len__(self) -> int:
        return len(self._keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packed) and list(self.items()) == list(other.items())

    __hash__ = None  # type: ignore[assignment] # as of any mapping

    def get(self, key: int) -> Done | None:
        """Return what was done under the key with that mark."""
        keys = self._keys
        place = bisect_left(keys, key)
        if place == len(keys) or keys[place] != key:
            return None
        return Done(self._seqs[place], self._marks[place])

    def items(self) -> Iterator[tuple[int, Done]]:
        """Yield each key's mark and what was done."""
        return zip(self._keys, map(Done, self._seqs, self._marks), strict=True)


@dataclass(frozen=True)
class Deeds:
    """Deeds by key: immutable, and quick to look up and to add to.

    They lie in parts whose sizes are powers of two, each smaller than the one before it, as when
    one counts in binary: of n deeds each has been copied at most log₂ n times, and at most as many
    parts are looked through. Large parts are packed.

    Of keys and deeds only marks of 64 bits are kept. Whoever makes two keys of their own that share
    one is refused the second; to make one that shares another person's is beyond anyone's means.
    """

    parts: tuple[dict[int, Done] | Packed, ...] = ()

    def get(self, key: str) -> Done | None:
        """Return what was done under *key*."""
        sought = mark(key)
        for part in self.parts:
            if (found := part.get(sought)) is not None:
                return found
        return None

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def noted(self, key: str, seq: int, deed: str) -> "Deeds":
        """Return these and one more: *deed*, done by act *seq* under *key*."""
        parts, new = self.parts, {mark(key): Done(seq, mark(deed))}
        while parts and len(parts[-1]) <= len(new):
            parts, new = parts[:-1], {**dict(parts[-1].items()), **new}
        return Deeds((*parts, new if len(new) < MANY else Packed(new.items())))


NOTHING_DONE: Final = Deeds()


def mark(text: str) -> int:
    """Return the 64 bits by which a key or a deed is known again."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


def digest(text: str) -> str:
    """Return what is kept of a deed in the log, as its device put it, to know it again."""
    return sha256(text.encode()).hexdigest()[:DIGITS]
