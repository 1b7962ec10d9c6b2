"""What two lines of Tortuga come to: the one that follows a mistake, and the better one.

What is told of them is there after a few moves, and stays to their end: what comes and goes is no
reason.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ludotheque.errors import Phrase
from ludotheque.games.claims import Claim, Slip, lasting
from ludotheque.games.telling import Told
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, WAYS, Side
from ludotheque.games.tortuga.exchanges import lead
from ludotheque.games.tortuga.rules import Tortuga, foe_of, read_move

NEAR: Final = 2
"""The steps from its goal at which a turtle is an intruder."""


def replayed(position: Tortuga, line: tuple[str, ...]) -> list[Tortuga]:
    """Return *position* and those that *line* leads to."""
    positions = [position]
    for text in line:
        positions.append(positions[-1].after(read_move(text, positions[-1])))
    return positions


class _Lines(NamedTuple):
    """The line that follows the move and the line of the better one, equally far from it."""

    slip: Slip
    names: dict[str, Phrase]
    worse: list[Tortuga]
    better: list[Tortuga]

    @property
    def side(self) -> Side:
        """Whose mistake it was."""
        side: Side = self.slip.before.turn
        return side

    def told_after(self, differ: Callable[[Tortuga, Tortuga], bool]) -> int | None:
        """Return after how many plies to tell that the lines *differ*, and do so to their end.

        That is where nobody must hop, and the next move hops over nobody: else turtles are counted
        in the midst of an exchange. None if they do not differ, or too late.
        """
        pairs = list(zip(self.worse, self.better, strict=True))
        plies = lasting([differ(*pair) for pair in pairs], verdicts.FAR_AHEAD)
        return next(
            (n for n in plies if _is_calm(self.worse, n) and _is_calm(self.better, n)), None
        )

    def said(self, kind: str, plies: int, spot: str, *facts: dict[str, object]) -> Claim:
        """Return the claim of that kind, of what is there after so many *plies*."""
        every = {**self.names, "best": self.slip.best[0]}
        told = zip(verdicts.LINES[kind], facts, strict=True)
        sentences = tuple(Told(text, every | fact) for text, fact in told)
        return Claim(kind, sentences, self.slip.answer[:plies], instead=False, spots=(spot,))


def _is_calm(line: list[Tortuga], ply: int) -> bool:
    """Return whether nobody must hop by then, and the line's next move changes no team."""
    if line[ply].compelled or ply + 1 == len(line):
        return False
    return all(line[ply].cells.count(side) == line[ply + 1].cells.count(side) for side in WAYS)


def line_claims(slip: Slip, names: dict[str, Phrase]) -> Iterator[Claim]:
    """Yield what the best line against the move comes to, and the better line does not."""
    before: Tortuga = slip.before
    plies = min(len(slip.answer), len(slip.best) - 1)
    if before.variant.goal != "corner" or plies < 2:
        return
    worse = replayed(before.after(slip.move), slip.answer[:plies])
    better = replayed(before, slip.best[: plies + 1])[1:]
    if worse[-1].outcome() or better[-1].outcome():
        worse.pop()
        better.pop()
    lines = _Lines(slip, names, worse, better)
    yield from _turtles(lines)
    yield from _guard(lines)
    yield from _intruders(lines)


def _turtles(lines: _Lines) -> Iterator[Claim]:
    """Yield that there are fewer turtles than there would have been."""
    side, foe = lines.side, foe_of(lines.side)
    n = lines.told_after(lambda one, other: lead(one, side) < lead(other, side))
    if n is not None:
        ends = (lines.worse[n].cells, lines.better[n].cells)
        own, foes, kept, left = (cells.count(turtle) for cells in ends for turtle in (side, foe))
        facts: dict[str, object] = {"own": own, "foes": foes, "kept": kept, "left": left}
        yield lines.said("turtles", n, CELLS[CORNER[foe]], facts | {"plies": n})


def _guard(lines: _Lines) -> Iterator[Claim]:
    """Yield that the guard must leave its corner, and does not in all of the better line."""
    side, corner = lines.side, CORNER[foe_of(lines.side)]
    guarded = [position.cells[corner] == side for position in lines.worse]
    gone = guarded.index(False) if False in guarded else 0
    whole = replayed(lines.slip.before, lines.slip.best)[1:]
    stays = all(position.cells[corner] == side for position in whole)
    if not 0 < gone <= verdicts.FAR_AHEAD or any(guarded[gone:]) or not stays:
        return
    if lines.worse[gone - 1].compelled:
        leaving = lines.slip.answer[gone - 1]
        facts: dict[str, object] = {"corner": CELLS[corner], "leaving": leaving}
        yield lines.said("guard", gone, CELLS[corner], facts, {})


def _intruders(lines: _Lines) -> Iterator[Claim]:
    """Yield that more of the foe's turtles come near their goal."""
    foe = foe_of(lines.side)
    corner = CELLS[CORNER[foe]]
    n = lines.told_after(lambda one, other: _near(one, foe) > _near(other, foe))
    if n is not None:
        count = _near(lines.worse[n], foe) - _near(lines.better[n], foe)
        kind = "intruder" if count == 1 else "intruders"
        yield lines.said(kind, n, corner, {"corner": corner, "count": count})


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
        turtle == side and steps.get(cell, NEAR + 1) <= NEAR
        for cell, turtle in enumerate(position.cells)
    )
