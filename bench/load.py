"""The load: so many games at once, each between two players who answer as soon as they can.

The games are made from seeds, so that every server is given the same ones: the first game of duel
*n* is game *n*, the next one game *n* + 1, and so on. Both players read what the server tells them,
and look whether it is the move that was made: a server that errs is not measured.
"""

import asyncio
import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from sockets import addresses

from ludotheque.games import take

GAME = "tortuga"
GAMES_KNOWN = 200
"""How many different games are played."""
PATIENCE = 30
"""The seconds after which a game in which nothing happens is a fault of the server."""
AT_ONCE = 8
"""How many pairs of players come in at the same time."""


class Fault(Exception):
    """A server has not done what it should: there is nothing to measure."""


@dataclass
class Tally:
    """What a run has seen."""

    acknowledged: int = 0
    delays: list[float] = field(default_factory=list)
    """The seconds from a move sent to the opponent's having it."""
    counting: bool = False
    seconds: float = 0.0
    processor: float = 0.0
    """The seconds of processor time that the server used, in all its processes."""
    own_processor: float = 0.0
    """The seconds of processor time that the load itself used."""
    fault: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    """The first thing that goes wrong, if anything does."""

    @property
    def speed(self) -> float:
        """The moves acknowledged a second."""
        return self.acknowledged / self.seconds

    @property
    def cost(self) -> float:
        """The microseconds of processor time that a move cost the server."""
        return 1e6 * self.processor / self.acknowledged

    @property
    def own_cost(self) -> float:
        """The microseconds of processor time that a move cost the load."""
        return 1e6 * self.own_processor / self.acknowledged

    def at(self, share: float) -> float:
        """Return the delay, in milliseconds, that this share of all moves stayed under."""
        ordered = sorted(self.delays)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def moves(self) -> None:
        """Count an acknowledgement."""
        if self.counting:
            self.acknowledged += 1

    def seen(self, sent: float) -> None:
        """Count a move that has come to the opponent."""
        if self.counting:
            self.delays.append(time.perf_counter() - sent)

    def failed(self, fault: Exception) -> None:
        """End whatever is done `unless_it_fails`."""
        if not self.fault.done():
            self.fault.set_exception(fault)

    async def unless_it_fails(self, doing: Awaitable[None]) -> None:
        """Do something, or raise what goes wrong meanwhile, or has gone wrong before."""
        task = asyncio.ensure_future(doing)
        await asyncio.wait({task, self.fault}, return_when=asyncio.FIRST_COMPLETED)
        if self.fault.done():
            task.cancel()
            self.fault.result()
        await task


@dataclass(frozen=True)
class Run:
    """How to play, for how long, and how to read the processor time that the server has used."""

    games: int
    warm: float
    seconds: float
    processor: Callable[[], float]
    pause: float = 0.0
    """The seconds that a player thinks, on average; nobody thinks if it is 0."""

    async def measure(self, tally: Tally) -> None:
        """Count what happens in so many seconds."""
        began, spent, own = time.perf_counter(), self.processor(), time.process_time()
        tally.counting = True
        await asyncio.sleep(self.seconds)
        tally.counting = False
        tally.seconds = time.perf_counter() - began
        tally.processor = self.processor() - spent
        tally.own_processor = time.process_time() - own


@cache
def random_games(count: int = GAMES_KNOWN) -> Sequence[Sequence[str]]:
    """Return the moves of legal games from start to end, each from its own seed."""
    games = []
    for seed in range(count):
        rng, position, line = Random(seed), take(GAME).start(2), []
        while moves := position.moves():
            move = rng.choice(moves)
            line.append(str(move))
            position = position.after(move)
        games.append(line)
    return games


class Duel(ABC):
    """Two players, numbered 0 and 1, who play game after game at a server."""

    def __init__(self, number: int, tally: Tally, pause: float = 0.0) -> None:
        self.number = number
        games = random_games()
        first = number % len(games)
        self._games: Iterator[Sequence[str]] = itertools.cycle([*games[first:], *games[:first]])
        self._line: Iterator[str] = iter(())
        self._made = ["", ""]
        self._sent = 0.0
        self._pause = pause
        self._rng = Random(number)
        self._hurried = 0
        self._asides = set[asyncio.Task[None]]()
        self._tally = tally
        self.plies = 0
        """How many moves have come to the opponent."""

    @abstractmethod
    async def sit(self, port: int, homes: tuple[str, str]) -> None:
        """Let both come to a table of their own at the server, from these addresses."""

    @abstractmethod
    def start(self) -> None:
        """Let the first game begin."""

    @abstractmethod
    def leave(self) -> None:
        """Let both go away."""

    def close(self) -> None:
        """Let both go away, whatever they are doing."""
        for aside in self._asides:
            aside.cancel()
        self.leave()

    def begin(self) -> None:
        """Take up the next game."""
        self._line = iter(next(self._games))

    def hurry(self, games: int) -> None:
        """Let both play without thinking up to some move of their first *games*, drawn by lot."""
        lines = [next(self._games) for _ in range(games)]
        self._games = itertools.chain(lines, self._games)
        self._hurried = self._rng.randrange(sum(map(len, lines)))

    @property
    def hurries(self) -> bool:
        """Whether they still play without thinking."""
        return self.plies < self._hurried

    def choose(self, player: int) -> str:
        """Return the move that *player* makes now."""
        self._made[player] = next(self._line)
        return self._made[player]

    def after_a_while(self, act: Callable[[], None]) -> None:
        """Let a player think, if players do, and then act."""
        if self._pause and not self.hurries:
            pause = self._pause * 2 * self._rng.random()
            asyncio.get_running_loop().call_later(pause, self.guard, act)
        else:
            act()

    def sending(self) -> None:
        """Note that a move goes off now."""
        self._sent = time.perf_counter()

    def acknowledged(self) -> None:
        """Count a move whose maker has been told that it is made."""
        self._tally.moves()

    def told(self, reader: int, mover: int, move: str) -> None:
        """Look at a move that *reader* is told of, and count it if it is the opponent's."""
        if move != self._made[mover]:
            raise Fault(f"duel {self.number}: {move} was told, {self._made[mover]} was made")
        if reader != mover:
            self.plies += 1
            self._tally.seen(self._sent)

    def guard(self, act: Callable[..., None], *facts: object) -> None:
        """Act, and keep what goes wrong where it is looked for."""
        try:
            act(*facts)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the run is void
            self._tally.failed(fault)

    def aside(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something while the sockets are read on."""

        async def guarded() -> None:
            try:
                await doing
            except Exception as fault:  # noqa: BLE001 - as above
                self._tally.failed(fault)

        task = asyncio.create_task(guarded())
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)


async def play(port: int, run: Run, duel_at: Callable[[int, Tally, float], Duel]) -> Tally:
    """Return what a server does under the load; raise what has gone wrong."""
    tally = Tally()
    duels = [duel_at(number, tally, run.pause) for number in range(run.games)]
    async with playing(port, duels, tally):
        await tally.unless_it_fails(asyncio.sleep(run.warm))
        await tally.unless_it_fails(run.measure(tally))
        await tally.unless_it_fails(all_go_on(duels))
    return tally


@asynccontextmanager
async def playing(port: int, duels: Sequence[Duel], tally: Tally) -> AsyncIterator[None]:
    """Let them all come and play for the block; in the end everyone goes away."""
    try:
        await tally.unless_it_fails(all_sit(port, duels))
        for duel in duels:
            duel.start()
        yield
    finally:
        for duel in duels:
            duel.close()


async def all_sit(port: int, duels: Sequence[Duel]) -> None:
    """Let every pair come to its table, a few at a time."""
    homes = iter(addresses(2 * len(duels)))
    door = asyncio.Semaphore(AT_ONCE)

    async def sit(duel: Duel, two: tuple[str, str]) -> None:
        async with door:
            await duel.sit(port, two)

    await asyncio.gather(*map(sit, duels, zip(homes, homes, strict=True)))


async def all_go_on(duels: Sequence[Duel]) -> None:
    """Wait until another move has been made in every duel, or raise Fault."""
    still = {duel: duel.plies for duel in duels}
    end = time.perf_counter() + PATIENCE
    while still := {duel: plies for duel, plies in still.items() if duel.plies == plies}:
        if time.perf_counter() > end:
            raise Fault(f"{len(still)} of {len(duels)} games have stood still for {PATIENCE} s")
        await asyncio.sleep(0.05)
