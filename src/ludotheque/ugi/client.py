"""A UGI engine as a player: a process that is told where the game stands and asked for a move.

Whatever the engine does, whoever asks it gets an answer or an EngineFault in the time agreed on:
its lines are read and written by threads, so that an engine that says nothing, or listens no more,
holds up nobody.
"""

import shlex
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, suppress
from io import SEEK_END
from itertools import pairwise
from queue import Empty, Full, Queue
from tempfile import TemporaryFile
from threading import TIMEOUT_MAX, Thread
from time import monotonic
from types import MappingProxyType
from typing import IO, Any, Final

from ludotheque.engine import Limits, Line
from ludotheque.errors import N_, BadOption, Phrase, on_one_line
from ludotheque.games import AnyGame
from ludotheque.position import Seen, View
from ludotheque.ugi.dialect import LINES, go_line, position_line, read_info

UGI: Final = "ugi:"
"""What the command line of a program begins with where players are named."""
PATIENCE: Final = 30.0
"""The seconds that an engine may take to start, and to say that it is ready."""
GRACE: Final = 5.0
"""The seconds by which it may overstep the time for a move."""
MOVE_TIME: Final = 1.0
"""The seconds for a move where nobody says how long."""
MOST_LINES: Final = 10_000
"""How many lines wait to be read; an engine that says more waits too."""
LONGEST: Final = 1 << 20
"""The characters after which a line is cut."""

LONGEST_THOUGHT: Final = 24 * 3600.0
"""The seconds after which a thought without a limit of time is taken for no thought at all."""
FAULTS: Final = {
    "crash": N_("crashed"),
    "time": N_("took too long"),
    "illegal": N_("played an illegal move"),
    "protocol": N_("did not keep to the protocol"),
}
"""How an engine can fail, in words."""

_OVER: Final = None
"""What is heard when the engine has ended."""


class EngineFault(Exception):
    """An engine crashed, took too long or talked nonsense: it has lost the game that it played."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(kind, why)
        self.kind = kind
        """One of `FAULTS`."""
        self.why = why

    def __str__(self) -> str:
        return f"{FAULTS[self.kind]}: {self.why}"


def command_of(text: str) -> list[str]:
    """Return the words of a command line, or raise BadOption."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadOption(
            N_("“ugi:{command}” cannot be started: {why}"), command=text, why=error
        ) from error
    if not words:
        raise BadOption(
            N_("“ugi:{command}” cannot be started: {why}"),
            command=text,
            why=Phrase(N_("there is no command")),
        )
    return words


def _most(words: Sequence[str]) -> int:
    """Return the `max` in the *words* of an option; without one there is no end to it."""
    told = dict(pairwise(words)).get("max", "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 10 else sys.maxsize


class _Told:
    """The best lines that an engine has told of one thought so far, so many as are *wanted*.

    They are told in rounds, the best first. In a round that is not finished the lines of the one
    before stand for what has not been told again.
    """

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._before: list[Line] = []
        self._round: dict[int, Line] = {}
        self.news = False
        """Whether something was told that has not been passed on."""

    def hear(self, words: Sequence[str]) -> bool:
        """Take in the *words* after `info`; return whether a round is finished by them."""
        told = read_info(words)
        if told is None or told[0] > self._wanted:
            return False
        place, line = told
        if self._round and place <= max(self._round):
            self._before, self._round = self._merged(), {}
        self._round[place], self.news = line, True
        return place == self._wanted

    def lines(self) -> list[Line]:
        """Return the lines, the best first, as they are passed on."""
        self.news = False
        return self._merged()

    def _merged(self) -> list[Line]:
        newest = list(self._round.values())
        again = {line.moves[0] for line in newest}
        return [*newest, *(old for old in self._before if old.moves[0] not in again)][
            : self._wanted
        ]


class Engine:
    """A running engine, at the table of a game. It is asked game after game, until `close`."""

    def __init__(
        self,
        command: str,
        game: AnyGame,
        seats: int,
        options: Mapping[str, str],
        *,
        settings: Mapping[str, object] = MappingProxyType({}),
        patience: float = PATIENCE,
        grace: float = GRACE,
    ) -> None:
        """Start it by its *command*, with the *settings* that are its own. Raise EngineFault."""
        self._grace = grace
        self._settings = settings
        self._lines = 0 if LINES in settings else 1
        """How many lines it was told to tell; 0: as its settings say."""
        self._most_lines: int | None = None
        """How many it can tell; None: only one."""
        self._deaf: EngineFault | None = None
        """Why it did not stop when it was told to: what it says then answers no question."""
        self._ended = False
        self._game = game
        self._seats = seats
        self._options = dict(options)
        self._complaints: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed with the engine
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever holds the contest chose it
                command_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self._complaints.close()
            raise EngineFault("crash", str(error)) from error
        self._heard: Queue[str | None] = Queue(MOST_LINES)
        self._said: Queue[str | None] = Queue()
        for work in (self._read, self._write):
            Thread(target=work, daemon=True).start()
        try:
            self._introduce(patience)
        except EngineFault:
            self.close()
            raise

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None  # noqa: S101 - it is a pipe
        with suppress(ValueError, OSError):  # It is closed at the end.
            while line := stream.readline(LONGEST):
                self._heard.put(line.strip())
        self._heard.put(_OVER)

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None  # noqa: S101 - it is a pipe
        with suppress(ValueError, OSError):  # Who has ended is found out by reading.
            while (line := self._said.get()) is not None:
                stream.write(f"{line}\n")
                stream.flush()

    def _introduce(self, patience: float) -> None:
        """Greet the engine, and choose the game and its options as far as it offers them."""
        self._say("ugi")
        end, offered = monotonic() + patience, dict[str, list[str]]()
        while (line := self._hear(end)) != "ugiok":
            words = line.split()
            if words[:2] == ["option", "name"] and "type" in words:
                kind = words.index("type")
                offered[" ".join(words[2:kind])] = words[kind:]
        self._offers_seed = "Seed" in offered
        self._most_lines = _most(offered[LINES]) if LINES in offered else None
        for name, value in {"Game": self._game.slug, "Seats": str(self._seats)}.items():
            if name in offered:
                self._say(f"setoption name {name} value {value}")
        for name, value in self._options.items():
            if name in offered:
                self._say(f"setoption name {name} value {value}")
            elif value != self._game.options[name][0]:
                raise EngineFault("protocol", f"it has no option {name}")
        for name, setting in self._settings.items():
            if name not in offered:
                raise EngineFault("protocol", f"it has no option {name}")
            self._say(f"setoption name {name} value {setting}")
        self._get_ready(end)

    def begin(self, seed: int, patience: float = PATIENCE) -> None:
        """Begin a new game; an engine that can be seeded is."""
        if self._offers_seed:
            self._say(f"setoption name Seed value {seed}")
        self._say("uginewgame")
        self._get_ready(monotonic() + patience)

    def _get_ready(self, end: float) -> None:
        self._say("isready")
        while self._hear(end) != "readyok":
            pass

    def choose(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> str:
        """Return the text of the move that the engine plays, legal or not. Raise EngineFault."""
        return self.best(
            view, past, limits=Limits(seconds=MOVE_TIME if seconds is None else seconds)
        )

    def best(self, view: View[Any], past: Sequence[Seen] = (), *, limits: Limits) -> str:
        """Return what `choose` does, within *limits*. What is told meanwhile is not read."""
        infos = self._infos(view, past, limits, 1)
        while True:
            try:
                next(infos)
            except StopIteration as end:
                best: str = end.value
                return best

    def thoughts(
        self, view: View[Any], past: Sequence[Seen] = (), *, limits: Limits, lines: int = 1
    ) -> Generator[list[Line], None, None]:
        """Yield the best *lines*, or as many as it can tell, whenever the engine has told them.

        Whoever looks no further has stopped it. Raise EngineFault.
        """
        wanted = min(lines, len(view.moves()), self._most_lines or lines)
        told = _Told(wanted)
        with closing(self._infos(view, past, limits, wanted)) as infos:
            for words in infos:
                if told.hear(words):
                    yield told.lines()
        if told.news:  # The last were fewer.
            yield told.lines()

    def _infos(
        self, view: View[Any], past: Sequence[Seen], limits: Limits, lines: int
    ) -> Generator[Sequence[str], None, str]:
        """Ask, and yield the words of each `info`; return the move that the engine plays."""
        if self._deaf is not None:
            raise self._deaf
        if lines != self._lines:
            if self._most_lines is None:
                raise EngineFault("protocol", f"it has no option {LINES}: it tells one line only")
            self._say(f"setoption name {LINES} value {lines}")
            self._lines = lines
        self._say(position_line(self._game, self._seats, self._options, view, past))
        self._say(go_line(limits))
        end = monotonic() + (
            LONGEST_THOUGHT if limits.seconds is None else limits.seconds + self._grace
        )
        try:
            while (words := self._hear(end).split())[:1] != ["bestmove"]:
                if words[:1] == ["info"]:
                    yield words[1:]
        except EngineFault:
            raise
        except BaseException:  # Nobody looks on, or Ctrl-C: what it says now answers no question.
            self._halt()
            raise
        if len(words) < 2:
            raise EngineFault("protocol", "bestmove without a move")
        return words[1]

    def _halt(self) -> None:
        """Stop the thought under way; whoever does not stop in time is asked nothing any more."""
        self._say("stop")
        late = EngineFault("time", "it did not stop in time")
        self._deaf, end = late, monotonic() + self._grace
        try:
            while self._hear(end).split()[:1] != ["bestmove"]:
                pass
        except EngineFault as fault:
            self._deaf = late if fault.kind == late.kind else fault
        else:
            self._deaf = None

    def _say(self, line: str) -> None:
        self._said.put(line)

    def _hear(self, end: float) -> str:
        """Return the next line; raise EngineFault if there is none in time, or never will be."""
        try:
            line = (
                _OVER
                if self._ended
                else self._heard.get(timeout=min(max(0.0, end - monotonic()), TIMEOUT_MAX))
            )
        except Empty:
            raise EngineFault("time", "no answer in time") from None
        if line is _OVER:
            raise EngineFault("crash", self._last_words())
        return line

    def _last_words(self) -> str:
        """Return how the process ended, and the end of what it complained of."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        try:
            size = self._complaints.seek(0, SEEK_END)
            self._complaints.seek(max(0, size - 300))
            lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        except ValueError:  # It was closed.
            lines = []
        told = f": {on_one_line(lines[-1])}" if lines else ""
        return f"exit code {self._process.returncode}{told}"

    def close(self) -> None:
        """End the process, by force, as it has nothing to keep; whoever waits for it hears so."""
        self._ended = True
        self._process.kill()
        self._process.wait()
        self._said.put(None)
        with suppress(Full, Empty):  # Let whoever waits to be heard go.
            while True:
                self._heard.get_nowait()
        with suppress(Full):  # What was let go may have been the end, for which somebody waits.
            self._heard.put_nowait(_OVER)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._complaints.close()
