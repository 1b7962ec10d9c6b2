"""The computers' seats: their players live as long as a game, in one process at a time."""

import asyncio
from random import Random
from typing import Final

import structlog

from ludotheque.engine import Player, player
from ludotheque.errors import LudothequeError
from ludotheque.match import Match
from ludotheque.position import Seat
from ludotheque.server import metrics
from ludotheque.server.live.players import Place, Players
from ludotheque.server.live.room import Room, now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.turns import Turn
from ludotheque.store import Store
from ludotheque.tables import Table

LEASE: Final = 15_000
"""The milliseconds for which a process has the right to think for a table.

Longer than any level thinks; after a crash another process waits no longer than this.
"""


class Computers:
    """Thinks wherever a computer is to move."""

    def __init__(
        self, rooms: Rooms, store: Store, worker: str, thinking: Thinking, players: Players
    ) -> None:
        self._rooms = rooms
        self._store = store
        self._worker = worker
        self._thinking = thinking
        self._players = players
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def attend(self, room: Room) -> None:
        """Begin to think if a computer is to move at this table and nobody thinks for it yet."""
        if not room.table.playing:
            self._players.forget(room.id)
        elif room.table.computer_to_move is not None and room.id not in self._tasks:
            self._tasks[room.id] = asyncio.create_task(self._think_on(room))

    async def _think_on(self, room: Room) -> None:
        """Move for the computers at a table for as long as one is to move.

        Nobody else is called meanwhile: whatever has changed is looked at before this ends.
        """
        try:
            seen = None
            while seen is not room.table:
                seen = room.table
                if seen.computer_to_move is None:
                    await self._release(room.id)
                elif not await self._move(room):
                    return
        finally:
            del self._tasks[room.id]

    async def _move(self, room: Room) -> bool:
        """Move for the computer, when its turn to think has come and if no other process does.

        Return False if that failed: the lease is not given back then, so that nobody tries again
        before it ends.
        """
        async with self._thinking.turn("move", room.table.owner, _cost(room.table)) as turn:
            table = room.table  # It may have changed until the turn came.
            seat = table.computer_to_move
            if seat is None:
                return True
            if not await self._leased(room.id, table.seq):
                await self._release(room.id)
                return True
            try:
                move = await self._choose(turn, room, table, seat)
            except Exception:  # noqa: BLE001 - whatever it is, it is not tried over and over
                structlog.get_logger().exception("computer.failed")
                return False
        try:
            await self._rooms.do_for_the_house(
                room.id,
                lambda host, present: host.move_for_computer(present, now(), move, table.turn),
            )
        except LudothequeError as refusal:
            # The table has gone on without the computer: a takeback, a flag, a resignation.
            structlog.get_logger().info("computer.late", code=refusal.code)
            return room.table is not table
        return True

    async def _release(self, table_id: str) -> None:
        await asyncio.to_thread(self._store.tables.release_lease, table_id, self._worker)

    async def _leased(self, table_id: str, seq: int) -> bool:
        """Return whether this process may think for the table as it is after *seq*, for one move.

        Whoever has not heard yet that another has moved must not think about it once more.
        """
        take = self._store.tables.take_lease
        return await asyncio.to_thread(take, table_id, seq, self._worker, now(), now() + LEASE)

    async def _choose(self, turn: Turn, room: Room, table: Table, seat: Seat) -> str:
        """Return the move that the computer at *seat* makes, and keep it while its game goes on."""
        match, who, place = table.match, table.sitter(seat).who, Place(room.id, table.number, seat)
        assert match is not None  # noqa: S101 - someone is to move in it
        thinker = self._players.take(place) or player(who, table.terms.game, Random())
        assert thinker is not None  # noqa: S101 - a computer sits there
        ration = match.ration(seat, now() - table.slack)
        with metrics.timed(metrics.thinking_seconds.labels(who)):
            move = await turn.run(_chosen, thinker, match, seat, ration)
        if room.table.playing and room.table.number == table.number:
            self._players.keep(place, thinker)
        return move

    async def stop(self) -> None:
        """Think no more; another process, or this one later, takes up what was left."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


def _cost(table: Table) -> float:
    """Return how much the thought of the computer to move is worth, compared with others'.

    Each level thinks a few times as much as the one below.
    """
    seat = table.computer_to_move
    strength = None if seat is None else table.sitter(seat).strength
    return float(2 ** (strength or 0))


def _chosen(thinker: Player, match: Match, seat: Seat, seconds: float | None) -> str:
    """Return the move of who plays at *seat*, by what that seat may know."""
    return str(thinker.choose(match.seen_by(seat), match.past(seat), seconds))
