"""Analysis board: a game or a position, played on for all sides, with variations and notes.

What is tried beside a move becomes a variation of it; what was played stays as it was. Where chance
is to move, it does what is there already, or else what the position decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ludotheque.engine import Analyst, Limits, Line
from ludotheque.engine.analysis import Progress
from ludotheque.engine.memory import LIVE_HASH_MB
from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame, Options
from ludotheque.match import Record, Setup, verify, whole
from ludotheque.match.events import MOVES
from ludotheque.match.numbering import move_number
from ludotheque.pictures.way import drawn
from ludotheque.position import CHANCE, Outcome, Position, Seat
from ludotheque.study.looking import LookedAt, known
from ludotheque.study.tree import Node, Tree, keeping, tree_of
from ludotheque.words import Words

HIDDEN: Final = N_("part of this game is hidden: it can be studied once the game is over")


def refuse_hidden(record: Record) -> None:
    """Raise NotAllowed if part of what was played is hidden in *record*."""
    if any(isinstance(event, MOVES) and event.move is None for event in record.events):
        raise NotAllowed(HIDDEN)


def laid_out(
    game: AnyGame,
    position: str | None,
    options: Options,
    began: int,
    words: Words,
    seats: int | None = None,
) -> Record:
    """Return the record of a game in which nothing has been played yet.

    It begins from the text *position*, or else from the start for so many *seats*, by default the
    fewest. Raise BadPosition, BadOption or BadSeats.
    """
    settled = game.settle(options)
    start = (
        game.position(position, **settled) if position is not None else game.start(seats, **settled)
    )
    names = tuple(words.say(name) for name in game.seat_names[: start.seats])
    return Record(
        Setup(game=game, options=settled, players=names, start=str(start), began=began), ()
    )


@dataclass(eq=False, slots=True)
class Moment:
    """A moment of what is studied: the move that led there, what is said of it, what follows."""

    before: "Moment | None"
    """None at the start."""
    position: Position[Any]
    move: Any = None
    """As the game has it; None at the start."""
    turn: int = 0
    """How many moves of the seats have led there."""
    played: bool = False
    """Whether it is of a game's line of play, which stays as it was."""
    sign: str = ""
    comment: str = ""
    marks: tuple[tuple[str, ...], ...] = ()
    drawn: bool = False
    """Whether chance was seen to do so on the way, and nobody said it: it is kept once something
    follows, or is said."""
    onward: list["Moment"] = field(default_factory=list)
    """What follows: first the line, then its variations."""

    @property
    def seat(self) -> Seat | None:
        """Who made the move; None for chance, and at the start."""
        mover = self.before.position.to_move if self.before is not None else None
        return mover if isinstance(mover, int) else None

    @property
    def chance(self) -> bool:
        """Whether chance made the move."""
        return self.before is not None and self.before.position.to_move is CHANCE

    @property
    def path(self) -> list["Moment"]:
        """The moments from the first move to this one."""
        path, at = [], self
        while at.before is not None:
            path.append(at)
            at = at.before
        return path[::-1]

    @property
    def made(self) -> "Moment | None":
        """The last moment to which the move of a seat has led; None at the start."""
        moment: Moment | None = self
        while moment is not None and moment.seat is None:
            moment = moment.before
        return moment

    @property
    def number(self) -> str:
        """The number of the last move of a seat, as people count them: `3.`, of the other `3…`."""
        made = self.made
        if made is None or made.seat is None:
            return ""
        return move_number(made.turn, made.seat, self.position.seats)

    def followed(self, move: Any) -> "Moment":  # noqa: ANN401 - as the game has it
        """Add the moment after *move*, behind all others that follow, and return it."""
        turn = self.turn + (self.position.to_move is not CHANCE)
        moment = Moment(self, self.position.after(move), move, turn)
        self.onward.append(moment)
        return moment

    def node(self, parent: int | None) -> Node:
        """Return it as a node of a tree."""
        return Node(
            parent=parent,
            move="" if self.before is None else str(self.move),
            chance=self.chance,
            played=self.played,
            sign=self.sign,
            comment=self.comment,
            marks=self.marks,
        )


class AnalysisBoard:
    """What *record* holds, notes and all, to be studied; `at` is the moment that is looked at.

    A move is made or undone by a method; what is said of a moment is set on it. Merely to walk
    changes nothing. Whoever looks for
    good moves uses several *threads*. Raise BadRecord where the record is wrong, NotAllowed where
    part of it is hidden.
    """

    def __init__(self, record: Record, *, threads: int = 1) -> None:
        refuse_hidden(record)
        self.game = record.setup.game
        self._record = record
        self._analyst = Analyst(self.game, threads=threads, table_mb=LIVE_HASH_MB, remembering=True)
        self.start = Moment(None, record.setup.opening, played=True)
        match = verify(record).match
        self._outcome = match.outcome
        moments: list[Moment] = []
        for node in tree_of(match, record.notes):
            moment = self.start
            if node.parent is not None:
                before = moments[node.parent]
                moment = before.followed(self.game.move(node.move, before.position))
            moment.played, moment.sign = node.played, node.sign
            moment.comment, moment.marks = node.comment, node.marks
            moments.append(moment)
        self.at = self._settled(self.start)
        self._removed: tuple[Moment, int] | None = None

    # What it holds.

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, by seat."""
        return self._record.setup.players

    @property
    def tree(self) -> Tree:
        """All of it as a flat list."""
        moments = [self.start]
        for moment in moments:
            moments += moment.onward
        empty: set[Moment] = set()
        for moment in reversed(moments):
            said = moment.sign or moment.comment or moment.marks
            if moment.drawn and not said and empty.issuperset(moment.onward):
                empty.add(moment)
        kept = [moment for moment in moments if moment not in empty]
        numbers: dict[Moment | None, int] = {moment: number for number, moment in enumerate(kept)}
        return tuple(moment.node(numbers.get(moment.before)) for moment in kept)

    def outcome(self) -> Outcome | None:
        """Return how the game is over at this moment: by its rules, or as it was played."""
        at = self.at
        last = at.played and not any(moment.played for moment in at.onward)
        return self._outcome if last else at.position.outcome()

    def record(self) -> Record:
        """Return the record of it, notes and all; raise BadRecord where it holds too much."""
        return whole(keeping(self._record, self.tree))

    # Walking: each returns whether there was anywhere to go.

    def forward(self, which: int = 0) -> bool:
        """Go on: along the line, or along one of its variations."""
        if not 0 <= which < len(self.at.onward):
            return False
        self.at = self._settled(self.at.onward[which])
        return True

    def back(self) -> bool:
        """Go back to before the last move of a seat."""
        made = self.at.made
        if made is None or made.before is None:
            return False
        self.at = made.before
        return True

    def beside(self) -> bool:
        """Go to what was done instead of the last move, by chance or a seat: one after another."""
        moment: Moment | None = self.at
        while moment is not None and moment.before is not None:
            others = moment.before.onward
            if len(others) > 1:
                self.at = self._settled(others[(others.index(moment) + 1) % len(others)])
                return True
            moment = moment.before if moment.chance else None
        return False

    def to_start(self) -> bool:
        """Go back to the start."""
        moved = False
        while self.back():
            moved = True
        return moved

    def to_end(self) -> bool:
        """Go on to the end of the line."""
        moved = False
        while self.forward():
            moved = True
        return moved

    def _settled(self, moment: Moment) -> Moment:
        """Return the moment after what chance does in *moment*, if it is to move there."""
        while moment.position.to_move is CHANCE:
            if not moment.onward:
                moment.followed(drawn(moment.position)).drawn = True
            moment = moment.onward[0]
        return moment

    # Changing.

    def play(self, text: str) -> Moment:
        """Make the move that *text* writes, and go there; one that is there already comes once.

        Raise BadMove or IllegalMove where it cannot be made.
        """
        move = self.game.move(text, self.at.position)
        removed = None if self._removed is None else self._removed[0]
        if removed is not None and removed.before is self.at and removed.move == move:
            self._removed = None  # It would come twice.
        same = (moment for moment in self.at.onward if moment.move == move)
        moment = next(same, None) or self.at.followed(move)
        self.at = self._settled(moment)
        return self.at

    def promote(self) -> bool:
        """Let the nearest variation that leads here come first; what was played stays before it."""
        for moment in reversed(self.at.path):
            assert moment.before is not None  # noqa: S101 - a path begins after the start
            beside = moment.before.onward
            first = 1 if beside[0].played else 0
            if beside.index(moment) > first:
                beside.remove(moment)
                beside.insert(first, moment)
                return True
        return False

    def remove(self) -> bool:
        """Take the last move away, and all that follows it, unless it was played."""
        made = self.at.made
        if made is None or made.before is None or made.played:
            return False
        beside = made.before.onward
        self._removed = made, beside.index(made)
        beside.remove(made)
        self.at = made.before
        return True

    def restore(self) -> bool:
        """Bring back what was taken away last, and go there."""
        if self._removed is None:
            return False
        moment, place = self._removed
        assert moment.before is not None  # noqa: S101 - the start is never taken away
        moment.before.onward.insert(place, moment)
        self._removed, self.at = None, self._settled(moment)
        return True

    # Looking for good moves.

    def looked_at(self, *, everything: bool = True) -> LookedAt:
        """Return what an analyst is given: *everything*, or what whoever is to move may know.

        Raise NotAllowed where nobody is to move.
        """
        steps = [
            (moment.before.position, moment.move)
            for moment in self.at.path
            if moment.before is not None
        ]
        return known(self.at.position, steps, everything=everything)

    def lines(
        self,
        limits: Limits,
        *,
        lines: int = 1,
        everything: bool = True,
        progress: Progress = lambda _: None,
    ) -> Sequence[Line]:
        """Return the best *lines* from here, see `looked_at` and `Analyst.lines`."""
        looked = self.looked_at(everything=everything)
        return self._analyst.lines(
            looked.view,
            looked.past,
            limits=limits,
            lines=lines,
            whole=looked.whole,
            progress=progress,
        )
