"""The computers' seats, in a house without a network."""

import asyncio
import itertools
import threading
from contextlib import asynccontextmanager

import pytest

from blank import lay_out
from ludotheque.engine import RandomPlayer
from ludotheque.games import take
from ludotheque.match import read_clock
from ludotheque.server.live.computers import Computers
from ludotheque.server.live.fanout import Alone
from ludotheque.server.live.players import Players
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.wire import messages
from ludotheque.store import open_store
from ludotheque.tables import Chair, Sitter, Terms
from waiting import PATIENCE, until


class Pensive(RandomPlayer):
    """Plays at random, once the gate is open, and notes what it was asked."""

    def __init__(self, who, game, rng, gate):
        super().__init__(rng)
        self.who = who
        self.game = game.slug
        self._gate = gate
        self.asked = []
        """How many moves led to each that it was asked for, and how long it might think."""

    def choose(self, view, past=(), seconds=None):
        self.asked.append((len(past), seconds))
        assert self._gate.wait(PATIENCE)
        return super().choose(view, past, seconds)


@pytest.fixture
def gate():
    """Give what lets the computers move; it is open."""
    opened = threading.Event()
    opened.set()
    yield opened
    opened.set()


@pytest.fixture
def made(monkeypatch, gate):
    """Give the list of the players that the house makes."""
    players = []

    def make(who, game, rng):
        players.append(Pensive(who, game, rng, gate))
        return players[-1]

    monkeypatch.setattr("ludotheque.server.live.computers.player", make)
    return players


IDS = itertools.count()
"""No deed is sent twice."""


class Table:
    """A table in a running house at which its owner, who begins, plays against computers."""

    def __init__(self, store, rooms, thinking, players, table_id=None, owner="ana"):
        self.owner = owner
        self.store = store
        self.rooms = rooms
        self.thinking = thinking
        self.players = players
        """Those whom the house has kept."""
        self.id = table_id

    async def open(self, slug="hops", clock=None, computers=1, level=1):
        game, time = take(slug), read_clock(clock) if clock else None
        terms = Terms(game=game, options=game.settle({}), clock=time, rated=False)
        chairs = [Chair(Sitter(self.owner, "Ana")), *[Chair(Sitter.level(level))] * computers]
        self.id = await self.rooms.open(self.owner, terms, chairs, beginner=0)

    async def now(self):
        return (await self.rooms.room(self.id)).table

    async def do(self, kind, **facts):
        deed = kind(id=f"d{next(IDS)}", **facts)
        await self.rooms.do(self.id, self.owner, deed)

    async def move(self):
        """Make a move for the owner."""
        table = await self.now()
        move = str(table.match.position.moves()[0])
        await self.do(messages.Move, type="move", turn=table.turn, move=move)

    async def answered(self):
        """Wait until the computer has moved, and is done with it."""
        room = await self.rooms.room(self.id)
        await until(lambda: room.table.computer_to_move is None)


@asynccontextmanager
async def opened(folder, table_id=None, threads=1):
    """Open a house in that folder, in which so many think at a time, and give a table there."""
    store = open_store(lay_out(folder / "house.db"))
    rooms, thinking, players = Rooms(store, Alone()), Thinking(threads), Players(memory_mb=1)
    computers = Computers(rooms, store, "tests", thinking, players)
    rooms.on_change = computers.attend
    try:
        yield Table(store, rooms, thinking, players, table_id)
    finally:
        await computers.stop()
        thinking.close()
        await store.close()


@pytest.mark.parametrize(("clock", "most"), [("1h", 120.0), ("40s/move", 30.0), (None, None)])
def test_a_computer_is_told_how_much_of_its_time_a_move_may_take(tmp_path, made, clock, most):
    async def story():
        async with opened(tmp_path) as table:
            await table.open(clock=clock)
            await table.move()
            await table.answered()

    asyncio.run(story())
    ((_, seconds),) = made[0].asked
    assert seconds is None if most is None else 0 < seconds <= most


def test_the_same_player_answers_for_as_long_as_its_game_lasts(tmp_path, made):
    async def story():
        async with opened(tmp_path) as table:
            await table.open()
            for _ in range(3):
                await table.move()
                await table.answered()
            assert [plies for plies, _ in made[0].asked] == [1, 3, 5]
            assert (len(made), len(table.players)) == (1, 1)
            await table.do(messages.Resign, type="resign")
            assert len(table.players) == 0
            await table.do(messages.Again, type="again")
            if (await table.now()).computer_to_move is None:
                await table.move()
            await table.answered()
            assert len(made) == 2, "another game, another player"

    asyncio.run(story())


def test_a_player_whose_game_ends_while_it_thinks_is_not_kept(tmp_path, made, gate):
    async def story():
        async with opened(tmp_path) as table:
            await table.open()
            await table.move()
            await table.answered()
            gate.clear()
            await table.move()
            await until(lambda: len(made[0].asked) == 2)
            assert len(table.players) == 0, "whoever thinks has been taken out"
            await table.do(messages.Resign, type="resign")
            gate.set()
            await table.thinking.answer("anyone", int)  # Their turn comes after it.
            assert len(table.players) == 0

    asyncio.run(story())


def test_a_player_goes_on_after_a_takeback(tmp_path, made):
    async def story():
        async with opened(tmp_path) as table:
            await table.open()
            await table.move()
            await table.answered()
            await table.do(messages.TakeBack, type="take-back")
            assert not (await table.now()).match.plies
            await table.move()
            await table.answered()
            assert len((await table.now()).match.plies) == 2

    asyncio.run(story())
    (player,) = made
    assert [plies for plies, _ in player.asked] == [1, 1]


def test_a_takeback_while_it_thinks_lets_it_think_anew_about_what_is_there(tmp_path, made, gate):
    async def story():
        async with opened(tmp_path) as table:
            await table.open()
            await table.move()
            await table.answered()
            gate.clear()
            await table.move()
            await until(lambda: len(made[0].asked) == 2)
            await table.do(messages.TakeBack, type="take-back")
            await table.move()
            gate.set()
            await table.answered()
            assert len((await table.now()).match.plies) == 4

    asyncio.run(story())
    (player,) = made
    assert [plies for plies, _ in player.asked] == [1, 3, 3]


def test_a_game_goes_on_with_another_player_after_a_restart(tmp_path, made):
    async def story():
        async with opened(tmp_path) as table:
            await table.open()
            await table.move()
            await table.answered()
        async with opened(tmp_path, table.id) as table:
            await table.move()
            await table.answered()
            assert len((await table.now()).match.plies) == 4

    asyncio.run(story())
    assert [[plies for plies, _ in player.asked] for player in made] == [[1], [3]]


def test_a_move_that_comes_while_the_lease_is_given_back_is_answered(tmp_path, made, monkeypatch):
    giving, given = threading.Event(), threading.Event()

    async def story():
        async with opened(tmp_path) as table:
            release = table.store.tables.release_lease

            def slowly(*facts):
                giving.set()
                assert given.wait(PATIENCE)
                return release(*facts)

            monkeypatch.setattr(table.store.tables, "release_lease", slowly)
            await table.open()
            await table.move()
            assert await asyncio.to_thread(giving.wait, PATIENCE)
            await table.move()
            given.set()
            await table.answered()
            assert len((await table.now()).match.plies) == 4

    asyncio.run(story())
    (player,) = made
    assert [plies for plies, _ in player.asked] == [1, 3]


def test_a_table_of_many_computers_waits_in_line_like_any_other(tmp_path, made, gate):
    async def story():
        async with opened(tmp_path) as many:
            one = Table(many.store, many.rooms, many.thinking, many.players)
            await many.open("race", computers=3)
            await one.open("hops")
            gate.clear()
            await many.move()
            await until(lambda: made and made[0].asked)
            await one.move()
            gate.set()
            await many.answered()
            await one.answered()

    asyncio.run(story())
    assert [player.game for player in made] == ["race", "hops", "race", "race"]


async def at_many(table, owner, level, count):
    """Let *owner* move at as many new tables, at each of which such a computer is to answer."""
    for _ in range(count):
        other = Table(table.store, table.rooms, table.thinking, table.players, owner=owner)
        await other.open(level=level)
        await other.move()


def test_behind_a_dozen_of_the_strongest_a_gentle_one_of_someone_else_is_next(tmp_path, made, gate):
    async def story():
        async with opened(tmp_path) as table:
            gate.clear()
            await at_many(table, "ana", 8, 12)
            await until(lambda: made and made[0].asked)
            await at_many(table, "bo", 1, 1)
            gate.set()
            await until(lambda: sum(len(player.asked) for player in made) == 13)

    asyncio.run(story())
    assert [player.who for player in made] == ["level:8", "level:1", *["level:8"] * 11]


def test_nobody_s_tables_take_all_threads(tmp_path, made, gate):
    async def story():
        async with opened(tmp_path, threads=2) as table:
            gate.clear()
            await at_many(table, "ana", 8, 3)
            await until(lambda: made and made[0].asked)
            await at_many(table, "bo", 7, 1)
            await until(lambda: len(made) == 2 and made[1].asked)
            thinking = [player.who for player in made]
            gate.set()
            await until(lambda: sum(len(player.asked) for player in made) == 4)
            return thinking

    assert asyncio.run(story()) == ["level:8", "level:7"], "Bo’s beside one of Ana’s"
