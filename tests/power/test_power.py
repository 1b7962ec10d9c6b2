"""The power goes at any moment: what the house acknowledged or showed is on the disk."""

import asyncio
import contextlib
import errno
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ludotheque.store import open_store
from power import failing
from power import house as hasty
from power.disk import Disk, content, lay, mark, read_trace, watched
from server.audit import Audit
from server.client import Client, Guest, http_client
from server.house import House

CUTS = int(os.environ.get("LUDOTHEQUE_CUTS", "20"))
"""How often the power is cut; `make torture` asks for 200."""
CUTS_A_ROUND = 10
"""So many moments of one evening are looked at, and the next goes on from one of them."""
GAMES = ("tortuga", "race", "tortuga", "hops")
MOVES = 12
"""What is played at each table in one evening."""
FILES = ("house.db", "house.db-wal")


class Witness(Client):
    """A client that marks in the trace what it hears: acknowledgements, and acts that are shown."""

    def __init__(self, trace, *args, **facts):
        super().__init__(*args, **facts)
        self._trace = trace

    async def hear(self, message):
        if message["type"] in {"done", "step"}:
            mark(self._trace, json.dumps([self.table_id, message["seq"]]))
        await super().hear(message)


class HastyHouse(House):
    """A house whose journal is short, and whose disk is watched."""

    program = hasty.__file__

    def __init__(self, folder, build, **settings):
        self.data = folder / "data"
        self.trace = folder / "trace"
        watch = watched(self.data, self.trace, build)
        super().__init__(
            folder, f"sqlite:///{self.data / 'house.db'}", variables={**watch, **settings}
        )


async def evening(house, tables):
    """Play at *tables*, pairs of guests by id, or open them if there are none; return them."""
    async with http_client() as http, contextlib.AsyncExitStack() as stack:
        pairs = []
        for number, game in enumerate(GAMES):
            if len(tables) <= number:
                host = Guest(house)
                table_id = await host.open(http, game, ["me", "open"], first_to=100)
                tables[table_id] = (host, Guest(house))
            table_id, guests = list(tables.items())[number]
            pair = [Witness(house.trace, guest, table_id) for guest in guests]
            for client in pair:
                await stack.enter_async_context(client)
            if not pair[1].seats:
                await pair[1].do("sit")
            pairs.append(pair)
        await asyncio.gather(*(play(pair, Random(n)) for n, pair in enumerate(pairs)))
    return tables


async def play(pair, rng):
    """Play some moves at a table, and another game if one ends."""
    for _ in range(MOVES):
        last = max(client.seq for client in pair)
        for client in pair:
            await client.until(lambda client=client: client.seq >= last)  # noqa: B023 - awaited here
        if pair[0].over:
            for client in pair:
                await client.do("again")
            continue
        await next(client for client in pair if client.to_move).play(rng)


def left_at(trace, before, moment, rng=None):
    """Return what is left of the files *before* a trace, cut at *moment*, and what was promised."""
    disk, promised = Disk(before), {}
    for change in trace[:moment]:
        if change.kind == "M":
            table_id, seq = json.loads(change.name)
            promised[table_id] = max(seq, promised.get(table_id, 0))
        else:
            disk.do(change)
    return disk.left(rng), promised


async def logs_in(folder):
    """Return the rows and the secret of every table of a house, which must be sound."""
    with contextlib.closing(sqlite3.connect(folder / "house.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ids = [table_id for (table_id,) in connection.execute("SELECT id FROM tables")]
    store = open_store(f"sqlite:///{folder / 'house.db'}")
    try:
        logs = {table_id: await store.log.whole(table_id) for table_id in ids}
    finally:
        await store.close()
    assert {table_id: log.broken for table_id, log in logs.items() if log.broken} == {}
    return {table_id: (log.rows, log.secret) for table_id, log in logs.items()}


def lost(found, promised):
    """Return by table how many of the promised acts are missing."""
    missing = {
        table_id: seq - len(found.get(table_id, ((), None))[0])
        for table_id, seq in promised.items()
    }
    return {table_id: count for table_id, count in missing.items() if count > 0}


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    return tmp_path_factory.mktemp("disk")


def prepared(folder, build, **settings):
    """Return a house whose database is there already, and in which nothing has happened."""
    house = HastyHouse(folder, build, **settings)
    house.data.mkdir()
    asyncio.run(open_store(house.database).close())
    return house


def test_nothing_that_was_acknowledged_is_lost_when_the_power_goes(tmp_path, build):
    rng = Random(CUTS)
    house, tables = prepared(tmp_path, build, CHECKPOINT="30"), {}
    for _ in range(max(2, CUTS // CUTS_A_ROUND)):
        before = content(house.data, *FILES)
        house.trace.unlink(missing_ok=True)
        with house.running():
            tables = asyncio.run(evening(house, tables))
            house.kill()
        trace = read_trace(house.trace)
        assert {("W", "house.db"), ("S", "house.db")} <= {change[:2] for change in trace}
        whole = asyncio.run(logs_in(house.data))
        for _ in range(CUTS_A_ROUND):
            moment = rng.randrange(len(trace) // 4, len(trace))
            files, promised = left_at(trace, before, moment, rng)
            lay(tmp_path / "left", files)
            found = asyncio.run(logs_in(tmp_path / "left"))
            assert lost(found, promised) == {}, f"cut at {moment} of {len(trace)}"
            for table_id, (rows, secret) in found.items():
                assert rows == whole[table_id][0][: len(rows)]
                Audit(rows, secret)
        # The next evening begins with what this cut has left, once everyone had sat down.
        if set(tables) <= set(found):
            lay(house.data, content(tmp_path / "left", *FILES))


def test_the_cuts_see_what_a_lax_database_loses(tmp_path, build):
    """A test of the test: if commits do not wait for the disk, acknowledged moves are gone."""
    house = prepared(tmp_path, build, LAXNESS="NORMAL")
    before = content(house.data, *FILES)
    with house.running():
        asyncio.run(evening(house, {}))
        house.kill()
    trace = read_trace(house.trace)
    files, promised = left_at(trace, before, len(trace))
    lay(tmp_path / "left", files)
    assert lost(asyncio.run(logs_in(tmp_path / "left")), promised)


@pytest.mark.parametrize(("error", "lasting"), [(errno.EIO, 0), (errno.ENOSPC, 1)])
def test_whichever_change_of_the_disk_fails_what_was_acknowledged_is_kept(
    tmp_path, build, error, lasting
):
    """One after the other: an error that passes, and a disk that is full from then on."""
    folder, here = tmp_path / "data", Path(failing.__file__)
    ran = subprocess.run(
        [sys.executable, here, folder, str(error), str(lasting)],
        env={
            **os.environ,
            **watched(folder, tmp_path / "trace", build),
            "PYTHONPATH": str(here.parents[1]),
        },
        check=True,
        stdout=subprocess.PIPE,
    )
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    every = list(range(1, failing.ROWS + 1))
    assert [one["kept"] for one in (told[0], told[-1])] == [[], every]
    for one in told:
        assert one["left"][: len(one["kept"])] == one["kept"], one
        assert one["mended"] == one["there"] == every, one
