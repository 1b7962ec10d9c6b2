"""Messages from clients about a table: deeds, questions and pings. docs/protocol.md describes them.

What comes in is looked at field by field, and refused if anything is too much.
"""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, TypeAdapter

from ludotheque.tables.events import Reaction

LONGEST: Final = 4_096
"""The most bytes of a message that comes in."""
LONGEST_TEXT: Final = 1_000
"""The most characters of a move or a position."""
MOST_SEATS: Final = 16
"""More than any game has."""
MOST_OPTIONS: Final = 16
MOST_PREVIEWS: Final = 12
"""The moves whose pictures are asked for at once."""

MOST_TOUCHES: Final = 40
"""More than any move has."""

Touch = Annotated[str, Field(min_length=1, max_length=40)]
"""The id of a spot or a piece."""
Key = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.:-]+$")]
Number = Annotated[StrictInt, Field(ge=0, le=1_000_000_000)]
Place = Annotated[StrictInt, Field(ge=0, lt=MOST_SEATS)]
GameText = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
"""The text of a move or a position, which the game reads."""
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
    move: GameText


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


class React(InGame):
    """Say one of a few friendly things to the others."""

    type: Literal["react"]
    what: Reaction


class Close(Deed):
    """Put the table away."""

    type: Literal["close"]


class Preview(Incoming):
    """Ask what the mover would see after each of these moves. Nothing is done."""

    type: Literal["preview"]
    id: Key
    moves: Annotated[tuple[GameText, ...], Field(min_length=1, max_length=MOST_PREVIEWS)]
    seat: Place | None = None


class Why(Incoming):
    """Ask why what was touched, the last of it in vain, is no move. Nothing is done."""

    type: Literal["why"]
    id: Key
    touches: Annotated[tuple[Touch, ...], Field(min_length=1, max_length=MOST_TOUCHES)]
    seat: Place | None = None


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
    | React
    | Close
)
AnyIncoming = AnyDeed | Preview | Why | Ping
INCOMING: TypeAdapter[AnyIncoming] = TypeAdapter(
    Annotated[AnyIncoming, Field(discriminator="type")]
)
"""Reads a message of a table's socket."""
