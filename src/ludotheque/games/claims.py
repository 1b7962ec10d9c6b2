"""Claims: what a game says about a mistake, each sentence with the line of play that proves it.

Nothing here knows an engine: whoever has found that a move cost something asks the game why. What
is told has been proved by `Claims.prove`, which goes by the rules alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ludotheque.games.telling import Told


class Slip(NamedTuple):
    """A move that cost something, as its mover could see the game then."""

    before: Any
    """The position before it; in games with secrets the mover's view."""
    move: Any
    """What was played: a move of the game."""
    best: tuple[str, ...]
    """The better line from `before`, moves as texts, as far as it was seen."""
    answer: tuple[str, ...]
    """The best line against the move, from after it on; none where secrets make that unknown."""
    belief: tuple[tuple[float, ...], ...] = ()
    """In games with secrets, by seat, how likely each secret is its own, as the mover could know;
    else none."""
    weights: tuple[int, ...] = ()
    """Where the lines were found by an evaluation that sums up weighed features, and end where it
    judged: what each feature counts. Else none."""
    good: tuple[str, ...] = ()
    """Other moves that surely lose less than half of what the move lost: what is as true of these
    is not what it cost."""


class Claim(NamedTuple):
    """What a slip gave away, in words, and the line that proves it on the board."""

    kind: str
    """A key of the catalogue that the claim is from, such as `runner`."""
    told: tuple[Told, ...]
    """One to three sentences."""
    line: tuple[str, ...]
    """Moves as texts: what is shown by arrows and played on touch."""
    instead: bool
    """Whether the line begins before the move that was played, instead of it; else after it."""
    spots: tuple[str, ...] = ()
    """The places to look at."""


@dataclass(frozen=True, kw_only=True)
class Claims:
    """What a game says about slips, and how that is checked."""

    find: Callable[[Slip], Iterator[Claim]]
    """What can be said, most telling first."""
    prove: Callable[[Slip, Claim], bool]
    """Whether a claim is true, by replaying its line from the rules alone: it shares no code with
    `find`, and nothing is told that it does not confirm."""
    kinds: frozenset[str]
    """All that `find` may give: reviews that were kept may have others, of an earlier edition."""
    remarks: frozenset[str] = frozenset()
    """The kinds that are told of a slip only if nothing else is, and then alone: what is so, and
    yet forces nobody."""
    tallies: frozenset[str] = frozenset()
    """Of these, the kinds that count what there is after some moves: that is no reason where the
    game is lost by force."""
    exact: frozenset[str] = frozenset()
    """The kinds that say in what alone the better move differs. Found first, such a claim is told
    even of a move that both allows a win and misses one, in place of the latter."""
    called: Callable[[str], str] = str
    """What sentences call the move of that text."""


def lasting(differ: Sequence[bool], far: int) -> range:
    """Return after how many plies it can be told that two lines *differ*, and do so to their end.

    An answer has been made by then, and it is no farther ahead than *far*; none where they end
    alike. What comes and goes is no reason.
    """
    since = len(differ)
    while since > 0 and differ[since - 1]:
        since -= 1
    return range(max(since, 2), min(len(differ) - 1, far) + 1)
