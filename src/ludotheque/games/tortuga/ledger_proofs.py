"""Proofs of what weighs most in Tortuga: the features of an evaluation, counted anew by the rules.

They are numbered as the kernel numbers them, and a test holds the two to each other; nothing is
shared with `ledger`, which finds the claims.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, SIDES, Side
from ludotheque.games.tortuga.checking import are_named, replay
from ludotheque.games.tortuga.rules import STEPS, Tortuga, foe_of

WEST: Final = [name for name in CELLS if name[0] in "abcd"]
"""The cells of the turtles' features, in order."""
HOME: Final = ["a1", "a2", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3"]
"""The cells of the neutral turtles' features, in order: those south of the middle."""
NO_WAY: Final = 7


def _seen_by(cell: int, side: Side) -> str:
    """Return the name of *cell* on the board turned towards *side*, west and east alike."""
    column, row = CELLS[cell][0], int(CELLS[cell][1])
    if side == "N":
        row = sum(name[0] == column for name in CELLS) + 1 - row
    return f"{min(column, chr(ord('a') + ord('g') - ord(column)))}{row}"


def _one_hop(position: Tortuga, side: Side) -> set[int]:
    """Return the cells of the turtles over which *side* has a hop."""
    at = position.cells
    return {
        over
        for cell, ways in enumerate(STEPS[side])
        for over, beyond, _ in ways
        if at[cell] == side and at[over] != "." and beyond is not None and at[beyond] == "."
    }


def _way_home(position: Tortuga, side: Side) -> int:
    """Return in how many steps a turtle of *side* comes to its corner if nobody else moves."""
    ahead = {cell for cell, turtle in enumerate(position.cells) if turtle == side}
    for steps in range(1, NO_WAY):
        ahead = {
            to for cell in ahead for to, _, _ in STEPS[side][cell] if position.cells[to] == "."
        }
        if CORNER[side] in ahead:
            return steps
    return NO_WAY


def features(position: Tortuga) -> list[int]:
    """Return the features of *position*, as the side to move sees them."""
    mover, at = position.turn, position.cells
    turtles, neutrals = dict.fromkeys(WEST, 0), dict.fromkeys(HOME, 0)
    sides = ((mover, 1), (foe_of(mover), -1))
    for side, sign in sides:
        for cell, turtle in enumerate(at):
            name = _seen_by(cell, side)
            if turtle == side:
                turtles[name] += sign
            elif turtle == "o" and name in neutrals:
                neutrals[name] += sign
    steps = sum(
        sign
        for side, sign in sides
        for cell, ways in enumerate(STEPS[side])
        for to, _, _ in ways
        if at[cell] == side and at[to] == "."
    )
    hops = {side: [at[over] for over in _one_hop(position, side)] for side in SIDES}
    reach = sum(sign * hops[side].count("o") for side, sign in sides)
    race = [0] * NO_WAY**2
    mine, theirs = (_way_home(position, side) for side, _ in sides)
    race[(mine - 1) * NO_WAY + theirs - 1] = 1
    exposed = hops[foe_of(mover)].count(mover)
    return [*turtles.values(), *neutrals.values(), steps, reach, exposed, *race]


class _Count(NamedTuple):
    """The parts of an evaluation for a side, and what can be counted of each for both sides."""

    parts: dict[str, int]
    own: dict[str, int]
    foes: dict[str, int]

    def ahead(self, measure: str) -> int:
        lead = self.own[measure] - self.foes[measure]
        return -lead if measure in verdicts.FEWER else lead


def _counted(position: Tortuga, side: Side, weights: Sequence[int]) -> _Count:
    values = features(position)
    points = [count * weight for count, weight in zip(values, weights, strict=True)]
    cells, rest = dict(zip(WEST, points, strict=False)), points[len(WEST) + len(HOME) :]
    numbers = dict(zip(WEST, values, strict=False))
    average = round(sum(weights[: len(WEST) - 1]) / (len(WEST) - 1))
    parts = {"turtles": average * sum(numbers.values())}
    for measure, names in _PLACES.items():
        parts[measure] = sum(cells[name] - average * numbers[name] for name in names)
    parts["neutral"] = sum(points[len(WEST) : len(WEST) + len(HOME)])
    parts |= dict(zip(("steps", "reach", "exposed"), rest, strict=False))
    parts["tempo"] = weights[-1]
    parts["race"] = sum(rest[3:]) - weights[-1]
    sign = 1 if position.turn == side else -1
    return _Count(
        {name: sign * part for name, part in parts.items()},
        _numbers(position, side),
        _numbers(position, foe_of(side)),
    )


_PLACES: Final = {
    "guard": ["d1"],
    "front": ["b5", "c5", "c6", "d5", "d6", "d7"],
    "edge": ["a1", "a2", "a3", "a4"],
    "rest": ["b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d2", "d3", "d4"],
}
"""Where South's turtles count for what, in the west and the middle."""


def _numbers(position: Tortuga, side: Side) -> dict[str, int]:
    """Return what a reader counts for *side*."""
    own = [_seen_by(cell, side) for cell, each in enumerate(position.cells) if each == side]
    neutral = [_seen_by(cell, side) for cell, each in enumerate(position.cells) if each == "o"]
    found = {measure: sum(name in names for name in own) for measure, names in _PLACES.items()}
    return found | {
        "turtles": len(own),
        "neutral": sum(name in HOME for name in neutral),
        "reach": sum(position.cells[over] == "o" for over in _one_hop(position, side)),
    }


def weighs_most(slip: Slip, claim: Claim) -> bool:
    """Return whether the parts that are told weigh most between the ends of the lines."""
    worse, better = (
        replay(slip.before, (str(slip.move), *slip.answer)),
        replay(slip.before, slip.best),
    )
    if worse[-1].outcome() or better[-1].outcome() or slip.before.variant.goal != "corner":
        return False
    far = min(len(worse), len(better)) - 1
    side: Side = slip.before.turn
    here, there, now, then = (
        _counted(end, side, slip.weights)
        for end in (worse[-1], better[-1], worse[far], better[far])
    )
    measures = [
        next(name for name, phrase in verdicts.MEASURES.items() if phrase == told.facts["measure"])
        for told in claim.told
    ]
    conceded = measures[-1:] if claim.kind.endswith("-but") else []
    told = measures[: len(measures) - len(conceded)]
    gone = {name: there.parts[name] - part for name, part in here.parts.items()}
    gone_by_then = {name: then.parts[name] - part for name, part in now.parts.items()}
    weight = sum(gone[name] for name in told)
    others = {name: part for name, part in gone.items() if name not in told}
    unsaid = [part for name, part in others.items() if name not in conceded]
    return (
        (claim.line, claim.instead) == (slip.answer[: far - 1], False)
        and claim.kind.startswith(f"weighs-{told[0]}")
        and len(slip.answer) <= 2 * (len(slip.best) - 1) <= 4 * len(slip.answer)
        and min(len(slip.answer), len(slip.best) - 1) > 1
        and [each.message for each in claim.told] == [*verdicts.WEIGHED[claim.kind]]
        and 0 < sum(gone.values()) <= 2 * sum(gone[name] for name in measures)
        and all(
            0 < sum(parts[name] for name in measures) <= 4 * sum(parts.values())
            for parts in (gone, gone_by_then)
        )
        and min(gone[name] for name in told) >= max(others.values())
        and weight + min(others.values()) >= 0
        and 2 * weight >= 3 * others.get("turtles", 0)
        and 2 * weight + 3 * min(unsaid) >= 0
        and min(gone["turtles"], 0) * ("turtles" not in conceded) == 0
        and all(there.ahead(name) > here.ahead(name) for name in told)
        and all(there.ahead(name) < here.ahead(name) for name in conceded)
        and all(then.ahead(name) > now.ahead(name) for name in told)
        and all(then.ahead(name) < now.ahead(name) for name in conceded)
        and ("turtles" in measures or then.ahead("turtles") - now.ahead("turtles") in (0, 1))
        and all(
            are_named(slip, each.facts)
            and each.facts["best"] == slip.best[0]
            and each.facts["plies"] == far - 1
            and (each.facts["own"], each.facts["foes"]) == (now.own[name], now.foes[name])
            and (each.facts["kept"], each.facts["left"]) == (then.own[name], then.foes[name])
            for name, each in zip(measures, claim.told, strict=True)
        )
    )
