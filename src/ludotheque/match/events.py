"""Events of a match. A match is nothing but its set-up and these, in order.

Every event carries `at`, the time in whole milliseconds since 1970 (UTC), given by whoever noted
it: a match never looks at a clock. `word` is the event's name in both forms of a record.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, get_args

from ludotheque.position import Seat


@dataclass(frozen=True)
class Moved:
    """A seat made a move."""

    word: ClassVar[str] = "move"
    at: int
    seat: Seat
    move: str | None
    """The move's text; None where the reader of a redacted record may not know it."""


@dataclass(frozen=True)
class Drew:
    """Chance made a move. It takes no time: `at` is the time of the event before."""

    word: ClassVar[str] = "chance"
    at: int
    move: str | None
    """The move's text; None where the reader of a redacted record may not know it."""


@dataclass(frozen=True)
class Reseeded:
    """What is still to be drawn comes from another seed: the house goes on from a back-up.

    It takes no time, either.
    """

    word: ClassVar[str] = "reseed"
    at: int
    seed_hash: str
    """The hash of the seed for this draw, by its number on the line of play, and all later ones."""


@dataclass(frozen=True)
class BySeat:
    """Something that a seat did beside the board."""

    at: int
    seat: Seat


@dataclass(frozen=True)
class Resigned(BySeat):
    """A seat gave up."""

    word: ClassVar[str] = "resign"


@dataclass(frozen=True)
class Flagged(BySeat):
    """A seat's time ran out at that moment, whenever it was noticed."""

    word: ClassVar[str] = "time"


@dataclass(frozen=True)
class Aborted(BySeat):
    """A seat gave up, or its time ran out, before everyone had moved: there is no result."""

    word: ClassVar[str] = "abort"


@dataclass(frozen=True)
class DrawOffered(BySeat):
    """A seat offered everyone a draw."""

    word: ClassVar[str] = "offer-draw"


@dataclass(frozen=True)
class DrawAgreed(BySeat):
    """A seat agreed to the draw on offer."""

    word: ClassVar[str] = "agree-draw"


@dataclass(frozen=True)
class DrawDeclined(BySeat):
    """A seat declined the draw on offer."""

    word: ClassVar[str] = "decline-draw"


@dataclass(frozen=True)
class TakebackAsked(BySeat):
    """A seat asked the others to let it take back its last move."""

    word: ClassVar[str] = "ask-takeback"


@dataclass(frozen=True)
class TakebackAgreed(BySeat):
    """A seat agreed to the takeback asked for."""

    word: ClassVar[str] = "agree-takeback"


@dataclass(frozen=True)
class TakebackDeclined(BySeat):
    """A seat declined the takeback asked for."""

    word: ClassVar[str] = "decline-takeback"


@dataclass(frozen=True)
class TookBack(BySeat):
    """The match went back to where the seat was last to move."""

    word: ClassVar[str] = "takeback"
    kept: int
    """How many moves of the line remain, those of the seats and of chance."""


SeatEvent = (
    Moved
    | Resigned
    | Flagged
    | Aborted
    | DrawOffered
    | DrawAgreed
    | DrawDeclined
    | TakebackAsked
    | TakebackAgreed
    | TakebackDeclined
    | TookBack
)
Event = SeatEvent | Drew | Reseeded

MOVES: Final = (Moved, Drew)
"""The events that lead on along the line of play; not everyone may know their move."""
KINDS: Final[dict[str, type[Event]]] = {kind.word: kind for kind in get_args(Event)}
"""Every kind of event by its word."""


def line_of_play(events: Sequence[Event]) -> list[int]:
    """Return which of *events* are the moves of the line of play: those not taken back."""
    line: list[int] = []
    for place, event in enumerate(events):
        if isinstance(event, TookBack):
            del line[event.kept :]
        elif isinstance(event, MOVES):
            line.append(place)
    return line
