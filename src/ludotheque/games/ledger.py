"""Ledger of two positions: what decides between them, by the parts of an evaluation.

An evaluation that sums up weighed features can be split into parts without a rest. So the parts of
what lies between the end of a mistake's line and that of the better line are the reasons of whoever
judged; the few that weigh most are told, in numbers that a reader can count on the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ludotheque.errors import N_

MOST_TOLD: Final = 2
FEWEST: Final = 2
"""The moves at least by which lines follow that are compared: an answer, and what is made of it."""
CLEARLY: Final = 1.5
"""How many times as much as any part that is better must weigh what is told without that part."""
HALF: Final = 0.5
"""What all that is told, what is conceded taken off, must make of a difference at least."""


TOO_MUCH: Final = 4.0
"""How many times a difference it makes at most: else what is not told takes most of it back."""


class Part(NamedTuple):
    """A part of an evaluation, for one side of two."""

    points: int
    """What it is worth to the side, the other side's taken off."""
    own: int = 0
    """How many a reader can count of the side's; nought for a part that is not told."""
    foes: int = 0
    """The same of the other side."""
    more: int = 1
    """1 where it is good to have more of them, -1 where fewer."""

    @property
    def lead(self) -> int:
        """By how many the side is better off."""
        return self.more * (self.own - self.foes)


Sheet = Mapping[str, Part]
"""The parts of the evaluation of a position, by name; they add up to it."""


def lost(here: Sheet, there: Sheet) -> dict[str, int]:
    """Return how many points each part is worse here than there."""
    return {name: there[name].points - here[name].points for name in here}


class Verdict(NamedTuple):
    """What to tell of two positions, the worse and the better."""

    against: tuple[str, ...]
    """The part, or the two, that weigh most against the worse one."""
    conceded: tuple[str, ...] = ()
    """A part that is better there and yet weighs less, if a reader would ask for it."""

    @property
    def named(self) -> tuple[str, ...]:
        """All parts that are told."""
        return self.against + self.conceded

    @property
    def kind(self) -> str:
        """What a claim of it is called."""
        too, but = "-too" * (len(self.against) > 1), "-but" * bool(self.conceded)
        return f"weighs-{self.against[0]}{too}{but}"


_MOST: Final = N_(
    "What weighs most for the computer, {plies} moves on. {measure}: {own} of {side}, {foes} of "
    "{foe}; as many moves after {best}, {kept} and {left}."
)
_TOO: Final = N_("{measure}: {own} and {foes}; after {best}, {kept} and {left}.")
_BUT: Final = N_(
    "What speaks for the move played weighs less. {measure}: {own} and {foes}; after {best}, "
    "{kept} and {left}."
)


def sentences(measures: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return how each kind of verdict of *measures* is told.

    Sides and moves are named there, in the order that holds for what follows.
    """
    ways = {"": (), "-too": (_TOO,), "-but": (_BUT,), "-too-but": (_TOO, _BUT)}
    return {
        f"weighs-{measure}{way}": (_MOST, *more)
        for measure in measures
        for way, more in ways.items()
    }


def decisive(here: Sheet, there: Sheet, first: str) -> Verdict | None:
    """Return by what it is worse to be *here* than *there*; None if that is unclear.

    What is told weighs more than any other part, either way, and of each part the side counts fewer
    of what is good. What readers count *first* is never left out if it is nearly as much against
    the worse one. Whatever is better here is conceded if it weighs nearly as much, or is counted
    first. What is told less what is conceded makes at least half of the difference, and not too
    much more than all of it.
    """
    points = lost(here, there)
    total = sum(points.values())
    ranked = sorted(points, key=lambda name: -points[name])
    last = ranked[-1]
    for count in range(1, MOST_TOLD + 1):
        told = tuple(ranked[:count])
        if any(here[name].lead >= there[name].lead for name in told):
            break
        weight = sum(points[name] for name in told)
        if total <= 0 or weight < -points[last]:
            continue
        if first not in told and weight < CLEARLY * points[first]:
            continue
        better = [name for name in (first, last) if points[name] < 0]
        but = better[:1] if first in better or weight < -CLEARLY * points[last] else []
        rest = (points[name] for name in ranked if name not in (*told, *but))
        verdict, unsaid = Verdict(told, tuple(but)), min(rest, default=0)
        counted = all(here[name].lead > there[name].lead for name in but)
        whole = HALF <= share(verdict.named, here, there) <= TOO_MUCH
        if counted and weight >= -CLEARLY * unsaid and whole:
            return verdict
    return None


def share(names: Sequence[str], here: Sheet, there: Sheet) -> float:
    """Return what share of a difference these parts make; nought where it is none."""
    points = lost(here, there)
    total = sum(points.values())
    return sum(points[name] for name in names) / total if total > 0 else 0.0
