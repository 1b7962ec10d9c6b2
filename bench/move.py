"""A move inside the house, without sockets and disk: what its own Python costs.

`python bench/move.py` plays the load's games at tables in this process. A move is what its sender's
text becomes: a deed, decided by the host, put into a row, told to both players with pictures and
encoded. The log takes every row at once and keeps none. `--bare` leaves the pictures out.

The same games are played in every round, and of each move the least time counts: a move is so short
that in some round nobody else has had the processor meanwhile, however busy the machine is.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from statistics import fmean
from typing import cast

from load import GAME, random_games

from ludotheque.engine import lending
from ludotheque.games import take
from ludotheque.server.access.rate_limits import RateLimits
from ludotheque.server.live.fanout import Alone
from ludotheque.server.live.rooms import Rooms
from ludotheque.server.live.subscriber import Subscriber
from ludotheque.server.wire.messages import INCOMING, Move
from ludotheque.server.wire.outgoing import Done, encode
from ludotheque.store import Row, Store, Summary
from ludotheque.tables import Chair, Sitter, Terms

PLAYERS = ("ana", "ben")
RATES = {"deed": "1000000/minute", "deed-address": "1000000/minute"}


class Nowhere:
    """A store whose log forgets."""

    @property
    def log(self) -> "Nowhere":
        """The log."""
        return self

    async def create(self, _id: str, _secret: str, _game: str, _row: Row, _told: Summary) -> bool:
        """Take a new table."""
        return True

    async def append(self, _table_id: str, _row: Row, _summary: Summary) -> bool:
        """Take a row."""
        return True


async def game(
    rooms: Rooms, limits: RateLimits, line: Sequence[str], *, picture: bool
) -> list[float]:
    """Play a game and return the seconds of processor time that each move took."""
    terms = Terms(game=take(GAME), options=take(GAME).settle({}), public=False, rated=False)
    chairs = [Chair(Sitter(who, who)) for who in PLAYERS]
    table = await rooms.open(PLAYERS[0], terms, chairs, beginner=0)
    room = await rooms.room(table)
    readers = {who: Subscriber(who, None, picture=picture) for who in PLAYERS}
    room.subscribers.update(readers.values())
    for who in PLAYERS:
        room.welcome(who, None, 0, lang="en" if picture else None)
    spent = []
    for turn, move in enumerate(line, 1):
        seat = 1 - turn % 2
        who = PLAYERS[seat]
        text = f'{{"type":"move","turn":{turn},"move":"{move}","seat":{seat},"id":"m{turn}"}}'
        began = time.process_time()
        wish = cast("Move", INCOMING.validate_json(text))
        await limits.check("deed", who)
        await limits.check("deed-address", "127.0.0.1")
        seq = await rooms.do_myself(table, who, wish)
        readers[who].send(encode(Done(id=wish.id, seq=seq)))
        await readers[who].next()
        for reader in readers.values():
            await reader.next()
        spent.append(time.process_time() - began)
    room.subscribers.clear()
    return spent


async def least(games: int, rounds: int, *, picture: bool) -> float:
    """Return the microseconds that a move takes."""
    rooms, limits = Rooms(cast("Store", Nowhere()), Alone()), RateLimits(RATES)
    lines = random_games()[:games]
    all_rounds = [
        [took for line in lines for took in await game(rooms, limits, line, picture=picture)]
        for _ in range(rounds)
    ]
    return 1e6 * fmean(map(min, *all_rounds))


def main() -> None:
    """Print what a move takes."""
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--games", type=int, default=10)
    wanted.add_argument("--rounds", type=int, default=15)
    wanted.add_argument("--bare", action="store_true", help="without pictures")
    options = wanted.parse_args()
    with lending():
        cost = asyncio.run(least(options.games, options.rounds, picture=not options.bare))
    print(f"{cost:.1f} µs a move")


if __name__ == "__main__":
    main()
