"""Room: a table in memory, a cache of its log that can be dropped at any moment, and who looks."""

import asyncio
import time
from collections.abc import Callable

import structlog

from ludotheque.pictures import Showing
from ludotheque.position import Seat
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.server.wire import messages
from ludotheque.server.wire.outgoing import Welcome, encode
from ludotheque.tables import Host, Step, Table, told
from ludotheque.tables.teller import Teller
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
        self.broken: int | None = None
        """The first act that is damaged in the log, if one is: what comes before can be seen."""
        self.settled = 0
        """The last game whose result this process knows to be written down."""
        self.settling = asyncio.Lock()
        self.subscribers = set[Subscriber]()
        self.used = 0.0
        """When somebody last needed it, by the loop's clock."""
        self._showing = Showing()
        self._noted: tuple[object, int, str] = (None, 0, "")

    def advance(self, step: Step) -> None:
        """Take over an act that is in the log; tell each subscriber what they may know of it."""
        before, self.table = self.table, step.after
        teller = Teller(self.host, before, step, self._showing, encode)
        for subscriber in self.subscribers:
            try:
                message = teller.told(subscriber)
            except Exception:  # noqa: BLE001 - who cannot be told keeps it from nobody else
                structlog.get_logger().exception("subscriber.lost")
                subscriber.end()
            else:
                subscriber.send(message)

    def note(self, table: Table) -> str:
        """Return what lists show of this table at the moment *table*.

        It is made anew only when someone has sat down or got up, or a game has begun.
        """
        chairs, number, note = self._noted
        if chairs is not table.chairs or number != table.number:
            note = encode(told.note_of(table))
            self._noted = (table.chairs, table.number, note)
        return note

    def welcome(self, who: str | None, seat: Seat | None, now: int, *, lang: str | None) -> Welcome:
        """Return the `Welcome` message for one subscriber, with a picture in *lang*."""
        return told.welcome(self.id, self.host, self.table, who, seat, now, self._showing, lang)

    def previewing(
        self, who: str | None, asked: messages.Preview, words: Words
    ) -> Callable[[], str]:
        """Return what makes, in any thread, the message with the pictures that *who* asks for."""
        made = told.previewing(
            self.table, who, asked.id, asked.moves, asked.seat, self._showing, words
        )
        return lambda: encode(made())

    def explaining(self, who: str | None, asked: messages.Why, words: Words) -> Callable[[], str]:
        """Return what makes, in any thread, the message why a touch of *who* is no move."""
        table = self.table
        return lambda: encode(
            told.explained(table, who, asked.id, asked.touches, asked.seat, words)
        )
