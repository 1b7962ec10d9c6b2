"""Who is at a table is told as it changes; absence is said once it is true, and no longer."""

import asyncio
import json
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from blank import lay_out
from ludotheque.games import take
from ludotheque.match import read_clock
from ludotheque.server.live import absence, presence
from ludotheque.server.live.fanout import Alone
from ludotheque.server.live.presence import AWAY, Attendance
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscription import subscribed
from ludotheque.server.wire.messages import Sit
from ludotheque.store import Sign, open_store
from ludotheque.tables import Chair, Sitter, Terms
from server.answers import answers_for
from server.client import Client, Guest, http_client

HOPS = take("hops")
ANA, BEN = Chair(Sitter("ana", "Ana")), Chair(Sitter("ben", "Ben"))


class Wired:
    """The fan-out of processes that are not alone, to be heard by the others at once."""

    alone = False

    def __init__(self, *, connected=True):
        self.connected = connected
        self.others = []

    def tell(self, table_id, seq):
        pass

    def tell_presence(self, table_id):
        for other in self.others:
            other.heard(table_id)


class Process:
    """Rooms and the attendance in them, with no time but what the test says."""

    def __init__(self, store, fanout=None):
        self.store = store
        self.fanout = fanout or Alone()
        self.rooms = Rooms(store, self.fanout)
        self.attendance = Attendance(self.rooms, store, self.fanout)
        self.rooms.on_presence = self.attendance.changed
        self.rooms.on_change = self.attendance.acted

    @asynccontextmanager
    async def at(self, table_id, who):
        """Have the table open as *who*, and give what that person is told of presence."""
        async with subscribed(self.rooms, answers_for("here"), table_id, who) as subscriber:
            yield Told(self.attendance, subscriber)


class Told:
    """What one subscriber has been told of presence."""

    def __init__(self, attendance, subscriber):
        self._attendance = attendance
        self._subscriber = subscriber
        self.all = []

    async def now(self):
        """Return who is there and who is lost, as last told."""
        await self._attendance.catch_up()
        return await self.last()

    async def last(self):
        """Return the same, with nothing looked at."""
        while self._subscriber._waiting:
            message = json.loads(await self._subscriber.next())
            if message["type"] == "presence":
                self.all.append((message["here"], message["lost"]))
        return self.all[-1]


@pytest.fixture
def clock(monkeypatch):
    """Give a list whose only entry is the time, in milliseconds."""
    at = [1_000_000]
    for module in ("absence", "presence", "rooms", "subscription"):
        monkeypatch.setattr(f"ludotheque.server.live.{module}.now", lambda: at[0])
    return at


@asynccontextmanager
async def processes(folder, count=1, **fanout):
    """Give so many processes of one house."""
    store = open_store(lay_out(folder / "house.db"))
    several = [Process(store, Wired(**fanout) if count > 1 else None) for _ in range(count)]
    for one in several:
        one.fanout.others = [other.attendance for other in several]
    yield several
    for one in several:
        await one.rooms.stop(0)
    await store.close()


def terms(clock=None):
    return Terms(game=HOPS, options=HOPS.settle({}), clock=read_clock(clock) if clock else None)


@pytest.mark.usefixtures("clock")
def test_who_sits_down_comes_and_goes_is_told_as_it_happens(tmp_path):
    async def script():
        async with processes(tmp_path) as [house]:
            table = await house.rooms.open("ana", terms(), (ANA, Chair()))
            async with house.at(table, "ana") as ana:
                assert await ana.now() == ([0], [])
                async with house.at(table, "ben"):
                    assert await ana.now() == ([0], []), "whoever only looks on has no chair"
                    await house.rooms.do(table, "ben", Sit(type="sit", id="1"), BEN.sitter)
                    assert await ana.now() == ([0, 1], [])
                assert await ana.now() == ([0], []), "a game without a clock goes on"
                async with house.at(table, "ben") as ben:
                    assert await ana.now() == ([0, 1], [])
                    assert await ben.last() == ([0, 1], [])
                await ana.now()
                await ana.now()
                assert ana.all == [([0], []), ([0, 1], [])] * 2 + [([0], [])], "each once"

    asyncio.run(script())


@pytest.mark.parametrize("time", [None, "5m"])
def test_nobody_is_lost_before_the_others_have_waited_long(tmp_path, clock, time):
    async def script():
        async with processes(tmp_path) as [house]:
            table = await house.rooms.open("ana", terms(time), (ANA, Chair()), beginner=1)
            async with house.at(table, "ana") as ana:
                async with house.at(table, "ben"):
                    await house.rooms.do(table, "ben", Sit(type="sit", id="1"), BEN.sitter)
                    clock[0] += 2 * absence.LOST
                    await house.attendance.look_round()
                    assert await ana.last() == ([0, 1], []), "whoever thinks is there"
                assert await ana.now() == ([0], [])
                clock[0] += absence.LOST
                await house.attendance.look_round()
                assert await ana.last() == ([0], [])
                clock[0] += 1
                await house.attendance.look_round()
                # A clock says by itself how long the others must wait.
                assert await ana.last() == ([0], [] if time else [1])
                async with house.at(table, "ben"):
                    assert await ana.now() == ([0, 1], [])

    asyncio.run(script())


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_everyone_gives_a_sign_of_life_however_many_tables_there_are(
    tmp_path, clock, monkeypatch, at_once
):
    monkeypatch.setattr(presence, "AT_ONCE", at_once)

    async def script():
        async with processes(tmp_path) as [house], AsyncExitStack() as there:
            tables = [await house.rooms.open("ana", terms(), (ANA, BEN)) for _ in range(3)]
            for table in tables:
                await there.enter_async_context(house.at(table, "ana"))
            clock[0] += AWAY
            await house.attendance.look_round()
            signs = house.store.tables.presence(tables)
            assert signs == {(table, "ana"): Sign(clock[0], here=True) for table in tables}

    asyncio.run(script())


@pytest.mark.parametrize("connected", [True, False])
def test_people_at_other_processes_are_there_as_well(tmp_path, clock, connected):
    async def script():
        async with processes(tmp_path, 2, connected=connected) as [one, two]:
            table = await one.rooms.open("ana", terms(), (ANA, BEN))
            async with one.at(table, "ana") as ana:
                async with two.at(table, "ben") as ben:
                    assert await ben.now() == ([1], [])
                    assert await ana.now() == ([0, 1], [])
                    assert await ben.now() == ([0, 1], [])
                    async with one.at(table, "ben"):
                        assert await ana.now() == ([0, 1], [])
                    # The first process says that Ben has gone, the second that he has not.
                    clock[0] += 1
                    assert await ana.now() == ([0], [])
                    await ben.now()
                    await ben.now()
                    assert await ana.now() == ([0, 1], [])
                await two.attendance.catch_up()
                assert await ana.now() == ([0], [])

    asyncio.run(script())


def test_people_of_a_process_that_was_killed_are_not_there_for_ever(tmp_path, clock):
    async def script():
        async with processes(tmp_path, 2) as [one, two]:
            table = await one.rooms.open("ana", terms(), (ANA, BEN))
            async with one.at(table, "ana") as ana, two.at(table, "ben") as ben:
                await ben.now()
                assert await ana.now() == ([0, 1], [])
                clock[0] += AWAY
                await one.attendance.look_round()
                assert await ana.last() == ([0], [])

    asyncio.run(script())


def test_a_friend_who_has_just_sat_down_is_there(house):
    """Over real sockets, in a real house."""

    async def script():
        async with http_client() as http:
            ann, ben = Guest(house), Guest(house)
            table = await ann.open(http, "hops", ["me", "open"], public=False, rated=False)
            async with Client(ann, table) as host:

                def told(here):
                    presence = [m for m in host.messages if m["type"] == "presence"]
                    return bool(presence) and presence[-1] == {
                        "type": "presence",
                        "here": here,
                        "lost": [],
                    }

                await ben.ask(http, "GET", "/api/me")
                async with Client(ben, table) as friend:
                    await friend.do("sit")
                    await host.until(lambda: told([0, 1]))
                await host.until(lambda: told([0]))
                async with Client(ben, table):
                    await host.until(lambda: told([0, 1]))

    asyncio.run(script())
