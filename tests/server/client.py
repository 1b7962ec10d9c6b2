"""A scripted client: one device at one table, which loses its connection and never its place.

Every deed has an id and is sent again until it is answered; every connection after the first asks
for what came after the last act seen. What the house sends is kept and checked: no gap, no double.
"""

import asyncio
import contextlib
import json
import secrets
from http.cookiejar import DefaultCookiePolicy
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from heard import heard
from ludotheque.games import take
from ludotheque.server.live.subscription import LONGEST_LOG, MOST_MISSED
from ludotheque.server.wire import outgoing
from waiting import PATIENCE

LATER = {"store/down", "house/closing"}
"""Refusals after which the same deed is simply sent again."""
PAUSE = 0.05
"""The seconds after which a client tries again what has failed."""


class Guest:
    """A visitor: the cookie that the house gave them, and their requests."""

    def __init__(self, house):
        self.house = house
        self.cookie = None

    @property
    def headers(self):
        return {"cookie": self.cookie} if self.cookie else {}

    async def ask(self, http, method, path, **body):
        """Send a request and return its answer, whatever it is."""
        answer = await http.request(
            method,
            f"{self.house.url}{path}",
            headers={**self.headers, "origin": self.house.url},
            **({"json": body} if method != "GET" else {}),
        )
        for value in answer.headers.get_list("set-cookie"):
            self.cookie = value.partition(";")[0]
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        return answer

    async def open(self, http, game, chairs, **terms):
        """Open a table and return its id."""
        answer = await self.ask(http, "POST", "/api/tables", game=game, chairs=chairs, **terms)
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()["id"]


def http_client():
    """Return a client for the requests of all guests of a test."""
    http = httpx.AsyncClient(timeout=PATIENCE, trust_env=False, verify=False)  # noqa: S501 - loopback, in plain http
    # Guests keep their own cookies.
    http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return http


def changed(before, change):
    """Return the picture after a step, as the page puts it together."""
    if change is None:
        return None
    lying = {piece["id"]: piece for piece in before["pieces"]} if before else {}
    for gone in change["gone"]:
        del lying[gone]
    lying |= {piece["id"]: piece for piece in change["pieces"]}
    own = {name: value for name, value in change.items() if name != "gone"}
    return {**own, "pieces": sorted(lying.values(), key=lambda piece: piece["order"])}


class Refused(Exception):
    """The house refused a deed."""

    def __init__(self, answer):
        super().__init__(answer["code"], answer["message"])
        self.code = answer["code"]


class Client:
    """A device at a table."""

    def __init__(self, guest, table_id, *, house=None, since=None, seat=None, picture=False):
        self.guest = guest
        self.house = house or guest.house
        self.table_id = table_id
        self.query = {"picture": "true"} if picture else {}
        if seat is not None:
            self.query["seat"] = seat
        self.seq = since
        """The last act seen, None before the first message."""
        self.messages = []
        """Everything that came, in order."""
        self.steps = {}
        """The acts that came, by number."""
        self.acknowledged = {}
        """The deeds that the house said are done: the number of their act by id."""
        self.sent = {}
        """Every deed by id."""
        self.welcomes = 0
        self.table = None
        self.match = None
        self.picture = None
        self.pending = {}
        self.socket = None
        self.connections = 0
        self.changed = asyncio.Condition()
        self.failure = None
        self._running = None

    def __str__(self):
        state = "connected" if self.socket is not None else "not connected"
        return (
            f"{state} for the {self.connections}th time, act {self.seq}, seats {self.seats}, "
            f"waits for {self.pending}, last heard {self.messages[-1:]}, {self._where()}"
        )

    def _where(self):
        """Return the task that keeps the connection, and where it waits, from the outside in."""
        waiting, places = self._running and self._running.get_coro(), []
        while waiting is not None:
            frame = getattr(waiting, "cr_frame", None) or getattr(waiting, "gi_frame", None)
            places.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}" if frame else f"{waiting}")
            waiting = getattr(waiting, "cr_await", None) or getattr(waiting, "gi_yieldfrom", None)
        return f"{self._running} at {' > '.join(places)}"

    # The connection.

    async def __aenter__(self):
        self._running = asyncio.create_task(self._run())
        await self.until(lambda: self.seq is not None)
        return self

    async def __aexit__(self, *_exc):
        self._running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._running

    async def _run(self):
        try:
            while True:
                with contextlib.suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                    await self._connected()
                self.socket = None
                await asyncio.sleep(PAUSE)
        except Exception as problem:  # noqa: BLE001 - whoever waits is told
            self.failure = problem
            async with self.changed:
                self.changed.notify_all()

    def address(self):
        query = dict(self.query) | ({} if self.seq is None else {"since": self.seq})
        base = self.house.url.replace("http", "ws", 1)
        return f"{base}/api/tables/{self.table_id}/socket?{urlencode(query)}"

    async def _connected(self):
        async with connect(
            self.address(),
            origin=self.house.url,
            additional_headers=self.guest.headers,
            proxy=None,
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
        ) as socket:
            for value in socket.response.headers.get_all("set-cookie"):
                self.guest.cookie = value.partition(";")[0]
            self.connections += 1
            self.socket = socket
            async with self.changed:
                self.changed.notify_all()
            for deed in list(self.pending):
                await self._send(deed)
            async for text in socket:
                await self.hear(json.loads(text))

    # What comes in.

    async def hear(self, message):
        """Take in one message of the house, which must be one that it knows, and nothing else."""
        assert json.loads(outgoing.encode(heard(message))) == message
        self.messages.append(message)
        match message["type"]:
            case "welcome":
                self.welcomes += 1
                seq = message["table"]["seq"]
                missed = None if self.seq is None else seq - self.seq
                far = missed is None or missed > MOST_MISSED or (missed >= 0 and seq > LONGEST_LOG)
                assert far, f"lost: {self.seq} was seen, now there is {message}"
                self.seq = seq
                self._look(message["table"], message)
                self.picture = message["picture"]
            case "step":
                assert message["seq"] == self.seq + 1, f"{message['seq']} after {self.seq}"
                self.seq = message["seq"]
                self.steps[self.seq] = message
                self._look(message["table"], message)
                self.picture = changed(self.picture, message["picture"])
            case "done":
                self.acknowledged[message["id"]] = message["seq"]
                self._answered(message["id"], message)
            case "refused" if message["code"] in LATER and message["id"] in self.pending:
                asyncio.get_running_loop().call_later(
                    PAUSE, lambda: asyncio.ensure_future(self._send(message["id"]))
                )
            case "refused" if message["id"] is not None:
                self._answered(message["id"], message)
        async with self.changed:
            self.changed.notify_all()

    def _look(self, table, message):
        if table is not None:
            self.table = table
        self.match = table["match"] if table is not None else message["match"]

    def _answered(self, deed, message):
        answer = self.pending.pop(deed, None)
        if answer is not None and not answer.done():
            answer.set_result(message)

    # What goes out.

    async def do(self, kind, **fields):
        """Do a deed and return its act's number; raise Refused if the house will not have it."""
        return await self.repeat({"type": kind, "id": secrets.token_hex(8), **fields})

    async def repeat(self, deed):
        """Send *deed* until it is answered and, if it is done, seen: either may come first."""
        answer = asyncio.get_running_loop().create_future()
        self.sent[deed["id"]] = deed
        self.pending[deed["id"]] = answer
        await self._send(deed["id"])
        message = await answer
        if message["type"] == "refused":
            raise Refused(message)
        await self.until(lambda: self.seq >= message["seq"])
        return message["seq"]

    async def _send(self, deed):
        if self.socket is not None and deed in self.pending:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(json.dumps(self.sent[deed]))

    async def say(self, text):
        """Send something as it stands, once; it may be lost with the connection."""
        await self.until(lambda: self.socket is not None)
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(text)

    # The game.

    async def until(self, true):
        """Wait until *true*() holds, looking after every message."""
        try:
            async with asyncio.timeout(PATIENCE), self.changed:
                await self.changed.wait_for(lambda: true() or self._broken())
        except TimeoutError as late:
            raise AssertionError(f"nothing happened any more: {self}") from late

    def _broken(self):
        if self.failure is not None:
            raise self.failure
        return False

    @property
    def seats(self):
        """The seats of the present game that are this guest's own."""
        return [
            seat
            for seat, chair in enumerate(self.table["seating"])
            if self.table["chairs"][chair]["yours"]
        ]

    @property
    def over(self):
        return self.match is not None and self.match["outcome"] is not None

    @property
    def to_move(self):
        """Whether one of this guest's seats is to move."""
        return self.match is not None and not self.over and self.match["to_move"] in self.seats

    def legal(self):
        """Return the legal moves, by the rules and the text of what the seat may know."""
        terms = self.table["terms"]
        return legal_moves(terms["game"], terms["options"], self.match)

    async def play(self, rng):
        """Make a random legal move."""
        await self.do("move", turn=self.match["turn"], move=rng.choice(self.legal()))


def legal_moves(slug, options, match):
    """Return the legal moves at what the mover sees.

    What lies face down is left out of the text: it makes no difference to what may be played.
    """
    text = match["position"]
    if "#" in text:
        track, seat, _tiles, hands, discards = text.split(" ")
        own = hands.split("|")[match["to_move"]]
        count = len(hands.split("|"))
        shown = "|".join(own if other == match["to_move"] else "" for other in range(count))
        text = f"{track} {seat} {'rgbyp'[:count]} {shown} {discards}"
    return [str(move) for move in take(slug).position(text, **options).moves()]
