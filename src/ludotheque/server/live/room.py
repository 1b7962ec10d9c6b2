"""A table in memory: a cache of its log that can be dropped at any moment, and who looks at it."""

import asyncio
import time
from typing import Any

import structlog
from pydantic_core import to_json

from ludotheque.match.events import KINDS
from ludotheque.position import Seat
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.tables import Host, Step, Table
from ludotheque.tables.pictured import picture
from ludotheque.tables.shown import act_seen, match_seen, table_seen
from ludotheque.words import Words


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Room:
    """A table, its host and its subscribers."""

    def __init__(self, table_id: str, host: Host, table: Table) -> None:
        self.id = table_id
        self.host = host
        self.table = table
        self.lock = asyncio.Lock()
        """Held by whoever changes the table: acts at one table come one after another."""
        self.behind = False
        """Whether the log may hold more than is known here although nobody else writes to it."""
        self.settled = 0
        """The last game whose result this process knows to be written down."""
        self.settling = asyncio.Lock()
        self.subscribers = set[Subscriber]()
        self.used = 0.0
        """When somebody last needed it, by the loop's clock."""
        self._noted: tuple[object, int, str] = (None, 0, "")

    def advance(self, step: Step) -> None:
        """Take over an act that is in the log; tell each subscriber what they may know of it."""
        before, self.table = self.table, step.after
        told: dict[tuple[object, ...], str] = {}
        beside = _beside_the_board(step)
        for subscriber in self.subscribers:
            lang = subscriber.lang if subscriber.picture else None
            if lang is None and not beside and self._open_to_all:
                seat = None
            else:
                seat = seat_of(self.table, subscriber.who, subscriber.pinned)
            key = (seat, lang, subscriber.who if beside else None)
            try:
                if key not in told:
                    told[key] = dumps(self.told(before, step, subscriber.who, seat, lang=lang))
            except Exception:  # noqa: BLE001 - who cannot be told keeps it from nobody else
                structlog.get_logger().exception("subscriber.lost")
                subscriber.end()
            else:
                subscriber.send(told[key])

    @property
    def _open_to_all(self) -> bool:
        """Whether a spectator sees everything: then one message does for all."""
        match = self.table.match
        return match is not None and match.position.seen_by(None) is match.position

    def note(self, table: Table) -> str:
        """Return what lists show of this table at the moment *table*.

        It is made anew only when someone has sat down or got up, or a game has begun.
        """
        chairs, number, note = self._noted
        if chairs is not table.chairs or number != table.number:
            note = _note(table)
            self._noted = (table.chairs, table.number, note)
        return note

    def told(
        self,
        before: Table | None,
        step: Step,
        who: str | None,
        seat: Seat | None,
        *,
        lang: str | None,
    ) -> dict[str, Any]:
        """Return the `Step` message about an act for one subscriber, with a picture in *lang*."""
        table, act = step.after, step.act
        message: dict[str, Any] = {
            "type": "step",
            "seq": act.seq,
            "at": act.at,
            "events": act_seen(before, act, table, seat),
            "match": match_seen(table, self.host, seat, act.at),
        }
        if _beside_the_board(step):
            message["table"] = table_seen(table, self.host, who, seat, act.at)
        if lang is not None:
            message["picture"] = picture(table, seat, Words(lang))
        return message

    def welcome(
        self, who: str | None, seat: Seat | None, now: int, *, lang: str | None
    ) -> dict[str, Any]:
        """Return the `Welcome` message for one subscriber, with a picture in *lang*."""
        look = seat_of(self.table, who, seat)
        message: dict[str, Any] = {
            "type": "welcome",
            "at": now,
            "table_id": self.id,
            "seat": look,
            "seats": list(self.table.seats_of(who)) if who is not None else [],
            "table": table_seen(self.table, self.host, who, look, now),
        }
        if lang is not None:
            message["picture"] = picture(self.table, look, Words(lang))
        return message


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


def _note(table: Table) -> str:
    return dumps(
        {
            "options": dict(table.terms.options),
            "clock": str(table.terms.clock) if table.terms.clock else None,
            "first_to": table.terms.first_to,
            "rated": table.terms.rated,
            "chairs": [
                {
                    "name": chair.sitter.name if chair.sitter else None,
                    "computer": bool(chair.sitter and chair.sitter.computer),
                    "invited": chair.invited,
                }
                for chair in table.chairs
            ],
            "number": table.number,
        }
    )


def dumps(message: dict[str, Any]) -> str:
    """Return a message as it goes over the wire."""
    return to_json(message).decode()


def _beside_the_board(step: Step) -> bool:
    return not (step.after.playing and all(event.word in KINDS for event in step.act.events))
