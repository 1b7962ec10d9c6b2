"""Messages to clients about a table, and about its games. docs/protocol.md describes them.

They are put together from what `shown` and `pictures` make of a table for one reader. Whoever sends
them makes JSON of them, once: a server, or the house that is in a browser.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from ludotheque.pictures import Change, Picture, PreviewSeen, ReasonSeen
from ludotheque.position import Seat
from ludotheque.study.line_seen import LineSeen
from ludotheque.study.seen import ReviewSeen
from ludotheque.tables.shown import EventSeen, MatchSeen, TableSeen


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """The first message of a socket: the table as it is."""

    type: Literal["welcome"] = "welcome"
    at: int
    """The house's time, in milliseconds since 1970."""
    table_id: str
    seat: Seat | None
    """The seat that the reader looks from, None for a spectator."""
    seats: tuple[Seat, ...]
    """The seats that are the reader's own."""
    table: TableSeen
    picture: Picture | None = None
    """Sent if `picture=true` was asked for and a game has begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An act at the table. Their numbers have no gaps, and none comes twice."""

    type: Literal["step"] = "step"
    seq: int
    at: int
    events: tuple[EventSeen, ...]
    """What happened, each with its `type`; a move that the reader may not know is null."""
    table: TableSeen | None = None
    """The whole table, where more than the game has changed."""
    match: MatchSeen | None
    picture: Change | None = None
    """What has changed in the picture, if `picture=true` was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A deed is done and will never be lost; `seq` is its act's number."""

    type: Literal["done"] = "done"
    id: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A deed was refused, and nothing has changed."""

    type: Literal["refused"] = "refused"
    id: str | None
    """None where the message could not be read."""
    code: str
    """The refusal's stable name, for programs."""
    message: str
    """The reason in the reader's language, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The pictures after the moves that were asked about."""

    type: Literal["preview"] = "preview"
    id: str
    """The question's."""
    turn: int
    pictures: tuple[PreviewSeen | None, ...]
    """None where a move cannot be made now, or would reveal too much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why what was touched is no move."""

    type: Literal["why"] = "why"
    id: str
    """The question's."""
    turn: int
    reason: ReasonSeen | None
    """None where it is not the reader's turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pong:
    """The house is there."""

    type: Literal["pong"] = "pong"
    at: int
    seq: int
    """The number of the last act: a reader who has fewer has missed some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Who is at the table, by chair: told to whoever comes, and whenever it changes."""

    type: Literal["presence"] = "presence"
    here: tuple[int, ...]
    """Those who have the table open now; computers always have."""
    lost: tuple[int, ...]
    """Those who have kept the others waiting so long that they may go on without them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingAway:
    """The house is restarting: connect again, with `since`, after a moment."""

    type: Literal["going-away"] = "going-away"
    wait: int
    """Milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChairNoted:
    """A chair in a list of tables."""

    name: str | None
    """Of whoever sits there; None if it is free."""
    level: int | None
    """Of the computer that sits there; None for a person, and where nobody sits."""
    invited: bool
    guest: bool = False
    """Whether the name was no account's when they sat down; nothing older than 0.6 says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What lists show of a table: its terms, and who sits on which chair."""

    options: Mapping[str, str]
    clock: str | None
    first_to: int
    rated: bool
    from_position: bool = False
    """Whether its games begin from a position that the owner has set up."""
    chairs: tuple[ChairNoted, ...]
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """A line of a review or an analysis that waits for its turn."""

    type: Literal["queued"] = "queued"
    ahead: int
    """How many come before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A line of a review: what was found since the line before."""

    type: Literal["review"] = "review"
    review: ReviewSeen
    complete: bool
    """Whether that is all of it: this is the last line then."""


AnyReviewed = Queued | Reviewed | Refused
"""The lines of a review; it is refused where it fails half-way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A line of an analysis: what has been seen of a position so far."""

    type: Literal["found"] = "found"
    lines: tuple[LineSeen, ...]
    """The best, best first."""
    depth: int
    """How many moves ahead was looked, or how often the imagined games were doubled."""
    nodes: int
    """The positions looked at so far, or the games imagined."""
    speed: int
    """The same, a second."""
    complete: bool
    """Whether the computer has stopped looking: this is the last line then."""


AnyFound = Queued | Found | Refused
"""The lines of an analysis; it is refused where it fails half-way."""

AnyOutgoing = Welcome | Step | Done | Refused | Preview | Why | Pong | Presence | GoingAway
KINDS: Final[Mapping[str, type[AnyOutgoing]]] = {
    kind.__dataclass_fields__["type"].default: kind for kind in get_args(AnyOutgoing)
}
"""Every message by its `type`."""
