"""Scheduler: flags fall, forgotten tables are put away, results settle, memory is tidied."""

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import Final

import structlog

from ludotheque.errors import HouseClosing, LudothequeError
from ludotheque.server import metrics
from ludotheque.server.live.computers import Computers
from ludotheque.server.live.fanout import Fanout
from ludotheque.server.live.log_rows import FORGOTTEN
from ludotheque.server.live.presence import Attendance
from ludotheque.server.live.room import Room, now
from ludotheque.server.live.rooms import Rooms, damage
from ludotheque.server.logs import hashed
from ludotheque.server.periodic import periodically
from ludotheque.store import Keeping, Listed, LogBroken, Store, StoreDown
from ludotheque.store.schema import DAY
from ludotheque.tables import Deed

ROUND: Final = 0.5
"""The seconds between two rounds through the tables at which something is due."""
A_ROUND: Final = 200
"""The tables looked at in one round."""
BROKEN: Final = 600_000
"""The milliseconds after which a table that cannot be attended to is tried again."""
ELSEWHERE: Final = 1_000
"""The milliseconds for which what is due at a table is left to who has it in memory."""
GLANCE: Final = 0.25
"""The seconds between two looks at the log while the other processes are not heard."""
SAFETY: Final = 5.0
"""The seconds between two looks at the log while they are."""
MOMENT: Final = 0.4
"""The seconds within which it is told who came and went; who loads the page anew is not missed."""
PRESENCE: Final = 15.0
"""The seconds between two signs of life of the people at a table."""

FIRST_TIDYING: Final = 60.0
"""The seconds after the start at which things are tidied first."""
TIDYING: Final = 3_600.0
"""The seconds between two times at which things are tidied."""
KEEPING: Final = Keeping()
A_GO: Final = 20
"""The games that are ended, because nobody plays them, before others have their turn."""
BREATH: Final = 1.0
"""The seconds until the next are."""


class Scheduler:
    """Keeps the tables going that nobody touches."""

    def __init__(
        self,
        rooms: Rooms,
        store: Store,
        fanout: Fanout,
        computers: Computers,
        keeping: Keeping = KEEPING,
    ) -> None:
        self._rooms = rooms
        self._store = store
        self._fanout = fanout
        self._computers = computers
        self._keeping = keeping
        self._attendance = Attendance(rooms, store, fanout)
        self._pause = FIRST_TIDYING
        self._ended = 0
        """Games whose last act was before that have been ended, or were played."""
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to go round."""
        rooms, fanout, attendance = self._rooms, self._fanout, self._attendance
        rooms.on_change = self._changed
        rooms.on_presence = attendance.changed
        self._tasks = [
            asyncio.create_task(fanout.listen(rooms.heard, attendance.heard)),
            asyncio.create_task(periodically(lambda: ROUND, self.go_round)),
            asyncio.create_task(periodically(lambda: MOMENT, attendance.catch_up)),
            asyncio.create_task(periodically(lambda: PRESENCE, attendance.look_round)),
            asyncio.create_task(periodically(self._until_tidying, self._tidy)),
        ]
        if not fanout.alone:
            looking = periodically(
                lambda: SAFETY if fanout.connected else GLANCE, rooms.look_at_the_log
            )
            self._tasks.append(asyncio.create_task(looking))

    async def stop(self) -> None:
        """Stop going round, and thinking."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreDown):  # who is not seen for a while is not there, either
            await self._attendance.catch_up()
        await self._computers.stop()

    def _changed(self, room: Room) -> None:
        self._computers.attend(room)
        self._attendance.acted(room)
        if room.table.match is not None and room.table.match.outcome is not None:
            task = asyncio.create_task(self._settle(room))
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    def _until_tidying(self) -> float:
        """Return the seconds until things are tidied: soon after the start, then now and then."""
        pause, self._pause = self._pause, TIDYING
        return pause

    async def _tidy(self) -> None:
        """Delete what need not be kept, count what is, and end what nobody plays."""
        swept = await asyncio.to_thread(self._store.tidy.sweep, now(), self._keeping)
        for what, number in asdict(swept).items():
            metrics.swept.labels(what).inc(number)
        for what, number in asdict(await asyncio.to_thread(self._store.tidy.held)).items():
            metrics.held.labels(what).set(number)
        with suppress(HouseClosing):  # the next start goes on with it
            await self._end_unplayed()

    async def _end_unplayed(self) -> None:
        """End the games that were begun, not by everyone, and then left alone for as long.

        Else a table that somebody opened, at which nothing is ever due, would stay for good.
        """
        limit = now() - self._keeping.tables * DAY
        found = await asyncio.to_thread(self._store.tables.dormant, self._ended, limit)
        for number, table_id in enumerate(found, 1):
            try:
                await self._rooms.do_for_the_house(
                    table_id, lambda host, present: host.abandon(present, now(), limit)
                )
            except (StoreDown, HouseClosing):
                raise
            except LudothequeError:  # it was played, or goes on just now
                pass
            except Exception:  # noqa: BLE001 - one broken table must not keep the others waiting
                structlog.get_logger().exception("scheduler.broken", table=hashed(table_id))
            if number % A_GO == 0:
                await asyncio.sleep(BREATH)
        self._ended = limit

    async def _settle(self, room: Room) -> None:
        with suppress(StoreDown):  # it stays due, and the next round tries again
            await self._rooms.settle(room)

    async def go_round(self) -> None:
        """Do what is due at tables, and drop from memory what nobody needs."""
        self._rooms.drop_unused()
        due = await asyncio.to_thread(self._store.tables.due, now(), limit=A_ROUND)
        for listed in due:
            if self._is_others(listed):
                continue
            try:
                await self._attend(listed.id)
            except LogBroken:
                await self._put_off(listed)
            except LudothequeError as refusal:
                structlog.get_logger().info("scheduler.refused", code=refusal.code)
            except Exception:  # noqa: BLE001 - one broken table must not keep the others waiting
                structlog.get_logger().exception("scheduler.broken", table=hashed(listed.id))
                await self._put_off(listed)

    def _is_others(self, listed: Listed) -> bool:
        """Return whether a table is left for a moment to who has it in memory.

        Where there are several processes, each would else fold every table whose game has ended.
        """
        if self._fanout.alone or self._rooms.kept(listed.id) is not None:
            return False
        return listed.due is not None and listed.due > now() - ELSEWHERE

    async def _put_off(self, listed: Listed) -> None:
        later = now() + BROKEN
        await asyncio.to_thread(self._store.tables.set_due, listed.id, listed.seq, later)

    async def _attend(self, table_id: str) -> None:
        """Do what is due at a table."""
        room = await self._rooms.room(table_id)
        if (broken := damage(room)) is not None:
            raise broken
        table = room.table
        if table.status == "open":
            if table.now + FORGOTTEN[table.terms.public] <= now():
                await self._rooms.do_for_the_house(
                    table_id, lambda host, present: host.close(present, Deed(None, now()))
                )
        elif not table.playing:
            await self._rooms.settle(room)
            await asyncio.to_thread(self._store.tables.set_due, table_id, table.seq, None)
        elif table.flag_falls is not None and table.flag_falls <= now():
            await self._rooms.do_for_the_house(
                table_id, lambda host, present: host.flag(present, now())
            )
        else:
            self._computers.attend(room)
