"""A house that is told to stop: whoever is there is told, comes back, and misses nothing."""

import asyncio
import json
import os
import signal
from functools import partial
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server.api.socket import RESTART
from ludotheque.server.run import COME_BACK, _stopping_first
from server.client import http_client
from server.house import House
from server.test_faults import audited, no_fault, play_on, two_at_a_table
from waiting import PATIENCE, until

dial = partial(connect, proxy=None, open_timeout=PATIENCE)


async def heard_until_closed(socket):
    """Return the messages of a socket until the house closes it, and the code."""
    heard = []
    try:
        while True:
            heard.append(json.loads(await socket.recv()))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code


def test_who_is_there_is_told_to_come_back_and_finds_everything(tmp_path):
    house = House(tmp_path)

    async def script():
        rng = Random(9)
        async with http_client() as http, two_at_a_table(http, house) as pair:
            await play_on(pair, rng, 5)
            address = house.url.replace("http", "ws", 1)
            watching = f"{address}/api/tables/{pair[0].table_id}/socket?since=0"
            async with dial(watching) as socket:
                assert json.loads(await socket.recv())["seq"] == 1
                playing = asyncio.create_task(play_on(pair, rng, 40))
                closing = asyncio.create_task(heard_until_closed(socket))
                # In the midst of play, whatever is under way.
                seq = pair[0].seq
                await pair[0].until(lambda: pair[0].seq > seq)
                await asyncio.to_thread(house.stop)
                heard, code = await closing
            assert code == RESTART
            assert heard[-1] == {"type": "going-away", "wait": COME_BACK}
            last = next(message["seq"] for message in heard[::-1] if message["type"] == "step")
            await house.restart()
            await playing
            async with dial(watching.replace("since=0", f"since={last}")) as again:
                assert json.loads(await again.recv())["seq"] == last + 1
            return pair

    with house.running():
        pair = asyncio.run(script())
        no_fault(house)
    for client in pair:
        assert client.connections > 1
        assert client.welcomes == 1
        assert {"type": "going-away", "wait": COME_BACK} in client.messages
    audited(house, *pair)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_hears_of_it_once_everyone_has_been_told(number):
    happened, heard = [], signal.getsignal(number)

    async def script():
        told, asked = asyncio.Event(), asyncio.Event()

        async def stop():
            happened.append("asked")
            asked.set()
            await told.wait()
            happened.append("told")

        with _stopping_first(stop):
            os.kill(os.getpid(), number)
            await asked.wait()
            told.set()
            await until(lambda: "server" in happened)
            os.kill(os.getpid(), number)
            await until(lambda: happened.count("server") == 2)

    signal.signal(number, lambda *_: happened.append("server"))
    try:
        asyncio.run(script())
    finally:
        signal.signal(number, heard)
    assert happened == ["asked", "told", "server", "server"]
