"""Acts and events of a table beside the board: what its log is made of.

An act is one deed with all its consequences: a move and the cards that chance then deals, the last
person to sit down and the game that so begins. Acts are numbered from 1 and are never changed.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from ludotheque.match import Event
from ludotheque.tables.terms import Chair, Sitter, Terms

Reaction = Literal["hello", "luck", "nice", "oops", "thanks", "laugh"]
"""All that people can say to each other here: a few friendly words, in each reader's language."""


@dataclass(frozen=True)
class Opened:
    """Someone opened the table."""

    word: ClassVar[str] = "open"
    terms: Terms
    owner: str
    """The id of the person who may start it early and knows the keys of its chairs."""
    chairs: tuple[Chair, ...]
    beginner: int | None = None
    """The chair whose sitter begins the first game; None if a lot decides."""


@dataclass(frozen=True)
class Sat:
    """Someone sat down on a chair."""

    word: ClassVar[str] = "sit"
    chair: int
    sitter: Sitter


@dataclass(frozen=True)
class OnChair:
    """Something that concerns a chair, or whoever sits on it."""

    chair: int


@dataclass(frozen=True)
class Stood(OnChair):
    """Someone got up before the first game began."""

    word: ClassVar[str] = "stand"


@dataclass(frozen=True)
class Removed(OnChair):
    """A free chair was taken away; those after it move up."""

    word: ClassVar[str] = "remove"


@dataclass(frozen=True)
class Began:
    """A game began: the next of the series, or the first of a new one."""

    word: ClassVar[str] = "begin"
    at: int
    seed_hash: str
    """The hash of this game's seed, see `ludotheque.match.deal`."""
    lot: str | None = None
    """The seed of the lot that says who begins; None if they follow from what was said when the
    table was opened, or from the game before. Older logs draw one for every series."""


@dataclass(frozen=True)
class Left(OnChair):
    """Someone left a game for good. Whoever acts again has come back."""

    word: ClassVar[str] = "leave"


@dataclass(frozen=True)
class Replaced:
    """The computer took over a chair whose sitter had gone."""

    word: ClassVar[str] = "replace"
    chair: int
    sitter: Sitter


@dataclass(frozen=True)
class WantsMore(OnChair):
    """Someone wants to play on: the next game of the series, or another series."""

    word: ClassVar[str] = "again"


@dataclass(frozen=True)
class Reacted:
    """Someone said one of the few things that can be said."""

    word: ClassVar[str] = "react"
    chair: int
    what: Reaction


@dataclass(frozen=True)
class Closed:
    """The table was put away: nothing can happen at it any more."""

    word: ClassVar[str] = "close"


@dataclass(frozen=True)
class Renewed:
    """The house goes on from a back-up: what was secret then may be known by now.

    A game that is being played is told so by a `Reseeded` in the same act.
    """

    word: ClassVar[str] = "renew"
    secret: str
    """From what the seeds of chance are made from now on: known to the house alone."""


BesideTheBoard = (
    Opened
    | Sat
    | Stood
    | Removed
    | Began
    | Left
    | Replaced
    | WantsMore
    | Reacted
    | Closed
    | Renewed
)
TableEvent = BesideTheBoard | Event

WORDS: Final = {kind.word: kind for kind in get_args(BesideTheBoard)}
"""The kinds of events beside the board by their word; those of a match have words of their own."""


@dataclass(frozen=True)
class Act:
    """A row of a table's log."""

    seq: int
    at: int
    """When it was done, in milliseconds since 1970."""
    events: tuple[TableEvent, ...]
    by: str | None = None
    """The id of the person who did it; None for the house: a computer's move, a flag that fell."""
    key: str | None = None
    """What the person's device called it, so that the same deed sent again is not done again."""
    deed: str = ""
    """A digest of what was asked for, to tell a deed sent again from another under its key."""
    lag: int = 0
    """The milliseconds of the network's delay that were forgiven."""
