"""Answers about a table: the table itself, moves that could be tried, why a touch is no move."""

from collections.abc import Callable

from ludotheque.pictures import PreviewSeen, Showing, preview, reason_of
from ludotheque.position import Seat
from ludotheque.tables.host import Host
from ludotheque.tables.outgoing import ChairNoted, Note, Preview, Welcome, Why
from ludotheque.tables.shown import table_seen
from ludotheque.tables.table import Table, people_named
from ludotheque.tables.teller import seat_of
from ludotheque.words import Words


def welcome(
    table_id: str,
    host: Host,
    table: Table,
    who: str | None,
    seat: Seat | None,
    now: int,
    showing: Showing,
    lang: str | None,
) -> Welcome:
    """Return the `Welcome` message for one reader, with a picture in *lang*, none without."""
    look = seat_of(table, who, seat)
    picture = None
    if lang is not None and table.match is not None:
        picture = showing.picture(table.match, look, Words(lang))
    return Welcome(
        at=now,
        table_id=table_id,
        seat=look,
        seats=table.seats_of(who) if who is not None else (),
        table=table_seen(table, host, who, look, now),
        picture=picture,
    )


def previewing(
    table: Table,
    who: str | None,
    key: str,
    moves: tuple[str, ...],
    seat: Seat | None,
    showing: Showing,
    words: Words,
) -> Callable[[], Preview]:
    """Return what makes, in any thread, the message with the pictures that *who* asks for.

    It is what they would see after each of these moves of theirs, before chance acts.
    """
    look, match = seat_of(table, who, seat), table.match
    names = {} if match is None else showing.names(match)

    def made() -> Preview:
        shown: tuple[PreviewSeen | None, ...] = (None,) * len(moves)
        if match is not None and look is not None and match.to_move == look:
            shown = tuple(preview(match, look, move, words, names) for move in moves)
        return Preview(id=key, turn=table.turn, pictures=shown)

    return made


def explained(
    table: Table,
    who: str | None,
    key: str,
    touches: tuple[str, ...],
    seat: Seat | None,
    words: Words,
) -> Why:
    """Return the message why a touch of *who* is no move of theirs, by what they may know."""
    look, match = seat_of(table, who, seat), table.match
    reason = None
    if match is not None and look is not None and match.to_move == look:
        reason = reason_of(match.setup.game, match.seen_by(look), look, touches, words)
    return Why(id=key, turn=table.turn, reason=reason)


def note_of(table: Table) -> Note:
    """Return what lists show of a table."""
    people = people_named(table.chairs)
    return Note(
        options=dict(table.terms.options),
        clock=str(table.terms.clock) if table.terms.clock else None,
        first_to=table.terms.first_to,
        # Whether a game counts is known once everyone has sat down.
        rated=table.terms.rated if table.match is None else table.rated,
        from_position=table.terms.start is not None,
        chairs=tuple(
            ChairNoted(
                name=people.get(number, chair.sitter.name) if chair.sitter else None,
                level=chair.sitter.strength if chair.sitter else None,
                invited=chair.invited,
                guest=bool(chair.sitter and chair.sitter.guest),
            )
            for number, chair in enumerate(table.chairs)
        ),
        number=table.number,
    )
