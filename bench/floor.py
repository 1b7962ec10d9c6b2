"""The floor under the house: sockets and the log as it has them, and no game between the two.

`python bench/floor.py PORT DATABASE` runs a server that takes whatever comes for a legal move: it
is committed, then acknowledged, then told to both. `play_on_it` puts the same load on it as on the
house.
"""

import itertools
import secrets
import sys
from collections import defaultdict
from typing import Any

import uvicorn
import uvloop
from load import Game, Run, Tally
from sockets import open_socket

from ludotheque.store import Row, Store, Summary, open_store

STEP = (
    '{{"type":"step","seq":{seq},"at":1767225600000,"events":[{{"type":"move","at":1767225600000,'
    '"seat":0,"move":"d2-d3"}}],"match":{{"turn":{seq},"to_move":{seat},"position":'
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
        self._lines[table].append(send)
        while "text" in (message := await receive()):
            await self._commit(table)
            seq = self._seqs[table]
            step = STEP.format(seq=seq, seat=seq % 2)
            if not message["text"].startswith('{"type":"sit"'):
                done = f'{{"type":"done","id":"m1","seq":{seq}}}'
                await send({"type": "websocket.send", "text": done})
            for each in self._lines[table]:
                await each({"type": "websocket.send", "text": step})

    async def _commit(self, table: str) -> None:
        seq = self._seqs[table] = self._seqs.get(table, 0) + 1
        row = Row(seq, secrets.token_hex(8), 1_767_225_600_000, BODY)
        if seq == 1:
            await self._log.create(table, "seed", "game", row, SUMMARY)
        else:
            await self._log.append(table, row, SUMMARY)


class FloorGame(Game):
    """Two players who always know what to answer."""

    async def sit(self, port: int, homes: tuple[str, str]) -> None:
        """Let both come to a table of their own."""
        self._seating, self._line = [0, 1], itertools.repeat("d2-d3")
        path = f"/{secrets.token_hex(6)}"
        self.sockets = [
            (await open_socket(port, path, self.heard, address=home))[0] for home in homes
        ]


async def play_on_it(port: int, run: Run) -> Tally:
    """Return what the floor bears."""
    tally = Tally()
    tables = [FloorGame(run, tally, [], 0) for _ in range(run.games)]
    for table in tables:
        await table.sit(port, ("127.0.0.1", "127.0.0.1"))
    for table in tables:
        table.begin()
    await run.measure(tally)
    for table in tables:
        for socket in table.sockets:
            socket.close()
    return tally


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
