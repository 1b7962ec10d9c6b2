"""Rooms by themselves, over a real store: what is begun, finished and told, in which order."""

import asyncio
import threading
from contextlib import asynccontextmanager

from blank import lay_out
from ludotheque.games import take
from ludotheque.games.hops import rules
from ludotheque.server.live import rooms as all_rooms
from ludotheque.server.live import scheduler
from ludotheque.server.live.computers import Computers
from ludotheque.server.live.fanout import Alone, OverTheLog
from ludotheque.server.live.players import Players
from ludotheque.server.live.room import now
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscription import subscribed
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.wire.messages import Close, Move
from ludotheque.store import open_store
from ludotheque.tables import Chair, Sitter, Terms
from server.answers import answers_for
from waiting import PATIENCE

HOPS = take("hops")
DENSE = "....r2r1./....b1r1./.....b5./.....b1./...b1.b5./...r6.b1./...r6.r3. r"
"""A board on which moves take long to list."""
TERMS = Terms(game=HOPS, options=HOPS.settle({}))
CHAIRS = (Chair(Sitter("ana", "Ana")), Chair())


@asynccontextmanager
async def opened(folder):
    """Give rooms and their store, and close them."""
    store = open_store(lay_out(folder / "house.db"))
    rooms = Rooms(store, Alone())
    yield rooms, store
    await rooms.stop(0)
    await store.close()


def test_whoever_closes_the_house_waits_for_what_has_been_begun(tmp_path, monkeypatch):
    async def script():
        async with opened(tmp_path) as (rooms, store):
            table_id = await rooms.open("ana", TERMS, CHAIRS)
            asked, told, append = asyncio.Event(), asyncio.Event(), store.log.append
            happened = []

            async def append_when_told(*row):
                asked.set()
                await told.wait()
                return await append(*row)

            async def close():
                await rooms.stop(0)
                happened.append("closed")

            monkeypatch.setattr(store.log, "append", append_when_told)
            rooms.on_change = lambda _room: happened.append("done")
            wish = Close(type="close", id="1")
            deed = asyncio.create_task(rooms.do(table_id, "ana", wish))
            await asked.wait()
            stops = [asyncio.create_task(close()) for _ in range(2)]
            await asyncio.sleep(0)  # both have gone as far as they can
            assert rooms.closing
            told.set()
            await asyncio.gather(*stops)
            assert happened == ["done", "closed", "closed"]
            assert await deed == 2

    asyncio.run(script())


def test_whoever_comes_while_the_house_closes_is_sent_away(tmp_path):
    async def script():
        async with opened(tmp_path) as (rooms, _):
            table_id = await rooms.open("ana", TERMS, CHAIRS)
            await rooms.stop(0)
            async with subscribed(rooms, answers_for("here"), table_id, "ana") as reader:
                assert '"welcome"' in await reader.next()
                assert await reader.next() is None

    asyncio.run(script())


def test_what_others_do_is_read_at_once_only_where_somebody_looks(tmp_path):
    async def script():
        async with opened(tmp_path) as (rooms, store):
            table_id = await rooms.open("ana", TERMS, CHAIRS)
            room = await rooms.room(table_id)
            assert rooms.heard("elsewhere", 7) is None
            assert rooms.heard(table_id, 1) is None
            assert not room.behind
            assert rooms.heard(table_id, 2) is None
            assert room.behind
            others = Rooms(store, OverTheLog())
            await others.do(table_id, "ana", Close(type="close", id="1"))
            async with subscribed(rooms, answers_for("here"), table_id, "ana"):
                assert room.table.closed
                following = rooms.heard(table_id, 3)
                assert following is not None
                await following

    asyncio.run(script())


def test_without_a_kernel_no_moves_are_listed_on_the_event_loop(tmp_path, monkeypatch):
    """Opened, read from the log, played on here or elsewhere: dense boards are ready when shown."""
    where = set()

    def noted(position):
        where.add(threading.current_thread().name.partition("_")[0])
        return listed(position)

    listed = rules.listed
    monkeypatch.setattr(rules, "listed", noted)
    monkeypatch.setattr(all_rooms, "BUILT", False)
    terms = Terms(game=HOPS, options=HOPS.settle({}), start=DENSE, rated=False)
    chairs = (Chair(Sitter("ana", "Ana")), Chair(Sitter("ana", "Bo")))

    async def script():
        async with opened(tmp_path) as (rooms, store):
            table_id = await rooms.open("ana", terms, chairs, beginner=0)
            others = Rooms(store, OverTheLog())
            for house in (rooms, others):
                await house.seen(table_id, "ana", lang="en")
            table = (await rooms.room(table_id)).table
            move = str(table.match.position.moves()[0])
            wish = Move(type="move", id="m", turn=table.turn, move=move)
            await rooms.do(table_id, "ana", wish)
            for house in (rooms, others):
                seen = await house.seen(table_id, "ana", lang="en")
                assert seen.table.seq == 2

    asyncio.run(script())
    assert where == {"deciding", "folding"}


def test_who_goes_while_a_table_is_caught_up_with_leaves_it_behind(tmp_path, monkeypatch):
    """The next one reads on where the first stopped."""
    held, go_on = threading.Event(), threading.Event()

    def slowly(decision):
        held.set()
        assert go_on.wait(PATIENCE)
        return listed(decision)

    listed = all_rooms._step_listed
    chairs = (Chair(Sitter("ana", "Ana")), Chair(Sitter("ana", "Bo")))

    async def script():
        async with opened(tmp_path) as (rooms, store):
            table_id = await rooms.open("ana", TERMS, chairs, beginner=0)
            others = Rooms(store, OverTheLog())
            for number in (1, 2, 3):
                table = (await others.room(table_id)).table
                move = str(table.match.position.moves()[0])
                wish = Move(type="move", id=f"m{number}", turn=table.turn, move=move)
                await others.do(table_id, "ana", wish)
            (await rooms.room(table_id)).behind = True  # as after a write that may have failed
            monkeypatch.setattr(all_rooms, "BUILT", False)
            monkeypatch.setattr(all_rooms, "_step_listed", slowly)
            first = asyncio.create_task(rooms.seen(table_id, "ana", lang="en"))
            await asyncio.to_thread(held.wait, PATIENCE)
            first.cancel()
            await asyncio.wait([first])
            go_on.set()
            seen = await rooms.seen(table_id, "ana", lang="en")
            assert first.cancelled()
            assert seen.table.seq == 4

    asyncio.run(script())


def test_what_has_just_become_due_is_left_to_who_has_the_table_in_memory(tmp_path, monkeypatch):
    async def script():
        async with opened(tmp_path) as (rooms, store):
            table_id = await rooms.open("ana", TERMS, CHAIRS)
            others = Rooms(store, OverTheLog())
            thinking = Thinking()
            computers = Computers(others, store, "another", thinking, Players(1))
            going_round = scheduler.Scheduler(others, store, OverTheLog(), computers)
            store.tables.set_due(table_id, 1, now())
            for moment, looked_at in ((3_600_000, False), (0, True)):
                monkeypatch.setattr(scheduler, "ELSEWHERE", moment)
                await going_round.go_round()
                assert (others.kept(table_id) is not None) is looked_at
            thinking.close()

    asyncio.run(script())
