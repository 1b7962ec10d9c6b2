"""A UGI engine as a player: a process that is told where the game stands and asked for a move.

Whatever the engine does, whoever asks it gets an answer or an EngineFault in the time agreed on:
its lines are read and written by threads, so that an engine that says nothing, or listens no more,
holds up nobody.
"""

import shlex
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from io import SEEK_END
from queue import Empty, Full, Queue
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from types import MappingProxyType
from typing import IO, Any, Final

from ludotheque.engine import Limits, Line
from ludotheque.errors import N_, BadOption, Phrase, on_one_line
from ludotheque.games import AnyGame
from ludotheque.position import Seen, View
from ludotheque.ugi.dialect import LINES, go_line, position_line, read_info

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


class _Told:
    """What an engine has told of one thought so far."""

    def __init__(self) -> None:
        self.newest = 0
        """The place of the line that was told last, 0 if all has been passed on."""
        self._lines: dict[int, Line] = {}

    def hear(self, line: str) -> str | None:
        """Return the move that the engine plays, None if it still thinks. Raise EngineFault."""
        word, *words = line.split() or [""]
        if word == "bestmove":
            if not words:
                raise EngineFault("protocol", "bestmove without a move")
            return words[0]
        if word == "info" and (told := read_info(words)) is not None:
            self.newest, self._lines[told[0]] = told[0], told[1]
        return None

    def lines(self) -> list[Line]:
        """Return the lines, the best first, as they are passed on."""
        self.newest = 0
        return [self._lines[place] for place in sorted(self._lines)]


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
        self._lines = 1
        """How many lines it was told to tell."""
        self._deaf = False
        """Whether it was told to stop and did not: what it says then answers no question."""
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
        end, offered = monotonic() + patience, set()
        while (line := self._hear(end)) != "ugiok":
            words = line.split()
            if words[:2] == ["option", "name"] and "type" in words:
                offered.add(" ".join(words[2 : words.index("type")]))
        self._offers_seed, self._offers_lines = "Seed" in offered, LINES in offered
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
        limits = Limits(seconds=MOVE_TIME if seconds is None else seconds)
        thoughts = self.thoughts(view, past, limits=limits)
        while True:
            try:
                next(thoughts)
            except StopIteration as end:
                best: str = end.value
                return best

    def thoughts(
        self, view: View[Any], past: Sequence[Seen] = (), *, limits: Limits, lines: int = 1
    ) -> Generator[list[Line], None, str]:
        """Yield the best *lines* whenever the engine has told them; return the move it plays.

        Whoever looks no further has stopped it. Raise EngineFault.
        """
        if self._deaf:
            raise EngineFault("time", "it did not stop in time")
        if lines != self._lines:
            if not self._offers_lines:
                raise EngineFault("protocol", f"it has no option {LINES}: it tells one line only")
            self._say(f"setoption name {LINES} value {lines}")
            self._lines = lines
        self._say(position_line(self._game, self._seats, self._options, view, past))
        self._say(go_line(limits))
        end = monotonic() + (
            LONGEST_THOUGHT if limits.seconds is None else limits.seconds + self._grace
        )
        wanted, told = min(lines, len(view.moves())), _Told()
        try:
            while (best := told.hear(self._hear(end))) is None:
                if told.newest == wanted:
                    yield told.lines()
        except EngineFault:
            raise
        except BaseException:  # Nobody looks on, or Ctrl-C: what it says now answers no question.
            self._halt()
            raise
        if told.newest:  # The last were fewer.
            yield told.lines()
        return best

    def _halt(self) -> None:
        """Stop the thought under way; whoever does not stop in time is asked nothing any more."""
        self._say("stop")
        self._deaf, end = True, monotonic() + self._grace
        with suppress(EngineFault):
            while self._hear(end).split()[:1] != ["bestmove"]:
                pass
            self._deaf = False

    def _say(self, line: str) -> None:
        self._said.put(line)

    def _hear(self, end: float) -> str:
        """Return the next line; raise EngineFault if there is none in time, or never will be."""
        try:
            line = self._heard.get(timeout=max(0.0, end - monotonic()))
        except Empty:
            raise EngineFault("time", "no answer in time") from None
        if line is _OVER:
            raise EngineFault("crash", self._last_words())
        return line

    def _last_words(self) -> str:
        """Return how the process ended, and the end of what it complained of."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        size = self._complaints.seek(0, SEEK_END)
        self._complaints.seek(max(0, size - 300))
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        told = f": {on_one_line(lines[-1])}" if lines else ""
        return f"exit code {self._process.returncode}{told}"

    def close(self) -> None:
        """End the process, by force: an engine has nothing to keep."""
        self._process.kill()
        self._process.wait()
        self._said.put(None)
        with suppress(Full, Empty):  # Let whoever waits to be heard go.
            while True:
                self._heard.get_nowait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._complaints.close()
