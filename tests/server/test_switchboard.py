"""Several workers on one port: all sockets of a table are at one worker, whichever was called."""

import asyncio
import contextlib
import os
import re
import signal
from pathlib import Path
from random import Random

import pytest

from server.client import Client, Guest, http_client
from server.house import House
from server.test_faults import audited, figure, play_on
from waiting import until, wait_until

TABLES = 6
WORKERS = 2
MORE = 5
"""How often as many tables more are opened, should nobody have called the wrong worker."""


@pytest.fixture(scope="module")
def crew(tmp_path_factory, postgres, redis):
    """Run a house of several workers on one port."""
    house = House(
        tmp_path_factory.mktemp("crew"),
        postgres.make_database(),
        redis=redis.url,
        variables={"LUDOTHEQUE_WORKERS": str(WORKERS)},
    )
    with house.running():
        # The first worker answers before the others have their numbers, and keeps what it is asked.
        wait_until(lambda: len(numbers(house)) == WORKERS, house.tail)
        yield house
        house.stop()  # a parent that is killed would leave its workers behind
    assert house.faults() == []


def numbers(house):
    """Return the numbers under which the workers of a house can be reached."""
    return {note["number"] for note in house.notes() if note["event"] == "switchboard.open"}


def children(house):
    """Return the processes that the house has begun."""
    pid = house.process.pid
    return Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()


def files_of(pid):
    """Return the numbers of the connections that a process has open."""
    with contextlib.suppress(OSError):  # it has ended
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if found := re.fullmatch(r"socket:\[([0-9]+)\]", str(file.readlink())):
                    yield found[1]


def holders(client):
    """Return the processes that hold a client's socket: two while it is handed over."""
    ends = [f":{client.house.port:04X}", f":{client.socket.local_address[1]:04X}"]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()]
    (number,) = (row[9] for row in rows if [row[1][-5:], row[2][-5:], row[3]] == [*ends, "01"])
    return [pid for pid in children(client.house) if number in files_of(pid)]


def handed_over(house):
    """Return how many sockets were not called where they belong."""
    return figure(house, "ludotheque_handed_over_total")


async def worker_of(client):
    """Return the process at which a client's socket has ended up."""
    (worker,) = await until(lambda: len(found := holders(client)) == 1 and found)
    return worker


async def killed_while_it_is_asked(house, worker):
    """Kill a worker while its parent waits to hear whether it is well."""
    os.kill(int(worker), signal.SIGSTOP)
    place = Path(f"/proc/{house.process.pid}/wchan")
    await until(lambda: "poll" in place.read_text("ascii"))
    os.kill(int(worker), signal.SIGKILL)


async def seated(http, stack, house):
    """Return two clients and a watcher at each of some tables."""
    parties = []
    for _ in range(TABLES):
        host, guest = Guest(house), Guest(house)
        table_id = await host.open(http, "tortuga", ["me", "open"], first_to=100)
        party = [Client(one, table_id) for one in (host, guest, Guest(house))]
        for client in party:
            await stack.enter_async_context(client)
        await party[1].do("sit")
        parties.append(party)
    return parties


def test_all_sockets_of_a_table_are_at_one_worker(crew):
    async def script():
        async with http_client() as http, contextlib.AsyncExitStack() as stack:
            parties = await seated(http, stack, crew)
            for _ in range(MORE):
                if handed_over(crew):
                    break
                parties += await seated(http, stack, crew)  # all have called where they belong
            places = [[await worker_of(client) for client in party] for party in parties]
            await asyncio.gather(*(play_on(party[:2], Random(1), 10) for party in parties))
            return parties, places

    parties, places = asyncio.run(script())
    assert {len(set(place)) for place in places} == {1}
    assert handed_over(crew)
    for party in parties:
        audited(crew, *party)


def test_a_worker_that_is_gone_is_done_without(crew):
    async def script():
        async with http_client() as http, contextlib.AsyncExitStack() as stack:
            parties = await seated(http, stack, crew)
            gone = await worker_of(parties[0][0])
            await killed_while_it_is_asked(crew, gone)
            await asyncio.gather(*(play_on(party[:2], Random(2), 10) for party in parties))
            await until(lambda: gone not in children(crew) and len(children(crew)) > WORKERS)
            await asyncio.gather(*(play_on(party[:2], Random(3), 10) for party in parties))
            return parties

    for party in asyncio.run(script()):
        audited(crew, *party)
