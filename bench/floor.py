"""The floor under the house: sockets and the log as it has them, and no game between the two.

`python bench/floor.py PORT DATABASE` runs a server that takes whatever comes for a legal move: it
is committed, then acknowledged, then told to both. `FloorDuel` puts the same load on it as bare
sockets put on the house.
"""

import itertools
import secrets
import sys
from collections import defaultdict
from typing import Any

import uvicorn
import uvloop
from browsing import Browser
from house_players import HouseDuel, Player
from load import Tally

from ludotheque.store import Row, Store, Summary, open_store

MOVE = "d2-d3"
WELCOME = '{"type":"welcome","table":{"chairs":[{"key":null},{"key":""}]}}'
BEGIN = (
    '{"type":"step","seq":1,"at":1767225600000,"events":[],"table":{"number":1,"seating":[0,1]},'
    '"match":{"turn":1,"to_move":0,"outcome":null}}'
)
STEP = (
    '{{"type":"step","seq":{seq},"at":1767225600000,"events":[{{"type":"move","at":1767225600000,'
    f'"seat":{{mover}},"move":"{MOVE}"}}}}],"match":{{{{"turn":{{seq}},"to_move":{{seat}},"position":'
    '"4/S3N/S2N2/S1S2NN/S4N/S3N/S2N N","clock":null,"draw_offered_by":null,'
    '"takeback_asked_by":null,'
    '"seed_hash":"' + "0" * 64 + '","outcome":null,"seed":null}}}}'
)
BODY = '{"events":[{"type":"move","at":1767225600000,"seat":0,"move":"d2-d3"}],"key":"m"}'.ljust(
    200
)
SUMMARY = Summary(
    status="playing", public=True, due=None, note='{"chairs":["Ana","Ben"]}'.ljust(200)
)


class Floor:
    """An ASGI application: every path is a table."""

    def __init__(self, store: Store) -> None:
        self._log = store.log
        self._seqs: dict[str, int] = {}
        self._lines: defaultdict[str, list[Any]] = defaultdict(list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's own
        """Serve one socket."""
        if scope["type"] != "websocket":
            return
        table = scope["path"]
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": WELCOME})
        self._lines[table].append(send)
        while "text" in await receive():
            seq = await self._commit(table)
            step = BEGIN
            if seq > 1:
                done = f'{{"type":"done","id":"m1","seq":{seq}}}'
                await send({"type": "websocket.send", "text": done})
                step = STEP.format(seq=seq, mover=seq % 2, seat=1 - seq % 2)
            for each in self._lines[table]:
                await each({"type": "websocket.send", "text": step})

    async def _commit(self, table: str) -> int:
        seq = self._seqs[table] = self._seqs.get(table, 0) + 1
        row = Row(seq, secrets.token_hex(8), 1_767_225_600_000, BODY)
        if seq == 1:
            await self._log.create(table, "seed", "game", row, SUMMARY)
        else:
            await self._log.append(table, row, SUMMARY)
        return seq


class FloorDuel(HouseDuel):
    """Two players who always make the same move."""

    def __init__(self, number: int, tally: Tally, pause: float = 0.0) -> None:
        super().__init__("bare", number, tally, pause)

    async def sit(self, port: int, homes: tuple[str, str]) -> None:
        """Let both come to a table of their own."""
        self.table = secrets.token_hex(6)
        self._players = [
            Player(self, number, Browser(port, home)) for number, home in enumerate(homes)
        ]
        for player in self._players:
            await player.come(self.table)

    def begin(self) -> None:
        """Take up a game that never ends."""
        self._line = itertools.repeat(MOVE)


def main() -> None:
    """Run the server."""
    port, database = sys.argv[1:]

    async def serve() -> None:
        config = uvicorn.Config(
            Floor(open_store(database)),
            port=int(port),
            ws="websockets-sansio",
            lifespan="off",
            log_config=None,
        )
        await uvicorn.Server(config).serve()

    uvloop.run(serve())


if __name__ == "__main__":
    main()
