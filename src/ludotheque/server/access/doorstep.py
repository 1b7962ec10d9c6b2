"""HTTP connections before there is a request: how many there are, how large and slow a head may be.

The server library waits for ever for what a client does not finish, and keeps all that it sends.
Where no nginx stands before the house, this does what nginx would do. Sockets of tables leave the
doorstep with their handshake, and are counted by `connections.py` from then on.
"""

import asyncio
import re
import resource
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from ludotheque.server import metrics
from ludotheque.server.access.guard import address_within, network_of
from ludotheque.server.access.switchboard import Switchboard
from ludotheque.server.config import Settings

OWN_FILES: Final = 128
"""The files that a process may need for itself: its database's, above all."""
HEAD, BODY = "head", "body"
"""What a request is made of."""
SOCKET_OF_TABLE: Final = re.compile(rb"/api/tables/([A-Za-z0-9_-]+)/socket(?:\?|$)")
PIPELINED: Final = 8
"""The requests that may wait for the answer to another on the same connection."""


def raise_file_limit() -> None:
    """Let this process open as many files as the system lets it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems name a limit that they do not give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def capacity(settings: Settings) -> int:
    """Return how many connections this process may have, and still open the files it needs."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return settings.connections
    return min(settings.connections, max(files - OWN_FILES, files // 2))


def share(settings: Settings, most: int) -> int:
    """Return *most* for one address, or half of what there is: others come in, too."""
    return max(1, min(most, capacity(settings) // 2))


class Doorstep:
    """Everyone who has an HTTP connection to this process, in the order in which they came.

    Where there is no more room, whoever has stood there longest without a whole request makes way
    for who comes: half-sent requests, however many, keep nobody out.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._most = capacity(settings)
        self._most_each = share(settings, settings.connections_address)
        self._callers: dict[Caller, None] = {}
        self._by_address: defaultdict[str, dict[Caller, None]] = defaultdict(dict)
        self._open: dict[int, Collection[Any]] = {}
        """All connections of this process, sockets included: those that came to it, and those that
        other workers have handed over."""

    def come(self, caller: "Caller", address: str | None, connections: Collection[Any]) -> None:
        """Count *caller*, one of *connections*; if all together are too many, one must go.

        There is no address where a proxy calls: it sees to it how many it lets through for each.
        """
        self._callers[caller] = None
        self._open[id(connections)] = connections
        if address is not None:
            self._by_address[address][caller] = None
            if len(self._by_address[address]) > self._most_each:
                _make_way(self._by_address[address], caller, "address")
                return
        if sum(map(len, self._open.values())) > self._most:
            _make_way(self._callers, caller, "full")

    def go(self, caller: "Caller", address: str | None) -> None:
        """Count *caller* no longer."""
        self._callers.pop(caller, None)
        if address is not None:
            self._by_address[address].pop(caller, None)
            if not self._by_address[address]:
                del self._by_address[address]


def _make_way(callers: "dict[Caller, None]", newcomer: "Caller", why: str) -> None:
    """Turn away who has waited longest of *callers*, or else the *newcomer*."""
    longest = next((one for one in callers if one.waits), newcomer)
    longest.turn_away(HTTPStatus.SERVICE_UNAVAILABLE, why)


class Caller(HttpToolsProtocol):
    """One HTTP connection: the server library's, with an eye on the clock and on the scales.

    What is not a request's body (its head, the frames of its chunks, its trailers) may have
    `head_bytes`. A head must be whole after `head_seconds` and a body after `body_seconds`; nor is
    anyone waited for longer who does not take in the answer.
    """

    def __init__(self, *arguments: Any, handed_over: bool = False, **named: Any) -> None:  # noqa: ANN401 - the library's own
        super().__init__(*arguments, **named)
        self._handed_over = handed_over
        self._doorstep: Doorstep = self.app_state["doorstep"]
        self._settings = settings = self._doorstep.settings
        self._seconds = {HEAD: settings.head_seconds, BODY: settings.body_seconds}
        self.timeout_keep_alive = settings.idle_seconds
        self._address: str | None = None
        self._cycles: list[RequestResponseCycle] = []
        """The requests that are not answered; the library itself knows the last alone."""
        self._unbodied = 0
        """The bytes of the present request that are not its body."""
        self._expecting: str | None = HEAD
        """What is missing of a request, if anything is."""
        self._clock: asyncio.TimerHandle | None = None
        self._clocked: str | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._gone = False

    @property
    def waits(self) -> bool:
        """Whether nobody works for this connection: there is no whole request to be answered."""
        return self._expecting == BODY or not self._answering

    @property
    def _answering(self) -> bool:
        """Whether there is a request whose answer is not complete."""
        return bool(self._unanswered())

    def turn_away(self, status: HTTPStatus, why: str) -> None:
        """Close the connection, with a word about it where that can be heard."""
        metrics.turned_away.labels(why).inc()
        self._leave()
        self._disown()
        if self.transport.get_write_buffer_size() or self.transport.is_closing():
            self.transport.abort()
            return
        if not any(cycle.response_started for cycle in self._unanswered()):
            words = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + words)
        self.transport.close()

    # What the connection tells.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, if there is room."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if host and not address_within(host, self._settings.proxies):
            self._address = network_of(host)
        self._set_clock()
        self._doorstep.come(self, self._address, self.connections)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave."""
        self._leave()
        self._disown()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in *data*, by pieces that are no longer than what would be too much."""
        most = self._settings.head_bytes
        for at in range(0, len(data), most):
            piece = data[at : at + most]
            self._unbodied += len(piece)
            if self._expecting is None:  # were it but a blank line
                self._expecting = HEAD
            super().data_received(piece)
            if self._gone or self.transport.is_closing():
                return
            if self._unbodied > most:
                self.turn_away(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head")
                return
            self._set_clock()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the status says as much
        """Close the connection of who does not speak HTTP."""
        self.turn_away(HTTPStatus.BAD_REQUEST, "unreadable")

    def pause_writing(self) -> None:
        """Begin to miss whoever does not read."""
        super().pause_writing()
        self._patience = self.loop.call_later(
            self._settings.body_seconds, self.turn_away, HTTPStatus.REQUEST_TIMEOUT, "unread"
        )

    def resume_writing(self) -> None:
        """Miss nobody any more."""
        super().resume_writing()
        if self._patience is not None:
            self._patience.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Close what is idle; who has not taken in the last answer would never let it be closed."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        super().timeout_keep_alive_handler()

    # What the parser finds.

    def on_message_begin(self) -> None:
        """Expect a head."""
        super().on_message_begin()
        self._expecting = HEAD

    def on_headers_complete(self) -> None:
        """Expect a body."""
        if len(self.pipeline) >= PIPELINED:
            raise OverflowError  # the parser stops, and the request is answered as a bad one
        super().on_headers_complete()
        self._cycles = [*self._unanswered(), *filter(None, [self.cycle])]
        self._expecting = BODY

    def on_body(self, body: bytes) -> None:
        """Take what is body off the scales."""
        self._unbodied -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Expect nothing more."""
        self._unbodied = 0
        self._expecting = None
        self._set_clock()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the socket of a table, at the worker that serves the table."""
        self._leave()
        if not self._put_through():
            super().handle_websocket_upgrade()

    def _put_through(self) -> bool:
        """Hand the connection over to another worker, if it belongs there."""
        switchboard = self.app_state.get("switchboard")
        table = SOCKET_OF_TABLE.match(self.url)
        if not isinstance(switchboard, Switchboard) or table is None or self._handed_over:
            return False
        headers = b"".join(b"%s: %s\r\n" % pair for pair in self.scope["headers"])
        head = b"%s %s HTTP/1.1\r\n%s\r\n" % (self.scope["method"].encode(), self.url, headers)
        connection = self.transport.get_extra_info("socket").fileno()
        if not switchboard.put_through(table[1].decode(), connection, head):
            return False
        self.transport.abort()  # here; the other worker has it open
        return True

    def _set_clock(self) -> None:
        """Let the time begin for what is expected, unless it has."""
        if self._clocked == self._expecting:
            return
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._clocked = self._expecting
        if self._expecting is not None:
            self._clock = self.loop.call_later(self._seconds[self._expecting], self._be_late)

    def _be_late(self) -> None:
        if self.waits:
            self.turn_away(HTTPStatus.REQUEST_TIMEOUT, "slow")
        else:  # the request before is still being answered
            self._clocked = None
            self._set_clock()

    def _unanswered(self) -> list[RequestResponseCycle]:
        return [cycle for cycle in self._cycles if not cycle.response_complete]

    def _disown(self) -> None:
        """Tell whoever works at an answer that nobody is there to hear it."""
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()

    def _leave(self) -> None:
        self._gone = True
        self._expecting = None
        self._set_clock()
        if self._patience is not None:
            self._patience.cancel()
        self._doorstep.go(self, self._address)
