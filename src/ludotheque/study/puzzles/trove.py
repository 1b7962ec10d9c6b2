"""Trove: a file of mined puzzles, and beside it how far the mine has been dug.

| file | what is in it |
|---|---|
| `NAME.jsonl` | a puzzle a line, as soon as it is found |
| `NAME.jsonl.mine` | the game, its options, the seed, and which games need not be dug again |

A puzzle is written before its game counts as dug. Whatever ends a run, the next one digs again at
most the games that were under way, and keeps no puzzle twice.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from ludotheque.errors import N_, BadOption, BadText
from ludotheque.study.puzzles.mining import Mine
from ludotheque.study.puzzles.puzzle import Puzzle, from_line, to_line

SIDE = ".mine"


class Trove:
    """The puzzles found so far in one mine."""

    def __init__(self, file: Path, mine: Mine) -> None:
        self.mine = mine
        self.puzzles: list[Puzzle] = []
        self._file = file
        self._known: set[str] = set()
        self._dug: set[int] = set()
        self._next = 0
        self._records: set[str] = set()

    @classmethod
    def open(cls, file: Path, mine: Mine) -> Self:
        """Return what *file* holds of *mine*; BadOption where it is another's."""
        trove = cls(file, mine)
        side = trove._side
        if not file.exists() and not side.exists():
            return trove
        try:
            held = json.loads(side.read_text(encoding="utf-8"))
            mined = Mine(game=held["game"], seed=held["seed"], options=held["options"])
            trove._next, trove._records = int(held["next"]), set(held["records"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadOption(
                N_("{file} is there already, and {side} does not say what it is"),
                file=file,
                side=side.name,
            ) from error
        if mined != mine:
            raise BadOption(N_("{file} holds puzzles of another mine"), file=file)
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                trove._hold(from_line(line, mine.game))
            except BadText:
                if number < len(lines):  # The last may have been cut short with the run.
                    raise
                _write(file, "".join(f"{kept}\n" for kept in lines[:-1]))
        return trove

    @property
    def next(self) -> int:
        """The number of the first game that has not been dug."""
        return self._next

    def has_read(self, record: str) -> bool:
        """Return whether the record of that name has been looked at."""
        return record in self._records

    def add(self, puzzles: Iterable[Puzzle], dug: int | str) -> int:
        """Keep what the game *dug*, a number or a record's name, held; return how many are new."""
        new = [puzzle for puzzle in puzzles if self._hold(puzzle)]
        if new or not self._file.exists():
            with self._file.open("a", encoding="utf-8") as stream:
                stream.writelines(f"{to_line(puzzle)}\n" for puzzle in new)
                stream.flush()
                os.fsync(stream.fileno())
        if isinstance(dug, str):
            self._records.add(dug)
        else:
            self._dug.add(dug)
            while self._next in self._dug:
                self._dug.remove(self._next)
                self._next += 1
        _write(
            self._side,
            json.dumps(
                {
                    "game": self.mine.game,
                    "seed": self.mine.seed,
                    "options": dict(self.mine.options),
                    "next": self._next,
                    "records": sorted(self._records),
                }
            ),
        )
        return len(new)

    @property
    def _side(self) -> Path:
        return self._file.with_name(self._file.name + SIDE)

    def _hold(self, puzzle: Puzzle) -> bool:
        """Return whether *puzzle* is new, up to symmetry."""
        identity = puzzle.identity
        if identity in self._known:
            return False
        self._known.add(identity)
        self.puzzles.append(puzzle)
        return True


def seed_in(file: Path) -> str | None:
    """Return the seed of the mine that *file* was dug from, None if there is none."""
    try:
        held = json.loads(file.with_name(file.name + SIDE).read_text(encoding="utf-8"))
        return str(held["seed"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(file: Path, text: str) -> None:
    """Write *text* whole or not at all."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)
