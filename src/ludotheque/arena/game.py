"""One game of a contest, played to its end whatever the players do.

Who is from outside may crash, hang or play nonsense: it has lost the game then, and why is kept.
In the record it resigns, which is what a record can say.
"""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Final, NamedTuple

from ludotheque.arena import entrants
from ludotheque.engine import Player, kernel, lending
from ludotheque.errors import N_, LudothequeError, NotAllowed, on_one_line
from ludotheque.games import AnyGame, take
from ludotheque.match import Match, Record, Referee, to_json
from ludotheque.position import CHANCE
from ludotheque.study.luck import GAMES_SLOWLY, luck
from ludotheque.ugi import Engine, EngineFault
from ludotheque.ugi.client import GRACE, UGI

PAIRS: Final = 1_000
"""The pairs of games imagined for a draw where luck is told: a tenth of a second a game."""
HUNG: Final = 60.0
"""The seconds for a move after which who is from outside has lost, where no time is set."""


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """One game of a contest, in words that can be sent to another process."""

    number: int
    """Counted from 0."""
    game: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    """Who meets here, as `entrants` reads them."""
    names: tuple[str, ...]
    """What they are called."""
    meeting: tuple[int, ...]
    """Their numbers among all who take part in the contest."""
    seating: tuple[int, ...]
    """For each seat the player who sits there, by number in `players`."""
    round: int
    """The games of one round of a meeting share the deal."""
    deal: str
    """The referee's seed and the opening's."""
    thought: str
    """What the players' own randomness comes from."""
    plies: int
    seconds: float | None = None
    """The time for a move."""
    adjusted: bool = False
    """Whether the luck of the game is told, too."""


class Fault(NamedTuple):
    """Why someone has lost without being beaten."""

    by: int
    """Its number among all who take part."""
    kind: str
    """`crash`, `time`, `illegal` or `protocol`."""
    why: str


@dataclass(frozen=True, kw_only=True)
class Played:
    """How one game of a contest ended."""

    number: int
    shares: tuple[float, ...]
    """One a player, in the order of `Fixture.players`."""
    record: str
    """The game as JSON."""
    meeting: tuple[int, ...] = (0, 1)
    seating: tuple[int, ...] = (0, 1)
    round: int = 0
    reason: str = ""
    """Why it ended: as the record says, or the kind of the fault."""
    plies: int = 0
    """The moves of all seats."""
    fault: Fault | None = None
    luck: tuple[float, ...] = ()
    """What chance brought each player, in the order of `Fixture.players`; nothing if not asked."""
    seconds: tuple[float, ...] = field(default=(), compare=False)
    """How long each player has thought, in the order of `Fixture.players`."""


class Engines:
    """Programs that play on, game after game, until they fail or all are ended.

    One that meets itself is as many programs.
    """

    def __init__(self) -> None:
        self._running: dict[Any, Engine] = {}

    def at(self, fixture: Fixture, seat: int, game: AnyGame) -> Engine:
        """Return the engine at a seat, started if need be. Raise EngineFault."""
        key = self._key(fixture, seat)
        if key not in self._running:
            text = fixture.players[fixture.seating[seat]].removeprefix(UGI)
            self._running[key] = Engine(text, game, len(fixture.seating), fixture.options)
        return self._running[key]

    def forget(self, fixture: Fixture, seat: int) -> None:
        """End the engine at a seat, if there is one; it is started anew for the next game."""
        with suppress(KeyError):
            self._running.pop(self._key(fixture, seat)).close()

    def end(self) -> None:
        """End them all."""
        while self._running:
            self._running.popitem()[1].close()

    @staticmethod
    def _key(fixture: Fixture, seat: int) -> tuple[object, ...]:
        who = fixture.seating[seat]
        options = tuple(sorted(fixture.options.items()))
        return (
            fixture.game,
            options,
            len(fixture.seating),
            fixture.meeting[who],
            fixture.players[who],
        )


ENGINES: Final = Engines()
"""The programs of a process that plays whatever games it is given; they end with it."""


def play(fixture: Fixture, engines: Engines = ENGINES) -> Played:
    """Return how the game ends; the same each time, if nobody goes by the clock.

    Programs that it needs are taken from *engines*, and left there for the next game.
    """
    game = take(fixture.game)
    referee = Referee(fixture.deal)
    names = [fixture.names[who] for who in fixture.seating]
    match = referee.begin(game, names, began=0, options=fixture.options)
    with lending():
        match = opened(referee, match, fixture)
        match, fault, seconds = _played(referee, match, fixture, game, engines)
    assert match.outcome is not None  # noqa: S101 - nobody is to move
    shares = match.outcome.shares
    seat_of = [fixture.seating.index(who) for who in range(len(names))]
    return Played(
        number=fixture.number,
        shares=tuple(shares[seat] for seat in seat_of),
        record=to_json(Record.of(match, fixture.deal)),
        meeting=fixture.meeting,
        seating=fixture.seating,
        round=fixture.round,
        reason=fault.kind if fault else match.outcome.reason,
        plies=sum(ply.mover is not CHANCE for ply in match.plies),
        fault=fault,
        luck=_luck(match, seat_of) if fixture.adjusted else (),
        seconds=tuple(seconds[seat] for seat in seat_of),
    )


def _luck(match: Match, seat_of: Sequence[int]) -> tuple[float, ...]:
    """Return what chance brought each player."""
    games = PAIRS if kernel.has_fortunes(match.setup.game) else GAMES_SLOWLY
    accounts = luck(match, {}, games=games)
    return tuple(accounts[seat].luck.share for seat in seat_of)


def opened(referee: Referee, match: Match, fixture: Fixture) -> Match:
    """Return the match after its random opening, in which nobody wins."""
    rng = Random(f"{fixture.deal}/opening")
    for _ in range(fixture.plies):
        seat, position = match.to_move, match.position
        quiet = [move for move in position.moves() if position.after(move).outcome() is None]
        if not isinstance(seat, int) or not quiet:
            break
        match = referee.play(match, seat, str(rng.choice(quiet)), at=0)
    return match


def _played(
    referee: Referee, match: Match, fixture: Fixture, game: AnyGame, engines: Engines
) -> tuple[Match, Fault | None, list[float]]:
    """Return the match at its end, who spoilt it if someone did, and the time each seat took."""
    seconds = [0.0] * len(fixture.seating)
    players: dict[int, Player] = {}
    while isinstance(seat := match.to_move, int):
        who = fixture.seating[seat]
        foreign = entrants.is_foreign(fixture.players[who])
        began = monotonic()
        try:
            if seat not in players:
                players[seat] = _seated(fixture, seat, game, engines)
            view, past = match.seen_by(seat), match.past(seat)
            # An engine keeps the time itself, in another process.
            guarded = foreign and not isinstance(players[seat], Engine)
            with _kept_to_time(fixture.seconds, guarded=guarded):
                move = str(players[seat].choose(view, past, fixture.seconds))
            match = referee.play(match, seat, move, at=0)
        except Exception as error:
            if not foreign:
                # What is wrong with a player of the house is told, by a sentence that survives
                # the way to another process.
                where = f"{fixture.names[who]}, game {fixture.number + 1}"
                raise RuntimeError(f"{where}: {error}") from error
            engines.forget(fixture, seat)
            return (
                referee.resign(match, seat, at=0),
                Fault(fixture.meeting[who], *_what_happened(error)),
                seconds,
            )
        finally:
            seconds[seat] += monotonic() - began
    return match, None, seconds


def _what_happened(error: Exception) -> tuple[str, str]:
    """Return the kind of a fault and its reason, in one line."""
    if isinstance(error, EngineFault):
        return error.kind, on_one_line(error.why)
    if isinstance(error, LudothequeError):
        return "illegal", str(error)
    return "crash", on_one_line(f"{type(error).__name__}: {error}")


@contextmanager
def _kept_to_time(seconds: float | None, *, guarded: bool) -> Iterator[None]:
    """Raise EngineFault inside, as soon as Python can, when the time for a move is overstepped.

    It comes from the alarm of the process, which is Python's main thread's alone.
    """
    if not guarded or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise EngineFault("time", "no move in time")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, HUNG if seconds is None else seconds + GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _seated(fixture: Fixture, seat: int, game: AnyGame, engines: Engines) -> Player:
    """Return who sits there, ready for a new game."""
    rng = Random(f"{fixture.thought}/{seat}")
    text = fixture.players[fixture.seating[seat]]
    if not text.startswith(UGI):
        return entrants.thinker(text, game, seat, rng)
    engine = engines.at(fixture, seat, game)
    engine.begin(rng.getrandbits(31))
    return engine


def try_out(fixture: Fixture) -> None:
    """Raise NotAllowed unless every program of a game can be started and speaks UGI."""
    game = take(fixture.game)
    for text in dict.fromkeys(fixture.players):
        if text.startswith(UGI):
            command = text.removeprefix(UGI)
            try:
                Engine(command, game, len(fixture.seating), fixture.options).close()
            except EngineFault as fault:
                raise NotAllowed(
                    N_("“{text}” does not speak UGI ({why})"), text=text, why=fault.why
                ) from fault
