"""Puzzle values: a position, what is asked of it, and the solution; and a line of JSON for each.

Puzzles of a game lie in its folder, `puzzles.jsonl`, a line each, the easiest first.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from ludotheque.errors import N_, BadText
from ludotheque.games import AnyGame, take
from ludotheque.position import Position, Seat, View

FILE = "puzzles.jsonl"
"""The name of the file in a game's folder."""


class Task(Enum):
    """What is asked."""

    WIN = "win"
    """The only move that wins within so many plies."""
    HOLD = "hold"
    """The only move that is not lost within so many plies."""
    CHANCE = "chance"
    """The move with the best chance over all deals that fit what is seen."""
    SECRET = "secret"  # noqa: S105 - of a game
    """What another seat's secret most likely is, from its plays."""
    BETTER = "better"
    """A move that is about as good as the best, in place of a mistake of one's own."""


class Answer(NamedTuple):
    """What could be answered where chances are asked for, and its chance: at least, and at most."""

    text: str
    least: float
    most: float


class Played(NamedTuple):
    """A move that was seen before, where the solution follows from it."""

    seat: Seat
    move: str
    before: str
    """The text of the table as it looked to whoever is asked."""


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A position that teaches something, with its proof."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Those that are not the defaults."""
    position: str
    """Its text; in games with secrets, of the view of the seat that is asked."""
    seat: Seat
    """Who is asked."""
    task: Task
    line: tuple[str, ...]
    """The solution: the moves of whoever is asked and the best replies by turns, from the first to
    the last that was a choice; where no move is asked for, what is to be answered."""
    plies: int = 0
    """Within how many plies the first move wins, or how long every other move lasts at most."""
    checked: int = 0
    """To how many plies it is proved: so long no other move wins, or the right one does not
    lose."""
    answers: tuple[Answer, ...] = ()
    """Where chances are asked for, all that could be answered, the best first."""
    plays: tuple[Played, ...] = ()
    """Where it follows from what was played, all that is known of that."""
    about: Seat | None = None
    """Whose secret is asked for."""
    themes: tuple[str, ...] = ()
    """Keys of `themes.catalogue`, the most telling first."""
    difficulty: int = 0
    """On the scale of ratings: whoever has as much is expected to solve every other one."""
    source: str = ""
    """Where it came up."""
    instead: str = ""
    """Where a better move is asked for, the one that was played."""

    @property
    def taken(self) -> AnyGame:
        """The game itself."""
        return take(self.game)

    @property
    def moves(self) -> int:
        """How many moves of their own the solver needs to win."""
        return (self.plies + 1) // 2

    def begin(self) -> Position[Any]:
        """Return the position of an open game, or raise BadPosition."""
        position: Position[Any] = self.taken.position(self.position, **self.options)
        return position

    @property
    def covered(self) -> bool:
        """Whether something is hidden from whoever is asked."""
        return self.taken.read_view is not None

    def view(self) -> View[Any]:
        """Return what the seat sees that is asked, or raise BadPosition."""
        return self.taken.view(self.position, self.seat, **self.options)

    def comes_by(self, position: Position[Any]) -> bool:
        """Return whether *position*, or an image of it, is on the solution or one move off it.

        Whoever is told which moves are off it knows the others. Where something is hidden from
        whoever is asked, no position is what they see.
        """
        return not self.covered and self._image(str(position)) in self._near

    @cached_property
    def _near(self) -> frozenset[str]:
        way = [self.begin()]
        for move in self.line:
            way.append(way[-1].after(self.taken.move(move, way[-1])))
        off = (each.after(move) for each in way for move in each.moves())
        return frozenset(self._image(str(each)) for each in (*way, *off))

    def _image(self, text: str) -> str:
        """Return the same text for all positions that differ by symmetry only."""
        game = self.taken
        return text if game.puzzling is None else min(game.puzzling.images(text))

    @cached_property
    def id(self) -> str:
        """A name that stays: eight digits of its identity."""
        return sha256(self.identity.encode()).hexdigest()[:8]

    @property
    def identity(self) -> str:
        """The same for all puzzles that differ by symmetry only."""
        asked = "" if self.about is None else f" {self.about - self.seat}"
        options = " ".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.game} {self.task.value}{asked} {self._image(self.position)} {options}"


def to_line(puzzle: Puzzle) -> str:
    """Return *puzzle* as a line of JSON; what is empty is left out."""
    told: dict[str, Any] = {
        "position": puzzle.position,
        "seat": puzzle.seat,
        "task": puzzle.task.value,
        "line": " ".join(puzzle.line),
        "plies": puzzle.plies or None,
        "checked": puzzle.checked or None,
        "options": dict(puzzle.options),
        "answers": [[a.text, round(a.least, 6), round(a.most, 6)] for a in puzzle.answers],
        "plays": [list(play) for play in puzzle.plays],
        "about": puzzle.about,
        "themes": " ".join(puzzle.themes),
        "difficulty": puzzle.difficulty,
        "source": puzzle.source,
    }
    empty: tuple[object, ...] = ("", None, [], {})
    kept = {key: value for key, value in told.items() if value not in empty}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def from_line(text: str, game: str) -> Puzzle:
    """Return the puzzle of *game* that a line of JSON tells, or raise BadText."""
    try:
        told = json.loads(text)
        return Puzzle(
            game=game,
            options=told.get("options", {}),
            position=str(told["position"]),
            seat=int(told["seat"]),
            task=Task(told["task"]),
            line=tuple(str(told["line"]).split()),
            plies=int(told.get("plies", 0)),
            checked=int(told.get("checked", 0)),
            answers=tuple(
                Answer(str(answer), float(least), float(most))
                for answer, least, most in told.get("answers", ())
            ),
            plays=tuple(
                Played(int(seat), str(move), str(before))
                for seat, move, before in told.get("plays", ())
            ),
            about=told.get("about"),
            themes=tuple(str(told.get("themes", "")).split()),
            difficulty=int(told.get("difficulty", 0)),
            source=str(told.get("source", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadText(N_("this line is no puzzle: {line}"), line=text[:80]) from error


def has_puzzles(game: AnyGame) -> bool:
    """Return whether any lie in the folder of *game*."""
    return (game.folder / FILE).is_file()


def shipped(game: AnyGame) -> tuple[Puzzle, ...]:
    """Return the puzzles that lie in the folder of *game*, the easiest first; there may be none."""
    file = game.folder / FILE
    if str(file) not in _SHIPPED:
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        _SHIPPED[str(file)] = tuple(from_line(line, game.slug) for line in lines)
    return _SHIPPED[str(file)]


_SHIPPED: dict[str, tuple[Puzzle, ...]] = {}
"""What has been read, by file."""


def distinct(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the first of all puzzles that are the same up to symmetry."""
    return list({puzzle.identity: puzzle for puzzle in reversed(list(puzzles))}.values())[::-1]
