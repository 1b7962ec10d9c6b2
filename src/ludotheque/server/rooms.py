"""All tables of this process: what is done at them is first in the log, then in memory, then shown.

Several processes may serve the same table. The log's key (table, number) decides who was first;
whoever comes second reads what it has missed and decides again.
"""

import asyncio
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Final

from ludotheque.errors import N_, HouseClosing, LudothequeError, NoSuchTable, NotAllowed
from ludotheque.match import Match, Record, redacted
from ludotheque.position import Outcome, Seat
from ludotheque.server import messages, metrics
from ludotheque.server.deeds import decide, deed_text
from ludotheque.server.fanout import Fanout
from ludotheque.server.room import Reader, Room, dumps, refolded, seat_of
from ludotheque.store import Result, Row, Store, Summary
from ludotheque.tables import (
    Act,
    Chair,
    Deed,
    Host,
    Sitter,
    Step,
    Table,
    Terms,
    act_text,
    follow,
    read_act,
)
from ludotheque.tables.events import Opened, Sat
from ludotheque.tables.shown import moves_seen
from ludotheque.words import SOURCE

TRIES: Final = 20
"""How often a deed is decided anew because another process was faster."""
IDLE: Final = 60.0
"""The seconds after which a table that nobody looks at is dropped from memory."""
AWAY: Final = 60_000
"""The milliseconds without a sign of life after which a person is shown as not there."""
LOST: Final = 5 * 60_000
"""The milliseconds without a sign of life after which whoever is to move counts as gone.

Only where no clock runs: a clock says by itself how long the others must wait.
"""
FORGOTTEN: Final = {True: 2 * 3_600_000, False: 7 * 86_400_000}
"""The milliseconds after which a table at which nobody plays is put away, if public or not."""

Decide = Callable[[Host, Table], Step]


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Rooms:
    """The tables that this process has in memory, and the way to all others."""

    def __init__(self, store: Store, fanout: Fanout) -> None:
        self._store = store
        self._log = store.log
        self._fanout = fanout
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._running: set[asyncio.Task[Any]] = set()
        self._opened = now()
        self.closing = False
        """Whether the house is about to stop."""
        self.on_change: Callable[[Room], None] = lambda _room: None
        """Called when a table has changed or come into memory: a computer may have to think."""

    # What can be done.

    async def open(
        self,
        who: str,
        terms: Terms,
        chairs: Sequence[Chair],
        key: str | None = None,
        text: str = "",
    ) -> str:
        """Open a table for *who* and return its id, once it is in the log.

        What is sent again under the same *key*, with the same *text*, opens the same table.
        """
        deed, secret = Deed(who, now(), key, text), secrets.token_hex(32)
        table_id = secrets.token_urlsafe(12) if key is None else _id_of_opened(who, key)
        host = Host(secret)
        step = host.open(deed, terms, chairs)
        created = await self._log.create(
            table_id, secret, terms.game.slug, _row(step.act), _summary(step, who)
        )
        if not created:
            first = (await self._log.read(table_id))[0]
            if read_act(first.seq, first.at, first.body).deed != text:
                raise NotAllowed(N_('something else was done under the id "{id}"'), id=key)
            return table_id
        room = Room(table_id, host, step.after)
        self._keep(room)
        self.on_change(room)
        return table_id

    async def do(
        self, table_id: str, who: str, wish: messages.AnyDeed, name: str, *, lag: int = 0
    ) -> int:
        """Do what *who* wishes at a table and return the act's number, once it is in the log.

        The same wish under the same id is done once and answered alike. What has been begun is
        finished even if the caller goes away.
        """
        deed = Deed(who, now(), wish.id, deed_text(wish))
        if isinstance(wish, messages.Again):
            await self.settle(await self.room(table_id))
        sign = 0
        if isinstance(wish, messages.Replace | messages.Claim):
            sign = await self._last_sign(table_id, who, wish)

        def decided(host: Host, table: Table) -> Step:
            away = _is_lost(table, who, wish, sign)
            return decide(host, table, deed, wish, name=name, away=away, lag=lag)

        return await self._finished(self._act(table_id, decided, deed))

    async def do_for_the_house(self, table_id: str, decision: Decide) -> int:
        """Do what nobody wishes but must happen: a computer's move, a flag that falls."""
        return await self._finished(self._act(table_id, decision, Deed(None, now())))

    async def _finished(self, work: Any) -> int:  # noqa: ANN401 - a coroutine of the number
        """Wait for *work*, which goes on if the one who waits is cancelled."""
        if self.closing:
            work.close()
            raise HouseClosing(N_("the house is closing for a moment: please try again"))
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        number: int = await asyncio.shield(task)
        return number

    @asynccontextmanager
    async def _held(self, table_id: str) -> AsyncIterator[Room]:
        """Give a table's room, which nobody else changes meanwhile."""
        while True:
            room = await self._room(table_id)
            async with room.lock:
                # It may have been dropped, and loaded anew by another, while the lock was awaited.
                if self._rooms.get(table_id) is room:
                    yield room
                    return

    async def _act(self, table_id: str, decision: Decide, deed: Deed) -> int:
        async with self._held(table_id) as room:
            for _ in range(TRIES):
                done = room.table.done.get(f"{deed.by}/{deed.key}")
                if done is not None:
                    if done.deed != deed.text:
                        raise NotAllowed(
                            N_('something else was done under the id "{id}"'), id=deed.key
                        )
                    return done.seq
                try:
                    step = decision(room.host, room.table)
                except LudothequeError:
                    # Before anyone is refused, nothing may be missing here.
                    if await self._catch_up(room):
                        continue
                    raise
                if await self._write(room, step):
                    return step.act.seq
                room.behind = True
                await self._catch_up(room)
        raise NotAllowed(N_("too much is happening at this table: please try again"))

    async def _write(self, room: Room, step: Step) -> bool:
        try:
            with metrics.timed(metrics.commit_seconds):
                written = await self._log.append(
                    room.id, _row(step.act), _summary(step, step.act.by)
                )
        except BaseException:
            # It may be in the log or not.
            room.behind = True
            raise
        if written:
            for event in step.act.events:
                metrics.acts.labels(event.word).inc()
            self._advance(room, step)
            self._fanout.tell(room.id, step.act.seq)
        return written

    def _advance(self, room: Room, step: Step) -> None:
        room.advance(step)
        self.on_change(room)

    # What can be seen.

    async def room(self, table_id: str) -> Room:
        """Return a table as it is now."""
        room = await self._room(table_id)
        if room.behind or not self._fanout.alone:
            async with room.lock:
                await self._catch_up(room)
        return room

    async def seen(
        self, table_id: str, who: str | None, seat: Seat | None = None, *, lang: str | None = None
    ) -> dict[str, Any]:
        """Return the `Welcome` message of a table for one reader, with a picture in *lang*."""
        room = await self.room(table_id)
        return room.welcome(who, seat, now(), lang=lang)

    async def moves(self, table_id: str, who: str | None, seat: Seat | None = None) -> list[str]:
        """Return the legal moves of a reader who is to move, nothing for anyone else."""
        table = (await self.room(table_id)).table
        return moves_seen(table, seat_of(table, who, seat))

    async def record(self, table_id: str, who: str | None, number: int | None = None) -> Record:
        """Return the record of a game, the last one unless a number is given, for one reader."""
        record, _ = await self.played(table_id, who, number)
        return record

    async def played(
        self, table_id: str, who: str | None, number: int | None = None
    ) -> tuple[Record, Seat | None]:
        """Return the record of a game for one reader, and the seat at which they sat, if any."""
        room = await self.room(table_id)
        wanted = room.table.number if number is None else number
        if not 1 <= wanted <= room.table.number:
            raise NoSuchTable(N_("game {number} has not begun at this table"), number=wanted)
        table = room.table
        if wanted != table.number:
            rows = await self._log.read(table_id)
            table = await asyncio.to_thread(_end_of_game, rows, wanted)
        assert table.match is not None  # noqa: S101 - the game has begun
        record = Record.of(table.match, room.host.seed_of(wanted))
        seat = seat_of(table, who, None)
        return await asyncio.to_thread(redacted, record, seat), seat

    @asynccontextmanager
    async def reading(
        self,
        table_id: str,
        who: str | None,
        since: int | None = None,
        seat: Seat | None = None,
        *,
        picture: bool = False,
        lang: str = SOURCE,
    ) -> AsyncIterator[Reader]:
        """Give a reader that gets everything after act *since*, or a welcome and what follows."""
        room = await self.room(table_id)
        reader = Reader(who, seat, picture=picture, lang=lang)
        told_in = lang if picture else None
        if since is not None and since > room.table.seq:
            since = None
        missed = room.table.seq
        if since is not None:
            # Most of it without keeping others waiting.
            await self._tell_missed(room, reader, since, missed)
        async with self._held(table_id) as room:
            if since is None:
                reader.send(dumps(room.welcome(who, seat, now(), lang=told_in)))
            else:
                await self._tell_missed(room, reader, missed, room.table.seq)
            room.readers.add(reader)
        try:
            yield reader
        finally:
            room.readers.discard(reader)
            room.used = asyncio.get_running_loop().time()

    async def _tell_missed(self, room: Room, reader: Reader, since: int, until: int) -> None:
        """Tell a reader who has seen the acts up to *since* those up to *until*."""
        if since >= until:
            return
        rows = [row for row in await self._log.read(room.id) if row.seq <= until]

        def told() -> list[str]:
            return [
                dumps(
                    room.told(
                        before,
                        step,
                        reader.who,
                        seat_of(step.after, reader.who, reader.pinned),
                        lang=reader.lang if reader.picture else None,
                    )
                )
                for before, step in refolded(rows)
                if step.act.seq > since
            ]

        for message in await asyncio.to_thread(told):
            reader.make_up(message)

    # Memory.

    async def _room(self, table_id: str) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.create_task(self._load(table_id))
                self._loading[table_id] = task
                task.add_done_callback(lambda _done: self._loading.pop(table_id, None))
            room = await asyncio.shield(task)
        room.used = asyncio.get_running_loop().time()
        return room

    async def _load(self, table_id: str) -> Room:
        secret = await self._log.secret(table_id)
        if secret is None:
            raise NoSuchTable(N_("there is no such table"))
        rows = await self._log.read(table_id)
        table = await asyncio.to_thread(_folded, rows)
        room = Room(table_id, Host(secret), table)
        self._keep(room)
        self.on_change(room)
        return room

    def _keep(self, room: Room) -> None:
        room.used = asyncio.get_running_loop().time()
        self._rooms[room.id] = room

    async def _catch_up(self, room: Room) -> bool:
        """Read what is in the log and not known here; return whether there was anything."""
        if self._fanout.alone and not room.behind:
            return False
        rows = await self._log.read(room.id, after=room.table.seq)
        room.behind = False
        for row in rows:
            act = read_act(row.seq, row.at, row.body)
            self._advance(room, Step(act, follow(room.table, act)))
        return bool(rows)

    async def heard(self, table_id: str, seq: int) -> None:
        """Take notice that another process has brought a table to that number."""
        room = self._rooms.get(table_id)
        if room is not None and seq > room.table.seq:
            async with room.lock:
                await self._catch_up(room)

    async def look_at_the_log(self) -> None:
        """Catch up with what other processes have done at tables that someone looks at."""
        watched = {room.id: room for room in self._rooms.values() if room.readers}
        latest = await asyncio.to_thread(self._store.tables.heads, list(watched))
        for table_id, seq in latest.items():
            await self.heard(table_id, seq)

    def drop_idle(self) -> None:
        """Drop from memory what nobody has needed for a while."""
        limit = asyncio.get_running_loop().time() - IDLE
        for room in list(self._rooms.values()):
            if not room.readers and room.used < limit and not room.lock.locked():
                del self._rooms[room.id]

    # Who is there.

    def present(self) -> list[tuple[str, str]]:
        """Return the tables and the ids of the people who look at them from a seat of their own."""
        return [
            (room.id, who)
            for room in self._rooms.values()
            for who in {reader.who for reader in room.readers if reader.who is not None}
            if room.table.chairs_of(who)
        ]

    async def tell_presence(self) -> None:
        """Tell every reader who is there."""
        for room in [room for room in self._rooms.values() if room.readers]:
            seen = await asyncio.to_thread(self._store.tables.presence, room.id)
            here = [
                number
                for number, chair in enumerate(room.table.chairs)
                if chair.sitter is not None
                and (chair.sitter.computer or seen.get(chair.sitter.who, 0) > now() - AWAY)
            ]
            message = dumps({"type": "presence", "here": here})
            for reader in room.readers:
                reader.send(message)

    async def _last_sign(
        self, table_id: str, who: str, wish: messages.Replace | messages.Claim
    ) -> int:
        """Return when whoever the wish is about was last known to be there."""
        room = await self.room(table_id)
        sitter = _absent(room.table, who, wish)
        if sitter is None or any(reader.who == sitter.who for reader in room.readers):
            return now()
        # While the house was closed nobody could show themselves.
        seen = await asyncio.to_thread(self._store.tables.presence, room.id)
        return max(seen.get(sitter.who, 0), self._opened)

    # Afterwards.

    async def settle(self, room: Room) -> bool:
        """Write down the result of a finished game, and the ratings that it changes, once.

        Return False if there is none, or if it has been done here before.
        """
        async with room.settling:
            table = room.table
            match = table.match
            if match is None or match.outcome is None or room.settled == table.number:
                return False
            await self._keep_result(room, table, match, match.outcome)
            room.settled = table.number
            return True

    async def _keep_result(self, room: Room, table: Table, match: Match, outcome: Outcome) -> None:
        result = Result(
            table_id=room.id,
            number=table.number,
            game=table.terms.game.slug,
            ended=match.now,
            reason=outcome.reason,
            shares=outcome.shares,
            people=table.players,
        )
        await asyncio.to_thread(self._store.ratings.keep, result, rated=table.rated)

    async def stop(self, wait: int) -> None:
        """Finish what has been begun, and tell every reader to come back after *wait* ms.

        Nothing new is begun from now on; asked a second time it does nothing.
        """
        if self.closing:
            return
        self.closing = True
        if self._running:
            await asyncio.wait(self._running)
        message = dumps({"type": "going-away", "wait": wait})
        for room in self._rooms.values():
            for reader in room.readers:
                reader.send(message)
                reader.end()


def _absent(table: Table, who: str, wish: messages.Replace | messages.Claim) -> Sitter | None:
    """Return who sits on the chair that the wish is about: one's opponent's, if it names none."""
    others = (n for n in range(len(table.chairs)) if n not in table.chairs_of(who))
    chair = wish.chair if isinstance(wish, messages.Replace) else next(others, 0)
    return table.chairs[chair].sitter if chair < len(table.chairs) else None


def _is_lost(table: Table, who: str, wish: messages.AnyDeed, sign: int) -> bool:
    """Return whether the others have waited long enough for whoever the wish is about.

    *sign* is when that person was last known to be there.
    """
    if not isinstance(wish, messages.Replace | messages.Claim):
        return False
    match, sitter = table.match, _absent(table, who, wish)
    seat = match.to_move if match is not None else None
    if not isinstance(seat, int) or sitter is None or table.terms.clock is not None:
        return False
    return table.sitter(seat) == sitter and max(sign, table.now) < now() - LOST


def _seats(act: Act) -> bool:
    """Return whether someone sits down by *act*."""
    return any(isinstance(event, Opened | Sat) for event in act.events)


def _id_of_opened(who: str, key: str) -> str:
    """Return the id of the table that *who* opens under *key*; as secret as they are."""
    return urlsafe_b64encode(sha256(f"table/{who}/{key}".encode()).digest()[:12]).decode()


def _row(act: Act) -> Row:
    return Row(act.seq, secrets.token_hex(8), act.at, act_text(act))


def _summary(step: Step, who: str | None) -> Summary:
    """Return what lists show of a table, and when the house must look at it again."""
    table = step.after
    due = table.due
    if table.status == "open":
        due = table.now + FORGOTTEN[table.terms.public]
    elif table.match is not None and table.match.outcome is not None:
        due = table.now  # its result is to be written down, if it is not yet
    return Summary(
        status=table.status,
        public=table.terms.public,
        due=due,
        note=dumps(
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
        ),
        sitters=(who,) if who is not None and _seats(step.act) else (),
    )


def _folded(rows: list[Row]) -> Table:
    table: Table | None = None
    for row in rows:
        table = follow(table, read_act(row.seq, row.at, row.body))
    if table is None:
        raise NoSuchTable(N_("there is no such table"))
    return table


def _end_of_game(rows: list[Row], number: int) -> Table:
    """Return the table at the end of game *number*."""
    tables = (step.after for _, step in refolded(rows) if step.after.number == number)
    return list(tables)[-1]
