"""Two players at boardgame.io's own server: what its clients and its lobby do.

Each has a socket.io socket, over which the server sends the whole state with every move. After a
game, one asks for another match, both join it, and both ask how it stands. They come one after the
other: the server reads and writes who is at a match without keeping others away meanwhile, and so
forgets one of two who come at once.
"""

import asyncio
from typing import Any

from browsing import Browser
from load import GAME, Duel, Fault, Tally
from pydantic_core import from_json, to_json
from sockets import Socket

SPACE = f"/{GAME},"
"""The namespace of the game, before every packet."""


class Client:
    """One side of a match."""

    def __init__(self, duel: "PeerDuel", number: int, browser: Browser) -> None:
        self._duel = duel
        self._number = number
        self._browser = browser
        self._secret = ""
        self._socket: Socket | None = None
        self._let_in = asyncio.Event()
        self._stands = asyncio.Event()

    async def come(self) -> None:
        """Open the socket, and wait until the server has let it in."""
        await self._browser.socket(
            "/socket.io/?EIO=4&transport=websocket",
            lambda socket, packet: self._duel.guard(self._hear, socket, packet),
            packed=True,
        )
        await self._let_in.wait()

    async def join(self, match: str) -> None:
        """Sit down at a match."""
        body = {"playerID": str(self._number), "playerName": f"p{self._number}"}
        joined = await self._browser.post(f"/games/{GAME}/{match}/join", body)
        self._secret = joined["playerCredentials"]

    async def again(self, match: str) -> str:
        """Ask for another match after one, and return it."""
        body = {"playerID": str(self._number), "credentials": self._secret}
        asked = await self._browser.post(f"/games/{GAME}/{match}/playAgain", body)
        return str(asked["nextMatchID"])

    async def sync(self) -> None:
        """Ask how the match stands; whoever is to move then moves."""
        self._stands.clear()
        self._say("sync", self._duel.match, str(self._number), self._secret, 2)
        await self._stands.wait()

    def close(self) -> None:
        """Go away."""
        if self._socket is not None:
            self._socket.close()
        self._browser.close()

    def _say(self, *words: object) -> None:
        assert self._socket is not None  # noqa: S101 - it has been opened
        self._socket.send(f"42{SPACE}{to_json(words).decode()}")

    def _hear(self, socket: Socket, packet: str) -> None:
        if packet == "2":
            socket.send("3")
        elif packet.startswith("0"):
            self._socket = socket
            socket.send(f"40{SPACE}")
        elif packet.startswith(f"40{SPACE}"):
            self._let_in.set()
        elif packet.startswith(f"42{SPACE}"):
            kind, match, *news = from_json(packet[2 + len(SPACE) :])
            if match == self._duel.match and kind == "sync":
                self._stands.set()
                self._go_on(news[0]["state"])
            elif match == self._duel.match and kind == "update":
                self._follow(*news)
        else:
            raise Fault(packet)

    def _follow(self, state: dict[str, Any], log: list[dict[str, Any]]) -> None:
        """Take in a move; one's own, come back, is the acknowledgement."""
        made = [entry["action"]["payload"] for entry in log]
        made = [payload for payload in made if payload["type"] == "play"]
        if not made:
            raise Fault("the server has refused a move")
        mover = int(made[0]["playerID"])
        self._duel.told(self._number, mover, made[0]["args"][0])
        if mover == self._number:
            self._duel.acknowledged()
        self._go_on(state)

    def _go_on(self, state: dict[str, Any]) -> None:
        """Move if it is one's turn; where the game is over, one of the two asks for another."""
        if "gameover" in state["ctx"]:
            if self._number == 0:
                self._duel.aside(self._duel.next_match())
        elif state["ctx"]["currentPlayer"] == str(self._number):
            self._duel.after_a_while(lambda: self._move(state["_stateID"]))

    def _move(self, state_id: int) -> None:
        payload = {
            "type": "play",
            "args": [self._duel.choose(self._number)],
            "playerID": str(self._number),
            "credentials": self._secret,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._duel.sending()
        self._say("update", action, state_id, self._duel.match, str(self._number))


class PeerDuel(Duel):
    """Two players at boardgame.io's server, in one match after another."""

    def __init__(self, number: int, tally: Tally, pause: float = 0.0) -> None:
        super().__init__(number, tally, pause)
        self.match = ""
        self._clients: list[Client] = []

    async def sit(self, port: int, homes: tuple[str, str]) -> None:
        """Open a match, and let both join it."""
        browsers = [Browser(port, home) for home in homes]
        opened = await browsers[0].post(f"/games/{GAME}/create", {"numPlayers": 2})
        self._clients = [Client(self, number, each) for number, each in enumerate(browsers)]
        for client in self._clients:
            await client.come()
        await self._join(opened["matchID"])

    def start(self) -> None:
        """Let both ask how the match stands."""
        self.aside(self._sync())

    async def next_match(self) -> None:
        """Go on to another match."""
        await self._join(await self._clients[0].again(self.match))
        await self._sync()

    def leave(self) -> None:
        """Let both go away."""
        for client in self._clients:
            client.close()

    async def _join(self, match: str) -> None:
        for client in self._clients:
            await client.join(match)
        self.match = match

    async def _sync(self) -> None:
        """Let the match begin: whoever moves first comes last, and the other is there to see."""
        self.begin()
        for client in reversed(self._clients):
            await client.sync()
