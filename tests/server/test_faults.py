"""What others do wrong: lost services, slow readers, messages twice, late, or without sense."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import resource
import secrets
import signal
import socket as sockets
import urllib.request
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server.live.subscription import MOST_MISSED
from server import fuzz, watchful
from server.audit import audits
from server.client import Client, Guest, Refused, http_client
from server.house import House
from waiting import PATIENCE, wait_until

MALFORMED = int(os.environ.get("LUDOTHEQUE_MALFORMED", "10000"))
"""How many wrong messages are sent; `make torture` asks for a million."""
FUZZERS = 25
MEGABYTE = 1 << 20


def figure(house, name):
    """Return a figure of the house's metrics."""
    with urllib.request.urlopen(f"{house.url}/metrics", timeout=PATIENCE) as page:  # noqa: S310 - our own address
        found = re.search(rf"^{name}(?:\{{.*\}})? ([0-9.e+]+)$", page.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def no_fault(house):
    """Check that the house is well, and has answered no request with a 500."""
    house.wait()
    assert house.faults() == []
    assert not [note for note in house.notes() if note.get("status") == 500]


@contextlib.asynccontextmanager
async def two_at_a_table(http, house, other=None, game="tortuga", **terms):
    """Give two clients at a new table, the second through another house if there is one."""
    first, second = Guest(house), Guest(other or house)
    table_id = await first.open(http, game, ["me", "open"], first_to=100, **terms)
    async with Client(first, table_id) as one, Client(second, table_id) as two:
        await two.do("sit")
        await one.until(lambda: one.match is not None)
        yield one, two


async def play_on(clients, rng, acts):
    """Let the two at a table make *acts* more moves, game after game."""
    for _ in range(acts):
        seq = max(client.seq for client in clients)
        for client in clients:
            await client.until(lambda client=client, seq=seq: client.seq >= seq)
        if clients[0].over:
            for client in clients:
                await client.do("again")
            continue
        mover = next(client for client in clients if client.to_move)
        await mover.play(rng)


def audited(house, *clients):
    """Check the tables of *clients* against what they were told."""
    found = asyncio.run(audits(house.database, {client.table_id for client in clients}))
    for client in clients:
        found[client.table_id].check_heard(client)
    return found


# Services that are lost


def test_the_loss_of_redis_and_of_the_database_only_delays(tmp_path, postgres, redis):
    database = postgres.make_database()
    houses = [House(tmp_path, database, redis=redis.url) for _ in range(2)]

    async def script():
        rng = Random(4)
        async with (
            http_client() as http,
            two_at_a_table(http, *houses) as pair,
            two_at_a_table(http, *houses, game="race") as others,
        ):

            async def both(acts):
                await asyncio.gather(play_on(pair, rng, acts), play_on(others, rng, acts))

            await both(5)
            await asyncio.to_thread(redis.stop, signal.SIGKILL)
            await both(10)
            await asyncio.to_thread(redis.start)
            await both(10)
            seq = pair[0].seq
            playing = asyncio.create_task(both(20))
            await pair[0].until(lambda: pair[0].seq > seq)  # in the midst of play
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
            try:
                for house in houses:
                    await asyncio.to_thread(wait_until, lambda house=house: not house.is_open())
            finally:
                await asyncio.to_thread(postgres.start)
            await playing
            await both(5)
            return [*pair, *others]

    with houses[0].running(), houses[1].running():
        clients = asyncio.run(script())
        for house in houses:
            wait_until(house.is_open)  # what was found out about a house holds for a moment
            assert not [note for note in house.notes() if note.get("status") == 500]
    audited(houses[0], *clients)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of others are Linux's")
def test_a_disk_that_is_full_is_no_health(tmp_path):
    house = House(tmp_path)

    def let_write(most):
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def health():
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", house.port)) as line:
            line.request("GET", "/healthz", headers={"Accept-Language": "fr"})
            answer = line.getresponse()
            return answer.status, json.load(answer)

    with house.running():
        let_write(0)
        status, said = wait_until(lambda: (found := health())[0] != 200 and found)
        assert (status, said["status"]) == (503, "down")
        assert "plein" in said["message"]
        let_write(resource.RLIM_INFINITY)
        assert wait_until(lambda: (found := health())[0] == 200 and found)[1] == {"status": "ok"}


# Readers


class Slow(Client):
    """A client that takes in every message, each when it is told to, until it need not wait."""

    def __init__(self, *where, **how):
        super().__init__(*where, **how)
        self.may_read = asyncio.Semaphore(0)
        self.waits = True

    async def hear(self, message):
        if self.waits:
            await self.may_read.acquire()
        await super().hear(message)


class WatchfulHouse(House):
    """A house that soon misses whoever is silent."""

    program = watchful.__file__


async def stuck(guest, table_id):
    """Return a socket that asks for everything, takes hardly anything in, and is never read."""
    small = sockets.socket()
    small.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    small.connect(("127.0.0.1", guest.house.port))
    small.setblocking(False)
    address = guest.house.url.replace("http", "ws", 1)
    return await connect(
        f"{address}/api/tables/{table_id}/socket?since=0&picture=true",
        sock=small,
        origin=guest.house.url,
        additional_headers=guest.headers,
        proxy=None,
        compression=None,
        max_queue=1,
        open_timeout=PATIENCE,
        ping_interval=None,
        close_timeout=1,
    )


def test_a_reader_who_is_slow_or_never_reads_holds_up_nobody(tmp_path):
    house = WatchfulHouse(tmp_path)

    async def script():
        rng = Random(6)
        async with http_client() as http, two_at_a_table(http, house, game="hops") as pair:
            table_id = pair[0].table_id
            await play_on(pair, rng, MOST_MISSED + 1)
            async with Client(Guest(house), table_id, since=0) as far:
                await far.until(lambda: far.welcomes == 1)  # it has missed too much to be told
                await pair[0].until(lambda: pair[0].seq >= far.seq)
                assert (far.seq, far.steps) == (pair[0].seq, {})
            # Missed by a pong, it is let go too: so far behind that it is still told everything.
            since = pair[0].seq - MOST_MISSED // 2
            async with Slow(Guest(house), table_id, since=since) as slow:
                dead = [await stuck(Guest(house), table_id) for _ in range(4)]
                for _ in range(450):
                    await play_on(pair, rng, 1)
                    slow.may_read.release()
                # Whoever does not read has been let go, without being asked.
                await asyncio.to_thread(
                    wait_until, lambda: figure(house, "ludotheque_sockets") <= 3, glance=0.2
                )
                slow.waits = False
                slow.may_read.release()
                await slow.until(lambda: slow.seq >= pair[0].seq)
                for socket in dead:
                    socket.transport.abort()
                    await socket.wait_closed()
                assert sorted(slow.steps) == list(range(since + 1, slow.seq + 1))
                return [*pair, slow]

    with house.running():
        clients = asyncio.run(script())
        no_fault(house)
    audited(house, *clients)


# Messages


async def all_over_again(client, rng):
    """Send some of the latest deeds once more, in any order."""
    for deed in rng.sample(list(client.sent.values()), min(4, len(client.sent))):
        if deed["id"] in list(client.acknowledged)[-20:]:
            await client.say(json.dumps(deed))


async def reordered(client, rng):
    """Send the next two deeds in the wrong order: the first to come does not fit yet."""
    turn, move = client.match["turn"], rng.choice(client.legal())
    deed = {"type": "move", "id": secrets.token_hex(8), "turn": turn + 2, "move": move}
    with pytest.raises(Refused, match="move/stale"):
        await client.repeat(deed)
    # The same id may be used for what it was meant for once its time has come.
    await client.repeat({**deed, "turn": turn})


def test_messages_that_come_twice_or_in_the_wrong_order_do_nothing_twice(house):
    async def script():
        rng = Random(7)
        async with http_client() as http, two_at_a_table(http, house) as pair:
            for _ in range(60):
                await play_on(pair, rng, 1)
                for client in pair:
                    await all_over_again(client, rng)
                if pair[0].to_move and not pair[0].over:
                    await reordered(pair[0], rng)
            for client in pair:
                last = list(client.acknowledged)[-1]
                assert await client.repeat(client.sent[last]) == client.acknowledged[last]
            return pair

    pair = asyncio.run(script())
    no_fault(house)
    for client in pair:
        answers = [m for m in client.messages if m["type"] == "done"]
        assert len(answers) > len(client.acknowledged)
        assert len({(m["id"], m["seq"]) for m in answers}) == len(client.acknowledged)
    audited(house, *pair)


async def fuzzed(client, rng, messages, played):
    """Send so many senseless messages, and more until others have *played*; return how many.

    Each is answered, or ends the socket.
    """
    address = client.address()
    sent = 0
    while sent < messages or not played.is_set():
        async with connect(
            address,
            origin=client.house.url,
            additional_headers=client.guest.headers,
            proxy=None,
            compression=None,
            open_timeout=PATIENCE,
        ) as socket:
            while sent < messages or not played.is_set():
                sent += 1
                if rng.random() < 0.02:
                    await socket.send(fuzz.unreadable(rng))
                    with contextlib.suppress(ConnectionClosed):
                        while True:
                            await asyncio.wait_for(socket.recv(), PATIENCE)
                    break
                await socket.send(fuzz.wrong(rng, client.match["turn"] if client.match else 0))
                await answer(socket)
    return sent


async def answer(socket):
    """Wait for the answer to the last message: exactly one comes to each."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] in {"refused", "done", "preview", "why", "pong"}:
            assert message["type"] != "refused" or message["code"] not in {"error", "limit/rate"}
            return


def test_ten_thousand_malformed_messages_break_nothing_and_disturb_nobody(house):
    async def script():
        rng = Random(8)
        async with contextlib.AsyncExitStack() as stack:
            http = await stack.enter_async_context(http_client())
            pair = await stack.enter_async_context(two_at_a_table(http, house))
            fuzzers = []
            for number in range(FUZZERS):
                guest = Guest(house)
                own = await guest.open(http, "race", ["me", "open", {"level": 1}])
                table = pair[0].table_id if number % 2 else own
                fuzzers.append(await stack.enter_async_context(Client(guest, table)))
            await play_on(pair, rng, 5)
            memory = await asyncio.to_thread(house.memory)
            played = asyncio.Event()
            fuzzing = asyncio.gather(
                *(
                    fuzzed(client, Random(number), MALFORMED // FUZZERS, played)
                    for number, client in enumerate(fuzzers)
                )
            )
            await play_on(pair, rng, 30)
            played.set()
            assert sum(await fuzzing) >= MALFORMED
            return pair, await asyncio.to_thread(house.memory) - memory

    pair, grown = asyncio.run(script())
    no_fault(house)
    audited(house, *pair)
    assert grown < 40 * MEGABYTE
