"""Verifiable randomness: chance drawn from a seed whose hash is known first.

A match has a seed: 64 digits from 0 to f, known to the referee alone until the end. Its hash, the
SHA-256 of these 64 characters, is published before anything is drawn.

Draw number n of a match, n = 0, 1, 2 … counting the chance moves on the line of play:
1. h is the SHA-256 of the text `<seed>:<n>`, read as a whole number, the first byte the greatest;
2. the ticket is h times the sum of all odds, divided by 2 to the 256th, rounded down;
3. the odds lie end to end in the order of the moves, and the ticket falls on the stretch of one.

A takeback shortens the line, so that the same cards come again.
"""

import re
import secrets
from bisect import bisect_right
from collections.abc import Hashable
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

from ludotheque.position import Position

DIGITS: Final = re.compile("[0-9a-f]{64}")
"""What a seed looks like, and its hash."""


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(32)


def seed_hash(seed: str) -> str:
    """Return the hash by which *seed* can be recognised once it is revealed."""
    return sha256(seed.encode()).hexdigest()


def ticket(seed: str, n: int | str, total: int) -> int:
    """Return the number from 0 to *total* - 1 that *seed* gives for the draw called *n*."""
    return int.from_bytes(sha256(f"{seed}:{n}".encode()).digest(), "big") * total >> 256


def draw(seed: str, n: int, position: Position[Any]) -> Hashable:
    """Return the move of chance at *position* that *seed* gives for draw *n*."""
    stretches = list(accumulate(position.odds()))
    move: Hashable = position.moves()[bisect_right(stretches, ticket(seed, n, stretches[-1]))]
    return move


def seed_digits(seed: int | str | None) -> str:
    """Return the seed that a number or its own digits stand for; None: a new one."""
    if seed is None:
        return new_seed()
    return seed if isinstance(seed, str) else f"{seed:064x}"
