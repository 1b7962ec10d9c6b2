"""Results of games, written down afterwards, those that end together in one transaction."""

import asyncio
from typing import Final, NamedTuple

from ludotheque.server.live.room import Room
from ludotheque.store import Result, Store
from ludotheque.tables import Table

GATHER: Final = 0.1
"""The seconds for which a result waits for others: nobody misses them between two games.

A transaction by itself costs as much as a dozen results in it: time that the event loop lacks."""


class _Waiting(NamedTuple):
    """A result that is to be kept, and who waits for it."""

    result: Result
    seq: int
    """The last act of its table."""
    kept: asyncio.Future[None]


class Results:
    """Writes down how games ended, each once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None

    async def settle(self, room: Room) -> None:
        """Write down the result of a finished game, and the ratings that it changes, once.

        After that nothing is due at its table. Does nothing if no game is over, or if it has been
        done here before.
        """
        async with room.settling:
            table = room.table
            if (result := _result(room.id, table)) is None or room.settled == table.number:
                return
            kept = asyncio.get_running_loop().create_future()
            self._waiting.append(_Waiting(result, table.seq, kept))
            if self._work is None:
                self._work = asyncio.create_task(self._keep_all())
            await kept
            room.settled = table.number

    async def _keep_all(self) -> None:
        """Write down what waits until nothing does."""
        while self._waiting:
            await asyncio.sleep(GATHER)
            group, self._waiting = self._waiting, []
            await self._keep(group)
        self._work = None

    async def _keep(self, group: list[_Waiting]) -> None:
        try:
            await asyncio.to_thread(self._write, group)
        except Exception as fault:  # noqa: BLE001 - whoever waits for it is told
            if len(group) > 1:
                for one in group:  # one that cannot be kept must not keep the others waiting
                    await self._keep([one])
            elif not group[0].kept.done():
                group[0].kept.set_exception(fault)
        else:
            for one in group:
                if not one.kept.done():
                    one.kept.set_result(None)

    def _write(self, group: list[_Waiting]) -> None:
        self._store.ratings.keep([one.result for one in group])
        self._store.tables.not_due([(one.result.table_id, one.seq) for one in group])


def _result(table_id: str, table: Table) -> Result | None:
    match = table.match
    if match is None or match.outcome is None:
        return None
    return Result(
        table_id=table_id,
        number=table.number,
        game=table.terms.game.slug,
        ended=match.now,
        reason=match.outcome.reason,
        shares=match.outcome.shares,
        people=table.players,
        rated=table.counts,
    )
