"""Checks before a deed at a table: each raises the refusal that its doer reads."""

from ludotheque.errors import N_, BadSeats, MatchOver, NotAllowed, NotSeated
from ludotheque.match import Match
from ludotheque.position import Seat
from ludotheque.tables.step import Deed
from ludotheque.tables.table import Table


def check_beginner(count: int, chair: int) -> None:
    """Raise unless that *chair* of *count* can begin."""
    if not 0 <= chair < count:
        raise BadSeats(
            N_("chair {chair} cannot begin: the table has {count}"), chair=chair + 1, count=count
        )


def check_dealt(fair: object) -> None:
    """Raise unless nobody but the owner plays with what the owner has dealt."""
    if not fair:
        raise NotAllowed(
            N_(
                "someone has dealt what lies hidden in this position: play it with computers, or"
                " with people at your own screen"
            )
        )


def check_there(table: Table) -> None:
    """Raise if the table has been put away."""
    if table.closed:
        raise NotAllowed(N_("this table has been put away"))


def check_open(table: Table) -> None:
    """Raise unless people still sit down."""
    check_there(table)
    if table.match is not None:
        raise NotAllowed(N_("the game has already begun"))


def check_owner(table: Table, deed: Deed) -> None:
    """Raise unless it is the deed of whoever opened the table."""
    if deed.by != table.owner:
        raise NotSeated(N_("only the person who opened the table can do that"))


def check_hints(table: Table, who: str | None) -> None:
    """Raise unless *who* may be told good moves there."""
    if who is None or not table.hints_for(who):
        raise NotAllowed(
            N_("hints are only for games that are not rated and in which nobody else plays")
        )


def running(table: Table) -> Match:
    """Return the game that is being played; raise if there is none."""
    check_there(table)
    if table.match is None:
        raise NotAllowed(N_("the game has not begun yet"))
    if table.match.outcome is not None:
        raise MatchOver(N_("the match is over"))
    return table.match


def own_chairs(table: Table, deed: Deed) -> tuple[int, ...]:
    """Return the chairs of whoever does it; raise if they have none."""
    chairs = table.chairs_of(deed.by) if deed.by is not None else ()
    if not chairs:
        raise NotSeated(N_("you are not sitting at this table"))
    return chairs


def own_seat(table: Table, deed: Deed, seat: Seat | None) -> Seat:
    """Return the seat that the deed is for: the one named, else the own one that is to move."""
    seats = table.seats_of(deed.by) if deed.by is not None else ()
    if not seats:
        raise NotSeated(N_("you are not sitting at this table"))
    if seat is None:
        to_move = table.match.to_move if table.match is not None else None
        return to_move if to_move in seats else seats[0]
    if seat not in seats:
        raise NotSeated(N_("seat {seat} is not yours"), seat=seat + 1)
    return seat
