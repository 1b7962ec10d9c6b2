"""Engines asked from Python: a program that speaks UGI or a player of the house, asked alike.

    with ludotheque.engine("level:5", "tortuga") as engine:
        board.push(engine.play(board))

Whatever a program does, whoever asks it gets an answer or an EngineFailed in the time agreed on.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from queue import SimpleQueue
from random import Random
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Final, Self

from ludotheque.engine import (
    Analyst,
    Limits,
    Line,
    check_printed,
    is_computer,
    player,
    seat_to_move,
)
from ludotheque.engine.analysis import is_count
from ludotheque.errors import (
    N_,
    BadOption,
    BadSeats,
    LudothequeError,
    NotAllowed,
    Phrase,
)
from ludotheque.games import AnyGame, take
from ludotheque.match import Board, Match
from ludotheque.position import Position
from ludotheque.ugi.client import FAULTS, GRACE, MOVE_TIME, PATIENCE, UGI, Engine, EngineFault
from ludotheque.ugi.dialect import Moment
from ludotheque.ugi.thought import SEARCH, Mind, analyst

USUAL: Final = Limits(seconds=MOVE_TIME)
"""How long is thought where nobody says how long."""

Asked = Board | Match | Position[Any]
"""Where an engine is asked: boards and matches tell it how they came there, positions do not."""


class EngineFailed(LudothequeError):
    """An engine crashed, took too long, talked nonsense or played what is not legal."""

    code = "engine/failed"


class EngineSession(ABC):
    """An engine at the table of one game, until it is closed; it is closed by `with`.

    It is told what the seat to move may know, and nothing else. Every call raises NotAllowed where
    no seat is to move, the game was made smaller, or the engine is closed or still asked something
    else; BadOption or BadSeats where the moment is of another game or table, or a limit is none;
    and EngineFailed where the engine fails: it is closed then.
    """

    def __init__(self, name: str, game: AnyGame, seats: int, options: Mapping[str, str]) -> None:
        self.name = name
        """As it was asked for."""
        self.game = game
        self._seats = seats
        self._options = options
        self._closed = False
        self._asked = Lock()
        """Held by the one question that is open."""
        self._thought: Generator[list[Line], None, None] | None = None
        """The lines that are being looked for, if any."""

    def play(
        self,
        moment: Asked,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """Return the move that the engine plays, a legal one.

        The first limit that is reached ends its thought; without any it is a second, or what a
        player of the house takes.
        """
        now = self._moment(moment)
        limits = Limits(seconds=seconds, nodes=nodes, depth=depth)
        with self._asking():
            return self._read(self._best(now, limits), now)

    def analyse(
        self,
        moment: Asked,
        *,
        lines: int = 1,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[Line]:
        """Return the best *lines*, the best first; without a limit, after a second's thought."""
        limits = _or_usual(Limits(seconds=seconds, nodes=nodes, depth=depth))
        return deque(self._streamed(self._moment(moment), lines, limits), maxlen=1).pop()

    def stream(
        self,
        moment: Asked,
        *,
        lines: int = 1,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Generator[list[Line], None, None]:
        """Yield the best *lines* each time that more is known, until a limit is reached.

        Without a limit it goes on until everything is known. Whoever leaves the loop, or closes the
        stream or the engine, has stopped it; until then the engine can be asked nothing else.
        """
        limits = Limits(seconds=seconds, nodes=nodes, depth=depth)
        return self._streamed(self._moment(moment), lines, limits)

    def _streamed(
        self, now: Moment, lines: int, limits: Limits
    ) -> Generator[list[Line], None, None]:
        if not is_count(lines):
            raise BadOption(N_("an analysis has at least one line, not {lines}"), lines=lines)
        found = None
        with self._asking(), closing(self._lines(now, lines, limits)) as news:
            self._thought = news
            for found in news:
                self._read(found[0].moves[0], now)
                yield found
            self._check_open()  # It may have ended because the engine was.
            if found is None:
                raise EngineFault("protocol", "it told no line")

    def new_game(self) -> None:
        """Let the engine forget the game before."""
        with self._asking():
            self._forget()

    def close(self) -> None:
        """End it, and the thought under way; what is asked of it afterwards is refused."""
        if self._closed:
            return
        self._closed = True
        self._end()
        if self._thought is not None:
            with suppress(ValueError):  # Another thread waits for it, and hears that it has ended.
                self._thought.close()

    @abstractmethod
    def _forget(self) -> None:
        """Begin another game."""

    @abstractmethod
    def _end(self) -> None:
        """Let nothing go on that was asked of it, in any thread."""

    @abstractmethod
    def _best(self, now: Moment, limits: Limits) -> str:
        """Return the text of the move that it plays."""

    @abstractmethod
    def _lines(self, now: Moment, lines: int, limits: Limits) -> Generator[list[Line], None, None]:
        """Yield its best lines whenever it tells them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _moment(self, asked: Asked) -> Moment:
        """Return what the seat to move may know of the moment that was *asked* about."""
        self._check_open()
        match, position = _unpacked(asked)
        check_printed(position)
        slug = getattr(position, "game", self.game.slug)
        if slug != self.game.slug:
            raise BadOption(
                N_("“{engine}” plays {game} here, not {other}"),
                engine=self.name,
                game=self.game.slug,
                other=slug,
            )
        if position.seats != self._seats:
            raise BadSeats(
                N_("“{engine}” sits at a table of {seats} here, not of {count}"),
                engine=self.name,
                seats=self._seats,
                count=position.seats,
            )
        if isinstance(match, Match):
            self._check_options(match.setup.options)
        seat = seat_to_move(position, over=match.to_move is None)
        if isinstance(match, Match):
            return Moment(seat, match.seen_by(seat), match.past(seat), None)
        return Moment(seat, position.seen_by(seat), (), None)

    def _check_open(self) -> None:
        if self._closed:
            raise NotAllowed(N_("“{engine}” is closed"), engine=self.name)

    def _check_options(self, chosen: Mapping[str, str]) -> None:
        for name, value in self._options.items():
            if chosen[name] != value:
                raise BadOption(
                    N_("“{engine}” plays with {name}={value} here, not {name}={other}"),
                    engine=self.name,
                    name=name,
                    value=value,
                    other=chosen[name],
                )

    def _read(self, text: str, now: Moment) -> Any:  # noqa: ANN401 - as `play`
        """Return the legal move that *text* names."""
        try:
            return self.game.move(text, now.view)
        except LudothequeError as refusal:
            raise EngineFault("illegal", str(refusal)) from refusal

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Ask inside, one question at a time; after a fault, as EngineFailed, it is closed."""
        self._check_open()
        if not self._asked.acquire(blocking=False):
            raise NotAllowed(
                N_("“{engine}” still thinks about something else: that stream has to end first"),
                engine=self.name,
            )
        try:
            yield
        except EngineFault as fault:
            self._check_open()  # Whoever closed it meanwhile has no fault to hear of.
            self.close()
            raise failed(self.name, fault) from fault
        finally:
            self._thought = None
            self._asked.release()


def _or_usual(limits: Limits) -> Limits:
    return USUAL if limits == Limits() else limits


def _unpacked(asked: Asked) -> tuple[Match | Position[Any], Position[Any]]:
    """Return the match or position that was *asked* about, and its position."""
    match = asked.match if isinstance(asked, Board) else asked
    return match, match.position if isinstance(match, Match) else match


def failed(name: str, fault: EngineFault) -> EngineFailed:
    """Return the refusal that tells of a *fault*."""
    return EngineFailed(
        N_("“{engine}” {what}: {why}"),
        engine=name,
        what=Phrase(FAULTS[fault.kind]),
        why=fault.why,
        kind=fault.kind,
    )


class Program(EngineSession):
    """Another program, which speaks UGI."""

    def __init__(
        self,
        name: str,
        game: AnyGame,
        seats: int,
        options: Mapping[str, str],
        *,
        settings: Mapping[str, object],
        patience: float,
        grace: float,
    ) -> None:
        super().__init__(name, game, seats, options)
        command = name.removeprefix(UGI)
        self._patience = patience
        seed = settings.get("Seed", 0)
        if not isinstance(seed, int):
            raise BadOption(N_("a seed is a whole number, not “{seed}”"), seed=seed)
        self._seed = seed
        try:
            self._engine = Engine(
                command, game, seats, options, settings=settings, patience=patience, grace=grace
            )
        except EngineFault as fault:
            raise failed(name, fault) from fault
        self.new_game()

    def _forget(self) -> None:
        self._engine.begin(self._seed, self._patience)

    def _end(self) -> None:
        self._engine.close()

    def _best(self, now: Moment, limits: Limits) -> str:
        return self._engine.best(now.view, now.past, limits=_or_usual(limits))

    def _lines(self, now: Moment, lines: int, limits: Limits) -> Generator[list[Line], None, None]:
        return self._engine.thoughts(now.view, now.past, limits=limits, lines=lines)


class OfTheHouse(EngineSession):
    """A player of the house, in this process. Lines come from the search, whoever plays."""

    def __init__(
        self,
        name: str,
        game: AnyGame,
        seats: int,
        options: Mapping[str, str],
        *,
        settings: Mapping[str, object],
    ) -> None:
        super().__init__(name, game, seats, options)
        mind = Mind(game=game, player=name)
        for setting, value in settings.items():
            if setting not in mind.numbers or not isinstance(value, int):
                raise BadOption(
                    N_("“{engine}” has no setting {name}={value}; it has the numbers {names}"),
                    engine=name,
                    name=setting,
                    value=value,
                    names=", ".join(mind.numbers),
                )
            mind = mind.with_number(setting, value)
        self._mind = mind
        self._analyst: Analyst | None = None
        """Who searched last."""
        self.new_game()

    def _forget(self) -> None:
        mind = self._mind
        self._player = (
            None
            if mind.player == SEARCH
            else player(mind.player, mind.game, Random(mind.numbers["Seed"]))
        )

    def _end(self) -> None:
        if self._analyst is not None:
            self._analyst.stop()

    def _best(self, now: Moment, limits: Limits) -> str:
        if self._player is None:
            self._analyst = analyst(self._mind)
            best = self._analyst.lines(now.view, now.past, limits=_or_usual(limits))
            return best[0].moves[0]
        if limits != Limits(seconds=limits.seconds):
            raise BadOption(
                N_(
                    "“{engine}” looks as far as it always does: only “search” counts nodes or depth"
                ),
                engine=self.name,
            )
        return str(self._player.choose(now.view, now.past, limits.seconds))

    def _lines(self, now: Moment, lines: int, limits: Limits) -> Generator[list[Line], None, None]:
        thinker = self._analyst = analyst(self._mind)
        news: SimpleQueue[list[Line] | BaseException | None] = SimpleQueue()

        def think() -> None:
            try:
                thinker.lines(now.view, now.past, limits=limits, lines=lines, progress=news.put)
                news.put(None)
            except BaseException as error:  # noqa: BLE001 - raised again where it is asked for
                news.put(error)

        thread = Thread(target=think, daemon=True)
        thread.start()
        try:
            while (found := news.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                yield found
        finally:
            thinker.stop()
            thread.join()


def engine(
    name: str,
    game: str | AnyGame,
    seats: int | None = None,
    *,
    settings: Mapping[str, object] | None = None,
    patience: float = PATIENCE,
    grace: float = GRACE,
    **options: str,
) -> EngineSession:
    """Return an engine that plays *game*, to be used in a `with` statement.

    *name* is `ugi:COMMAND LINE` for a program, `search` for the search of the house, or one of its
    players, `level:5` as in the arena. *settings* are a program's own options, as `Hash` and
    `Threads`; those of the house are called the same. A program has *patience* seconds to start,
    and may overstep the time for a move by *grace*. The rest is options of the game. Raise
    EngineFailed where a program cannot be started or does not speak UGI, BadOption where there is
    no such player or setting, NotAllowed where the game was made smaller.
    """
    taken = take(game) if isinstance(game, str) else game
    count = taken.seats.start if seats is None else seats
    taken.check_seats(count)
    settled, chosen = taken.settle(options), settings or {}
    check_printed(taken.start(count, **options))
    if name.startswith(UGI):
        return Program(name, taken, count, settled, settings=chosen, patience=patience, grace=grace)
    if name != SEARCH and not is_computer(name):
        raise BadOption(
            N_(
                "there is no engine “{name}”: it is ugi:COMMAND LINE, search, or a player of the"
                " house such as level:5"
            ),
            name=name,
        )
    return OfTheHouse(name, taken, count, settled, settings=chosen)


def analyse(
    moment: Asked,
    *,
    lines: int = 1,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
) -> list[Line]:
    """Return the best *lines* of the seat to move, the best first, by the search of the house.

    The first limit that is reached ends it; without any, it is a second. The search is given what
    that seat may know. Raise NotAllowed where no seat is to move, or the game was made smaller.
    """
    match, at = _unpacked(moment)
    position: Any = at  # That every position of ours knows its game, its type does not say.
    options = match.setup.options if isinstance(match, Match) else {}
    settings = {"Threads": threads}
    with OfTheHouse(
        SEARCH, take(position.game), position.seats, options, settings=settings
    ) as search:
        return search.analyse(match, lines=lines, seconds=seconds, nodes=nodes, depth=depth)
