"""Every message that crosses the wire about a table, in and out. docs/protocol.md describes them.

What comes in is looked at field by field and refused if anything is too much; what goes out is made
by `ludotheque.tables.shown` alone.
"""

from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, TypeAdapter

from ludotheque.match import Why

LONGEST: Final = 4_096
"""The most bytes of a message that comes in."""

Key = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.:-]+$")]
Number = Annotated[StrictInt, Field(ge=0, le=1_000_000_000)]
Place = Annotated[StrictInt, Field(ge=0, le=15)]
LevelNumber = Annotated[StrictInt, Field(ge=1, le=99)]


class Incoming(BaseModel):
    """A message from a client."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Deed(Incoming):
    """Something to be done at the table. If sent again under the same `id`, it is done once."""

    id: Key


class InGame(Deed):
    """Something that is done from a seat; whoever holds one seat need not say which."""

    seat: Place | None = None


class Move(InGame):
    """Make a move at the turn that the player has on the screen."""

    type: Literal["move"]
    turn: Number
    move: Annotated[str, Field(min_length=1, max_length=1_000)]


class Resign(InGame):
    """Give up."""

    type: Literal["resign"]


class OfferDraw(InGame):
    """Offer everyone a draw."""

    type: Literal["offer-draw"]


class AnswerDraw(InGame):
    """Agree to the draw on offer, or decline it."""

    type: Literal["answer-draw"]
    agree: StrictBool


class TakeBack(InGame):
    """Take back your last move, or ask the others to allow it."""

    type: Literal["take-back"]


class AnswerTakeback(InGame):
    """Agree to the takeback asked for, or decline it."""

    type: Literal["answer-takeback"]
    agree: StrictBool


class Sit(Deed):
    """Sit down: on that chair, or the one that the key opens, or the first free one."""

    type: Literal["sit"]
    chair: Place | None = None
    key: Annotated[str, Field(max_length=64)] = ""


class SeatComputer(Deed):
    """Let the computer sit on a free chair."""

    type: Literal["seat-computer"]
    chair: Place
    level: LevelNumber


class Start(Deed):
    """Begin with those who are there; free chairs are removed."""

    type: Literal["start"]


class Leave(Deed):
    """Get up before the game, or leave it for good."""

    type: Literal["leave"]


class Again(Deed):
    """Ask for another game."""

    type: Literal["again"]


class Replace(Deed):
    """Let the computer finish the game on a chair whose sitter has gone."""

    type: Literal["replace"]
    chair: Place
    level: LevelNumber


class Claim(Deed):
    """Win the game because the other player has gone."""

    type: Literal["claim"]


class Close(Deed):
    """Put the table away."""

    type: Literal["close"]


class Ping(Incoming):
    """Ask whether the house is there. `lag` is the round trip that the client measured last."""

    type: Literal["ping"]
    lag: Annotated[StrictInt, Field(ge=0, le=60_000)] | None = None


AnyDeed = (
    Move
    | Resign
    | OfferDraw
    | AnswerDraw
    | TakeBack
    | AnswerTakeback
    | Sit
    | SeatComputer
    | Start
    | Leave
    | Again
    | Replace
    | Claim
    | Close
)
DEED: TypeAdapter[AnyDeed] = TypeAdapter(Annotated[AnyDeed, Field(discriminator="type")])
"""Reads the body of `POST /api/tables/{id}/deeds`."""
INCOMING: TypeAdapter[AnyDeed | Ping] = TypeAdapter(
    Annotated[AnyDeed | Ping, Field(discriminator="type")]
)
"""Reads a message of a table's socket."""


class Outgoing(BaseModel):
    """A message to a client."""

    model_config = ConfigDict(extra="forbid")


class Outcome(Outgoing):
    """How a game ended."""

    shares: list[float]
    """One a seat; they add up to 1."""
    reason: str


class MatchSeen(Outgoing):
    """The current game, as far as the reader may know it."""

    turn: int
    to_move: int | None
    position: str
    """The text of what the reader may know of the position."""
    clock: list[int] | None
    """The milliseconds that each seat has left at the message's time."""
    draw_offered_by: int | None
    takeback_asked_by: int | None
    seed_hash: str | None
    outcome: Outcome | None
    seed: str | None
    """The seed of the deal, once the game is over."""


class ChairSeen(Outgoing):
    """A place at the table."""

    name: str | None
    """Of whoever sits there; None if it is free."""
    computer: str | None
    """`level:3` if the computer sits there."""
    invited: bool
    yours: bool
    gone: bool
    """Whether its sitter has left for good."""
    again: bool
    """Whether its sitter wants another game."""
    key: str | None
    """For the owner only: what opens an invited chair that is free."""


class TermsSeen(Outgoing):
    """What everyone who sits down agrees to."""

    game: str
    options: dict[str, str]
    clock: str | None
    public: bool
    first_to: int
    rated: bool


class Placement(Outgoing):
    """Where a piece lies."""

    id: str
    symbol: str
    href: str
    x: float
    y: float
    turn: int
    spot: str
    order: int


class Choice(Outgoing):
    """A legal move, and what to touch to make it."""

    move: str
    touches: list[str]
    path: list[str] = Field(default_factory=list)
    """The spots that the piece goes through, if its touches do not say."""


class DutySeen(Outgoing):
    """What the reader must do where the rules leave no choice."""

    message: str
    rule: str
    """Its number in the rulebook, such as `1.5`."""


class Picture(Outgoing):
    """What a page needs to show the table; sent if `picture=true` was asked for."""

    pieces: list[Placement]
    """The same piece has the same id from one picture to the next."""
    last: list[str]
    """The spots that the last move went through."""
    choices: list[Choice]
    told: list[str] = Field(default_factory=list)
    """The last move in words, in the reader's language."""
    duty: DutySeen | None = None


class Beginning(Outgoing):
    """Who begins the next game, and why."""

    chair: int | None
    """None if a lot will decide."""
    why: Why
    """`said` when the table was opened, or by `lot`; `lost` the game before, or did not begin one
    that was `drawn`; the two swap `sides`, or it is the `next` one's turn."""


class TableSeen(Outgoing):
    """The whole table, as far as the reader may know it."""

    seq: int
    status: Literal["open", "playing", "over", "closed"]
    terms: TermsSeen
    chairs: list[ChairSeen]
    owner: bool
    """Whether the reader opened the table."""
    number: int
    """How many games have begun."""
    seating: list[int]
    """The chair of each seat in the current game."""
    begins: Beginning | None
    """Who begins the next game; None while one is being played, if there is none, and after one
    from a position in which the first seat was not to move."""
    scores: list[float] | None
    """The points of each chair in the series."""
    series_over: bool
    rated: bool
    match: MatchSeen | None


class Welcome(Outgoing):
    """The first message of a socket: the table as it is."""

    type: Literal["welcome"]
    at: int
    """The house's time, in milliseconds since 1970."""
    table_id: str
    seat: int | None
    """The seat that the reader looks from, None for a spectator."""
    seats: list[int]
    """The seats that are the reader's own."""
    table: TableSeen
    picture: Picture | None = None


class Step(Outgoing):
    """An act at the table. Their numbers have no gaps, and none comes twice."""

    type: Literal["step"]
    seq: int
    at: int
    events: list[dict[str, Any]]
    """What happened, each with its `type`; a move that the reader may not know is null."""
    table: TableSeen | None = None
    """The whole table, where more than the game has changed."""
    match: MatchSeen | None
    picture: Picture | None = None


class Done(Outgoing):
    """A deed is done and will never be lost; `seq` is its act's number."""

    type: Literal["done"]
    id: str
    seq: int


class Refused(Outgoing):
    """A deed was refused, and nothing has changed."""

    type: Literal["refused"]
    id: str | None
    """None where the message could not be read."""
    code: str
    """The refusal's stable name, for programs."""
    message: str
    """The reason in the reader's language, for people."""


class Pong(Outgoing):
    """The house is there."""

    type: Literal["pong"]
    at: int
    seq: int
    """The number of the last act: a reader who has fewer has missed some."""


class Presence(Outgoing):
    """Which of the people at the table are there now, by chair."""

    type: Literal["presence"]
    here: list[int]


class GoingAway(Outgoing):
    """The house is restarting: connect again, with `since`, after a moment."""

    type: Literal["going-away"]
    wait: int
    """Milliseconds."""


AnyOutgoing = Welcome | Step | Done | Refused | Pong | Presence | GoingAway
OUTGOING: TypeAdapter[AnyOutgoing] = TypeAdapter(
    Annotated[AnyOutgoing, Field(discriminator="type")]
)
"""Reads any message of a table's socket, for clients in Python and for the tests."""


def words(union: Any) -> list[str]:  # noqa: ANN401 - a union of messages is no type
    """Return the `type` of every message in *union*."""
    return [get_args(kind.model_fields["type"].annotation)[0] for kind in get_args(union)]
