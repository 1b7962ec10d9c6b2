"""Move picker: a list that narrows, touch by touch, as a hand would on the board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Self

from ludotheque.scene import Choice, Scene

SHORT_LIST = 12
"""As many moves are listed whole; more are narrowed by what to touch next."""


@dataclass(frozen=True)
class Entry:
    """A line of the numbered list: a whole move, or a touch that leaves several."""

    label: str
    narrowed: "Picking"


@dataclass(frozen=True)
class Picking:
    """The choices that still fit what has been touched or typed."""

    scene: Scene
    choices: tuple[Choice, ...]
    begun: bool = False
    """Whether anything has been touched or typed: an only move is not picked by itself."""

    @classmethod
    def from_scene(cls, scene: Scene) -> Self:
        """Return the start: every legal move is open."""
        return cls(scene, scene.choices)

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves still open, each once."""
        return tuple(dict.fromkeys(choice.move for choice in self.choices))

    @property
    def picked(self) -> str | None:
        """The move, once only one is left."""
        return self.moves[0] if self.begun and len(self.moves) == 1 else None

    def entries(self) -> Sequence[Entry]:
        """Return the list to show: the moves if they are few, else what to touch next."""
        if len(self.moves) <= SHORT_LIST:
            return [Entry(move, self._left(move=move)) for move in self.moves]
        narrowed = ((touch, self._left(touch=touch)) for touch in self._next_touches())
        return [Entry(n.picked or self._label(touch), n) for touch, n in narrowed]

    def typed(self, text: str) -> Self:
        """Return what is left after someone typed a thing to touch, or how a move begins."""
        for touch in self._next_touches():
            if touch.casefold() == text.casefold():
                return self._left(touch=touch)
        return self._left(move=text)

    def _next_touches(self) -> Sequence[str]:
        """Return what may be touched next: behind all that the open choices have in common."""
        done = self._depth()
        return list(dict.fromkeys(c.touches[done] for c in self.choices if len(c.touches) > done))

    def _depth(self) -> int:
        columns = zip(*(choice.touches for choice in self.choices), strict=False)
        return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))

    def _left(self, *, touch: str = "", move: str = "") -> Self:
        """Return the choices that go on with *touch*, or whose move is or begins with *move*."""
        if touch:
            done = self._depth()
            left = [c for c in self.choices if c.touches[done : done + 1] == (touch,)]
        else:
            left = [c for c in self.choices if c.move == move] or [
                c for c in self.choices if c.move.casefold().startswith(move.casefold())
            ]
        return replace(self, choices=tuple(left), begun=True)

    def _label(self, touch: str) -> str:
        """Return what a person calls the thing to touch: its place, and the piece there."""
        glyphs = [p.glyph for p in self.scene.pieces if touch in (p.spot, p.id)]
        return f"{touch} {glyphs[0]}" if glyphs else touch
