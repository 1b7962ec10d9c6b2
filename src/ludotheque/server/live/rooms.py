"""Rooms: all tables of this process. What is done is first in the log, then in memory, then shown.

Several processes may serve the same table. The log's key (table, number) decides who was first;
whoever comes second reads what it has missed and decides again.
"""

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import Any, Final

import structlog

from ludotheque.engine import BUILT
from ludotheque.errors import N_, HouseClosing, LudothequeError, NoSuchTable, NotAllowed
from ludotheque.position import Seat
from ludotheque.server import metrics
from ludotheque.server.live.absence import chair_meant, is_lost, last_sign
from ludotheque.server.live.deeds import deed_digest, wish_of
from ludotheque.server.live.fanout import Fanout
from ludotheque.server.live.log_rows import row_of, summary_of
from ludotheque.server.live.results import Results
from ludotheque.server.live.room import Room, now
from ludotheque.server.logs import hashed
from ludotheque.server.wire import messages
from ludotheque.server.wire.outgoing import GoingAway, Welcome, encode
from ludotheque.store import LogBroken, Row, Store
from ludotheque.tables import Act, Chair, Deed, Host, Sitter, Step, Table, Terms, follow, read_act
from ludotheque.tables.deeds import TRIES, mark
from ludotheque.tables.dispatch import decide
from ludotheque.tables.folding import folded

DROPPED_AFTER: Final = 60.0
"""The seconds after which a table that nobody looks at is dropped from memory."""
FOLDERS: Final = 2
"""How many tables are read from the log at once."""

Decide = Callable[[Host, Table], Step]


class Rooms:
    """The tables that this process has in memory, and the way to all others."""

    def __init__(self, store: Store, fanout: Fanout) -> None:
        self._store = store
        self.log = store.log
        self._fanout = fanout
        self._results = Results(store)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._running: set[asyncio.Task[int]] = set()
        self._folding = ThreadPoolExecutor(FOLDERS, thread_name_prefix="folding")
        self._deciding = ThreadPoolExecutor(1, thread_name_prefix="deciding")
        self.opened = now()
        """When this process began, in milliseconds since 1970."""
        self.closing = False
        """Whether the house is about to stop."""
        self.on_change: Callable[[Room], None] = lambda _room: None
        """Called when a table has changed or come into memory: a computer may have to think."""
        self.on_presence: Callable[[str], None] = lambda _table_id: None
        """Called with the id of a table to which someone has come, or from which someone went."""

    # What can be done.

    async def open(
        self,
        who: str,
        terms: Terms,
        chairs: Sequence[Chair],
        key: str | None = None,
        text: str = "",
        *,
        beginner: int | None = None,
    ) -> str:
        """Open a table for *who*, see `Host.open`, and return its id, once it is in the log.

        What is sent again under the same *key*, with the same *text*, opens the same table.
        """
        deed, secret = Deed(who, now(), key, text), secrets.token_hex(32)
        table_id = secrets.token_urlsafe(12) if key is None else _id_of_opened(who, key)
        host = Host(secret)
        step = await self._decided(partial(host.open, deed, terms, chairs, beginner))
        room = Room(table_id, host, step.after)
        summary = summary_of(step, room.note(step.after))
        created = await self.log.create(
            table_id, secret, terms.game.slug, row_of(step.act), summary
        )
        if not created:
            first = (await self.log.read(table_id))[0]
            if read_act(first.seq, first.at, first.body).deed != text:
                raise NotAllowed(
                    N_("the id “{id}” has already been used for something else"), id=key
                )
            return table_id
        self.on_change(self._keep(room))
        return table_id

    async def has_opened(self, who: str, key: str | None) -> bool:
        """Return whether *who* has opened a table under *key*."""
        if key is None:
            return False
        opened = [_id_of_opened(who, key)]
        return bool(await asyncio.to_thread(self._store.tables.heads, opened))

    async def do(
        self,
        table_id: str,
        who: str,
        wish: messages.AnyDeed,
        sitter: Sitter | None = None,
        *,
        lag: int = 0,
    ) -> int:
        """Do what *who* wishes, see `do_myself`; it is finished even if the caller goes away."""
        return await self._finished(self.do_myself(table_id, who, wish, sitter, lag=lag))

    async def do_myself(
        self,
        table_id: str,
        who: str,
        wish: messages.AnyDeed,
        sitter: Sitter | None = None,
        *,
        lag: int = 0,
    ) -> int:
        """Do what *who* wishes at a table and return the act's number, once it is in the log.

        *sitter* is who sits down, if that is what they wish.

        The same wish under the same id is done once and answered alike. Whoever calls this sees to
        it that it is not cancelled half-way.
        """
        deed = Deed(who, now(), wish.id, deed_digest(wish))
        away: Callable[[Table], bool] = _nobody
        if isinstance(wish, messages.Again):
            await self.settle(await self.room(table_id))
        elif isinstance(wish, messages.Replace | messages.Claim):
            room = await self.room(table_id)
            sign = await last_sign(
                self._store, room, chair_meant(room.table, who, wish), self.opened
            )
            away = lambda table: is_lost(table, chair_meant(table, who, wish), sign)  # noqa: E731 - short, and used once

        wished = wish_of(wish)

        def decided(host: Host, table: Table) -> Step:
            return decide(host, table, deed, wished, sitter=sitter, away=away(table), lag=lag)

        return await self._act(table_id, decided, deed)

    async def do_for_the_house(self, table_id: str, decision: Decide) -> int:
        """Do what nobody wishes but must happen: a computer's move, a flag that falls."""
        return await self._finished(self._act(table_id, decision, Deed(None, now())))

    async def _finished(self, work: Coroutine[Any, Any, int]) -> int:
        """Wait for *work*, which goes on if the one who waits is cancelled."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _act(self, table_id: str, decision: Decide, deed: Deed) -> int:
        if self.closing:
            raise HouseClosing(N_("the house is closing for a moment: please try again"))
        self._under_way += 1
        room = None
        try:
            room = await self._locked(table_id)
            if (broken := damage(room)) is not None:
                raise broken
            return await self._act_in(room, decision, deed)
        finally:
            if room is not None:
                room.lock.release()
            self._under_way -= 1
            if self.closing and not self._under_way:
                self._quiet.set()

    async def _act_in(self, room: Room, decision: Decide, deed: Deed) -> int:
        """Do a deed in a room that nobody else changes meanwhile."""
        for _ in range(TRIES):
            done = room.table.done.get(f"{deed.by}/{deed.key}")
            if done is not None:
                if done.mark != mark(deed.text):
                    raise NotAllowed(
                        N_("the id “{id}” has already been used for something else"), id=deed.key
                    )
                return done.seq
            try:
                step = await self._decided(partial(decision, room.host, room.table))
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

    async def _decided(self, decision: Callable[[], Step]) -> Step:
        """Return what follows, without holding up anyone else where that may take long.

        The kernel lists the moves of any board in a few milliseconds; the rules in Python may take
        a hundred. Whoever decides holds the room, so that the order of deeds stays as it is.
        """
        if BUILT:
            return decision()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._deciding, _step_listed, decision)

    async def _write(self, room: Room, step: Step) -> bool:
        began = perf_counter()
        settled = room.settled == step.after.number
        summary = summary_of(step, room.note(step.after), settled=settled)
        try:
            written = await self.log.append(room.id, row_of(step.act), summary)
        except BaseException:
            # It may be in the log or not.
            room.behind = True
            raise
        finally:
            metrics.commit_seconds.observe(perf_counter() - began)
        if written:
            for event in step.act.events:
                metrics.acts_of(event.word).inc()
            self._advance(room, step)
            self._fanout.tell(room.id, step.act.seq)
        return written

    def _advance(self, room: Room, step: Step) -> None:
        room.advance(step)
        self.on_change(room)

    async def settle(self, room: Room) -> None:
        """Write down how a finished game ended, see `Results.settle`."""
        if room.broken is None:
            await self._results.settle(room)

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
    ) -> Welcome:
        """Return the `Welcome` message of a table for one subscriber, with a picture in *lang*."""
        room = await self.room(table_id)
        return room.welcome(who, seat, now(), lang=lang)

    def watched(self) -> list[Room]:
        """Return the rooms that someone looks at."""
        return [room for room in self._rooms.values() if room.subscribers]

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[Room]:
        """Give a table's room, which nobody else changes meanwhile."""
        room = await self._locked(table_id)
        try:
            yield room
        finally:
            room.lock.release()

    # Memory.

    async def _locked(self, table_id: str) -> Room:
        """Return a table's room, its lock held."""
        while True:
            room = await self._room(table_id)
            await room.lock.acquire()
            # It may have been dropped, and loaded anew by another, while the lock was awaited.
            if self._rooms.get(table_id) is room:
                return room
            room.lock.release()

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
        whole = await self.log.whole(table_id)
        if whole is None:
            raise NoSuchTable(N_("there is no such table"))
        if whole.broken is not None:
            metrics.broken.inc()
            structlog.get_logger().error(
                "table.broken", table=hashed(table_id), act=whole.broken, hint="ludotheque check"
            )
        if not whole.rows:
            raise _damaged(1)
        loop = asyncio.get_running_loop()
        table = await loop.run_in_executor(self._folding, _folded_and_listed, whole.rows)
        room = Room(table_id, Host(whole.secret), table)
        room.broken = whole.broken
        room = self._keep(room)
        if room.broken is None:
            self.on_change(room)
        return room

    def _keep(self, room: Room) -> Room:
        """Return the one room of that table from now on: another may have been faster."""
        room = self._rooms.setdefault(room.id, room)
        room.used = asyncio.get_running_loop().time()
        return room

    async def _catch_up(self, room: Room) -> bool:
        """Read what is in the log and not known here; return whether there was anything."""
        if room.broken is not None or (self._fanout.alone and not room.behind):
            return False
        rows = await self.log.read(room.id, after=room.table.seq)
        room.behind = False
        try:
            for row in rows:
                act = read_act(row.seq, row.at, row.body)
                self._advance(room, await self._decided(partial(_followed, room.table, act)))
        except BaseException:
            # Whoever asked has gone half-way.
            room.behind = True
            raise
        return bool(rows)

    def heard(self, table_id: str, seq: int) -> Awaitable[None] | None:
        """Take notice that some process has brought a table to that number.

        Return what reads it here, None where there is nothing to read: of all that is heard that is
        the rule, for a table's sockets are all at one process.
        """
        room = self._rooms.get(table_id)
        if room is None or seq <= room.table.seq:
            return None
        if not room.subscribers:  # whoever looks again catches up
            room.behind = True
            return None
        return self._follow(room)

    async def _follow(self, room: Room) -> None:
        async with room.lock:
            await self._catch_up(room)

    def kept(self, table_id: str) -> Room | None:
        """Return a table that is in memory, as it is there."""
        return self._rooms.get(table_id)

    async def look_at_the_log(self) -> None:
        """Catch up with what other processes have done at tables that someone looks at."""
        watched = [room.id for room in self.watched()]
        latest = await asyncio.to_thread(self._store.tables.heads, watched)
        for table_id, seq in latest.items():
            if (following := self.heard(table_id, seq)) is not None:
                await following

    def drop_unused(self) -> None:
        """Drop from memory what nobody has needed for a while."""
        limit = asyncio.get_running_loop().time() - DROPPED_AFTER
        for room in list(self._rooms.values()):
            if not room.subscribers and room.used < limit and not room.lock.locked():
                del self._rooms[room.id]

    async def stop(self, wait: int) -> None:
        """Finish what has been begun, and tell every subscriber to come back after *wait* ms.

        Nothing new is begun from now on. Asked a second time, it waits as well.
        """
        self.closing = True
        if self._under_way:
            await self._quiet.wait()
        message = encode(GoingAway(wait=wait))
        for room in self.watched():
            for subscriber in room.subscribers:
                subscriber.send(message)
                subscriber.end()


def _listed(table: Table) -> Table:
    """Return *table*, its legal moves listed: whoever is shown them need not wait for that."""
    if table.match is not None:
        table.match.position.moves()
    return table


def _step_listed(decision: Callable[[], Step]) -> Step:
    step = decision()
    _listed(step.after)
    return step


def _folded_and_listed(rows: Sequence[Row]) -> Table:
    return _listed(folded(rows))


def _followed(table: Table, act: Act) -> Step:
    return Step(act, follow(table, act))


def damage(room: Room) -> LogBroken | None:
    """Return why nobody plays on at a table, None if they may."""
    return None if room.broken is None else _damaged(room.broken)


def _damaged(act: int) -> LogBroken:
    return LogBroken(
        N_(
            "the record of this table is damaged from act {act} on: it can be looked at, but not"
            " played on"
        ),
        act=act,
    )


def _nobody(_table: Table) -> bool:
    """Say that nobody has gone."""
    return False


def _id_of_opened(who: str, key: str) -> str:
    """Return the id of the table that *who* opens under *key*; as secret as they are."""
    return urlsafe_b64encode(sha256(f"table/{who}/{key}".encode()).digest()[:12]).decode()
