"""Messages about puzzles, asked and answered. docs/protocol.md describes them."""

from dataclasses import dataclass

from ludotheque.pictures import Picture, PreviewSeen, ReasonSeen
from ludotheque.study.puzzles.seen import LineShown, PuzzleSeen, SolutionSeen


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A puzzle, without its solution."""

    id: str
    number: int | None
    """In its game, from 1, the easiest first; null of one's own mistakes."""
    total: int
    difficulty: int | None
    puzzle: PuzzleSeen


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingMoved:
    """What an attempt that counts has changed."""

    before: int
    after: int
    """The points of the person."""
    puzzle: int
    """How hard the puzzle was before, on the same scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What came of an answer."""

    right: bool
    solved: bool
    """Whether nothing more is asked for."""
    made: tuple[str, ...]
    """The right moves so far, and the replies to them."""
    told: str
    """What is said of the answer."""
    pictures: tuple[Picture, ...]
    """After the answer, and after the reply to it; the last with what can be touched."""
    refuted: LineShown | None
    """Why a wrong answer fails, proved; null where that is not known."""
    solution: SolutionSeen | None
    """Null until it is solved."""
    claims: tuple[LineShown, ...]
    """Of one's own mistakes, once it is solved: what the move that was played gave away."""
    rating: RatingMoved | None
    """Null where it does not count."""
    unkept: str | None
    """Why the house keeps nothing of who answers, who is new; null where it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenUp:
    """A puzzle that someone has given up, or solved."""

    solution: SolutionSeen
    claims: tuple[LineShown, ...]
    rating: RatingMoved | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinted:
    """A hint: what a puzzle is about, or with what a better move begins."""

    told: str
    rating: RatingMoved | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What would come of moves, and why touches are none."""

    previews: tuple[PreviewSeen | None, ...]
    reason: ReasonSeen | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Why an answer was wrong, each sentence proved."""

    claims: tuple[LineShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """The puzzle that counts next for somebody."""

    id: str | None
    """Null if they have tried all that there are."""
    points: int
    puzzles: int
    """How many have counted so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A run against the clock."""

    run: str
    turn: int
    """The number of the puzzle that is asked, from 0."""
    left: int
    """The milliseconds that are left."""
    right: int
    wrong: int
    misses: int
    """The wrong answer that ends a run."""
    over: bool
    best: int
    """The most that a run has solved, this one included."""
    answered: bool | None
    """Whether the last answer was right; null before any."""
    made: tuple[str, ...]
    """The moves of the present solution that have been made."""
    pictures: tuple[Picture, ...]
    """After a right move that is not the last of its puzzle, and after the reply to it."""
    asked: Asked | None
    """The next puzzle; null where the present one goes on, and at the end."""
