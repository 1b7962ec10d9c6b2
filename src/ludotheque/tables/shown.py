"""Views of a table: what a reader may know of it, built up from nothing.

A reader looks from a seat of the present game, or is a spectator (None). What leaves the house
about a table is made here, or in `ludotheque.pictures`, and in no other way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.match import Match, shown
from ludotheque.match.events import MOVES, DrawOffered, TakebackAsked
from ludotheque.match.match import Request
from ludotheque.match.parts import event_part
from ludotheque.match.referee import asked
from ludotheque.position import Seat
from ludotheque.tables.events import (
    Act,
    Began,
    BesideTheBoard,
    Closed,
    OnChair,
    Opened,
    Reacted,
    Renewed,
    Replaced,
    Sat,
)
from ludotheque.tables.host import Host
from ludotheque.tables.table import Beginning, Status, Table, people_named
from ludotheque.tables.terms import Sitter, Terms

EventSeen = dict[str, Any]
"""What happened: its `type`, and the facts that docs/protocol.md tells of it."""


@dataclass(frozen=True, slots=True)
class OutcomeSeen:
    """How a game ended."""

    shares: tuple[float, ...]
    """One a seat; they add up to 1."""
    reason: str


@dataclass(frozen=True, slots=True)
class LaterSeed:
    """A seed that took the place of the one before."""

    draw: int
    """The number of the first draw that is made from it, unless another came later."""
    seed_hash: str
    seed: str | None
    """Once the game is over."""


@dataclass(frozen=True, slots=True)
class MatchSeen:
    """The present game, as far as the reader may know it."""

    turn: int
    to_move: Seat | None
    position: str
    """The text of what the reader may know of the position."""
    clock: tuple[int, ...] | None
    """The milliseconds that each seat has left at the message's time."""
    clock_waits: int
    """The milliseconds after which the time of whoever is to move begins to run: first moves may be
    free for a while."""
    draw_offered_by: Seat | None
    draw_agreed: tuple[Seat, ...]
    """The seats that have agreed to the draw on offer."""
    takeback_asked_by: Seat | None
    takeback_agreed: tuple[Seat, ...]
    asked_draw: tuple[Seat, ...]
    """The seats that have offered a draw since the last move, and may not before the next."""
    asked_takeback: tuple[Seat, ...]
    """The seats that have asked for a takeback since the last move, likewise."""
    seed_hash: str | None
    outcome: OutcomeSeen | None
    seed: str | None
    """The seed of the deal, once the game is over."""
    later: tuple[LaterSeed, ...]
    """The seeds that took its place, in order: the house went on from a back-up."""


@dataclass(frozen=True, slots=True)
class ChairSeen:
    """A place at the table."""

    name: str | None
    """Of whoever sits there; None if it is free."""
    computer: str | None
    """`level:3` if the computer sits there."""
    guest: bool
    """Whether the name was no account's when they sat down: anyone may have said it."""
    invited: bool
    yours: bool
    gone: bool
    """Whether its sitter has left for good."""
    again: bool
    """Whether its sitter wants another game."""
    key: str | None
    """For the owner only: what opens an invited chair that is free."""


@dataclass(frozen=True, slots=True)
class TermsSeen:
    """What everyone who sits down agrees to."""

    game: str
    options: Mapping[str, str]
    clock: str | None
    public: bool
    first_to: int
    rated: bool
    from_position: bool
    """Whether its games begin from a position that the owner has set up."""


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The whole table, as far as the reader may know it."""

    seq: int
    status: Status
    terms: TermsSeen
    chairs: tuple[ChairSeen, ...]
    owner: bool
    """Whether the reader opened the table."""
    number: int
    """How many games have begun."""
    seating: tuple[int, ...]
    """The chair of each seat in the current game."""
    begins: Beginning | None
    """Who begins the next game; None while one is being played, if there is none, and after one
    from a position in which the first seat was not to move."""
    scores: tuple[float, ...] | None
    """The points of each chair in the series."""
    points: tuple[float, ...] | None
    """The points of each chair in all games at this table; None before the first has ended."""
    series_over: bool
    rated: bool
    hints: bool
    """Whether the reader may ask for hints when it is their turn."""
    match: MatchSeen | None


def table_seen(table: Table, host: Host, who: str | None, seat: Seat | None, now: int) -> TableSeen:
    """Return the whole table as *who*, looking from *seat*, may know it at the time *now*."""
    own = table.chairs_of(who) if who is not None else ()
    owner = who is not None and who == table.owner
    people = people_named(table.chairs)
    return TableSeen(
        seq=table.seq,
        status=table.status,
        terms=_agreed(table.terms),
        chairs=tuple(
            ChairSeen(
                name=people.get(number, chair.sitter.name) if chair.sitter else None,
                computer=chair.sitter.who if chair.sitter and chair.sitter.computer else None,
                guest=bool(chair.sitter and chair.sitter.guest),
                invited=chair.invited,
                yours=number in own,
                gone=number in table.gone,
                again=number in table.more,
                key=host.key_of(number)
                if owner and chair.invited and chair.sitter is None
                else None,
            )
            for number, chair in enumerate(table.chairs)
        ),
        owner=owner,
        number=table.number,
        seating=tuple(table.seating),
        begins=table.begins,
        scores=tuple(table.series.scores) if table.series else None,
        points=tuple(map(float, table.points)) or None,
        series_over=bool(table.series and table.series.over),
        rated=table.rated,
        hints=who is not None and table.hints_for(who),
        match=match_seen(table, host, seat, now),
    )


def _agreed(terms: Terms) -> TermsSeen:
    """Return the terms; of a start, which may hold what not everyone may know, that there is."""
    return TermsSeen(
        game=terms.game.slug,
        options=dict(terms.options),
        clock=None if terms.clock is None else str(terms.clock),
        public=terms.public,
        first_to=terms.first_to,
        rated=terms.rated,
        from_position=terms.start is not None,
    )


def match_seen(table: Table, host: Host, seat: Seat | None, now: int) -> MatchSeen | None:
    """Return the present game as *seat* may know it, None before the first one."""
    match = table.match
    if match is None:
        return None
    outcome = match.outcome
    seeds = host.seeds_of(table) if outcome or match.reseeded else ()
    return MatchSeen(
        turn=table.turn,
        to_move=match.to_move if isinstance(match.to_move, int) else None,
        position=str(match.seen_by(seat)),
        clock=clocks(match, now - table.slack),
        clock_waits=match.waits(now - table.slack),
        draw_offered_by=match.draw.by if match.draw else None,
        draw_agreed=_agreed_to(match.draw),
        takeback_asked_by=match.takeback.by if match.takeback else None,
        takeback_agreed=_agreed_to(match.takeback),
        asked_draw=asked(match, DrawOffered),
        asked_takeback=asked(match, TakebackAsked),
        seed_hash=match.setup.seed_hash,
        outcome=OutcomeSeen(tuple(outcome.shares), outcome.reason) if outcome else None,
        seed=seeds[0] if outcome else None,
        later=tuple(
            LaterSeed(draw, told, seed if outcome else None)
            for (draw, told), seed in zip(match.reseeded, seeds[1:], strict=True)
        ),
    )


def _agreed_to(request: Request | None) -> tuple[Seat, ...]:
    return tuple(sorted(request.agreed)) if request else ()


def clocks(match: Match, now: int) -> tuple[int, ...] | None:
    """Return the milliseconds that each seat has left at the time *now*, None without a clock."""
    if match.setup.clock is None:
        return None
    left = [match.left(seat, now) for seat in match.seats]
    return tuple(ms for ms in left if ms is not None) or None


def act_seen(
    before: Table | None, act: Act, after: Table, seat: Seat | None
) -> tuple[EventSeen, ...]:
    """Return the events of *act* as a reader at *seat* (None: a spectator) may know them."""
    position = len(before.match.plies) if before is not None and before.match is not None else 0
    events = []
    for event in act.events:
        if isinstance(event, MOVES):
            assert after.match is not None  # noqa: S101 - a move was made in it
            events.append(event_part(shown(event, after.match.positions[position], seat)))
            position += 1
        elif isinstance(event, BesideTheBoard):
            position = 0 if isinstance(event, Began) else position
            events.append(_beside(event))
        else:
            events.append(event_part(event))
    return tuple(events)


def _beside(event: BesideTheBoard) -> EventSeen:
    """Return an event beside the board without the ids of people."""
    match event:
        case Sat(chair, sitter) | Replaced(chair, sitter):
            return {"type": event.word, "chair": chair, **_named(sitter)}
        case Opened():
            return {"type": event.word}
        case Began(at, seed_hash, _):
            return {"type": event.word, "at": at, "seed_hash": seed_hash}
        case Reacted(chair, what):
            return {"type": event.word, "chair": chair, "what": what}
        case OnChair(chair):
            return {"type": event.word, "chair": chair}
        case Closed() | Renewed():
            return {"type": event.word}


def _named(sitter: Sitter) -> EventSeen:
    return {
        "name": sitter.name,
        "computer": sitter.who if sitter.computer else None,
        "guest": sitter.guest,
    }


def moves_seen(table: Table, seat: Seat | None) -> list[str]:
    """Return the legal moves of whoever is to move, and nothing for anyone else."""
    match = table.match
    if match is None or seat is None or match.to_move != seat:
        return []
    return [str(move) for move in match.seen_by(seat).moves()]
