"""Histories of several workers while they are killed, paused, cut off, and their clocks jump.

As Jepsen looks at databases: whatever was acknowledged, and when, must be explained by one order of
the acts at each table, in which nothing is missing and nothing twice, and in which nothing comes
before what had been acknowledged when it was asked for.
"""

import asyncio
import contextlib
import os
import signal
import time
from itertools import cycle
from math import inf
from random import Random
from types import SimpleNamespace

import pytest

from server import drifting
from server.audit import audits
from server.client import Client, Guest, Refused, http_client
from server.house import House
from server.link import Link
from server.test_crash import finish, keep_playing, wait_for

FAULTS = int(os.environ.get("LUDOTHEQUE_FAULTS", "9"))
"""How many there are at least; each kind comes in its turn."""
MINUTES = float(os.environ.get("LUDOTHEQUE_MINUTES", "0"))
"""For how long they go on coming."""
GAMES = ("tortuga", "race", "tortuga", "hops")
HOUR = 3_600_000
NEWS = 12
"""The acts of which the others hear while a fault lasts, and all after it."""


class Worker(House):
    """A worker that can be cut off from each of its servers, and whose clock can be set."""

    program = drifting.__file__

    def __init__(self, folder, database, redis, links):
        self.database_link, self.redis_link = links
        self.clock = folder / "clock"
        folder.mkdir()
        self.set_clock(0)
        super().__init__(
            folder,
            database.replace(f":{self.database_link._to}/", f":{self.database_link.port}/"),
            redis=redis.replace(f":{self.redis_link._to}/", f":{self.redis_link.port}/"),
            variables={drifting.VARIABLE: str(self.clock)},
        )

    def set_clock(self, off):
        new = self.clock.with_suffix(".new")
        new.write_text(str(off), "ascii")
        new.replace(self.clock)


class Historian(Client):
    """A client that notes when each deed was asked for, and when it was acknowledged."""

    def __init__(self, *args, **facts):
        super().__init__(*args, **facts)
        self.asked, self.told = {}, {}

    async def repeat(self, deed):
        self.asked[deed["id"]] = time.monotonic()
        seq = await super().repeat(deed)
        self.told[deed["id"]] = time.monotonic()
        return seq


def check_order(clients):
    """Check that no deed at a table comes before one acknowledged when it was asked for."""
    asked = sorted(
        (client.asked[deed], client.acknowledged[deed])
        for client in clients
        for deed in client.told
    )
    told = sorted(
        (client.told[deed], client.acknowledged[deed]) for client in clients for deed in client.told
    )
    heard, latest = iter([*told, (inf, 0)]), 0
    when, other = next(heard)
    for moment, seq in asked:
        while when < moment:
            latest = max(latest, other)
            when, other = next(heard)
        assert latest < seq
    return len(asked)


def test_an_order_is_refused_in_which_what_was_acknowledged_comes_after_what_was_asked_then():
    def one(*deeds):
        asked, told, seqs = zip(*deeds, strict=True)
        numbered = (dict(enumerate(each)) for each in (asked, told, seqs))
        return SimpleNamespace(
            **dict(zip(("asked", "told", "acknowledged"), numbered, strict=True))
        )

    ana = one((0, 2, 1), (3, 5, 3))
    assert check_order([ana, one((1, 4, 2), (6, 7, 4))]) == 4
    assert check_order([ana, one((4, 6, 2))]) == 3, "both were under way"
    with pytest.raises(AssertionError):
        check_order([ana, one((6, 7, 2))])


async def keep_talking(client, stopped):
    """Say something whenever anything has happened: both at a table at once, at their workers."""
    while not stopped.is_set():
        seq = client.seq
        with contextlib.suppress(Refused):  # that was enough until the next move
            await client.do("react", what="oops")
        await client.until(lambda seq=seq: client.seq > seq or stopped.is_set())


# Each fault lasts while its block is open.


@contextlib.asynccontextmanager
async def killed(worker):
    worker.kill()
    yield
    await worker.restart()


@contextlib.asynccontextmanager
async def paused(worker):
    worker.process.send_signal(signal.SIGSTOP)
    yield
    worker.process.send_signal(signal.SIGCONT)


def linked(link_of, how):
    @contextlib.asynccontextmanager
    async def fault(worker):
        link = link_of(worker)
        getattr(link, how)()
        yield
        link.mend()

    return fault


def clock_off(by):
    @contextlib.asynccontextmanager
    async def fault(worker):
        worker.set_clock(by)
        yield
        worker.set_clock(0)

    return fault


KINDS = (
    killed,
    paused,
    linked(lambda worker: worker.redis_link, "cut"),
    linked(lambda worker: worker.redis_link, "silence"),
    linked(lambda worker: worker.database_link, "cut"),
    linked(lambda worker: worker.database_link, "silence"),
    clock_off(HOUR),
    clock_off(-HOUR),
    killed,
)


async def heard(clients, players, news):
    """Wait until those *clients* have heard of so many more acts."""
    before = sum(client.seq for client in clients)
    await wait_for(players, lambda: sum(client.seq for client in clients) - before >= news)


async def seated(http, stack, workers):
    """Return pairs of clients at tables: both at one worker, or one at each."""
    pairs = []
    for number, game in enumerate(GAMES * 2):
        here, there = workers[number % 2], workers[number // 4]
        host, guest = Guest(here), Guest(there)
        table_id = await host.open(http, game, ["me", "open"], first_to=100)
        pair = [Historian(host, table_id), Historian(guest, table_id)]
        for client in pair:
            await stack.enter_async_context(client)
        await pair[1].do("sit")
        pairs.append(pair)
    return pairs


async def suffered(workers, faults):
    """Play on while one fault after another comes and goes; return the clients of each table."""
    stopped, rng = asyncio.Event(), Random(faults)
    async with http_client() as http, contextlib.AsyncExitStack() as stack:
        pairs = await seated(http, stack, workers)
        clients = [client for pair in pairs for client in pair]
        players = [
            asyncio.create_task(work)
            for number, client in enumerate(clients)
            for work in (
                keep_playing(client, Random(number), stopped),
                keep_talking(client, stopped),
            )
        ]

        async def everyone():
            await asyncio.gather(*(heard([client], players, 1) for client in clients))

        end = time.monotonic() + 60 * MINUTES
        for number, kind in enumerate(cycle(KINDS)):
            if number >= faults and time.monotonic() >= end:
                break
            struck = rng.choice(workers)
            spared = [
                client
                for pair in pairs
                for client in pair
                if all(other.house is not struck for other in pair)
            ]
            async with kind(struck):
                await heard(spared, players, NEWS)
            await heard(clients, players, NEWS)
            # A long table is read for longer than faults at short ones take to come and go.
            if number % len(KINDS) == 0:
                await everyone()
        await everyone()
        stopped.set()
        for client in clients:
            async with client.changed:
                client.changed.notify_all()
        await asyncio.gather(*players)
        await finish(clients)
    return pairs


def test_whatever_happens_to_workers_each_table_has_one_history(tmp_path, postgres, redis):
    database = postgres.make_database()

    async def script():
        async with contextlib.AsyncExitStack() as stack:
            workers = []
            for name in ("one", "two"):
                links = [Link(server.port) for server in (postgres, redis)]
                for link in links:
                    await stack.enter_async_context(link)
                workers.append(Worker(tmp_path / name, database, redis.url, links))
                workers[-1].start()
                stack.callback(workers[-1].kill)
                await asyncio.to_thread(workers[-1].wait)
            pairs = await suffered(workers, FAULTS)
            assert [worker.faults() for worker in workers] == [[], []]
            return pairs

    pairs = asyncio.run(script())
    found = asyncio.run(audits(database, [pair[0].table_id for pair in pairs]))
    for pair in pairs:
        assert check_order(pair)
        for client in pair:
            found[client.table_id].check_heard(client)
        done = {act.key for act in found[pair[0].table_id].acts if act.key is not None}
        assert done == set(pair[0].acknowledged) | set(pair[1].acknowledged)
