"""The house is killed at any moment: what it acknowledged is there once, and games go on."""

import asyncio
import contextlib
import json
import os
import secrets
import time
import urllib.request
from random import Random
from types import SimpleNamespace

from ludotheque.games import take
from ludotheque.match import read_clock
from ludotheque.server.live import room
from ludotheque.store import Row, Summary, open_store
from ludotheque.tables import Chair, Deed, Host, Sitter, Terms, act_text
from server.audit import audits, time_left
from server.client import Client, Guest, Refused, http_client
from server.doors import open_doors
from server.house import House
from waiting import PATIENCE, until, wait_until

KILLS = int(os.environ.get("LUDOTHEQUE_KILLS", "4"))
"""How often the house is killed; `make kills` asks for a thousand."""
TABLES = min(2 * KILLS, 50)
RUSHED = 4
"""Every so many kills, one comes while everyone is still coming back from the one before."""
CLOCK = "20m+2s"


def shelf_of(tables):
    """Return the game of each table: short ones, so that many are finished between the kills."""
    return [("race" if n % 5 == 0 else "hops" if n % 25 == 1 else "tortuga") for n in range(tables)]


async def keep_playing(client, rng, stopped):
    """Play game after game until told to stop."""
    while not stopped.is_set():
        await client.until(lambda: client.to_move or client.over or stopped.is_set())
        if stopped.is_set():
            return
        try:
            if client.over:
                number = client.table["number"]
                await client.do("again")
                await client.until(
                    lambda number=number: client.table["number"] > number or stopped.is_set()
                )
            else:
                await client.play(rng)
        except Refused as refusal:
            # An answer may be lost with the connection, never the deed: then this is no surprise.
            raise AssertionError(refusal) from refusal


async def sit_down(http, house, game, rng):
    """Return two clients, not yet connected, of a new table."""
    first, second = Guest(house), Guest(house)
    clock = None if game == "race" and rng.random() < 0.5 else CLOCK
    table_id = await first.open(http, game, ["me", "open"], clock=clock, first_to=100)
    return Client(first, table_id), Client(second, table_id)


async def crash_and_play(house, tables, kills):
    """Play at *tables* tables while the house is killed *kills* times; return the clients."""
    rng = Random(tables * kills)
    stopped = asyncio.Event()
    clients = []
    async with contextlib.AsyncExitStack() as stack:
        http = await stack.enter_async_context(http_client())
        for game in shelf_of(tables):
            pair = await sit_down(http, house, game, rng)
            for client in pair:
                await stack.enter_async_context(client)
            await pair[1].do("sit")
            clients += pair
        players = [
            asyncio.create_task(keep_playing(client, Random(number), stopped))
            for number, client in enumerate(clients)
        ]
        gone = [0 for _ in clients]
        for number in range(kills):
            # In the middle of play, or now and then while everyone is still coming back.
            if number % RUSHED:
                await back(clients, players, gone)
                await heard(clients, players, rng.randrange(2 * len(clients)))
            else:
                await back(clients, players, gone, rng.randrange(len(clients)))
            house.kill()
            gone = [client.connections for client in clients]
            await house.restart()
        await heard(clients, players, len(clients), everyone=True)
        await finished(clients, players)
        stopped.set()
        for client in clients:
            async with client.changed:
                client.changed.notify_all()
        await asyncio.gather(*players)
        await finish(clients)
    return clients


async def back(clients, players, gone, least=None):
    """Wait until clients, all or at least so many, have come back after the house was killed."""

    def enough():
        pairs = zip(clients, gone, strict=True)
        return sum(client.connections > count for client, count in pairs) >= (
            len(clients) if least is None else least
        )

    await wait_for(players, enough)


async def heard(clients, players, news, *, everyone=False):
    """Wait until the clients have heard of so many acts, and each of them of some if need be."""
    before = [client.seq for client in clients]

    def enough():
        new = [client.seq - seq for client, seq in zip(clients, before, strict=True)]
        return sum(new) >= news and (all(new) or not everyone)

    await wait_for(players, enough)


async def finished(clients, players):
    """Wait until at more than a quarter of the tables a game has ended and another begun."""
    await wait_for(
        players, lambda: 4 * sum(client.table["number"] > 1 for client in clients) > len(clients)
    )


async def wait_for(players, true):
    """Wait until *true*() holds, and no longer than the players play without a mistake."""

    def holds():
        for player in players:
            if player.done():
                player.result()
        return true()

    await until(holds)


async def finish(clients):
    """Let everyone whose game is not over give it up."""
    for first, second in zip(clients[::2], clients[1::2], strict=True):
        if not first.over:
            with contextlib.suppress(Refused):
                await first.do("resign")
        await first.until(lambda first=first: first.over)
        await second.until(lambda first=first, second=second: second.seq >= first.seq)


def tell(house, clients):
    """Check every table against what its clients were told."""
    tables = {client.table_id for client in clients}
    found = asyncio.run(audits(house.database, tables))
    for client in clients:
        assert client.acknowledged
        assert client.welcomes == 1
        found[client.table_id].check_heard(client)
    for first, second in zip(clients[::2], clients[1::2], strict=True):
        # Whatever was done was acknowledged in the end: each deed was sent until it was.
        audit = found[first.table_id]
        done = {act.key for act in audit.acts if act.key is not None}
        assert done == set(first.acknowledged) | set(second.acknowledged)
        assert audit.last.status == "over"
    return found


def test_nothing_acknowledged_is_lost_when_the_house_is_killed_again_and_again(tmp_path):
    house = House(tmp_path)
    with house.running():
        clients = asyncio.run(crash_and_play(house, TABLES, KILLS))
        house.stop()
        assert "house.closed" in [note["event"] for note in house.notes()]
    found = tell(house, clients)
    assert min(client.connections for client in clients) > KILLS - KILLS // RUSHED
    ends = [table.match.outcome.reason for audit in found.values() for table in audit.games]
    assert sum(reason not in {"resigned", "aborted"} for reason in ends) > TABLES // 4
    assert house.faults() == []


def test_nor_where_the_house_is_killed_and_the_database_goes_on(tmp_path, postgres):
    house = House(tmp_path, postgres.make_database())
    with house.running():
        clients = asyncio.run(crash_and_play(house, 5, 2))
    tell(house, clients)


# Clocks


async def a_game(http, house, clock):
    """Return two clients, not yet connected, of a table with that clock."""
    first, second = Guest(house), Guest(house)
    table_id = await first.open(http, "tortuga", ["me", "open"], clock=clock)
    return Client(first, table_id), Client(second, table_id)


def test_clocks_are_exact_across_a_crash(tmp_path):
    house = House(tmp_path)

    async def script():
        async with http_client() as http:
            one, two = await a_game(http, house, "10m+5s")
            async with one, two:
                await two.do("sit")
                for _ in range(4):
                    mover = await whose_turn(one, two)
                    await mover.play(Random(1))
                killed = time.monotonic()
                house.kill()
                await house.restart()
                down = time.monotonic() - killed
                async with Client(Guest(house), one.table_id) as watcher:
                    await (await whose_turn(one, two)).play(Random(2))
                    await watcher.until(lambda: watcher.seq == max(one.seq, two.seq))
                    return one, two, watcher, down

    with house.running():
        one, two, watcher, down = asyncio.run(script())
    audit = asyncio.run(audits(house.database, [one.table_id]))[one.table_id]
    for client in (one, two, watcher):
        audit.check_heard(client)
    welcome = watcher.messages[0]
    then = audit.tables[welcome["table"]["seq"] - 1].match
    clock = [time_left(then, seat, welcome["at"]) for seat in then.seats]
    assert welcome["table"]["match"]["clock"] == clock
    # The time while the house was down was somebody's.
    assert sum(audit.last.match.used) >= int(1_000 * down)


async def whose_turn(one, two):
    """Wait until both have heard the same, and return who is to move."""
    await one.until(lambda: one.match is not None and one.seq >= two.seq)
    await two.until(lambda: two.match is not None and two.seq >= one.seq)
    return one if one.to_move else two


SECOND, DAY = 1_000, 86_400_000
GAMES = [
    ("4s", 4 * SECOND, 60 * SECOND),
    ("1h", 3_600 * SECOND, 60 * SECOND),
    ("3d/move", 3 * DAY, 3 * DAY + 5 * SECOND),
    ("3d/move", 3 * DAY, 3 * DAY - 3_600 * SECOND),
]
"""Clocks, how long the first move may take by each, and how long ago the game began."""


def test_a_flag_that_fell_while_the_house_was_down_fell_when_it_did(tmp_path):
    house = House(tmp_path)
    now = time.time_ns() // 1_000_000
    games = {
        secrets.token_urlsafe(12): (clock, now - ago, now - ago + limit)
        for clock, limit, ago in GAMES
    }
    fallen = [table_id for table_id, (_, _, falls) in games.items() if falls < now]

    async def prepare():
        store = open_store(house.database)
        for table_id, (clock, began, _) in games.items():
            await begin(store, table_id, began, clock)
        await store.close()

    def seen(table_id):
        with urllib.request.urlopen(f"{house.url}/api/tables/{table_id}", timeout=PATIENCE) as page:  # noqa: S310 - our own address
            return json.load(page)

    asyncio.run(prepare())
    with house.running():
        wait_until(lambda: all(seen(one)["table"]["status"] == "over" for one in fallen))
        told = {table_id: seen(table_id) for table_id in games}
    found = asyncio.run(audits(house.database, games))
    assert len(fallen) == 2
    for table_id, (_, began, falls) in games.items():
        match = told[table_id]["table"]["match"]
        if table_id in fallen:
            # Nobody had moved: its time ran out, and there is no result.
            assert match["outcome"] == {"shares": [0.5, 0.5], "reason": "aborted"}
            assert found[table_id].last.match.events[-1].at == falls
        else:
            assert match["outcome"] is None
            assert match["clock"] == [falls - told[table_id]["at"], falls - began]


async def begin(store, table_id, at, clock):
    """Write a game that began at the time *at* into the log."""
    host = Host(secrets.token_hex(32))
    game = take("tortuga")
    terms = Terms(game=game, options=game.settle({}), clock=read_clock(clock))
    chairs = [Chair(Sitter("p0", "Ann")), Chair(Sitter("p1", "Bob"))]
    step = host.open(Deed("p0", at), terms, chairs)
    row = Row(1, secrets.token_hex(8), at, act_text(step.act))
    summary = Summary(status="playing", public=True, due=step.after.due, note="{}")
    assert await store.log.create(table_id, host.secret, "tortuga", row, summary)


def test_lag_that_a_client_measured_is_forgiven_from_the_bank(tmp_path, monkeypatch):
    passed = [0]
    clock = SimpleNamespace(time_ns=lambda: time.time_ns() + passed[0] * 1_000_000)
    monkeypatch.setattr(room, "time", clock)

    async def script(house):
        async with http_client() as http:
            one, two = await a_game(http, house, "5m")
            async with one, two:
                await two.do("sit")
                for lag in (0, 400, 60_000):
                    mover = await whose_turn(one, two)
                    answered = pongs(mover)
                    await mover.say(json.dumps({"type": "ping", "lag": lag}))
                    await mover.until(lambda: pongs(mover) > answered)  # noqa: B023 - awaited here
                    passed[0] += 1_200
                    await mover.play(Random(lag))
                return one.table_id

    with open_doors(tmp_path) as doors:
        table_id = asyncio.run(script(doors))
    database = f"sqlite:///{tmp_path / 'house.db'}"
    audit = asyncio.run(audits(database, [table_id]))[table_id]
    moves = [act for act in audit.acts if act.key is not None][-3:]
    assert [act.lag for act in moves] == [0, 400, 1_000]
    # What is forgiven one is not charged to the other: the game's time stays behind the house's.
    assert [act.at - act.events[0].at for act in moves] == [0, 400, 1_400]
    assert sorted(audit.last.bank) == [9_000, 9_600]


def pongs(client):
    """Return how many pings of a client have been answered."""
    return sum(message["type"] == "pong" for message in client.messages)
