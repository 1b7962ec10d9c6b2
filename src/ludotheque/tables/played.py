"""A game at a table as one reader may know it: its record, and who played it."""

from collections.abc import Iterable
from typing import NamedTuple

from ludotheque.engine import level_of
from ludotheque.match import Record, Steps, redacting
from ludotheque.position import Seat
from ludotheque.tables.folding import Kept, refolded
from ludotheque.tables.host import Host
from ludotheque.tables.table import Table
from ludotheque.tables.teller import seat_of


class Played(NamedTuple):
    """A game at a table, for one reader."""

    record: Record
    seat: Seat | None
    """Where the reader sat, if they did."""
    levels: dict[Seat, int]
    """The computers that it began with, in the order of their chairs."""
    guests: tuple[Seat, ...] = ()
    """Whose name was no account's when they sat down."""


def playing(host: Host, table: Table, who: str | None) -> Steps[Played]:
    """Make the present game of *table*, which has begun, as *who* may know it."""
    assert table.match is not None  # noqa: S101 - the game has begun
    first, *later = host.seeds_of(table)
    record = Record.of(table.match, first, tuple(later))
    seat = seat_of(table, who, None)
    shown = yield from redacting(record, seat)
    guests = tuple(s for s in range(len(table.seating)) if table.sitter(s).guest)
    return Played(shown, seat, _levels(table), guests)


def _levels(table: Table) -> dict[Seat, int]:
    """Return the levels of the computers with which the game began, in the order of chairs."""
    by_chair = sorted(range(len(table.players)), key=lambda seat: table.seating[seat])
    found = {seat: level_of(table.players[seat]) for seat in by_chair}
    return {seat: level for seat, level in found.items() if level is not None}


def end_of_game(rows: Iterable[Kept], number: int) -> Steps[Table]:
    """Find the table at the end of game *number*, which has begun, an act a step."""
    end = None
    for _, step in refolded(rows):
        if step.after.number > number:
            break
        end = step.after
        yield
    assert end is not None  # noqa: S101 - the game has begun
    return end
