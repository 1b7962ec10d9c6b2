"""Notes on a match: signs, comments, marks and variations, beside what was played.

A note is about a moment, one of the line of play or one of a variation, and has the same parts in
both. Nothing here is played: `checking_note` plays variations over, for whoever verifies a record.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ludotheque.errors import N_, BadRecord, LudothequeError
from ludotheque.games import AnyGame
from ludotheque.match.steps import Steps
from ludotheque.position import CHANCE, Position

LONGEST_COMMENT: Final = 2_000
MOST_MARKS: Final = 40
DEEPEST: Final = 16
"""How many variations may stand within each other."""
MOST_MOVES: Final = 4_000
"""The moves of all variations of a record together."""
SIGNS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""What is thought of the move that led to a moment, in the order of their numbers in PGN."""
SPOT: Final = re.compile(r"[^\s<>\"]{1,20}")
"""What the name of a place may be, so that it can stand among other words."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is said of a moment; an empty one says nothing."""

    comment: str = ""
    """One line, with single spaces between its words."""
    marks: tuple[tuple[str, ...], ...] = ()
    """Each a place to ring, or the places that an arrow goes through."""
    variations: tuple["Variation", ...] = ()
    """What could come next; on the line of play, instead of what did."""
    sign: str = ""
    """One of `SIGNS`, or nothing."""

    def __bool__(self) -> bool:
        return bool(self.comment or self.marks or self.variations or self.sign)

    @property
    def signed(self) -> bool:
        """Whether it has a sign, or a note of its variations has."""
        return bool(self.sign) or any(
            tried.note.signed for line in self.variations for tried in line
        )


NOTHING: Final = Note()


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of a variation, and what is said of the moment after it."""

    move: str
    chance: bool = False
    """Whether it is chance's."""
    note: Note = NOTHING


Variation = tuple[Tried, ...]
"""Moves that follow each other; never none."""
Notes = tuple[tuple[int, Note], ...]
"""By the number of moves on the line of play, chance's included, that led there: in order, and
none of them empty."""


def checking_note(
    game: AnyGame, positions: Sequence[Position[Any]], after: int, note: Note, place: str
) -> Steps[None]:
    """Raise BadRecord unless the line of play has so many moves and every variation can be played.

    A move is a step: all moves that a record tries may stand in one note.

    *place* is where the note stands in its record.
    """
    if after >= len(positions):
        raise BadRecord(
            N_("{place}: the line of play has only {count} moves"),
            place=f"{place}.after",
            count=len(positions) - 1,
        )
    yield from _checking(game, positions[after], note, place)


def _checking(game: AnyGame, position: Position[Any], note: Note, place: str) -> Steps[None]:
    for which, variation in enumerate(note.variations):
        now = position
        for step, tried in enumerate(variation):
            here = f"{place}.variations[{which}][{step}]"
            if tried.chance != (now.to_move is CHANCE):
                raise BadRecord(
                    N_("{place}: it is not chance’s turn, or no one else’s"), place=here
                )
            try:
                now = now.after(game.move(tried.move, now))
            except LudothequeError as problem:
                raise BadRecord(
                    N_("{place}: {problem}"), place=f"{here}.move", problem=problem
                ) from problem
            yield
            yield from _checking(game, now, tried.note, here)
