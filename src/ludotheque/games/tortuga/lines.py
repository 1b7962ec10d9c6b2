"""Lines of Tortuga compared: the one that follows a mistake, and the better one.

They are held against each other where the hops are over for the first time in both. Whoever hops
over more turtles is as often wrong as right; so something is told only where the line that follows
is better by none of the measures.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Self

from ludotheque.errors import Phrase
from ludotheque.games.claims import Claim, Slip
from ludotheque.games.telling import Told
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, WAYS, Side
from ludotheque.games.tortuga.exchanges import lead
from ludotheque.games.tortuga.notation import EMPTY
from ludotheque.games.tortuga.rules import Tortuga, foe_of, read_move


def replayed(position: Tortuga, line: tuple[str, ...]) -> list[Tortuga]:
    """Return *position* and those that *line* leads to."""
    positions = [position]
    for text in line:
        positions.append(positions[-1].after(read_move(text, positions[-1])))
    return positions


class Worse(NamedTuple):
    """By how much the line that follows is worse for the mover, by each measure that is told.

    In the order of telling.
    """

    turtles: int
    """How many turtles fewer it is ahead."""
    near: int
    """How many more turtles of the foe are near their goal."""
    room: int
    """How many free steps fewer it has."""
    hops: int
    """At how many more moves it had to hop."""

    def told(self) -> tuple[str, ...]:
        """Return the two measures to tell: none where any is better, and one alone is no reason."""
        worse = tuple(name for name in self._fields if getattr(self, name) > 0)
        return worse[:2] if len(worse) > 1 and min(self) >= 0 else ()


class Lines(NamedTuple):
    """The line that follows the move and the line of the better one, equally far from it."""

    slip: Slip
    names: dict[str, Phrase]
    worse: list[Tortuga]
    better: list[Tortuga]

    @classmethod
    def of(cls, slip: Slip, names: dict[str, Phrase]) -> Self:
        """Return the lines of *slip*, as far as neither has come to the end of the game."""
        before: Tortuga = slip.before
        plies = min(len(slip.answer), len(slip.best) - 1)
        worse = replayed(before.after(slip.move), slip.answer[:plies])
        better = replayed(before, slip.best[: plies + 1])[1:]
        if worse[-1].outcome() or better[-1].outcome():
            worse.pop()
            better.pop()
        return cls(slip, names, worse, better)

    @property
    def side(self) -> Side:
        """Whose mistake it was."""
        side: Side = self.slip.before.turn
        return side

    @property
    def calms(self) -> list[int]:
        """After how many plies the hops are over in both lines, as long as that is not too late."""
        last = min(len(self.worse) - 1, verdicts.FAR_AHEAD + 1)
        return [n for n in range(2, last) if _is_calm(self.worse, n) and _is_calm(self.better, n)]

    @property
    def calm(self) -> int | None:
        """After how many plies they are for the first time, None if that is too late."""
        return next(iter(self.calms), None)

    def held(self, plies: int) -> Worse:
        """Return how the lines compare after so many *plies*."""
        side, foe = self.side, foe_of(self.side)
        here, there = self.worse[plies], self.better[plies]
        return Worse(
            lead(there, side) - lead(here, side),
            _near(here, foe) - _near(there, foe),
            room(there, side) - room(here, side),
            _compelled(self.worse, plies) - _compelled(self.better, plies),
        )

    def lasts(self, measure: str) -> bool:
        """Return whether by that *measure* it is worse wherever the hops are over."""
        return all(getattr(self.held(plies), measure) > 0 for plies in self.calms)

    @property
    def turns_round(self) -> bool:
        """Whether it has more turtles in the end all the same, and a move before."""
        side = self.side
        ends = list(zip(self.worse, self.better, strict=True))[-2:]
        return all(lead(here, side) > lead(there, side) for here, there in ends)

    @property
    def makes_up(self) -> bool:
        """Whether the line that follows has more turtles or more room once the hops are over."""
        if (plies := self.calm) is None:
            return False
        held = self.held(plies)
        return min(held.turtles, held.room) < 0

    def said(self, kind: str, plies: int, spot: str, *facts: dict[str, object]) -> Claim:
        """Return the claim of that kind, of what is there after so many *plies*."""
        every = {**self.names, "best": self.slip.best[0], "plies": plies}
        told = zip(verdicts.LINES[kind], facts, strict=True)
        sentences = tuple(Told(text, every | fact) for text, fact in told)
        return Claim(kind, sentences, self.slip.answer[:plies], instead=False, spots=(spot,))


def _is_calm(line: list[Tortuga], ply: int) -> bool:
    """Return whether nobody must hop by then, and the line's next move changes no team."""
    now, then = line[ply], line[ply + 1]
    return not now.compelled and all(now.cells.count(s) == then.cells.count(s) for s in WAYS)


def line_claims(lines: Lines) -> Iterator[Claim]:
    """Yield what the best line against the move comes to, and the better line does not."""
    if lines.slip.before.variant.goal == "corner":
        yield from _balance(lines)
        yield from _guard(lines)


def _balance(lines: Lines) -> Iterator[Claim]:
    """Yield by what the line that follows is worse, if it is better by nothing."""
    plies = lines.calm
    measures = () if plies is None else lines.held(plies).told()
    kind = "-".join(measures)
    if plies is None or kind not in verdicts.LINES or not lines.lasts(measures[0]):
        return
    if measures[0] == "turtles" and lines.turns_round:
        return
    side, foe = lines.side, foe_of(lines.side)
    here, there = lines.worse[plies], lines.better[plies]
    corner = CELLS[CORNER[foe]]
    own, foes, kept, left = (
        end.cells.count(turtle) for end in (here, there) for turtle in (side, foe)
    )
    facts: dict[str, dict[str, object]] = {
        "turtles": {"own": own, "foes": foes, "kept": kept, "left": left},
        "near": {"corner": corner, "count": _near(here, foe), "fewer": _near(there, foe)},
        "room": {"count": room(here, side), "more": room(there, side)},
        "hops": {
            "count": _compelled(lines.worse, plies),
            "fewer": _compelled(lines.better, plies),
        },
    }
    told = (facts[measure] for measure in measures)
    yield lines.said(kind, plies, corner, *told)


def _guard(lines: Lines) -> Iterator[Claim]:
    """Yield that the guard must leave its corner, and does not in all of the better line."""
    side, corner = lines.side, CORNER[foe_of(lines.side)]
    guarded = [position.cells[corner] == side for position in lines.worse]
    gone = guarded.index(False) if False in guarded else 0
    whole = replayed(lines.slip.before, lines.slip.best)[1:]
    stays = all(position.cells[corner] == side for position in whole)
    if not 0 < gone <= verdicts.FAR_AHEAD or any(guarded[gone:]) or not stays or lines.makes_up:
        return
    if lines.worse[gone - 1].compelled:
        leaving = lines.slip.answer[gone - 1]
        facts: dict[str, object] = {"corner": CELLS[corner], "leaving": leaving}
        yield lines.said("guard", gone, CELLS[corner], facts, {})


def _steps_home(side: Side) -> dict[int, int]:
    """Return how many steps each cell is from the corner of *side*, where there is a way."""
    steps = {CORNER[side]: 0}
    ahead = [CORNER[side]]
    for cell in ahead:
        for origin, ways in enumerate(WAYS[side]):
            if origin not in steps and any(way.next == cell for way in ways):
                steps[origin] = steps[cell] + 1
                ahead.append(origin)
    return steps


STEPS_HOME: Final = {side: _steps_home(side) for side in WAYS}


def _near(position: Tortuga, side: Side) -> int:
    """Return how many turtles of *side* are near its goal."""
    steps = STEPS_HOME[side]
    return sum(
        turtle == side and steps.get(cell, verdicts.NEAR + 1) <= verdicts.NEAR
        for cell, turtle in enumerate(position.cells)
    )


def room(position: Tortuga, side: Side) -> int:
    """Return how many steps to an empty cell the turtles of *side* have."""
    return sum(
        position.cells[way.next] == EMPTY
        for cell, turtle in enumerate(position.cells)
        if turtle == side
        for way in WAYS[side][cell]
    )


def _compelled(line: list[Tortuga], plies: int) -> int:
    """Return at how many of its moves on the way the mover of the mistake must hop."""
    return sum(position.compelled for position in line[1 : plies + 1 : 2])
