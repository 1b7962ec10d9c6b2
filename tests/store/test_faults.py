"""What goes wrong around the log: nothing that was kept is lost, or there twice."""

import asyncio
import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack, closing, suppress

import psycopg
import pytest

from kept import kept
from ludotheque.store import Row, StoreDown, Summary, database, open_store
from waiting import PATIENCE, wait_until

PLAYING = Summary(status="playing", public=True, due=None, note="{}")

APPENDER = """
import asyncio, sys
from ludotheque.store import Row, Summary, open_store

async def appender(store, name):
    playing = Summary("playing", True, None, "{}")
    await store.log.create(name, "seed", "chess", Row(1, name, 0, "{}"), playing)
    for seq in range(2, 1_000_000):
        if await store.log.append(name, Row(seq, f"{name}.{seq}", 0, "{}"), playing):
            print(name, seq, flush=True)

async def main():
    store = open_store(sys.argv[1])
    await asyncio.gather(*(appender(store, f"t{n}") for n in range(10)))

asyncio.run(main())
"""


def row(seq, stamp="mine"):
    return Row(seq, stamp, seq, "{}")


def losses_of(store):
    """Return an event that is set when the writer of *store* has found its database lost."""
    lost, leave = threading.Event(), store.log._disconnect

    def noted():
        leave()
        lost.set()

    store.log._disconnect = noted
    return lost


def is_left_alone(url):
    """Return whether nobody works at a database: PostgreSQL ends what the dead have begun."""
    if url.startswith("sqlite"):
        return True
    with psycopg.connect(url) as connection:
        others = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return connection.execute(others).fetchone() == (0,)


def test_what_was_acknowledged_survives_a_kill(url):
    asyncio.run(open_store(url).close())
    process = subprocess.Popen(
        [sys.executable, "-c", APPENDER, url], stdout=subprocess.PIPE, text=True
    )
    told = [process.stdout.readline().split() for _ in range(200)]
    process.send_signal(signal.SIGKILL)
    told += [line.split() for line in process.stdout if line.endswith("\n")]
    process.wait()
    process.stdout.close()
    wait_until(lambda: is_left_alone(url))

    async def body():
        store = open_store(url)
        for name in {name for name, _ in told}:
            rows = await store.log.read(name)
            last = max(int(seq) for other, seq in told if other == name)
            assert len(rows) >= last
            assert [r.seq for r in rows] == list(range(1, len(rows) + 1))
            assert kept(store, name).seq == len(rows)
        await store.close()

    asyncio.run(body())


class Cutter:
    """A way to a server that, when told to, loses the next answer and the connection with it."""

    def __init__(self, port):
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.cut_next = threading.Event()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client):
        with client, socket.create_connection(("127.0.0.1", self._to)) as server:
            while True:
                for source in select.select([client, server], [], [])[0]:
                    data = source.recv(65536)
                    if source is server and self.cut_next.is_set():
                        self.cut_next.clear()
                        self.cuts += 1
                        return
                    if not data:
                        return
                    (client if source is server else server).sendall(data)

    def close(self):
        self._listener.close()


def test_a_row_whose_acknowledgement_was_lost_is_known_as_ones_own(house, postgres):
    cutter = Cutter(postgres.port)

    async def body():
        store = open_store(house.replace(str(postgres.port), str(cutter.port)), patience=PATIENCE)
        other = open_store(house)
        await store.log.create("lost", "seed", "chess", row(1), PLAYING)
        for seq in range(2, 12):
            cutter.cut_next.set()
            assert await store.log.append("lost", row(seq, f"stamp{seq}"), PLAYING)
            rows = await other.log.read("lost")
            assert [r.seq for r in rows] == list(range(1, seq + 1))
        cutter.cut_next.set()
        assert await store.log.create("lost too", "seed", "chess", row(1), PLAYING)
        assert cutter.cuts == 11
        await store.close()
        await other.close()

    asyncio.run(body())
    cutter.close()


def test_connections_ended_by_the_server_only_delay(house):
    async def appender(store, name, stop):
        await store.log.create(name, "seed", "chess", row(1), PLAYING)
        seq = 1
        while not stop.is_set():
            seq += 1
            assert await store.log.append(name, row(seq, f"{name}.{seq}"), PLAYING)
        return seq

    def end_connections():
        with psycopg.connect(house, autocommit=True) as connection:
            for _ in range(12):
                wait_until(
                    lambda: connection.execute(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                        " AND state = 'active' AND query LIKE '%WITH new AS%'"
                    ).fetchone()[0],
                    lambda: "nobody appends any more",
                )

    async def body():
        store = open_store(house, patience=PATIENCE)
        stop = asyncio.Event()
        names = [f"ended{n}" for n in range(20)]
        tasks = [asyncio.create_task(appender(store, name, stop)) for name in names]
        try:
            await asyncio.to_thread(end_connections)
        finally:
            stop.set()
        for name, last in zip(names, await asyncio.gather(*tasks), strict=True):
            assert [r.seq for r in await store.log.read(name)] == list(range(1, last + 1))
        await store.close()

    asyncio.run(body())


def test_a_restart_of_the_server_only_delays(house, postgres):
    async def body():
        store = open_store(house, patience=PATIENCE)
        await store.log.create("restart", "seed", "chess", row(1), PLAYING)
        await asyncio.to_thread(postgres.stop)
        lost = losses_of(store)
        waiting = asyncio.create_task(store.log.append("restart", row(2), PLAYING))
        reading = asyncio.create_task(store.log.read("restart"))
        assert await asyncio.to_thread(lost.wait, PATIENCE)
        assert not waiting.done()
        await asyncio.to_thread(postgres.start)
        assert await waiting
        assert row(1) in await reading
        assert await asyncio.to_thread(kept, store, "restart")
        await store.close()

    asyncio.run(body())


def test_patience_has_an_end(house, postgres):
    async def body():
        store = open_store(house, patience=0)
        await store.log.create("down", "seed", "chess", row(1), PLAYING)
        assert store.answers()
        postgres.stop()
        try:
            assert not store.answers()
            with pytest.raises(StoreDown, match="does not answer"):
                await store.log.append("down", row(2), PLAYING)
            with pytest.raises(StoreDown, match="does not answer"):
                await store.log.read("down")
        finally:
            postgres.start()
        assert store.answers()
        assert await store.log.append("down", row(2), PLAYING)
        await store.close()

    asyncio.run(body())


def test_a_file_that_another_program_holds_only_delays(tmp_path):
    address = f"sqlite:///{tmp_path}/held.sqlite"

    async def body():
        store = open_store(address, patience=PATIENCE)
        hasty = open_store(address, patience=0)
        await store.log.create("t", "seed", "chess", row(1), PLAYING)
        with closing(sqlite3.connect(tmp_path / "held.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            lost = losses_of(store)
            waiting = asyncio.create_task(store.log.append("t", row(2), PLAYING))
            with pytest.raises(StoreDown, match="locked"):
                await hasty.log.append("t", row(2, "hasty"), PLAYING)
            assert await asyncio.to_thread(lost.wait, PATIENCE)
            assert not waiting.done()
            other.execute("ROLLBACK")
            assert await waiting
        assert not await hasty.log.append("t", row(2, "hasty"), PLAYING)
        await store.close()
        await hasty.close()

    asyncio.run(body())


def test_whoever_closes_the_store_waits_for_those_who_still_ask(url):
    """A connection that came back later would stay open, and any other test be blamed for it."""
    store = open_store(url, patience=PATIENCE)
    asked, told, used = threading.Event(), threading.Event(), []

    def work(connection):
        used.append(connection.connection.dbapi_connection)
        asked.set()
        assert told.wait(PATIENCE)

    async def body():
        asking = asyncio.create_task(asyncio.to_thread(store.database.read, work))
        assert await asyncio.to_thread(asked.wait, PATIENCE)
        closing = asyncio.create_task(store.close())
        await asyncio.to_thread(store.log._thread.join)  # now it leaves the database
        told.set()
        await asyncio.gather(asking, closing)

    asyncio.run(body())
    with pytest.raises((psycopg.OperationalError, sqlite3.ProgrammingError), match="closed"):
        used[0].cursor()


@pytest.mark.skipif(os.name != "posix", reason="files have modes on POSIX")
def test_the_file_of_secrets_is_its_owners_alone(tmp_path):
    asyncio.run(open_store(f"sqlite:///{tmp_path}/own.sqlite").close())
    assert (tmp_path / "own.sqlite").stat().st_mode & 0o077 == 0


def test_a_database_whose_connections_are_all_taken_does_not_answer(tmp_path, monkeypatch):
    monkeypatch.setitem(database.POOL, "pool_timeout", 0)
    store = open_store(f"sqlite:///{tmp_path}/house.sqlite")
    try:
        with ExitStack() as taken:
            for _ in range(database.POOL["pool_size"] + database.POOL["max_overflow"]):
                taken.enter_context(store.database.engine.connect())
            assert not store.answers()
        assert store.answers()
    finally:
        asyncio.run(store.close())
