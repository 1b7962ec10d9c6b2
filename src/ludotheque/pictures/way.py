"""The way of a line from a position: every step of it, chance's as well.

A line is a list of texts: moves of the seats, and those of chance in brackets, `(r+)`, as a record
writes them. Where chance is to move and the line does not say what it does, a lot is drawn that the
position decides: who asks again is shown the same.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ludotheque.errors import N_, IllegalMove
from ludotheque.games import AnyGame
from ludotheque.position import CHANCE, Position

OPEN: Final = "("
CLOSE: Final = ")"


class Step(NamedTuple):
    """A move, and the position that it was made in."""

    before: Position[Any]
    move: Any

    @property
    def text(self) -> str:
        """How a line says it."""
        return f"{OPEN}{self.move}{CLOSE}" if self.before.to_move is CHANCE else str(self.move)


class Way(NamedTuple):
    """The steps of a line, and where they lead to; it is never chance's turn there."""

    steps: tuple[Step, ...]
    position: Position[Any]


def way_of(game: AnyGame, start: Position[Any], line: Sequence[str]) -> Way:
    """Return the way of *line*, or raise BadMove or IllegalMove where a move cannot be made."""
    walk = _Walk(start)
    for text in line:
        said = text.startswith(OPEN) and text.endswith(CLOSE)
        if said and walk.position.to_move is not CHANCE:
            raise IllegalMove(N_("chance is not to move where the line says “{move}”"), move=text)
        if not said:
            walk.draw()
        walk.make(game.move(text[1:-1] if said else text, walk.position))
    walk.draw()
    return Way(tuple(walk.steps), walk.position)


class _Walk:
    """A way that goes on step by step."""

    def __init__(self, start: Position[Any]) -> None:
        self.position = start
        self.steps: list[Step] = []

    def make(self, move: Any) -> None:  # noqa: ANN401 - a move is whatever the game says
        self.steps.append(Step(self.position, move))
        self.position = self.position.after(move)

    def draw(self) -> None:
        """Let chance act, if it is its turn."""
        while self.position.to_move is CHANCE:
            self.make(drawn(self.position))


def drawn(position: Position[Any]) -> Any:  # noqa: ANN401 - a move is whatever the game says
    """Return what chance does in *position* where nothing says it: always the same."""
    (move,) = Random(str(position)).choices(position.moves(), position.odds())
    return move
