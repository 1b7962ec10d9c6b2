"""The picture: where each piece lies, what can be touched, and the last move in words."""

from dataclasses import dataclass

from ludotheque.draw import Placement
from ludotheque.position import Seat
from ludotheque.scene import Choice


@dataclass(frozen=True, slots=True)
class DutySeen:
    """What the viewer must do where the rules leave no choice."""

    message: str
    rule: str
    """Its number in the rulebook, such as `1.5`."""


@dataclass(frozen=True, slots=True)
class RankedSeen:
    """A line of the ranking: what came in at that place, and who had played it."""

    place: int
    href: str
    """Of its symbol."""
    seats: tuple[Seat, ...]
    told: str


@dataclass(frozen=True, slots=True)
class EndingSeen:
    """How a game came out by its rules; `{0}` in a sentence stands for who sits at seat 0."""

    why: str
    yours: str | None
    """The same, said to whoever has won alone."""
    ranking: tuple[RankedSeen, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a page needs to show a position to one viewer, in their language."""

    pieces: tuple[Placement, ...]
    """The same piece has the same id from one picture of a game to the next."""
    last: tuple[str, ...] = ()
    """The spots that the last move went through."""
    told: tuple[str, ...] = ()
    """The last move in words."""
    choices: tuple[Choice, ...] = ()
    """The legal moves of a viewer who is to move, and what to touch to make each."""
    duty: DutySeen | None = None
    ending: EndingSeen | None = None
    """Where the rules have ended the game, and it has more to say than the reason."""


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed from one picture to the next."""

    pieces: tuple[Placement, ...]
    """Those that are new, lie elsewhere, or look different."""
    gone: tuple[str, ...]
    """The ids of those that lie there no more."""
    last: tuple[str, ...]
    told: tuple[str, ...]
    choices: tuple[Choice, ...]
    duty: DutySeen | None
    ending: EndingSeen | None


def change(before: Picture | None, after: Picture) -> Change:
    """Return what turns *before* into *after*; without a picture before, all of it is new."""
    lying = {piece.id: piece for piece in before.pieces} if before is not None else {}
    pieces = []
    for piece in after.pieces:
        was = lying.pop(piece.id, None)
        if was is not piece and was != piece:  # most are the very same
            pieces.append(piece)
    own = after.choices, after.duty, after.ending
    return Change(tuple(pieces), tuple(lying), after.last, after.told, *own)
