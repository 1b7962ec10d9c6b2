"""How processes tell each other of tables: many at once, and whatever else is said there."""

import asyncio
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from ludotheque.errors import N_, NoSuchTable
from ludotheque.server.live import fanout
from ludotheque.server.live.fanout import CHANNEL, OverRedis
from waiting import PATIENCE, until


class Ear:
    """One process that listens, and what it has heard."""

    def __init__(self, url):
        self.fanout = OverRedis(url)
        self.told = {}
        self.attended = set()

    async def heard(self, table_id, seq):
        if table_id == "gone":
            raise NoSuchTable(N_("there is no such table"))
        if table_id == "broken":
            raise ZeroDivisionError
        self.told[table_id] = seq


@asynccontextmanager
async def listening(url):
    ear = Ear(url)
    task = asyncio.create_task(ear.fanout.listen(ear.heard, ear.attended.add))
    try:
        await until(lambda: ear.fanout.connected)
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def test_what_is_said_at_once_is_one_message_and_all_of_it_is_heard(redis, monkeypatch):
    monkeypatch.setattr(fanout, "PATIENCE", PATIENCE)

    async def script():
        async with (
            listening(redis.url) as one,
            listening(redis.url) as two,
            Redis.from_url(redis.url) as client,
            client.pubsub() as other,
        ):
            await other.subscribe(CHANNEL)
            await other.get_message(timeout=PATIENCE)
            for number in range(100):
                one.fanout.tell(f"t{number}", number)
            one.fanout.tell("t5", 6)
            one.fanout.tell_presence("t5")
            one.fanout.tell_presence("lobby")
            first = await other.get_message(timeout=PATIENCE)
            await until(lambda: len(two.told) == 100)
            await until(lambda: two.attended == {"t5", "lobby"})
        return first["data"].decode().splitlines(), two.told

    lines, told = asyncio.run(script())
    expected = {f"t{number}": number for number in range(100)} | {"t5": 6}
    assert told == expected
    acts = [f"{table_id} {seq}" for table_id, seq in expected.items()]
    assert sorted(lines) == sorted([*acts, "t5 here", "lobby here"])


def test_a_process_listens_on_whatever_is_said(redis, monkeypatch):
    monkeypatch.setattr(fanout, "RETRY", 0.05)

    async def script():
        async with listening(redis.url) as one, Redis.from_url(redis.url) as client:
            for number, noise in enumerate(
                [b"\xff\xfe", b"t", b"t x", b"", b"t " + b"9" * 5_000, b"gone 1", b"broken 1"]
            ):
                await client.publish(CHANNEL, noise)
                # Not before it is heard again: nothing is kept for those who are away.
                await until(lambda: one.fanout.connected)
                async with asyncio.timeout(PATIENCE):
                    while one.told.get("t") != number:
                        await client.publish(CHANNEL, f"broken 2\nt {number}\ngone 2")

    asyncio.run(script())


def test_whoever_stops_listening_stops_though_a_lost_connection_was_blamed(monkeypatch):
    async def script():
        connecting = asyncio.Event()

        async def lose(*_told):
            try:
                connecting.set()
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                """It is taken for a failure of the connection."""

        other = OverRedis("redis://127.0.0.1:1/0")
        monkeypatch.setattr(other, "_listen_once", lose)
        monkeypatch.setattr(fanout, "RETRY", 0)
        task = asyncio.create_task(other.listen(None, None))
        await connecting.wait()
        task.cancel()
        await asyncio.wait_for(task, PATIENCE)

    asyncio.run(script())
