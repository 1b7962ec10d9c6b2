"""What a reader may know of a table, built up from nothing.

A reader looks from a seat of the present game, or is a spectator (None). Every message about a
table is made here; nothing that leaves the house is made from an act or a match in another way.
"""

from typing import Any, Final

from ludotheque.match import Match, shown
from ludotheque.match.events import Drew, Moved
from ludotheque.match.parts import event_part
from ludotheque.position import Seat
from ludotheque.tables.events import (
    Act,
    Began,
    BesideTheBoard,
    Closed,
    OnChair,
    Opened,
    Replaced,
    Sat,
)
from ludotheque.tables.form import terms_plain
from ludotheque.tables.host import Host
from ludotheque.tables.table import Table
from ludotheque.tables.terms import Sitter, Terms

Plain = dict[str, Any]
MOVES: Final = (Moved, Drew)
"""The events whose move not everyone may know."""


def table_seen(table: Table, host: Host, who: str | None, seat: Seat | None, now: int) -> Plain:
    """Return the whole table as *who*, looking from *seat*, may know it at the time *now*."""
    own = table.chairs_of(who) if who is not None else ()
    owner = who is not None and who == table.owner
    return {
        "seq": table.seq,
        "status": table.status,
        "terms": _agreed(table.terms),
        "chairs": [
            {
                "name": chair.sitter.name if chair.sitter else None,
                "computer": chair.sitter.who if chair.sitter and chair.sitter.computer else None,
                "invited": chair.invited,
                "yours": number in own,
                "gone": number in table.gone,
                "again": number in table.more,
                "key": host.key_of(number)
                if owner and chair.invited and chair.sitter is None
                else None,
            }
            for number, chair in enumerate(table.chairs)
        ],
        "owner": owner,
        "number": table.number,
        "seating": list(table.seating),
        "begins": None if table.begins is None else table.begins._asdict(),
        "scores": list(table.series.scores) if table.series else None,
        "series_over": bool(table.series and table.series.over),
        "rated": table.rated,
        "match": match_seen(table, host, seat, now),
    }


def _agreed(terms: Terms) -> Plain:
    """Return the terms without the start, which may hold what not everyone may know."""
    return {name: value for name, value in terms_plain(terms).items() if name != "start"}


def match_seen(table: Table, host: Host, seat: Seat | None, now: int) -> Plain | None:
    """Return the present game as *seat* may know it, None before the first one."""
    match = table.match
    if match is None:
        return None
    view = match.seen_by(seat)
    outcome = match.outcome
    return {
        "turn": table.turn,
        "to_move": match.to_move if isinstance(match.to_move, int) else None,
        "position": str(view),
        "clock": clocks(match, now - table.slack),
        "draw_offered_by": match.draw.by if match.draw else None,
        "takeback_asked_by": match.takeback.by if match.takeback else None,
        "seed_hash": match.setup.seed_hash,
        "outcome": outcome and {"shares": list(outcome.shares), "reason": outcome.reason},
        "seed": host.seed_of(table.number) if outcome else None,
    }


def clocks(match: Match, now: int) -> list[int] | None:
    """Return the milliseconds that each seat has left at the time *now*, None without a clock."""
    if match.setup.clock is None:
        return None
    left = [match.left(seat, now) for seat in match.seats]
    return [ms for ms in left if ms is not None] or None


def act_seen(before: Table | None, act: Act, after: Table, seat: Seat | None) -> list[Plain]:
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
    return events


def _beside(event: BesideTheBoard) -> Plain:
    """Return an event beside the board without the ids of people."""
    match event:
        case Sat(chair, sitter) | Replaced(chair, sitter):
            return {"type": event.word, "chair": chair, **_named(sitter)}
        case Opened():
            return {"type": event.word}
        case Began(at, seed_hash, _):
            return {"type": event.word, "at": at, "seed_hash": seed_hash}
        case OnChair(chair):
            return {"type": event.word, "chair": chair}
        case Closed():
            return {"type": event.word}


def _named(sitter: Sitter) -> Plain:
    return {"name": sitter.name, "computer": sitter.who if sitter.computer else None}


def moves_seen(table: Table, seat: Seat | None) -> list[str]:
    """Return the legal moves of whoever is to move, and nothing for anyone else."""
    match = table.match
    if match is None or seat is None or match.to_move != seat:
        return []
    return [str(move) for move in match.seen_by(seat).moves()]
