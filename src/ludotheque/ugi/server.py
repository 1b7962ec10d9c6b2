"""UGI engine of the house: it reads commands, and thinks in the background meanwhile."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from random import Random
from threading import Lock, Thread
from time import monotonic
from typing import Final

from ludotheque.engine import Line, player
from ludotheque.errors import N_, BadOption, BadText, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, shelf, take
from ludotheque.position import Outcome
from ludotheque.ugi.dialect import LINES, START, Listener, read_go, score_words
from ludotheque.ugi.thought import SEARCH, SPINS, Mind, Thought, out_of_range

WHILE_THINKING: Final = {"isready", "stop", "quit"}
"""What may be said to an engine that thinks."""
NO_MOVE: Final = "(none)"
"""What is best where no seat is to move: the game is over, or chance is to deal."""
MOST_LINES: Final = 500
"""The lines that can be asked for at once."""


class Server:
    """One conversation. What cannot be understood is answered by `info string` and does nothing."""

    def __init__(
        self,
        game: AnyGame,
        write: Callable[[str], None],
        tell: Callable[[LudothequeError], str] = str,
    ) -> None:
        self._write_line = write
        self._tell = tell
        self._lock = Lock()
        self._thought: Thought | None = None
        self._thread: Thread | None = None
        self._thinking = False
        self._mind = Mind(game=game)
        self._seats = game.seats[0]
        self._options: dict[str, str] = {}
        self._lines = 1
        self._begin()

    def serve(self, lines: Iterable[str]) -> None:
        """Answer every line until `quit` or the end."""
        for line in lines:
            name, *words = line.split() or [""]
            if name == "quit":
                break
            try:
                self._answer(name, words)
            except LudothequeError as refusal:
                self._write(f"info string {self._tell(refusal)}")
        self._stop()

    def _write(self, line: str) -> None:
        with self._lock:
            self._write_line(line)

    def _answer(self, name: str, words: Sequence[str]) -> None:
        if self._thinking and name and name not in WHILE_THINKING:
            raise NotAllowed(N_("“{command}” has to wait: the engine is thinking"), command=name)
        if name and name not in self._commands:
            raise BadText(N_("there is no command “{command}”"), command=name)
        if name:
            self._commands[name](words)

    @property
    def _commands(self) -> Mapping[str, Callable[[Sequence[str]], None]]:
        return {
            "ugi": lambda _: self._introduce(),
            "isready": lambda _: self._write("readyok"),
            "setoption": self._set,
            "uginewgame": lambda _: self._begin(),
            "position": self._place,
            "query": lambda words: self._write(f"response {self._reply(words)}"),
            "go": self._go,
            "stop": lambda _: self._stop(),
        }

    def _introduce(self) -> None:
        self._write(f"id name ludotheque {version('ludotheque')}")
        self._write("id author ludotheque")
        for line in _options_offered(self._mind.game):
            self._write(f"option name {line}")
        self._write("ugiok")

    def _set(self, words: Sequence[str]) -> None:
        """Set the option in `name NAME value VALUE`; the value may have blanks in it."""
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise BadText(N_("setoption: expected name NAME value VALUE"))
        name, value = words[1], " ".join(words[3:])
        mind = self._mind
        if name == "Game":
            game = take(value)
            self._mind, self._seats, self._options = replace(mind, game=game), game.seats[0], {}
        elif name == "Seats":
            mind.game.check_seats(number := _number(name, value, 0, 99))
            self._seats = number
        elif name == "Player":
            if value != SEARCH and player(value, mind.game, Random(0)) is None:
                raise BadOption(N_("“{text}” is not a computer player"), text=value)
            self._mind = replace(mind, player=value)
        elif name == LINES:
            self._lines = _number(name, value, 1, MOST_LINES)
            return
        elif name in SPINS:
            number = _number(name, value, *SPINS[name])
            self._mind = mind.with_number(name, number)
        else:
            chosen = {**self._options, name: value}
            mind.game.settle(chosen)
            self._options = chosen
        self._begin()

    def _begin(self) -> None:
        """Lay the table anew."""
        self._listener = Listener(self._mind.game, self._seats, self._options)
        self._place([START])

    def _place(self, words: Sequence[str]) -> None:
        self._moment = self._listener.moment(words)

    def _reply(self, words: Sequence[str]) -> str:
        now, what = self._moment, " ".join(words)
        match what:
            case "p1turn":
                return "true" if now.to_move == 0 else "false"
            case "gameover":
                return "false" if now.outcome is None else "true"
            case "result":
                return _result(now.outcome)
            case "seat":
                return str(now.to_move + 1) if isinstance(now.to_move, int) else "none"
            case "moves":
                return " ".join(map(str, now.view.moves())) if now.outcome is None else ""
            case "position":
                return str(now.view)
        raise BadText(
            N_("query: “{what}” is not one of p1turn, gameover, result, seat, moves, position"),
            what=what,
        )

    def _go(self, words: Sequence[str]) -> None:
        now = self._moment
        if not isinstance(now.to_move, int):
            self._write(f"bestmove {NO_MOVE}")
            return
        limits = read_go(words, now.to_move)
        self._thought = Thought(self._mind, now, limits, self._lines)
        self._thread = Thread(target=self._think, args=(self._thought,))
        self._thinking = True
        self._thread.start()

    def _think(self, thought: Thought) -> None:
        began = monotonic()

        several = self._lines > 1

        def tell(lines: list[Line]) -> None:
            spent = max(monotonic() - began, 1e-3)
            for number, line in enumerate(lines, 1):
                which = f" multipv {number}" if several else ""
                self._write(
                    f"info depth {line.depth}{which} score {score_words(line.score)}"
                    f" nodes {line.nodes} time {spent * 1000:.0f} nps {line.nodes / spent:.0f}"
                    f" pv {' '.join(line.moves)}"
                )

        best = thought.best(tell)
        self._thinking = False  # Whoever hears the move may go on at once.
        self._write(f"bestmove {best}")

    def _stop(self) -> None:
        """End the thought, whose best move is written first."""
        if self._thought is not None and self._thread is not None:
            self._thought.stop()
            self._thread.join()
        self._thought = self._thread = None


def _number(name: str, value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdecimal() and least <= int(value[:19]) <= most):
        raise out_of_range(name, value, least, most)
    return int(value)


def _result(outcome: Outcome | None) -> str:
    """Return the result as UGI writes it; several who share a win are all named."""
    if outcome is None:
        return "none"
    return "draw" if outcome.drawn else " ".join(f"p{seat + 1}win" for seat in outcome.winners)


def _options_offered(game: AnyGame) -> Iterator[str]:
    """Yield what can be set; of the games' options all values of all games."""
    games = shelf()
    yield f"Game type combo default {game.slug} {_vars(games)}"
    most = max(other.seats[-1] for other in games.values())
    yield f"Seats type spin default {game.seats[0]} min {game.seats[0]} max {most}"
    yield f"Player type string default {SEARCH}"
    for name, (least, highest) in SPINS.items():
        default = Mind(game=game).numbers[name]
        yield f"{name} type spin default {default} min {least} max {highest}"
    yield f"{LINES} type spin default 1 min 1 max {MOST_LINES}"
    for name in dict.fromkeys(name for other in games.values() for name in other.options):
        values = [value for other in games.values() for value in other.options.get(name, ())]
        first = game.options.get(name, values)[0]
        yield f"{name} type combo default {first} {_vars(dict.fromkeys(values))}"


def _vars(values: Iterable[str]) -> str:
    return " ".join(f"var {value}" for value in values)
