"""A table: its log of acts, folded into the present moment.

`follow` is the fold and trusts the acts: `ludotheque.tables.host` decides which may happen.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from ludotheque.engine.level_names import computer_names
from ludotheque.match import (
    Event,
    Match,
    Series,
    Setup,
    Why,
    beginner_after,
    changed,
    drawn_by_lot,
    evolve,
    first_seat_begins,
)
from ludotheque.match.events import Drew, Moved, TookBack
from ludotheque.match.match import ABORTED, exact
from ludotheque.position import Outcome, Seat
from ludotheque.tables.deeds import NOTHING_DONE, Deeds
from ludotheque.tables.events import (
    Act,
    Began,
    Closed,
    Left,
    Opened,
    Reacted,
    Removed,
    Renewed,
    Replaced,
    Sat,
    Stood,
    TableEvent,
    WantsMore,
)
from ludotheque.tables.lag import LAG_BANK, forgivable
from ludotheque.tables.names import distinct
from ludotheque.tables.terms import RECORDED, Chair, Sitter, Terms

CHANGES: Final = (Moved, Drew, TookBack)
"""The events after which the position is another."""


Status = Literal["open", "playing", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who is going to begin a game, and why."""

    chair: int | None
    """None until the lot is drawn."""
    why: Why


class Renewal(NamedTuple):
    """A secret that took the place of the one before."""

    number: int
    """How many games had begun."""
    playing: bool
    """Whether the last of them was being played."""
    secret: str


@dataclass(frozen=True)
class Table:
    """A moment of a table: immutable, and wholly determined by its acts."""

    terms: Terms
    owner: str
    chairs: tuple[Chair, ...]
    beginner: int | None = None
    """The chair whose sitter begins the first game, as was said; None if a lot decides."""
    seq: int = 0
    """How many acts there have been."""
    now: int = 0
    """The time of the last act."""
    series: Series | None = None
    """How the series stands, without the game that is being played; None before the first game."""
    number: int = 0
    """How many games have begun."""
    points: tuple[Fraction, ...] = ()
    """What each chair has won in all games here, the series before included."""
    seating: tuple[int, ...] = ()
    """The chair of each seat in the present game."""
    players: tuple[str, ...] = ()
    """Who sat at each seat when the present game began: its result is theirs."""
    match: Match | None = None
    """The present game, or the last one."""
    turn: int = 0
    """How often the position has changed: a move is made at the turn that its maker has seen."""
    bank: tuple[int, ...] = ()
    """The milliseconds of lag that each seat may still be forgiven."""
    gone: frozenset[int] = frozenset()
    """The chairs whose sitters have left for good."""
    more: frozenset[int] = frozenset()
    """The chairs whose sitters want to play on."""
    reacted: tuple[int, ...] = ()
    """The chair of each reaction since the position last changed."""
    renewals: tuple[Renewal, ...] = ()
    """The secrets that came after the table's first."""
    closed: bool = False
    done: Deeds = NOTHING_DONE
    """All deeds by person and key, to do none twice."""

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self.match is not None and self.match.outcome is None and not self.closed

    @property
    def status(self) -> Status:
        """`open` before the first game, `playing`, `over` between games, or `closed`."""
        if self.closed:
            return "closed"
        if self.match is None:
            return "open"
        return "playing" if self.playing else "over"

    @property
    def begins(self) -> Beginning | None:
        """Who begins the next game; None while one is being played, and where there is none.

        None, too, after a game from a position in which the first seat was not to move.
        """
        if self.closed:
            return None
        if self.match is None:
            return Beginning(self.beginner, "lot" if self.beginner is None else "said")
        if self.match.outcome is None or not first_seat_begins(self.match.positions[0]):
            return None
        seat, why = beginner_after(self.terms.game, self.match.outcome)
        return Beginning(self.seating[seat], why)

    @property
    def free(self) -> tuple[int, ...]:
        """The chairs on which nobody sits."""
        return tuple(number for number, chair in enumerate(self.chairs) if chair.sitter is None)

    def chairs_of(self, who: str) -> tuple[int, ...]:
        """Return the chairs of that person: several if people share a screen."""
        # Asked at every act and for every reader: a list is made faster than a generator runs.
        return tuple(
            [
                number
                for number, chair in enumerate(self.chairs)
                if (sitter := chair.sitter) is not None
                and sitter.who == who
                and not sitter.computer
            ]
        )

    def seats_of(self, who: str) -> tuple[Seat, ...]:
        """Return the seats of that person in the present game."""
        chairs = self.chairs_of(who)
        return tuple([seat for seat, chair in enumerate(self.seating) if chair in chairs])

    def sitter(self, seat: Seat) -> Sitter:
        """Return who sits at *seat* in the present game."""
        sitter = self.chairs[self.seating[seat]].sitter
        assert sitter is not None  # noqa: S101 - nobody gets up during a game
        return sitter

    @property
    def computer_to_move(self) -> Seat | None:
        """The seat to move if a computer sits there."""
        seat = self.match.to_move if self.playing and self.match else None
        return seat if isinstance(seat, int) and self.sitter(seat).computer else None

    @property
    def awaited(self) -> str | None:
        """The id of the person whose turn it is, None if it is nobody's or a computer's."""
        seat = self.match.to_move if self.playing and self.match else None
        sitter = self.sitter(seat) if isinstance(seat, int) else None
        return None if sitter is None or sitter.computer else sitter.who

    @property
    def rated(self) -> bool:
        """Whether the present game counts: it was agreed, and nobody plays against themselves."""
        sitters = [chair.sitter for chair in self.chairs if chair.sitter is not None]
        people = [sitter.who for sitter in sitters if not sitter.computer]
        return self.terms.rated and len(sitters) > 1 and len(set(people)) == len(people)

    @property
    def counts(self) -> bool:
        """Whether the result of the present game changes ratings: it was played, by everyone."""
        return self.rated and self.match is not None and self.match.all_moved

    def hints_for(self, who: str) -> bool:
        """Return whether that person may be told good moves in the games played here.

        Not where a game counts, nor against others: beside computers they alone sit here, or they
        and those who share their device.
        """
        sitters = [chair.sitter for chair in self.chairs if chair.sitter is not None]
        people = {sitter.who for sitter in sitters if not sitter.computer}
        return people == {who} and not self.rated

    @property
    def slack(self) -> int:
        """The milliseconds that were forgiven in the present game.

        Nobody is charged for them: the game's own time stands still meanwhile, and so is that much
        behind the house's.
        """
        return LAG_BANK * len(self.bank) - sum(self.bank)

    @property
    def due(self) -> int | None:
        """The moment from which the house has something to do here, None if nothing."""
        if self.match is None or not self.playing:
            return None
        return self.now if self.computer_to_move is not None else self.flag_falls

    @property
    def flag_falls(self) -> int | None:
        """The moment from which whoever is to move has lost on time, None if there is none.

        A move that the network delays may still come a little later than the clock says.
        """
        deadline = self.match.deadline if self.match is not None else None
        seat = self.match.to_move if self.match is not None else None
        if deadline is None or not isinstance(seat, int):
            return None
        return deadline + self.slack + forgivable(self.bank[seat])


def follow(before: Table | None, act: Act) -> Table:
    """Return the table after *act*, the first of which opens it."""
    table = before
    for event in act.events:
        if isinstance(event, Opened):
            table = opened(event)
        elif table is not None:
            table = happened(table, event)
    if table is None:
        raise ValueError("the first act at a table opens it")
    return noted(table, act)


def opened(event: Opened) -> Table:
    """Return the table as it is opened."""
    return Table(event.terms, event.owner, event.chairs, event.beginner)


def noted(table: Table, act: Act) -> Table:
    """Return the table, on which the events of *act* have happened, with the act in its log."""
    done = table.done
    if act.by is not None and act.key is not None:
        done = done.noted(f"{act.by}/{act.key}", act.seq, act.deed)
    gone = table.gone
    if act.by is not None and gone and not any(isinstance(event, Left) for event in act.events):
        gone -= frozenset(table.chairs_of(act.by))
    bank = table.bank
    if act.lag:
        movers = [event.seat for event in act.events if isinstance(event, Moved)]
        bank = tuple(left - act.lag if seat in movers else left for seat, left in enumerate(bank))
    return changed(table, seq=act.seq, now=act.at, done=done, gone=gone, bank=bank)


def happened(table: Table, event: TableEvent) -> Table:  # noqa: C901, PLR0911 - one case an event
    """Return the table after one event."""
    match event:
        case Sat(chair, sitter) | Replaced(chair, sitter):
            return changed(
                table,
                chairs=_with(table.chairs, chair, replace(table.chairs[chair], sitter=sitter)),
                gone=table.gone - {chair},
            )
        case Stood(chair):
            return changed(
                table,
                chairs=_with(table.chairs, chair, replace(table.chairs[chair], sitter=None)),
            )
        case Removed(chair):
            return changed(
                table,
                chairs=table.chairs[:chair] + table.chairs[chair + 1 :],
                beginner=_moved_up(table.beginner, chair),
            )
        case Left(chair):
            return changed(table, gone=table.gone | {chair}, more=table.more - {chair})
        case WantsMore(chair):
            return changed(table, more=table.more | {chair})
        case Reacted(chair):
            return changed(table, reacted=(*table.reacted, chair))
        case Began():
            return began(table, event)
        case Closed():
            return changed(table, closed=True)
        case Renewed(secret):
            renewal = Renewal(table.number, table.playing, secret)
            return changed(table, renewals=(*table.renewals, renewal))
        case Opened():
            raise ValueError("a table is opened once")
        case _:
            assert table.match is not None  # noqa: S101 - its game has begun
            return with_match(table, evolve(table.match, event), (event,))


def began(table: Table, event: Began) -> Table:
    """Return the table at the start of a game, before chance has dealt."""
    series = table.series
    if series is None or series.over:
        series = Series.begin(
            table.terms.game,
            _recorded(table.chairs),
            first_to=table.terms.first_to,
            first=_first_beginner(table, event.lot),
        )
    seating = series.seating
    setup = Setup(
        game=table.terms.game,
        options=table.terms.options,
        players=tuple(series.players[chair] for chair in seating),
        start=table.terms.start,
        clock=table.terms.clock,
        move_limit=table.terms.game.move_limit,
        began=event.at,
        seed_hash=event.seed_hash,
    )
    return changed(
        table,
        series=series,
        number=table.number + 1,
        seating=seating,
        players=tuple(_who(table.chairs[chair]) for chair in seating),
        match=Match.start(setup),
        turn=table.turn + 1,
        bank=(LAG_BANK,) * len(table.chairs),
        more=frozenset(),
        reacted=(),
    )


def _first_beginner(table: Table, lot: str | None) -> int:
    """Return the chair of the first seat: by *lot*, after the series before, or as was said."""
    count = len(table.chairs)
    if lot is not None:
        return drawn_by_lot(lot, count)
    if table.series is not None:
        return table.series.beginners[-1]
    return ((table.beginner or 0) - table.terms.begins) % count


def with_match(table: Table, match: Match, events: tuple[Event, ...]) -> Table:
    """Return the table at which the present game has come to *match* by *events*."""
    changes = sum([isinstance(event, CHANGES) for event in events])
    series, points = table.series, table.points
    if match.outcome is not None and series is not None:
        series = series.after(match.outcome)
        if match.outcome.reason != ABORTED:
            points = _with_shares(points, table.seating, match.outcome)
    return changed(
        table,
        match=match,
        turn=table.turn + changes,
        series=series,
        points=points,
        reacted=() if changes else table.reacted,
    )


def _with_shares(
    points: tuple[Fraction, ...], seating: tuple[int, ...], outcome: Outcome
) -> tuple[Fraction, ...]:
    """Return the points of each chair after a game that ended so."""
    won = dict(zip(seating, map(exact, outcome.shares), strict=True))
    before = points or (Fraction(0),) * len(seating)
    return tuple(point + won[chair] for chair, point in enumerate(before))


def _moved_up(chair: int | None, removed: int) -> int | None:
    """Return the number of *chair* once another is taken away; None if it was that one."""
    if chair is None or chair == removed:
        return None
    return chair - (chair > removed)


def people_named(chairs: Sequence[Chair]) -> dict[int, str]:
    """Return the names of the people on *chairs*; those that look alike are numbered."""
    named = distinct([_named(chair) for chair in chairs])
    return {
        number: named[number]
        for number, chair in enumerate(chairs)
        if chair.sitter is not None and not chair.sitter.computer
    }


def _recorded(chairs: Sequence[Chair]) -> list[str]:
    """Return the names of all on *chairs* as records have them, no two alike.

    Logs of earlier houses call computers otherwise: those keep their names.
    """
    levels = {
        number: chair.sitter.strength
        for number, chair in enumerate(chairs)
        if chair.sitter is not None
        and chair.sitter.strength is not None
        and chair.sitter == Sitter.level(chair.sitter.strength)
    }
    names = distinct([_named(chair) for chair in chairs])
    alike = Counter(levels.values())
    several = {number: level for number, level in levels.items() if alike[level] > 1}
    computers = computer_names(several, RECORDED)
    return [computers.get(number, name) for number, name in enumerate(names)]


def _named(chair: Chair) -> str:
    return chair.sitter.name if chair.sitter else ""


def _who(chair: Chair) -> str:
    return chair.sitter.who if chair.sitter is not None else ""


def _with(chairs: tuple[Chair, ...], number: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:number], chair, *chairs[number + 1 :])
