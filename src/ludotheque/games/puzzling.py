"""Puzzles' part of a game: which positions are the same one, and what a solution shows.

Nothing here knows an engine. Puzzles are found and proved without any of it; with it no two of them
are mirror images, and each says what it is about.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple


class Theme(NamedTuple):
    """What a puzzle is about: a name, and a sentence that says it after it was solved."""

    name: str
    told: str
    asks: str = ""
    """The question, where the theme is one."""


class Chance(NamedTuple):
    """What a move promises over all deals that fit what is seen: at least, and at most."""

    least: Fraction
    most: Fraction


class Reckoned(NamedTuple):
    """A question about chances: the key of the theme that asks it, and the chance of each move."""

    theme: str
    chances: Mapping[str, Chance]


@dataclass(frozen=True, kw_only=True)
class Puzzling:
    """How a game makes puzzles its own; each part may be missing."""

    images: Callable[[str], Iterable[str]] = lambda text: (text,)
    """From the text of a position, of all that are the same up to symmetry; itself among them."""
    themes: Mapping[str, Theme] = field(default_factory=dict)
    """The game's own themes by key, the more telling first."""
    shown: Callable[[Any, Sequence[Any], Any], Iterable[str]] = lambda _before, _moves, _end: ()
    """From the position, the moves of the solution and the position at their end, the keys of the
    themes that it shows; the solver makes every other move, beginning with the first."""
    chances: Callable[[Any], Reckoned | None] | None = None
    """In games with secrets, from the view of the seat to move, what there is to ask about chances;
    nothing where they cannot be reckoned. docs/study.md says what is reckoned."""
    secrets: Mapping[str, str] = field(default_factory=dict)
    """In games with secrets, what each is called, by its text, in the order of beliefs."""
    held: Callable[[Any, int], str] = lambda _position, _seat: ""
    """From a whole position, the secret of a seat."""
    looks: Mapping[str, str] = field(default_factory=dict)
    """In games with secrets, the symbol of each, by its text."""
    traced: Callable[[Any], str] = str
    """From a view before a play, as much of its text as tells about whoever played."""
    retold: Callable[[Any, str, str], tuple[Any, Any]] | None = None
    """From the view of whoever is asked, what `traced` kept of an earlier one, and the text of the
    play that was made then: that earlier view, as far as it is known, and the play."""
