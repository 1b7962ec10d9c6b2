"""The computers' seats at the tables of a browser: each is asked for its move in turn."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Protocol

from ludotheque.engine import Player, player
from ludotheque.errors import LudothequeError
from ludotheque.games import AnyGame
from ludotheque.local.asked import BROKEN
from ludotheque.local.room import Room
from ludotheque.match import Match
from ludotheque.position import Seat
from ludotheque.tables import Deed, Host, Step, Table

Act = Callable[[str, Deed, Callable[[Host, Table], Step]], Awaitable[int]]
"""What does something at a table, as `House.act`."""

PAUSE_S = 10.0
"""After how long something that could not be kept is tried again."""


class Thinker(Protocol):
    """Whoever thinks for the computers."""

    async def choose(self, who: Player, match: Match, seat: Seat, seconds: float | None) -> str:
        """Return the move of a player, judging by what its seat may know."""


class AtOnce:
    """Thinks here and now: nothing else happens meanwhile."""

    async def choose(self, who: Player, match: Match, seat: Seat, seconds: float | None) -> str:
        """Return the move of a player, judging by what its seat may know."""
        await asyncio.sleep(0)
        return str(who.choose(match.seen_by(seat), match.past(seat), seconds))


class Computers:
    """Moves wherever a computer is to move and a screen shows it."""

    def __init__(self, thinker: Thinker, act: Act, now: Callable[[], int]) -> None:
        self._thinker = thinker
        self._act = act
        self._now = now
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._players: dict[tuple[str, int, Seat], Player] = {}
        """With what each remembers of its game."""

    def attend(self, room: Room) -> None:
        """Begin to think if a computer is to move at this table and nobody thinks for it yet."""
        if not room.table.playing:
            self._players = {at: who for at, who in self._players.items() if at[0] != room.id}
        elif room.table.computer_to_move is not None and room.id not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._think_on(room))
            self._tasks[room.id] = task

    async def _think_on(self, room: Room) -> None:
        """Move for the computers at a table for as long as one is to move and somebody looks.

        A move that cannot be kept is tried again after a pause. Whatever breaks ends it; in both
        cases the screens are told.
        """
        try:
            while room.screens and room.table.computer_to_move is not None:
                try:
                    await self._move(room, room.table)
                except LudothequeError as refusal:
                    room.refuse(refusal)
                    await asyncio.sleep(PAUSE_S)
        except Exception:
            room.refuse(LudothequeError(BROKEN))
            raise
        finally:
            del self._tasks[room.id]

    async def _move(self, room: Room, table: Table) -> None:
        seat, match = table.computer_to_move, table.match
        assert seat is not None  # noqa: S101 - a computer is to move
        assert match is not None  # noqa: S101 - in a game
        place = (room.id, table.number, seat)
        who = self._players.get(place) or _player(table.sitter(seat).who, table.terms.game)
        self._players[place] = who
        ration = match.ration(seat, self._now() - table.slack)
        move = await self._thinker.choose(who, match, seat, ration)
        now = self._now
        try:
            await self._act(
                room.id,
                Deed(None, now()),
                lambda host, present: host.move_for_computer(present, now(), move, table.turn),
            )
        except LudothequeError:
            # The table has gone on without the computer: a takeback, a flag, a resignation.
            if room.table is table:
                raise


def _player(who: str, game: AnyGame) -> Player:
    found = player(who, game, Random())
    assert found is not None  # noqa: S101 - a computer sits there
    return found
