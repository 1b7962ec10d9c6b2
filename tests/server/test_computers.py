"""The computers' seats, in a house without a network."""

import asyncio

import pytest

from ludotheque.engine import RandomPlayer
from ludotheque.games import take
from ludotheque.match import read_clock
from ludotheque.server.live.computers import Computers
from ludotheque.server.live.fanout import Alone
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.wire import messages
from ludotheque.store import open_store
from ludotheque.tables import Chair, Sitter, Terms
from waiting import PATIENCE


@pytest.mark.parametrize(("clock", "most"), [("1h", 120.0), ("40s/move", 30.0), (None, None)])
def test_a_computer_is_told_how_much_of_its_time_a_move_may_take(
    tmp_path, monkeypatch, clock, most
):
    told = []

    class Noting(RandomPlayer):
        """Plays at random, and notes how long it may think."""

        def choose(self, view, past=(), seconds=None):
            told.append(seconds)
            return super().choose(view, past, seconds)

    monkeypatch.setattr(
        "ludotheque.server.live.computers.player", lambda _who, _game, rng: Noting(rng)
    )

    async def story():
        store = open_store(f"sqlite:///{tmp_path}/house.db")
        rooms, thinking = Rooms(store, Alone()), Thinking(1)
        computers = Computers(rooms, store, "tests", thinking)
        moved = asyncio.Event()

        def changed(room):
            computers.attend(room)
            if told:
                moved.set()

        rooms.on_change = changed
        game = take("tortuga")
        time = read_clock(clock) if clock else None
        terms = Terms(game=game, options=game.settle({}), clock=time)
        chairs = [Chair(Sitter.level(1)), Chair(Sitter("ana", "Ana"))]
        table_id = await rooms.open("ana", terms, chairs)
        table = (await rooms.room(table_id)).table
        if table.computer_to_move is None:
            move = str(table.match.position.moves()[0])
            deed = messages.Move(type="move", id="m", turn=table.turn, move=move)
            await rooms.do(table_id, "ana", deed, "Ana")
        await asyncio.wait_for(moved.wait(), PATIENCE)
        await computers.stop()
        thinking.close()
        await store.close()

    asyncio.run(story())
    assert told
    assert all(seconds is None if most is None else 0 < seconds <= most for seconds in told)
