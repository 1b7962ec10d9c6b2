"""Ledger of Hops: the ends of a mistake's line and of the better one, part by part.

The lines are those of a search, which judged by what stands at their ends. They may differ by a
move, and so does what a side has reached: what is told is so after equally many moves as well.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ludotheque.games.claims import Claim
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import (
    COLUMNS,
    FREE,
    HIGHEST,
    HOPS,
    ROWS,
    VALUE_OF,
    Side,
)
from ludotheque.games.hops.cases import Case, replayed
from ludotheque.games.hops.changes import changes_to_go
from ludotheque.games.hops.rules import Hops, foe_of
from ludotheque.games.ledger import FEWEST, HALF, Part, Sheet, Verdict, decisive, lost, share

RING, RISING, FOES_RISING, HOPS_AT_HAND, TEMPO, ALONE, HELPED, FAR = 0, 4, 5, 6, 7, 8, 9, 10
"""Weights come as the kernel counts: dice by ring, dice that a hop raises, the other side's, hops,
being to move, changes of value to go, the same with help, dice by the steps to one that helps."""
FURTHEST: Final = 3
"""The steps from which on they are not told apart, counted from nought."""
FIRST: Final = "climb"
"""What readers count first."""
ALIKE: Final = 2
"""How many times as much one way of counting may say as another."""
NEVER: Final = 40
"""What is counted where no way leads to six sixes."""


def _at(cell: int) -> tuple[int, int]:
    return divmod(cell, len(COLUMNS))


def _ring(cell: int) -> int:
    """Return how far *cell* is from the rim."""
    row, column = _at(cell)
    return min(row, column, len(ROWS) - 1 - row, len(COLUMNS) - 1 - column)


def _steps(cell: int, other: int) -> int:
    """Return the steps between two cells, counted from nought."""
    (row, column), (down, right) = _at(cell), _at(other)
    return max(abs(row - down), abs(column - right)) - 1


def _counts(position: Hops, side: Side) -> Counter[int]:
    """Return how often each feature is there for *side*, by its number."""
    found = Counter[int]()
    dice, others = position.dice(side), position.dice(foe_of(side))
    every = dice | others
    for cell, value in dice.items():
        found[RING + _ring(cell)] += 1
        over = [
            VALUE_OF[position.cells[hop.over]]
            for hop in HOPS[cell]
            if position.cells[hop.over] != FREE and position.cells[hop.landing] == FREE
        ]
        found[HOPS_AT_HAND] += len(over)
        helping = {value, value + 1}
        if value < HIGHEST:
            found[RISING] += any(shown in helping for shown in over)
            near = [
                _steps(cell, at) for at, shown in every.items() if at != cell and shown in helping
            ]
            found[FAR + min([*near, FURTHEST])] += 1
    alone, helped = changes_to_go(dice.values()), changes_to_go(dice.values(), others.values())
    found[ALONE] = NEVER if alone is None else alone
    found[HELPED] = NEVER if helped is None else helped
    return found


def sheet(position: Hops, side: Side, weights: Sequence[int]) -> Sheet:
    """Return the parts of what *position* is worth to *side*."""
    own, foes = _counts(position, side), _counts(position, foe_of(side))
    turn = 1 if position.turn == side else -1

    def part(name: str, features: range, told: range) -> Part:
        points = sum(weights[each] * (own[each] - foes[each]) for each in features)
        mine, theirs = (sum(each[one] for one in told) for each in (own, foes))
        return Part(points, mine, theirs, more=-1 if name in verdicts.FEWER else 1)

    def one(name: str, feature: int) -> Part:
        return part(name, range(feature, feature + 1), range(feature, feature + 1))

    to_move, waiting = (own, foes) if turn > 0 else (foes, own)
    rising = weights[RISING] * to_move[RISING] + weights[FOES_RISING] * waiting[RISING]
    return {
        "rim": part("rim", range(RING, RISING), range(RING, RING + 1)),
        "rising": Part(turn * rising, own[RISING], foes[RISING]),
        "hops": one("hops", HOPS_AT_HAND),
        "climb": part("climb", range(ALONE, HELPED + 1), range(ALONE, ALONE + 1)),
        "company": part("company", range(FAR, FAR + FURTHEST + 1), range(FAR, FAR + 2)),
        "tempo": Part(turn * weights[TEMPO]),
    }


def weighed_most(case: Case) -> Iterator[Claim]:
    """Yield what weighs most at the ends of both lines, if it does so equally far as well."""
    slip, side = case.slip, case.side
    plies = min(len(slip.answer), len(slip.best) - 1)
    if not slip.weights or plies < FEWEST:
        return
    worse, better = replayed(case.after, slip.answer), replayed(case.better, slip.best[1:])
    if worse[-1].outcome() or better[-1].outcome():
        return
    end, other = (sheet(line[-1], side, slip.weights) for line in (worse, better))
    verdict = decisive(end, other, FIRST)
    here, there = (sheet(line[plies], side, slip.weights) for line in (worse, better))
    if verdict is None or not _holds(verdict, here, there):
        return
    before = (
        [sheet(line[n], side, slip.weights) for line in (worse, better)]
        for n in range(plies - verdicts.STEADY, plies)
    )
    for one, two in before:
        if any(one[name].lead > two[name].lead for name in verdict.against):
            return  # It comes and goes.
        if any(one[name].lead < two[name].lead for name in verdict.conceded):
            return
    if FIRST not in verdict.named or _is_so_with_help(worse[plies], better[plies], side):
        facts: list[dict[str, object]] = [
            {
                "measure": verdicts.MEASURES[name],
                "plies": plies,
                "own": here[name].own,
                "foes": here[name].foes,
                "kept": there[name].own,
                "left": there[name].foes,
            }
            for name in verdict.named
        ]
        yield case.said(verdict.kind, slip.answer[:plies], *facts, instead=False)


def _is_so_with_help(here: Hops, there: Hops, side: Side) -> bool:
    """Return whether changes of value differ alike by a side's own dice and with the other's help.

    Both make that part of the evaluation, and readers are told the former alone.
    """
    foe = foe_of(side)
    alone, helped = (
        sum(
            sign * (_counts(end, side)[feature] - _counts(end, foe)[feature])
            for sign, end in ((1, here), (-1, there))
        )
        for feature in (ALONE, HELPED)
    )
    return alone * helped > 0 and max(alone / helped, helped / alone) <= ALIKE


def _holds(verdict: Verdict, here: Sheet, there: Sheet) -> bool:
    """Return whether a verdict about the ends of lines is right of two other positions, too."""
    points = lost(here, there)
    told = [points[name] for name in verdict.against]
    most = told == sorted(told, reverse=True) and told[-1] >= max(
        weight for name, weight in points.items() if name not in verdict.against
    )
    # One change of value is no reason.
    least = {FIRST: verdicts.LEAST}
    fewer = all(
        there[name].lead - here[name].lead >= least.get(name, 1) for name in verdict.against
    )
    better = all(here[name].lead > there[name].lead for name in verdict.conceded)
    better &= FIRST in verdict.conceded or points[FIRST] >= 0
    return most and fewer and better and share(verdict.named, here, there) >= HALF
