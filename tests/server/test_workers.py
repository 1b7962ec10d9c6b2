"""Several workers, one house: whoever sits where sees the same, and a computer moves once."""

import asyncio
import re
import threading
import urllib.request
from random import Random

import psycopg
import pytest

from ludotheque.match.events import Moved
from server import pensive
from server.audit import audits
from server.client import Client, Guest, http_client
from server.house import House
from server.test_faults import audited, play_on, two_at_a_table
from waiting import GLANCE, PATIENCE, until

TABLES = 6
OWN_MOVES = 2
"""At each table through each worker."""


@pytest.fixture(scope="module", params=["redis", "polling"])
def both(request, tmp_path_factory, postgres):
    """Two workers on two ports, with one database, that hear of each other or look at the log."""
    database = postgres.make_database()
    redis = request.getfixturevalue("redis").url if request.param == "redis" else None
    folder = tmp_path_factory.mktemp("workers")
    first, second = (House(folder, database, redis=redis) for _ in range(2))
    with first.running(), second.running():
        yield first, second


@pytest.fixture
def houses(both):
    """Give the two workers, started again where a test has killed one."""
    for house in both:
        if house.process.poll() is not None:
            house.start().wait()
    return both


def thoughts(house):
    """Return how often a worker has thought about a computer's move."""
    with urllib.request.urlopen(f"{house.url}/metrics", timeout=PATIENCE) as page:  # noqa: S310 - our own address
        text = page.read().decode()
    found = re.findall(r"^ludotheque_thinking_seconds_count\{.*\} ([0-9.]+)$", text, re.MULTILINE)
    return sum(map(float, found))


def test_clients_on_different_workers_see_the_same_sequence(houses):
    async def script():
        async with http_client() as http, two_at_a_table(http, *houses, game="race") as pair:
            table_id = pair[0].table_id
            watchers = [Client(Guest(house), table_id, since=0) for house in houses * 2]
            late = Client(Guest(houses[0]), table_id, since=1)
            async with watchers[0], watchers[1], watchers[2], watchers[3], late:
                await play_on(pair, Random(1), 60)
                last = max(client.seq for client in pair)
                for client in (*pair, *watchers, late):
                    await client.until(lambda client=client: client.seq >= last)
                return pair, watchers, late

    pair, watchers, late = asyncio.run(script())
    for watcher in watchers:
        assert watcher.steps == watchers[0].steps
    assert late.steps == {seq: step for seq, step in watchers[0].steps.items() if seq > 1}
    assert len(watchers[0].steps) > 60
    audited(houses[0], *pair, *watchers)


def test_a_race_between_workers_has_one_winner(houses):
    """Both players send again and again from both workers at once: each deed is done once."""

    async def script():
        async with http_client() as http, two_at_a_table(http, *houses) as (one, two):
            # The same two people, each once more at the other worker.
            mirrored = [
                Client(one.guest, one.table_id, house=houses[1]),
                Client(two.guest, two.table_id, house=houses[0]),
            ]
            async with mirrored[0], mirrored[1]:
                for _ in range(20):
                    seq = max(one.seq, two.seq)
                    for client in (one, two, *mirrored):
                        await client.until(lambda client=client, seq=seq: client.seq >= seq)
                    if one.over:
                        break
                    mover, double = (one, mirrored[0]) if one.to_move else (two, mirrored[1])
                    deed = {"type": "move", "id": f"m{seq}", "turn": mover.match["turn"]}
                    deed["move"] = Random(seq).choice(mover.legal())
                    answers = await asyncio.gather(mover.repeat(deed), double.repeat(deed))
                    assert len(set(answers)) == 1
            return one, two, *mirrored

    clients = asyncio.run(script())
    audited(houses[0], *clients)


def test_for_each_move_of_a_computer_one_worker_thinks_once(houses):
    """Both workers have every table before them, and see each turn of a computer."""

    async def evening(http, number):
        guest, rng = Guest(houses[number % 2]), Random(number)
        table_id = await guest.open(http, "tortuga", ["me", {"level": 1}])
        here, there = (Client(guest, table_id, house=house) for house in houses)
        async with here, there:
            for client, other in ((here, there), (there, here)) * OWN_MOVES:
                await its_turn(client)
                if client.over:
                    break
                await client.play(rng)
                await its_turn(client)
                await other.until(lambda: other.seq >= client.seq)  # noqa: B023 - awaited here
        return table_id

    async def script():
        async with http_client() as http:
            watching = asyncio.create_task(asyncio.to_thread(holders, houses[0].database, played))
            tables = await asyncio.gather(*(evening(http, number) for number in range(TABLES)))
            played.set()
            return tables, await watching

    played = threading.Event()
    before = sum(map(thoughts, houses))
    tables, seen = asyncio.run(script())
    assert seen <= {str(house.process.pid) for house in houses}
    moves = 0
    for audit in asyncio.run(audits(houses[0].database, tables)).values():
        moves += sum(act.by is None and isinstance(act.events[0], Moved) for act in audit.acts)
    assert moves >= TABLES
    assert sum(map(thoughts, houses)) - before == moves


async def its_turn(client):
    """Wait until a client is to move, or the game is over."""
    await client.until(lambda: client.to_move or client.over)


def holders(database, played):
    """Return the processes that are seen to think for a table until all have *played*."""
    seen = set()
    with psycopg.connect(database, autocommit=True) as connection:
        while not played.wait(GLANCE):
            rows = connection.execute("SELECT lease_by FROM tables WHERE lease_by IS NOT NULL")
            seen |= {worker.partition("-")[0] for (worker,) in rows}
    return seen


class PensiveHouse(House):
    """A house whose computers of level 8 think until they are told."""

    program = pensive.__file__


@pytest.fixture(params=["redis", "polling"])
def thoughtful(request, tmp_path, postgres):
    """Give two workers whose computers think until they are told, and the gate that tells them."""
    database = postgres.make_database()
    redis = request.getfixturevalue("redis").url if request.param == "redis" else None
    gate = pensive.Gate(tmp_path / "gate")
    gate.folder.mkdir()
    variables = {pensive.VARIABLE: str(gate.folder)}
    houses = [PensiveHouse(tmp_path, database, redis=redis, variables=variables) for _ in range(2)]
    with houses[0].running(), houses[1].running():
        yield houses, gate


def test_what_a_killed_worker_thought_about_is_taken_over(thoughtful):
    houses, gate = thoughtful

    async def script():
        guest = Guest(houses[0])
        async with http_client() as http:
            chairs = ["me", {"level": 8}]
            table_id = await guest.open(http, "tortuga", chairs, beginner=0)
            clients = [Client(guest, table_id, house=house) for house in houses]
            async with clients[0], clients[1]:
                await clients[1].do("move", turn=clients[1].match["turn"], move="d2-d3")
                first = min(await until(gate.thinkers))
                killed = next(number for number, h in enumerate(houses) if h.process.pid == first)
                houses[killed].kill()
                left = houses[1 - killed].process.pid
                assert await until(lambda: gate.thinkers() - {first}) == {left}
                assert not clients[1 - killed].to_move
                gate.open()
                await its_turn(clients[1 - killed])
                return table_id

    table_id = asyncio.run(script())
    audit = asyncio.run(audits(houses[0].database, [table_id]))[table_id]
    assert sum(isinstance(act.events[0], Moved) for act in audit.acts) == 2
    assert sum(act.by is None for act in audit.acts) == 1
