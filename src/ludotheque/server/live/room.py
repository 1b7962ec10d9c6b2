"""Room: a table in memory, a cache of its log that can be dropped at any moment, and who looks."""

import asyncio
import time
from collections.abc import Callable

import structlog

from ludotheque.pictures import PreviewSeen, Showing, preview, reason_of
from ludotheque.position import Seat
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.server.live.teller import Teller, seat_of
from ludotheque.server.wire import messages
from ludotheque.server.wire.outgoing import ChairNoted, Note, Preview, Welcome, Why, encode
from ludotheque.tables import Host, Step, Table
from ludotheque.tables.shown import table_seen
from ludotheque.tables.table import people_named
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
        teller = Teller(self.host, before, step, self._showing)
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
            note = _note(table)
            self._noted = (table.chairs, table.number, note)
        return note

    def welcome(self, who: str | None, seat: Seat | None, now: int, *, lang: str | None) -> Welcome:
        """Return the `Welcome` message for one subscriber, with a picture in *lang*."""
        table = self.table
        look = seat_of(table, who, seat)
        picture = None
        if lang is not None and table.match is not None:
            picture = self._showing.picture(table.match, look, Words(lang))
        return Welcome(
            at=now,
            table_id=self.id,
            seat=look,
            seats=table.seats_of(who) if who is not None else (),
            table=table_seen(table, self.host, who, look, now),
            picture=picture,
        )

    def previewing(
        self, who: str | None, asked: messages.Preview, words: Words
    ) -> Callable[[], str]:
        """Return what makes, in any thread, the message with the pictures that *who* asks for.

        It is what they would see after each of these moves of theirs, before chance acts.
        """
        table = self.table
        look, match = seat_of(table, who, asked.seat), table.match
        names = {} if match is None else self._showing.names(match)

        def made() -> str:
            shown: tuple[PreviewSeen | None, ...] = (None,) * len(asked.moves)
            if match is not None and look is not None and match.to_move == look:
                shown = tuple(preview(match, look, move, words, names) for move in asked.moves)
            return encode(Preview(id=asked.id, turn=table.turn, pictures=shown))

        return made

    def explaining(self, who: str | None, asked: messages.Why, words: Words) -> Callable[[], str]:
        """Return what makes, in any thread, the message why a touch of *who* is no move of theirs.

        It goes by what they may know.
        """
        table = self.table
        look, match = seat_of(table, who, asked.seat), table.match

        def made() -> str:
            reason = None
            if match is not None and look is not None and match.to_move == look:
                view, game = match.seen_by(look), match.setup.game
                reason = reason_of(game, view, look, asked.touches, words)
            return encode(Why(id=asked.id, turn=table.turn, reason=reason))

        return made


def _note(table: Table) -> str:
    people = people_named(table.chairs)
    return encode(
        Note(
            options=dict(table.terms.options),
            clock=str(table.terms.clock) if table.terms.clock else None,
            first_to=table.terms.first_to,
            rated=table.terms.rated,
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
    )
