"""Two players a game: whoever hears the other's move answers, at once or after a while."""

import asyncio
import itertools
import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random, random
from typing import Any

from sockets import Socket, addresses, open_socket, post

from ludotheque.games import take

GAMES_KNOWN = 200
"""How many different games are played."""


@dataclass
class Tally:
    """What a run has seen."""

    acknowledged: int = 0
    delays: list[float] = field(default_factory=list)
    """The seconds from a move sent to the opponent's having it."""
    counting: bool = False
    seconds: float = 0.0
    processor: float = 0.0
    """The seconds of processor time that the server used."""
    own_processor: float = 0.0
    """The seconds of processor time that the load itself used."""

    @property
    def speed(self) -> float:
        """The moves acknowledged a second."""
        return self.acknowledged / self.seconds

    def moves(self) -> None:
        """Count an acknowledgement."""
        if self.counting:
            self.acknowledged += 1

    def seen(self, sent: float) -> None:
        """Count a move that has come to the opponent."""
        if self.counting:
            self.delays.append(time.perf_counter() - sent)

    def at(self, share: float) -> float:
        """Return the delay, in milliseconds, that this share of all moves stayed under."""
        ordered = sorted(self.delays)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(frozen=True)
class Run:
    """How to play, for how long, and how to read the processor time that the server has used."""

    games: int
    warm: float
    seconds: float
    processor: Callable[[], float]
    pause: float = 0.0
    """The seconds that a player thinks, on average; nobody thinks if it is 0."""
    watchers: int = 0
    """How many look on at each table, beside the two who play."""

    async def measure(self, tally: Tally) -> None:
        """Let the load warm up, then count for so long."""
        await asyncio.sleep(self.warm)
        began, spent, own = time.perf_counter(), self.processor(), time.process_time()
        tally.counting = True
        await asyncio.sleep(self.seconds)
        tally.counting = False
        tally.seconds = time.perf_counter() - began
        tally.processor = self.processor() - spent
        tally.own_processor = time.process_time() - own


def random_games(slug: str, count: int) -> list[list[str]]:
    """Return the moves of legal games from start to end."""
    games = []
    for seed in range(count):
        rng, position, line = Random(seed), take(slug).start(2), []
        while moves := position.moves():
            move = rng.choice(moves)
            line.append(str(move))
            position = position.after(move)
        games.append(line)
    return games


TO_MOVE = re.compile(r'"turn":([0-9]+),"to_move":([01]),')
"""All that a player needs of a step by which nothing changes but the position."""


class Game:
    """A table of our own house and its two players."""

    def __init__(self, run: Run, tally: Tally, lines: list[list[str]], first: int) -> None:
        self._run = run
        self._tally = tally
        self._lines = itertools.cycle(lines[first:] + lines[:first])
        self._line: Iterator[str] = iter(())
        self._number = 0
        self._seating: list[int] = []
        self._sent = 0.0
        self._keys = itertools.count()
        self._done: dict[Socket, int] = {}
        """The game after whose end a player has asked for another."""
        self.sockets: list[Socket] = []
        self.watchers: list[Socket] = []

    async def sit(self, port: int, homes: tuple[str, str]) -> None:
        """Open the table and let both players come to it."""
        body = {"game": "tortuga", "chairs": ["me", "open"], "first_to": 100}
        opened, cookie = await asyncio.to_thread(post, port, "/api/tables", body, address=homes[0])
        path = f"/api/tables/{opened['id']}/socket"
        one, _ = await open_socket(port, path, self.heard, cookie=cookie, address=homes[0])
        two, _ = await open_socket(port, path, self.heard, address=homes[1])
        self.sockets = [one, two]
        for _ in range(self._run.watchers):
            watcher, _ = await open_socket(
                port, path, lambda _socket, _text: None, address=homes[1]
            )
            self.watchers.append(watcher)

    def begin(self) -> None:
        """Let the second player sit down, and so the first game begin."""
        self.sockets[1].send('{"type":"sit","id":"sit"}')

    def heard(self, socket: Socket, text: str) -> None:
        """Take in a message to one of the players."""
        if text.startswith('{"type":"step"'):
            if '"table":{' in text:
                self._go_on(socket, json.loads(text))
            else:
                turn, seat = TO_MOVE.search(text).groups()  # type: ignore[union-attr]
                if self.sockets[self._seating[int(seat)]] is socket:
                    self._tally.seen(self._sent)
                    self._move(socket, turn)
        elif text.startswith('{"type":"done","id":"m'):
            self._tally.moves()
        elif text.startswith('{"type":"refused"'):
            raise ConnectionError(text)

    def _go_on(self, socket: Socket, step: dict[str, Any]) -> None:
        """Do what *socket* does when it hears this."""
        table, match = step.get("table"), step["match"]
        if table is not None:
            self._seating = table["seating"]
            if table["number"] != self._number:
                self._number, self._line = table["number"], iter(next(self._lines))
        if match["outcome"] is not None:
            if self._done.get(socket) != self._number:
                self._done[socket] = self._number
                socket.send(f'{{"type":"again","id":"a{next(self._keys)}"}}')
        elif self.sockets[self._seating[match["to_move"]]] is socket:
            self._move(socket, match["turn"])

    def _move(self, socket: Socket, turn: str) -> None:
        """Let *socket*'s player move after a while."""
        if self._run.pause:
            pause = self._run.pause * 2 * random()
            asyncio.get_running_loop().call_later(pause, self._move_now, socket, turn)
        else:
            self._move_now(socket, turn)

    def _move_now(self, socket: Socket, turn: str) -> None:
        self._sent = time.perf_counter()
        socket.send(
            f'{{"type":"move","id":"m{next(self._keys)}","turn":{turn},'
            f'"move":"{next(self._line)}"}}'
        )


class PeerGame:
    """A match of boardgame.io and its two players."""

    CELLS = (0, 1, 2, 4, 3, 5, 7, 6, 8)
    """Nine cells in an order that nobody wins by, so that every board is filled."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._sent = 0.0
        self._moved = -1
        self.sockets: list[Socket] = []
        self._secrets: list[str] = []
        self._match = ""

    async def sit(self, port: int) -> None:
        """Open the match and sit down on both chairs."""
        opened, _ = await asyncio.to_thread(
            post, port, "/games/tic-tac-toe/create", {"numPlayers": 2}
        )
        self._match = opened["matchID"]
        for player in "01":
            joined, _ = await asyncio.to_thread(
                post,
                port,
                f"/games/tic-tac-toe/{self._match}/join",
                {"playerID": player, "playerName": f"p{player}"},
            )
            self._secrets.append(joined["playerCredentials"])
        for _ in "01":
            socket, _ = await open_socket(port, "/socket.io/?EIO=4&transport=websocket", self.heard)
            self.sockets.append(socket)

    def begin(self) -> None:
        """Let both players ask how the match stands: whoever is to move then moves."""
        for socket in self.sockets:
            self._say(
                socket, "sync", self._match, str(self._player(socket)), self._secret(socket), 2
            )

    def heard(self, socket: Socket, text: str) -> None:
        """Take in a message to one of the players."""
        if text == "2":
            socket.send("3")
        elif text.startswith("0"):
            socket.send("40/tic-tac-toe,")
        elif text.startswith("42"):
            kind, _match, news, *_ = json.loads(text.partition(",")[2])
            if kind == "sync":
                self._go_on(socket, news["state"])
            elif kind == "update":
                self._go_on(socket, news)

    def _player(self, socket: Socket) -> int:
        return self.sockets.index(socket)

    def _secret(self, socket: Socket) -> str:
        return self._secrets[self._player(socket)]

    def _say(self, socket: Socket, *words: object) -> None:
        socket.send("42/tic-tac-toe," + json.dumps(words, separators=(",", ":")))

    def _go_on(self, socket: Socket, state: dict[str, Any]) -> None:
        """Answer the opponent's move; one's own, come back, is the acknowledgement."""
        number, player = state["_stateID"], self._player(socket)
        if str(player) != state["ctx"]["currentPlayer"]:
            if number:
                self._tally.moves()
            return
        if number == self._moved:
            return
        self._moved = number
        if number:
            self._tally.seen(self._sent)
        self._sent = time.perf_counter()
        move = {
            "type": "clickCell",
            "args": [self.CELLS[state["ctx"]["turn"] % 9 - 1]],
            "playerID": str(player),
            "credentials": self._secret(socket),
        }
        action = {"type": "MAKE_MOVE", "payload": move}
        self._say(socket, "update", action, number, self._match, str(player))


async def play_here(port: int, run: Run) -> Tally:
    """Return what our house does under a load."""
    tally, lines = Tally(), random_games("tortuga", GAMES_KNOWN)
    homes = addresses(2 * run.games)
    tables = [Game(run, tally, lines, n % GAMES_KNOWN) for n in range(run.games)]
    for table, one, two in zip(tables, homes[::2], homes[1::2], strict=True):
        await table.sit(port, (one, two))
    for table in tables:
        table.begin()
    await run.measure(tally)
    _hang_up(tables)
    return tally


async def play_there(port: int, run: Run) -> Tally:
    """Return what the peer's server does under the same."""
    tally = Tally()
    matches = [PeerGame(tally) for _ in range(run.games)]
    for match in matches:
        await match.sit(port)
    await asyncio.sleep(1)  # until the last has been let in
    for match in matches:
        match.begin()
    await run.measure(tally)
    _hang_up(matches)
    return tally


def _hang_up(games: "list[Game] | list[PeerGame]") -> None:
    for game in games:
        for socket in game.sockets:
            socket.close()
        if isinstance(game, Game):
            for socket in game.watchers:
                socket.close()
