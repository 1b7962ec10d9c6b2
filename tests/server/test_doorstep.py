"""Half requests, endless heads and crowds at the door, where no nginx stands before the house."""

import json
import socket
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import func, select
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from ludotheque.server import metrics
from ludotheque.server.access.doorstep import PIPELINED, Doorstep
from ludotheque.server.config import Settings
from ludotheque.store.schema import TABLES
from server import narrow
from server.doors import open_doors
from server.house import House
from waiting import PATIENCE, wait_until

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
TABLE = {"game": "hops", "chairs": ["me", "open"]}
SOON = 0.2
"""The seconds of a time-out that a test waits for."""
NEVER = 3_600.0
MEGABYTE = 1 << 20


@contextmanager
def caller(url, text=b"", *, source="127.0.0.1"):
    """Give a plain connection to the house, on which *text* has been sent."""
    where = urlsplit(url)
    with socket.create_connection(
        (where.hostname, where.port), PATIENCE, source_address=(source, 0)
    ) as connection:
        connection.sendall(text)
        yield connection


def answer(connection):
    """Return all that the house says until it closes the connection."""
    said = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65_536):
            said += piece
    return said


def status(connection):
    """Return the status of the last that the house says before it closes."""
    said = answer(connection)
    assert said, "the house closed without a word"
    return int(said.rpartition(b"HTTP/1.1 ")[2][:3])


def sent_until_closed(connection, piece, most):
    """Return how much the house lets be sent of *piece*, again and again."""
    sent = 0
    with suppress(OSError):
        while sent < most:
            connection.sendall(piece)
            sent += len(piece)
    return sent


def is_open(connection):
    """Return whether the house has said nothing, nor closed."""
    connection.setblocking(False)
    try:
        return connection.recv(1) is None
    except BlockingIOError:
        return True
    finally:
        connection.settimeout(PATIENCE)


def is_well(doors):
    """Return whether the house answers somebody else."""
    return httpx.get(f"{doors.url}/healthz", trust_env=False, timeout=PATIENCE).is_success


def turned_away(why):
    return metrics.turned_away.labels(why)._value.get()


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """Open a house that waits for everyone, however long."""
    never = {f"{what}_seconds": NEVER for what in ("head", "body", "idle")}
    with open_doors(tmp_path_factory.mktemp("patient"), **never) as doors:
        yield doors


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """Open a house that waits for nobody."""
    soon = {f"{what}_seconds": SOON for what in ("head", "body", "idle")}
    with open_doors(tmp_path_factory.mktemp("hasty"), **soon) as doors:
        yield doors


# Size


@pytest.mark.parametrize("begun", [HALF, b"", b"GET /", WHOLE + HALF, WHOLE + b"GET /?"])
def test_a_head_without_end_is_refused_when_it_is_too_large(patient, begun):
    most = Settings().head_bytes
    with caller(patient.url, begun) as connection:
        connection.sendall(b"a" * (2 * most))
        assert status(connection) in {400, 431}


def test_sixty_megabytes_of_a_header_are_not_taken_in(patient):
    with caller(patient.url, HALF) as connection:
        sent = sent_until_closed(connection, b"a" * 65_536, 60 * MEGABYTE)
    assert sent < 16 * MEGABYTE  # what lies in the buffers of two systems


@pytest.mark.parametrize(
    "endless",
    [b"X-More: and more\r\n", b"a"],
    ids=["many", "one"],
)
def test_trailers_without_end_are_refused_as_well(patient, endless):
    with caller(patient.url, POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\n") as one:
        one.sendall(endless * (2 * Settings().head_bytes // len(endless)))
        assert status(one) == 431


def test_a_body_is_not_part_of_a_head(patient):
    size = Settings().record_bytes - 1_000
    text = b'{"record": "' + b"a" * (size - 14) + b'"}'
    for body in (
        b"Content-Length: %d\r\n\r\n" % size + text,
        b"Transfer-Encoding: chunked\r\n\r\n"
        + b"".join(
            b"400\r\n" + text[at : at + 1024] + b"\r\n" for at in range(0, size - 1024, 1024)
        ),
    ):
        with caller(patient.url, POST.replace(b"/tables", b"/replay") + body) as connection:
            connection.shutdown(socket.SHUT_WR)
            said = answer(connection)
        assert b" 431 " not in said


def test_a_crowd_of_requests_on_one_connection_is_refused(patient):
    with caller(patient.url, WHOLE * PIPELINED) as connection:
        wait_until(lambda: connection.recv(65_536).count(b'"ok"') or True)
    with caller(patient.url, WHOLE * 10_000) as connection:
        assert answer(connection).count(b"200 OK") <= PIPELINED + 2


# Time


@pytest.mark.parametrize(
    "half",
    [b"", b"\r\n", b"G", HALF, WHOLE + HALF, POST + b"Content-Length: 9\r\n\r\n{"],
    ids=["nothing", "a blank line", "a letter", "half a head", "another half", "half a body"],
)  # fmt: skip
def test_who_does_not_finish_is_not_waited_for(hasty, half):
    before = turned_away("slow")
    with caller(hasty.url, half) as connection:
        assert status(connection) == 408
    assert turned_away("slow") > before


def test_half_a_body_is_not_taken_for_a_whole_one(patient):
    text, refused = json.dumps(TABLE).encode(), metrics.requests.labels("POST", "-", 400)._value
    before = refused.get()
    with caller(patient.url, POST + b"Content-Length: %d\r\n\r\n" % (len(text) + 1) + text):
        pass
    wait_until(lambda: refused.get() > before)
    assert patient.store.database.read(
        lambda c: c.execute(select(func.count()).select_from(TABLES)).scalar_one() == 0
    )


def test_blank_lines_between_requests_do_not_hold_a_connection(tmp_path):
    def status_after_blank_line():
        """Return how a connection ends, if its first request was in time on this machine."""
        with caller(doors.url, WHOLE) as connection:
            if connection.recv(65_536).startswith(b"HTTP/1.1 200 "):
                connection.sendall(b"\r\n")
                return status(connection)
        return None

    with open_doors(tmp_path, head_seconds=SOON, idle_seconds=NEVER) as doors:
        assert wait_until(status_after_blank_line) == 408


def test_a_head_that_comes_letter_by_letter_has_no_more_time_than_another(hasty):
    with caller(hasty.url, HALF) as connection, suppress(OSError):
        for _ in count():
            connection.sendall(b"a")
            connection.settimeout(SOON / 10)
            with suppress(TimeoutError):
                assert connection.recv(65_536).startswith(b"HTTP/1.1 408 ")
                break


def test_an_idle_connection_is_closed_and_a_busy_one_is_not(hasty):
    """Whoever is slow here only because the machine is, asks again."""

    def answered():
        with caller(hasty.url, WHOLE) as connection:
            return b"200 OK" in answer(connection)

    def opened():
        with hasty.visitor() as visitor, suppress(httpx.TransportError):
            made = visitor.post("/api/tables", json=TABLE)
            return made.is_success and made.json()["id"]

    def follow():
        where = f"{hasty.url.replace('http', 'ws')}/api/tables/{table}/socket"
        with suppress(InvalidHandshake, OSError):
            return connect(where, proxy=None, origin=hasty.url, open_timeout=PATIENCE)

    wait_until(answered)
    table = wait_until(opened)
    with wait_until(follow) as follower:
        assert "welcome" in follower.recv(PATIENCE)
        before = turned_away("slow")
        with caller(hasty.url, HALF) as slow:  # who comes later is closed, and the socket is not
            answer(slow)
        assert turned_away("slow") == before + 1
        follower.ping().wait(PATIENCE)


def test_who_does_not_take_in_an_answer_is_not_waited_for(tmp_path):
    with open_doors(tmp_path, body_seconds=SOON, head_seconds=NEVER, idle_seconds=NEVER) as doors:

        @doors.app.get("/api/large")
        def large():
            return "a" * (64 * MEGABYTE)

        before = turned_away("unread")
        with caller(doors.url, WHOLE.replace(b"/healthz", b"/api/large")):
            wait_until(lambda: turned_away("unread") > before)


# Number


def test_of_one_address_the_longest_waiting_makes_way_and_others_are_not_touched(tmp_path):
    with (
        open_doors(tmp_path, connections_address=3, head_seconds=NEVER) as doors,
        ExitStack() as calls,
    ):
        far = calls.enter_context(caller(doors.url, HALF, source="127.0.0.2"))
        first, *others = [calls.enter_context(caller(doors.url, HALF)) for _ in range(3)]
        assert is_well(doors)
        assert status(first) == 503
        assert all(map(is_open, [*others, far]))


def test_who_is_being_answered_does_not_make_way(tmp_path):
    with (
        open_doors(tmp_path, connections_address=2, head_seconds=NEVER) as doors,
        doors.visitor() as visitor,
    ):
        token = visitor.post("/api/me/tokens", json={"label": "bot"})
        assert token.is_success, token.text
        head = b"GET /api/bot/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        with ExitStack() as calls:
            bot = head + token.json()["token"].encode() + b"\r\n\r\n"
            streams = [calls.enter_context(caller(doors.url, bot)) for _ in range(2)]
            for stream in streams:
                assert stream.recv(12) == b"HTTP/1.1 200"
            newcomer = calls.enter_context(caller(doors.url))
            assert status(newcomer) == 503
            for stream in streams:
                assert stream.recv(65_536)


def test_a_proxy_is_not_one_person(tmp_path):
    with (
        open_doors(
            tmp_path, connections_address=3, proxies=("127.0.0.1",), head_seconds=NEVER
        ) as doors,
        ExitStack() as calls,
    ):
        waiting = [calls.enter_context(caller(doors.url, HALF)) for _ in range(20)]
        assert is_well(doors)
        assert all(map(is_open, waiting))


def test_sockets_of_tables_leave_the_doorstep(tmp_path):
    with (
        open_doors(tmp_path, connections_address=2, head_seconds=NEVER) as doors,
        ExitStack() as calls,
    ):
        with doors.visitor() as visitor:
            table = visitor.post("/api/tables", json=TABLE).json()["id"]
        where = f"{doors.url.replace('http', 'ws')}/api/tables/{table}/socket"
        sockets = [
            calls.enter_context(connect(where, proxy=None, origin=doors.url, open_timeout=PATIENCE))
            for _ in range(4)
        ]
        for follower in sockets:
            assert "welcome" in follower.recv(PATIENCE)
        assert not doors.app.state.doorstep._callers
        assert is_well(doors)


class NarrowHouse(House):
    """A house that may open few files."""

    program = narrow.__file__


class Standing:
    """Someone who waits on the doorstep."""

    waits = True

    def __init__(self, away):
        self._away = away

    def turn_away(self, _status, why):
        self._away.append((self, why))


def test_sockets_that_other_workers_have_handed_over_are_counted_with_the_rest():
    doorstep = Doorstep(Settings(connections=3))
    came, handed_over, away = {"socket"}, {"socket"}, []
    first, second = Standing(away), Standing(away)
    doorstep.come(first, None, came | {first})
    assert not away
    doorstep.come(second, None, handed_over | {second})
    assert away == [(first, "full")]


def test_three_hundred_half_requests_keep_nobody_out(tmp_path):
    never = {f"LUDOTHEQUE_{what}_SECONDS": "3600" for what in ("HEAD", "BODY", "IDLE")}
    house = NarrowHouse(tmp_path, variables=never)
    half_body = POST + b"Content-Length: 9\r\n\r\n{"
    with house.running(), ExitStack() as calls:
        for number in range(300):
            half = HALF if number % 2 else half_body
            calls.enter_context(caller(house.url, half, source=f"127.0.0.{1 + number % 3}"))
        for _ in range(3):
            with httpx.Client(base_url=house.url, trust_env=False, timeout=PATIENCE) as guest:
                assert guest.get("/").is_success
                opened = guest.post("/api/tables", json=TABLE, headers={"origin": house.url})
                assert opened.status_code == 201, opened.text
    assert house.faults() == []
