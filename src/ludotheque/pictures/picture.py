"""The picture: where each piece lies, what can be touched, and the last move in words."""

from dataclasses import dataclass

from ludotheque.draw import NO_NAMES, Placement, placements
from ludotheque.pictures.naming import Names
from ludotheque.position import Seat
from ludotheque.scene import Choice, Scene


@dataclass(frozen=True, slots=True)
class DutySeen:
    """What the viewer must do where the rules leave no choice."""

    message: str
    rule: str
    """Its number in the rulebook, such as `1.5`."""


@dataclass(frozen=True, slots=True)
class TallySeen:
    """How far a seat has come, where that is counted."""

    href: str
    """Of the symbol that is counted."""
    count: str
    """Such as `2/6`."""
    told: str
    """The same as a sentence."""


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
    brief: str | None = None
    """The last move in a few words, as a list of moves has it; None where nobody may know it."""
    choices: tuple[Choice, ...] = ()
    """The legal moves of a viewer who is to move, and what to touch to make each."""
    duty: DutySeen | None = None
    tally: tuple[TallySeen, ...] = ()
    """One a seat, where the game counts anything."""
    ending: EndingSeen | None = None
    """Where the rules have ended the game, and it has more to say than the reason."""


def picture_of(
    scene: Scene,
    names: Names = NO_NAMES,
    *,
    told: tuple[str, ...] = (),
    brief: str | None = None,
    choices: tuple[Choice, ...] = (),
    duty: DutySeen | None = None,
    tally: tuple[TallySeen, ...] = (),
    ending: EndingSeen | None = None,
) -> Picture:
    """Return the picture of *scene*, its pieces called by *names*, with what is told beside it.

    Every picture is made here: a match, a record, a task, a puzzle and a board set up by hand
    differ in the scene that they come to and in what they tell.
    """
    pieces = placements(scene, names)
    return Picture(pieces, scene.last, told, brief, choices, duty, tally, ending)


@dataclass(frozen=True, slots=True)
class QuestionSeen:
    """What is asked on the way to a move, in the viewer's language."""

    spot: str
    """Where that is which it is about."""
    told: str
    answers: dict[str, str]
    """In words, by what is touched for it."""


@dataclass(frozen=True, slots=True)
class PreviewSeen(Picture):
    """What a move would lead to."""

    questions: tuple[QuestionSeen, ...] = ()
    """What is asked on the way there, in order: one for each touch that is no place or piece."""


def preview_from(shown: Picture, questions: tuple[QuestionSeen, ...]) -> PreviewSeen:
    """Return the preview of a move that leads to *shown*, with nothing to touch there."""
    return PreviewSeen(shown.pieces, shown.last, shown.told, shown.brief, questions=questions)


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed from one picture to the next."""

    pieces: tuple[Placement, ...]
    """Those that are new, lie elsewhere, or look different."""
    gone: tuple[str, ...]
    """The ids of those that lie there no more."""
    last: tuple[str, ...]
    told: tuple[str, ...]
    brief: str | None
    choices: tuple[Choice, ...]
    duty: DutySeen | None
    tally: tuple[TallySeen, ...]
    ending: EndingSeen | None

    def for_mover(self, choices: tuple[Choice, ...], duty: DutySeen | None) -> "Change":
        """Return the same for the viewer who is to move, with what they can and must do."""
        return Change(
            self.pieces,
            self.gone,
            self.last,
            self.told,
            self.brief,
            choices,
            duty,
            self.tally,
            self.ending,
        )


def change(before: Picture | None, after: Picture) -> Change:
    """Return what turns *before* into *after*; without a picture before, all of it is new."""
    lying = {piece.id: piece for piece in before.pieces} if before is not None else {}
    pieces = []
    for piece in after.pieces:
        was = lying.pop(piece.id, None)
        if was is not piece and was != piece:  # most are the very same
            pieces.append(piece)
    return Change(
        pieces=tuple(pieces),
        gone=tuple(lying),
        last=after.last,
        told=after.told,
        brief=after.brief,
        choices=after.choices,
        duty=after.duty,
        tally=after.tally,
        ending=after.ending,
    )
