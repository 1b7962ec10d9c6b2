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

FAR: Final = len(CELLS)
"""As many steps as nobody has to go: of turtles that do not find their goal."""
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

        That is where nobody must hop, if it is soon enough; None if they do not, or too late.
        """
        pairs = list(zip(self.worse, self.better, strict=True))
        plies = lasting([differ(*pair) for pair in pairs], verdicts.FAR_AHEAD)
        calm = (n for n in plies if not any(position.compelled for position in pairs[n]))
        return next(calm, plies[0] if plies else None)

    def said(
        self, kind: str, plies: int, spot: str, *facts: dict[str, object], instead: bool = False
    ) -> Claim:
        """Return the claim of that kind, of what is there after so many *plies*."""
        every = {**self.names, "best": self.slip.best[0]}
        told = zip(verdicts.LINES[kind], facts, strict=True)
        sentences = tuple(Told(text, every | fact) for text, fact in told)
        line = self.slip.best[: plies + 1] if instead else self.slip.answer[:plies]
        return Claim(kind, sentences, line, instead, (spot,))


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
    yield from _near_home(lines)
    yield from _foremost(lines)


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
    """Yield that the guard leaves its corner."""
    side, corner = lines.side, CORNER[foe_of(lines.side)]
    guarded = [position.cells[corner] == side for position in lines.worse]
    gone = guarded.index(False) if False in guarded else 0
    stays = all(position.cells[corner] == side for position in lines.better)
    if 0 < gone <= verdicts.FAR_AHEAD and not any(guarded[gone:]) and stays:
        leaving = lines.slip.answer[gone - 1]
        facts: dict[str, object] = {"corner": CELLS[corner], "leaving": leaving}
        yield lines.said("guard", gone, CELLS[corner], facts, {})


def _near_home(lines: _Lines) -> Iterator[Claim]:
    """Yield that more of the foe's turtles come near their goal, or fewer of the mover's."""
    side, foe = lines.side, foe_of(lines.side)
    corner, goal = CELLS[CORNER[foe]], CELLS[CORNER[side]]
    n = lines.told_after(lambda one, other: _near(one, foe) > _near(other, foe))
    if n is not None:
        count = _near(lines.worse[n], foe) - _near(lines.better[n], foe)
        kind = "intruder" if count == 1 else "intruders"
        yield lines.said(kind, n, corner, {"corner": corner, "count": count})
    n = lines.told_after(lambda one, other: _near(one, side) < _near(other, side))
    if n is not None:
        count = _near(lines.better[n], side) - _near(lines.worse[n], side)
        kind = "attacker" if count == 1 else "attackers"
        yield lines.said(kind, n, goal, {"goal": goal, "count": count}, instead=True)


def _foremost(lines: _Lines) -> Iterator[Claim]:
    """Yield that the foe's foremost turtle comes closer to its goal, or the mover's does not."""
    side, foe = lines.side, foe_of(lines.side)
    corner, goal = CELLS[CORNER[foe]], CELLS[CORNER[side]]
    n = lines.told_after(lambda one, other: _to_go(one, foe) < _to_go(other, foe) < FAR)
    if n is not None:
        near, far = _to_go(lines.worse[n], foe), _to_go(lines.better[n], foe)
        yield lines.said("closer", n, corner, {"corner": corner, "near": near, "far": far})
    n = lines.told_after(lambda one, other: FAR > _to_go(one, side) > _to_go(other, side))
    if n is not None:
        near, far = _to_go(lines.better[n], side), _to_go(lines.worse[n], side)
        facts: dict[str, object] = {"goal": goal, "near": near, "far": far}
        yield lines.said("foremost", n, goal, facts, instead=True)


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


def _to_go(position: Tortuga, side: Side) -> int:
    """Return how many steps the foremost turtle of *side* is from its corner."""
    steps = STEPS_HOME[side]
    return min(
        (steps.get(cell, FAR) for cell, turtle in enumerate(position.cells) if turtle == side),
        default=FAR,
    )
