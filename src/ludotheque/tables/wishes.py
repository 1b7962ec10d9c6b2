"""Wishes: what someone may want to do at a table, as values, read by whoever got the message."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, get_args

from ludotheque.position import Seat
from ludotheque.tables.events import Reaction


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move at the turn that the player has on the screen."""

    word: ClassVar = "move"
    turn: int
    move: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    word: ClassVar = "resign"
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer everyone a draw."""

    word: ClassVar = "offer-draw"
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class AnswerDraw:
    """Agree to the draw on offer, or decline it."""

    word: ClassVar = "answer-draw"
    agree: bool
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's last move, or ask the others to allow it."""

    word: ClassVar = "take-back"
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class AnswerTakeback:
    """Agree to the takeback asked for, or decline it."""

    word: ClassVar = "answer-takeback"
    agree: bool
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down: on that chair, or the one that the key opens, or the first free one."""

    word: ClassVar = "sit"
    chair: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """Let the computer sit on a free chair."""

    word: ClassVar = "seat-computer"
    chair: int
    level: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin with those who are there; free chairs are removed."""

    word: ClassVar = "start"


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up before the game, or leave it for good."""

    word: ClassVar = "leave"


@dataclass(frozen=True, slots=True)
class Again:
    """Ask for another game."""

    word: ClassVar = "again"


@dataclass(frozen=True, slots=True)
class Replace:
    """Let the computer finish the game on a chair whose sitter has gone."""

    word: ClassVar = "replace"
    chair: int
    level: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Win the game because the other player has gone."""

    word: ClassVar = "claim"


@dataclass(frozen=True, slots=True)
class React:
    """Say one of a few friendly things to the others."""

    word: ClassVar = "react"
    what: Reaction
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Put the table away."""

    word: ClassVar = "close"


Wish = (
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
WISHES: Final[Mapping[str, type[Wish]]] = {kind.word: kind for kind in get_args(Wish)}
"""Every wish by its word, which is the `type` of its message."""
