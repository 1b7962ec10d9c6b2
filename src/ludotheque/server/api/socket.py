"""WebSocket of a table: what a subscriber may know goes out, deeds come in and are answered."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.websockets import WebSocketState

from ludotheque.errors import N_, LudothequeError, NoSuchTable, Unreadable
from ludotheque.server import metrics
from ludotheque.server.access.connections import Connection
from ludotheque.server.access.guard import client_address, origin_allowed
from ludotheque.server.access.identity import LoginNeeded, Visitor, visitor_of
from ludotheque.server.access.naming import sitter_of
from ludotheque.server.api.dependencies import (
    LookFrom,
    TableId,
    answers_of,
    connections_of,
    in_thread,
    rate_limits_of,
    rooms_of,
    settings_of,
    store_of,
)
from ludotheque.server.live.room import now
from ludotheque.server.live.rooms import damage
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.server.live.subscription import subscribed
from ludotheque.server.wire import messages
from ludotheque.server.wire.errors import TooOften, discreet, words_for
from ludotheque.server.wire.outgoing import Done, Pong, Refused, encode
from ludotheque.tables import Sitter
from ludotheque.tables.protocol import (
    FOREIGN,
    LATER,
    LOGGED_OUT,
    NOT_TEXT,
    RESTART,
    TOO_SLOW,
    UNKNOWN,
)
from ludotheque.words import Words

router = APIRouter()

TOO_FAST: Final = 0.05
"""The seconds for which nothing more is read of who has sent more than they may.

All that may wait has been refused before the client's answer to a ping is too late."""


@router.websocket("/api/tables/{table_id}/socket")
async def table_socket(
    socket: WebSocket,
    table_id: TableId,
    since: Annotated[int | None, Query(ge=0)] = None,
    seat: LookFrom = None,
    *,
    picture: bool = False,
    watch: bool = False,
) -> None:
    """Serve one subscriber of a table until either side goes away.

    Who only wants to *watch* is told what anyone may know, whoever they are, and is not there.
    """
    if not origin_allowed(socket, settings_of(socket)):
        await socket.close(FOREIGN)
        return
    connections, address = connections_of(socket), client_address(socket)
    # Whoever goes away before the line is open is no fault.
    with metrics.sockets.track_inprogress(), contextlib.suppress(WebSocketDisconnect):
        try:
            await rate_limits_of(socket).check("request", address)
            connections.check_address(address)
            visitor = await visitor_of(socket)
            await _let_in(socket, visitor.headers)
            with connections.opened(visitor.came_by, address) as connection:
                async with subscribed(
                    rooms_of(socket),
                    answers_of(socket),
                    table_id,
                    None if watch else visitor.id,
                    since,
                    seat,
                    picture=picture,
                    lang=visitor.words.lang,
                ) as subscriber:
                    connection.closes(subscriber.end)
                    if (broken := damage(await rooms_of(socket).room(table_id))) is not None:
                        subscriber.send(_refused(None, broken, visitor.words))
                    await _Line(socket, table_id, visitor, subscriber, connection).serve()
        except LudothequeError as refusal:
            await _turn_away(socket, refusal)


async def _turn_away(socket: WebSocket, refusal: LudothequeError) -> None:
    match refusal:
        case NoSuchTable():
            code = UNKNOWN
        case LoginNeeded():
            code = LOGGED_OUT
        case _:
            code = LATER
    if socket.application_state is WebSocketState.CONNECTING:
        await _let_in(socket)
    with contextlib.suppress(RuntimeError):  # it may have been sent away meanwhile
        await socket.send_text(_refused(None, refusal, words_for(socket)))
        await socket.close(code)


async def _let_in(socket: WebSocket, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
    try:
        await socket.accept(headers=headers)
    except OSError as gone:  # by any later message it would be told as a disconnection
        raise WebSocketDisconnect(1006) from gone


class _Line:
    """A socket while it is open: what waits goes out, deeds come in."""

    def __init__(
        self,
        socket: WebSocket,
        table_id: str,
        visitor: Visitor,
        subscriber: Subscriber,
        connection: Connection,
    ) -> None:
        self._socket = socket
        self._rooms = rooms_of(socket)
        self._answers = answers_of(socket)
        self._connection = connection
        self._table_id = table_id
        self._visitor = visitor
        self._subscriber = subscriber
        self._rate_limits = rate_limits_of(socket)
        self._address = client_address(socket)
        self._lag = 0
        self._busy = False
        """Whether a deed has been begun, which is then finished whatever happens to the socket."""
        self._over = False

    async def serve(self) -> None:
        """Send and receive until either comes to an end."""
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive())
        try:
            done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # what nobody foresaw is not swallowed
        finally:
            self._over = True
            sending.cancel()
            if not self._busy:
                receiving.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(
                RESTART
                if self._rooms.closing
                else LOGGED_OUT
                if self._connection.over
                else NOT_TEXT
                if receiving in done
                else TOO_SLOW
            )

    async def _send(self) -> None:
        subscriber, socket = self._subscriber, self._socket
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (message := await subscriber.next()) is not None:
                await socket.send({"type": "websocket.send", "text": message})

    async def _receive(self) -> None:
        socket = self._socket
        with contextlib.suppress(WebSocketDisconnect):
            while not self._over and "text" in (message := await socket.receive()):
                if self._connection.over:
                    break  # a client that does not read must not go on as if it were logged in
                self._busy = True
                in_time = await self._answer(message["text"])
                self._busy = False
                # What has come at once is there at once: all others have their turn in between.
                await asyncio.sleep(0 if in_time else TOO_FAST)

    async def _answer(self, text: str) -> bool:
        """Answer a message; return whether it did not come too soon after others."""
        subscriber, visitor = self._subscriber, self._visitor
        wish: messages.AnyIncoming | None = None
        try:
            try:
                wish = _read(text)
            finally:
                # What cannot be read counts as well; whoever is refused is told which wish it was.
                for _ in range(_cost(wish)):
                    await self._rate_limits.check("deed", visitor.id)
                    await self._rate_limits.check("deed-address", self._address)
            if isinstance(wish, messages.Deed):
                sitter = await self._sitter() if isinstance(wish, messages.Sit) else None
                seq = await self._rooms.do_myself(
                    self._table_id, visitor.id, wish, sitter, lag=self._lag
                )
                subscriber.send(encode(Done(id=wish.id, seq=seq)))
            elif isinstance(wish, messages.Preview):
                room = await self._rooms.room(self._table_id)
                seen = room.previewing(visitor.id, wish, visitor.words)
                subscriber.send(await self._answers.run(seen))
            elif isinstance(wish, messages.Why):
                room = await self._rooms.room(self._table_id)
                why = room.explaining(visitor.id, wish, visitor.words)
                subscriber.send(await self._answers.run(why))
            else:
                self._lag = wish.lag or 0
                room = await self._rooms.room(self._table_id)
                subscriber.send(encode(Pong(at=now(), seq=room.table.seq)))
        except LudothequeError as refusal:
            metrics.refusals.labels(refusal.code).inc()
            subscriber.send(_refused(getattr(wish, "id", None), refusal, visitor.words))
            return not isinstance(refusal, TooOften)
        return True

    async def _sitter(self) -> Sitter:
        """Return the visitor by their present name: it may have changed since the line opened."""
        store = store_of(self._socket)
        person = await in_thread(store.people.find, self._visitor.id)
        return await sitter_of(person or self._visitor.person, store)


def _read(text: str) -> messages.AnyIncoming:
    try:
        return messages.INCOMING.validate_json(text)
    except ValidationError as problem:
        raise Unreadable(N_("this message is not described in docs/protocol.md")) from problem


def _cost(wish: messages.AnyIncoming | None) -> int:
    """Return how many deeds a message counts as."""
    return len(wish.moves) if isinstance(wish, messages.Preview) else 1


def _refused(wish: str | None, problem: LudothequeError, words: Words) -> str:
    refusal = discreet(problem)
    return encode(Refused(id=wish, code=refusal.code, message=words.refusal(refusal)))
