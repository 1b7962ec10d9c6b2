"""Ledger of Tortuga: the ends of a mistake's line and of the better one, part by part.

The lines are those of a search, which judged by what stands at their ends.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ludotheque.games.claims import Claim
from ludotheque.games.ledger import FEWEST, TOO_MUCH, Part, Sheet, Verdict, decisive, share
from ludotheque.games.telling import Told
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, COLUMNS, CORNER, HEIGHTS, SIDES, WAYS, Side
from ludotheque.games.tortuga.lines import STEPS_HOME, Lines, replayed, room
from ludotheque.games.tortuga.notation import EMPTY, NEUTRAL
from ludotheque.games.tortuga.rules import Tortuga, foe_of

TURTLES: Final = 22
"""Weights come as the kernel counts: first a turtle on each cell, from the outer column to the
middle, as its side sees it."""
FIRST_TURTLE: Final = (0, 4, 9, 15)
FIRST_NEUTRAL: Final = (22, 24, 26, 29)
"""By column, a neutral turtle on each cell of a side's own half."""
STEPS, REACHABLE, EXPOSED, RACE = 32, 33, 34, 35
BLOCKED: Final = 7
"""The steps of a leader that has no free way."""


def _place(cell: int, side: Side) -> tuple[int, int]:
    """Return the column, west and east alike, and the row from the end of *side*."""
    column, row = COLUMNS.index(CELLS[cell][0]), int(CELLS[cell][1]) - 1
    height = HEIGHTS[column]
    return min(column, 6 - column), row if side == "S" else height - 1 - row


def _where(cell: int, side: Side) -> str:
    """Return what is told of a turtle of *side* on *cell*."""
    if cell == CORNER[foe_of(side)]:
        return "guard"
    if STEPS_HOME[side].get(cell, BLOCKED) <= verdicts.NEAR:
        return "front"
    return "edge" if CELLS[cell][0] in "ag" else "rest"


def _leaders_way(position: Tortuga, side: Side) -> int:
    """Return the steps over empty cells from the nearest turtle of *side* to its goal."""
    free = {CORNER[side]} if position.cells[CORNER[side]] == EMPTY else set()
    for steps in range(1, BLOCKED):
        behind = {cell for cell, ways in enumerate(WAYS[side]) if free & {way.next for way in ways}}
        if any(position.cells[cell] == side for cell in behind):
            return steps
        free = {cell for cell in behind if position.cells[cell] == EMPTY}
    return BLOCKED


def _hoppable(position: Tortuga, side: Side) -> list[str]:
    """Return the turtles that one of *side* could hop over."""
    cells = position.cells
    over = {
        way.next
        for cell, turtle in enumerate(cells)
        if turtle == side
        for way in WAYS[side][cell]
        if way.beyond is not None and cells[way.beyond] == EMPTY and cells[way.next] != EMPTY
    }
    return [cells[cell] for cell in over]


def sheet(position: Tortuga, side: Side, weights: Sequence[int]) -> Sheet:
    """Return the parts of what *position* is worth to *side*."""
    average = round(sum(weights[: TURTLES - 1]) / (TURTLES - 1))
    points, counted = Counter[str](), {each: Counter[str]() for each in SIDES}
    for cell, turtle in enumerate(position.cells):
        for each in SIDES:
            sign = 1 if each == side else -1
            column, row = _place(cell, each)
            if turtle == each:
                where = _where(cell, each)
                points["turtles"] += sign * average
                points[where] += sign * (weights[FIRST_TURTLE[column] + row] - average)
                counted[each].update(("turtles", where))
            elif turtle == NEUTRAL and 2 * row + 1 < HEIGHTS[column]:
                points["neutral"] += sign * weights[FIRST_NEUTRAL[column] + row]
                counted[each]["neutral"] += 1
    foe, turn = foe_of(side), 1 if position.turn == side else -1
    reach = {each: _hoppable(position, each) for each in SIDES}
    for each in SIDES:
        counted[each]["reach"] = reach[each].count(NEUTRAL)
    points["reach"] = weights[REACHABLE] * (counted[side]["reach"] - counted[foe]["reach"])
    points["steps"] = weights[STEPS] * (room(position, side) - room(position, foe))
    points["exposed"] = turn * weights[EXPOSED] * reach[foe_of(position.turn)].count(position.turn)
    mine, theirs = (_leaders_way(position, each) for each in (position.turn, foe_of(position.turn)))
    # Where neither has a free way, what is left is what it is worth to be to move.
    points["tempo"] = turn * weights[-1]
    race = weights[RACE + (mine - 1) * BLOCKED + theirs - 1] - weights[-1]
    points["race"] = turn * race
    return {
        name: Part(
            points[name],
            *((counted[side][name], counted[foe][name]) if name in verdicts.MEASURES else (0, 0)),
            more=-1 if name in verdicts.FEWER else 1,
        )
        for name in (*verdicts.MEASURES, "rest", "steps", "exposed", "race", "tempo")
    }


def weighed(lines: Lines) -> Iterator[Claim]:
    """Yield what weighs most between the ends of the lines, as it is where the shorter one ends.

    There it must be worse as well. The shorter line is half as long as the other at least.
    """
    slip, side = lines.slip, lines.side
    if not slip.weights or slip.before.variant.goal != "corner":
        return
    worse = replayed(slip.before.after(slip.move), slip.answer)
    better = replayed(slip.before, slip.best)[1:]
    lengths = sorted((len(slip.answer), len(slip.best) - 1))
    # A line that was cut short does not end where the search judged.
    if worse[-1].outcome() or better[-1].outcome() or 2 * lengths[0] < lengths[1]:
        return
    if lengths[0] < FEWEST:
        return
    here, there = (sheet(line[-1], side, slip.weights) for line in (worse, better))
    plies = min(len(worse), len(better)) - 1
    now, then = (sheet(line[plies], side, slip.weights) for line in (worse, better))
    verdict = decisive(here, there, "turtles")
    if verdict is None or not _holds(verdict, now, then):
        return
    every: dict[str, object] = {
        **lines.names,
        "best": slip.best[0],
        "plies": plies,
    }
    sentences = tuple(
        Told(
            text,
            every
            | {
                "measure": verdicts.MEASURES[name],
                "own": now[name].own,
                "foes": now[name].foes,
                "kept": then[name].own,
                "left": then[name].foes,
            },
        )
        for text, name in zip(verdicts.WEIGHED[verdict.kind], verdict.named, strict=True)
    )
    yield Claim(verdict.kind, sentences, slip.answer[:plies], instead=False)


def _holds(verdict: Verdict, now: Sheet, then: Sheet) -> bool:
    """Return whether a verdict about the ends of lines is right of two other positions, too.

    Whoever counts turtles there asks for them first: where they are better, or worse by several,
    they are named.
    """
    behind = then["turtles"].lead - now["turtles"].lead
    asked = not 0 <= behind < verdicts.MANY_TURTLES
    return (
        0 < share(verdict.named, now, then) <= TOO_MUCH
        and all(now[name].lead < then[name].lead for name in verdict.against)
        and all(now[name].lead > then[name].lead for name in verdict.conceded)
        and ("turtles" in verdict.named or not asked)
    )
