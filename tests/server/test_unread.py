"""Sockets of those who take nothing in: when they are to go, nobody waits until they have read."""

import asyncio
from itertools import repeat

import pytest

from ludotheque.server import metrics
from ludotheque.server.access.sockets import MOST_OTHERS, Socket
from server.doors import open_doors
from server.test_floods import FLOODS, on_line, sent
from waiting import until

MORE_THAN_FITS = "a" * (32 << 20)
"""A message that no two systems keep between them: what is left of it waits in the house."""
SOON = 0.01
"""The seconds within which a ping is to be answered."""


@pytest.fixture
def doors(tmp_path):
    with open_doors(tmp_path) as opened:
        yield opened


@pytest.fixture
def ends(monkeypatch):
    """Give the house's ends of the sockets that are opened."""
    ends = []

    def noted(socket, transport):
        ends.append(socket)
        made(socket, transport)

    made = Socket.connection_made
    monkeypatch.setattr(Socket, "connection_made", noted)
    return ends


async def unread(doors, ends, line):
    """Read nothing more of *line*, and let much come; return the house's end of it."""
    line.transport.pause_reading()
    (end,) = ends
    (room,) = doors.app.state.rooms.watched()
    (subscriber,) = room.subscribers
    end.loop.call_soon_threadsafe(subscriber.send, MORE_THAN_FITS)
    await until(end.transport.get_write_buffer_size)
    return end


def is_gone(doors, end):
    """Return whether the connection has ended by the time that the house has turned to others."""
    with doors.program() as other:
        assert other.get("/healthz").is_success
    return end.disconnected


def test_who_floods_and_reads_nothing_is_not_waited_for(doors, ends):
    floods = metrics.turned_away.labels("flood")._value

    async def script():
        async with on_line(doors) as line:
            end = await unread(doors, ends, line)
            before = floods.get()
            sent(line, repeat(FLOODS["pings"], 20 * MOST_OTHERS))
            await until(lambda: floods.get() > before)
            gone = is_gone(doors, end)
            line.transport.abort()
            return gone

    assert asyncio.run(script())


def test_who_answers_no_ping_and_reads_nothing_is_not_waited_for(doors, ends):
    async def script():
        async with on_line(doors) as line:
            end = await unread(doors, ends, line)
            end.ping_timeout = SOON
            end.loop.call_soon_threadsafe(end.send_keepalive_ping)
            await until(end.transport.is_closing)
            gone = is_gone(doors, end)
            line.transport.abort()
            return gone

    assert asyncio.run(script())
