"""Seeds of a table's games, made from its secret, and from others once a back-up was restored."""

from functools import lru_cache
from hashlib import sha256

from ludotheque.match import Referee
from ludotheque.tables.table import Renewal


@lru_cache(maxsize=1_024)
def referee_of(secret: str, renewals: tuple[Renewal, ...], number: int) -> Referee:
    """Return the referee of game *number*, the same for all of its moves.

    As many are kept as are busy at once in a full house: another takes four microseconds, and one
    whose game is over takes a kilobyte for nothing.
    """
    first = seed_of(secret_of(secret, renewals, number), number)
    later = [r.secret for r in renewals if r.playing and r.number == number]
    return Referee(first, tuple(seed_of(each, number) for each in later), aborts=True)


def secret_of(first: str, renewals: tuple[Renewal, ...], number: int) -> str:
    """Return from what the seed of game *number* was made when it began."""
    before = [renewal.secret for renewal in renewals if renewal.number < number]
    return before[-1] if before else first


def seed_of(secret: str, number: int) -> str:
    """Return the seed of game *number*, 1 for the first, that *secret* gives."""
    return sha256(f"{secret}/game/{number}".encode()).hexdigest()
