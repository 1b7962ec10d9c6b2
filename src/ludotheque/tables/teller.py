"""Step messages about one act, each made once for all who are told the same."""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from ludotheque.match.events import KINDS
from ludotheque.pictures import Change, Showing
from ludotheque.position import Open, Seat
from ludotheque.tables import outgoing
from ludotheque.tables.host import Host
from ludotheque.tables.shown import EventSeen, MatchSeen, act_seen, match_seen, table_seen
from ludotheque.tables.step import Step
from ludotheque.tables.table import Table
from ludotheque.words import Words

_ANYONE: Final = None
"""In place of a seat, where what is told is the same from all."""


class Reader(Protocol):
    """Someone who looks at a table."""

    @property
    def who(self) -> str | None:
        """The id of a person, None for a stranger."""

    @property
    def pinned(self) -> Seat | None:
        """The seat that they asked to look from, among their own."""

    @property
    def picture(self) -> bool:
        """Whether they are also told what to draw."""

    @property
    def lang(self) -> str:
        """The language in which a picture tells the last move."""


class _Shown(NamedTuple):
    """What all who see the same are told of an act."""

    events: tuple[EventSeen, ...]
    match: MatchSeen | None


class Teller:
    """Tells readers of an act that has led from one table to the next.

    *encode* makes text of a message, once for all who are told the same.
    """

    def __init__(
        self,
        host: Host,
        before: Table | None,
        step: Step,
        showing: Showing,
        encode: Callable[[outgoing.Step], str],
    ) -> None:
        self._host = host
        self._before = before
        self._step = step
        self._showing = showing
        self._encode = encode
        match = step.after.match
        self._beside = not (
            step.after.playing and all(event.word in KINDS for event in step.act.events)
        )
        self._open = match is not None and isinstance(match.position, Open)
        self._shown: dict[Seat | None, _Shown] = {}
        self._told: dict[tuple[object, ...], str] = {}

    def told(self, reader: Reader) -> str:
        """Return the message for one reader as it is sent."""
        seat, before = self._seats(reader)
        key = self._alike(reader, seat, before)
        text = self._told.get(key)
        if text is None:
            text = self._told[key] = self._encode(self._step_for(reader, seat, before))
        return text

    def _alike(self, reader: Reader, seat: Seat | None, before: Seat | None) -> tuple[object, ...]:
        """Return a key that is the same for all who are told the same."""
        match = self._step.after.match
        if self._open and not (reader.picture and match and match.to_move == seat):
            seat = before = _ANYONE
        lang = reader.lang if reader.picture else None
        return seat, before, lang, reader.who if self._beside else None

    def _step_for(self, reader: Reader, seat: Seat | None, before: Seat | None) -> outgoing.Step:
        table, act = self._step.after, self._step.act
        shown = self._shown_from(_ANYONE if self._open else seat)
        return outgoing.Step(
            seq=act.seq,
            at=act.at,
            events=shown.events,
            match=shown.match,
            table=table_seen(table, self._host, reader.who, seat, act.at) if self._beside else None,
            picture=self._change(before, seat, Words(reader.lang)) if reader.picture else None,
        )

    def _shown_from(self, seat: Seat | None) -> "_Shown":
        """Return what happened, and the game, as *seat* may know them."""
        found = self._shown.get(seat)
        if found is None:
            table, act = self._step.after, self._step.act
            events = act_seen(self._before, act, table, seat)
            found = _Shown(events, match_seen(table, self._host, seat, act.at))
            self._shown[seat] = found
        return found

    def _seats(self, reader: Reader) -> tuple[Seat | None, Seat | None]:
        """Return the seat that a reader looks from now, and the one before.

        Where nothing is hidden, it is all the same from where anyone looked before.
        """
        who, pinned = reader.who, reader.pinned
        seat = seat_of(self._step.after, who, pinned)
        if self._before is None or self._open:
            return seat, _ANYONE
        return seat, seat_of(self._before, who, pinned)

    def _change(self, before: Seat | None, seat: Seat | None, words: Words) -> Change | None:
        """Return what has changed in the picture of whoever looks from *seat*."""
        match = self._step.after.match
        if match is None:
            return None
        known = self._before.match if self._before is not None else None
        seen = None if known is None else (known, before)
        return self._showing.change(seen, match, seat, words)


def seat_of(table: Table, who: str | None, pinned: Seat | None) -> Seat | None:
    """Return the seat that *who* looks from: the one asked for, the one to move, or the first.

    Only among their own: whoever has none is a spectator.
    """
    seats = table.seats_of(who) if who is not None else ()
    if pinned in seats:
        return pinned
    to_move = table.match.to_move if table.match is not None else None
    if isinstance(to_move, int) and to_move in seats:
        return to_move
    return seats[0] if seats else None
