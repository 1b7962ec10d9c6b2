"""Two players at a table of our own house: what the page does for them, or bare sockets.

The page (`pages/table.js` and its modules) loads the table, the board and the symbols, opens a
socket that asks for pictures, offers it compression as every browser does, and pings. A move is one
of the picture's choices; where a touch is no place on the board, the page first asks, over the
socket, for the pictures that its bubble shows. What a browser keeps for good is left out.
"""

import asyncio
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

from browsing import Browser
from load import GAME, Duel, Fault, Tally
from pydantic_core import from_json, to_json

if TYPE_CHECKING:
    from sockets import Socket

PING_SECONDS = 10.0
Message = Mapping[str, Any]
Way = Literal["page", "picture", "bare"]
"""What players do: all that the page does; nothing but ask for pictures; not even that."""


class Player:
    """One side of the table: a browser, and the socket that it has open."""

    def __init__(self, duel: "HouseDuel", number: int, browser: Browser) -> None:
        self._duel = duel
        self._number = number
        self._browser = browser
        self._page = duel.way == "page"
        self._keys = itertools.count()
        self.game = 0
        """The game that this player has come to; the other may be further already."""
        self._seating: Sequence[int] = ()
        """The player on each seat in it: player and chair have the same number."""
        self._over = 0
        """The last game that this player has seen end."""
        self._spots = frozenset[str]()
        self._asking: Iterator[list[str]] = iter(())
        """The questions that the page still asks before the move."""
        self._deed: Message = {}
        """The move that is then sent."""
        self._ping: asyncio.TimerHandle | None = None
        self._socket: Socket | None = None
        self.welcome: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    async def come(self, table: str) -> Message:
        """Open the table's page, and return the welcome."""
        if self._page:
            await self._browser.get(f"/t/{table}")
            await self._browser.get("/api/symbols.svg")
        query = "" if self._duel.way == "bare" else "?picture=true"
        self._socket = await self._browser.socket(
            f"/api/tables/{table}/socket{query}",
            lambda _socket, text: self._duel.guard(self._hear, text),
            packed=self._page,
        )
        welcome = await self.welcome
        if self._page:
            self._beat()
            await self._lay(welcome["table"])
        return welcome

    async def _lay(self, table: Message) -> None:
        """Ask for the board, and for the picture of the link where there is one to send."""
        terms, chairs = table["terms"], table["chairs"]
        options = [("option", f"{name}:{value}") for name, value in terms["options"].items()]
        query = urlencode([("seats", len(chairs)), ("hand", "false"), *options])
        board = from_json(await self._browser.get(f"/api/games/{GAME}/board?{query}"))
        self._spots = frozenset(spot["id"] for spot in board["spots"])
        if any(chair["key"] for chair in chairs):
            await self._browser.get(f"/api/tables/{self._duel.table}/qr.svg?chair=1")

    def sit_down(self, key: str) -> None:
        """Take the chair that *key* opens."""
        self._do({"type": "sit", "key": key, "id": "sit"})

    def get_up(self) -> None:
        """Leave the table; the browser stays open."""
        if self._ping is not None:
            self._ping.cancel()
        if self._socket is not None:
            self._socket.close()

    def play_again(self) -> None:
        """Ask for another game at the table."""
        self._do({"type": "again", "id": f"a{next(self._keys)}"})

    def _do(self, deed: Message) -> None:
        assert self._socket is not None  # noqa: S101 - it has been opened
        self._socket.send(to_json(deed).decode())

    def _beat(self) -> None:
        self._do({"type": "ping", "lag": None})
        self._ping = asyncio.get_running_loop().call_later(PING_SECONDS, self._beat)

    def _hear(self, text: str) -> None:
        message = from_json(text)
        match message["type"]:
            case "welcome":
                self.welcome.set_result(message)
            case "step":
                self._follow(message)
            case "preview":
                if None in message["pictures"]:
                    raise Fault(text)
                self._go_on()
            case "done" if message["id"].startswith("m"):
                self._duel.acknowledged()
            case "refused" | "going-away":
                raise Fault(text)

    def _follow(self, step: Message) -> None:
        """Take in an act, and do what it calls for."""
        duel, match = self._duel, step["match"]
        if step.get("table") is not None:
            self.game, self._seating = step["table"]["number"], step["table"]["seating"]
            duel.come_to(self.game)
        for event in step["events"]:
            if event["type"] == "move":
                duel.told(self._number, self._seating[event["seat"]], event["move"])
        if match is None:
            return
        if match["outcome"] is not None:
            self._see_the_end()
        elif self._seating[match["to_move"]] == self._number:
            duel.after_a_while(lambda: self._move(match, step.get("picture")))

    def _see_the_end(self) -> None:
        if self._over != self.game:
            self._over = self.game
            self._duel.over(self)

    def _move(self, match: Message, picture: Message | None) -> None:
        """Make the move that is to be made, having asked what the page asks before it."""
        move = self._duel.choose(self._number)
        deed = {"type": "move", "turn": match["turn"], "move": move, "seat": match["to_move"]}
        if picture is None:
            self._send(deed)
            return
        choice = chosen(picture["choices"], move)
        self._asking = (
            questions(picture["choices"], choice, self._spots) if self._page else iter(())
        )
        self._deed = deed
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next question that comes before the move; after the last one, send it."""
        moves = next(self._asking, None)
        if moves is None:
            self._send(self._deed)
        else:
            asked = {"type": "preview", "moves": moves, "seat": self._deed["seat"]}
            self._do({**asked, "id": f"p{next(self._keys)}"})

    def _send(self, deed: Message) -> None:
        self._duel.sending()
        self._do({**deed, "id": f"m{next(self._keys)}"})


def chosen(choices: Sequence[Message], move: str) -> Message:
    """Return the choice by which *move* is made, or raise Fault."""
    for choice in choices:
        if choice["move"] == move:
            return choice
    raise Fault(f"{move} is not among the choices")


def questions(
    choices: Sequence[Message], choice: Message, spots: frozenset[str]
) -> Iterator[list[str]]:
    """Yield the moves whose pictures the page asks for, each time it must ask what is meant.

    It must where the next touch is no place on the board: each answer is shown by one move.
    """
    touches = choice["touches"]
    for depth, touch in enumerate(touches):
        if touch not in spots:
            left = [each for each in choices if each["touches"][:depth] == touches[:depth]]
            yield list({each["touches"][depth]: each["move"] for each in reversed(left)}.values())


class HouseDuel(Duel):
    """A table of our own house and its two players.

    They play game after game at it, or so many *games*, and then open another table.
    """

    def __init__(
        self,
        way: Way,
        number: int,
        tally: Tally,
        pause: float = 0.0,
        watchers: int = 0,
        *,
        games: int | None = None,
    ) -> None:
        super().__init__(number, tally, pause)
        self.way = way
        self.table = ""
        self._games_each = games
        self._browsers: list[Browser] = []
        self._begun = 0
        """How many games have begun."""
        self._key = ""
        self._players: list[Player] = []
        self._done: list[Player] = []
        """Who has seen the end of the game after which they get up."""
        self._watchers = watchers
        self._looking_on: list[Socket] = []

    async def sit(self, port: int, homes: tuple[str, str]) -> None:
        """Open the table, and send the other one the link."""
        self._browsers = [Browser(port, home) for home in homes]
        await self._meet()

    async def _meet(self) -> None:
        one, two = self._browsers
        terms = {"public": False, "rated": False, "beginner": 0}
        opened = await one.post("/api/tables", {"game": GAME, "chairs": ["me", "invited"], **terms})
        self.table = opened["id"]
        self._players = [Player(self, 0, one), Player(self, 1, two)]
        welcome = await self._players[0].come(self.table)
        self._key = welcome["table"]["chairs"][1]["key"]
        await self._players[1].come(self.table)
        for _ in range(self._watchers):
            watcher = await two.socket(
                f"/api/tables/{self.table}/socket?picture=true",
                lambda _socket, _text: None,
                packed=True,
            )
            self._looking_on.append(watcher)

    def start(self) -> None:
        """Let the second player sit down, and so the first game begin."""
        self._players[1].sit_down(self._key)

    def come_to(self, game: int) -> None:
        """Take up that game, once the first of the two has come to it."""
        if game > self._begun:
            self._begun = game
            self.begin()

    def over(self, player: Player) -> None:
        """Let a player who has seen the end of a game go on to the next one."""
        if self._games_each is None or player.game < self._games_each:
            player.play_again()
            return
        self._done.append(player)
        if len(self._done) == len(self._players):
            self._get_up()
            self.aside(self._meet_again())

    async def _meet_again(self) -> None:
        self._begun, self._done = 0, []
        await self._meet()
        self.start()

    def _get_up(self) -> None:
        for player in self._players:
            player.get_up()
        for socket in self._looking_on:
            socket.close()
        self._looking_on = []

    def leave(self) -> None:
        """Let everyone go away."""
        self._get_up()
        for browser in self._browsers:
            browser.close()
