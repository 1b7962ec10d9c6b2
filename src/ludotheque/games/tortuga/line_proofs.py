"""Proofs of what Tortuga's claims say of two lines: both are replayed by the rules, and counted."""

from typing import NamedTuple

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, SIDES, WAYS, Side
from ludotheque.games.tortuga.checking import Facts, are_named, margin, replay
from ludotheque.games.tortuga.rules import STEPS, Tortuga, foe_of


def lines_come_to(slip: Slip, claim: Claim) -> bool:
    """Return whether the lines, played equally far, come to what is said."""
    before: Tortuga = slip.before
    end = min(len(slip.answer), len(slip.best) - 1)
    worse = replay(before.after(slip.move), slip.answer[:end])
    better = replay(before, slip.best[: end + 1])[1:]
    if worse[-1].outcome() or better[-1].outcome():
        worse.pop()
        better.pop()
    facts = [told.facts for told in claim.told]
    plies = len(claim.line)
    proof = _guard if claim.kind == "guard" else _balance
    return (
        (claim.line, claim.instead) == (slip.answer[:plies], False)
        and plies < len(worse)
        and before.variant.goal == "corner"
        and [told.message for told in claim.told] == [*verdicts.LINES[claim.kind]]
        and all(are_named(slip, fact) and fact["best"] == slip.best[0] for fact in facts)
        and all(fact["plies"] == plies <= verdicts.FAR_AHEAD for fact in facts)
        and proof(slip, claim, worse, better, facts)
    )


def _guard(
    slip: Slip, claim: Claim, worse: list[Tortuga], _better: list[Tortuga], facts: list[Facts]
) -> bool:
    side = slip.before.turn
    home = CORNER[foe_of(side)]
    held = [position.cells[home] == side for position in worse]
    gone = len(claim.line)
    return (
        facts[0]["corner"] == CELLS[home]
        and all(held[:gone])
        and not any(held[gone:])
        and facts[0]["leaving"] == claim.line[-1]
        and worse[gone - 1].compelled
        and all(then.cells[home] == side for then in replay(slip.before, slip.best)[1:])
    )


def _balance(
    slip: Slip, claim: Claim, worse: list[Tortuga], better: list[Tortuga], facts: list[Facts]
) -> bool:
    plies, mover = len(claim.line), slip.before.turn
    resting = [
        n for n in range(2, len(worse) - 1) if all(_rests(line, n) for line in (worse, better))
    ]
    here, there = (_counted(line, mover, plies) for line in (worse, better))
    differ = _differ(here, there)
    later = [
        _differ(*(_counted(line, mover, n) for line in (worse, better)))
        for n in resting
        if n <= verdicts.FAR_AHEAD
    ]
    true: dict[str, Facts] = {
        "turtles": {"own": here.own, "foes": here.foes, "kept": there.own, "left": there.foes},
        "near": {
            "corner": CELLS[CORNER[foe_of(mover)]],
            "count": here.near,
            "fewer": there.near,
        },
        "room": {"count": here.room, "more": there.room},
        "hops": {"count": here.hops, "fewer": there.hops},
    }
    told = claim.kind.split("-")
    return (
        resting[:1] == [plies]
        and min(differ.values()) >= 0
        and told == [name for name, more in differ.items() if more > 0][:2]
        and len(told) > 1
        and all(each[told[0]] > 0 for each in later)
        and not (told[0] == "turtles" and _turns_round(mover, worse, better))
        and all(
            fact[key] == value
            for name, fact in zip(told, facts, strict=True)
            for key, value in true[name].items()
        )
    )


def _turns_round(mover: Side, worse: list[Tortuga], better: list[Tortuga]) -> bool:
    """Return whether *mover* is better off by turtles where the lines end, and a move before."""
    ends = zip(worse[-2:], better[-2:], strict=True)
    return all(margin(here, mover) > margin(there, mover) for here, there in ends)


def _rests(line: list[Tortuga], ply: int) -> bool:
    """Return whether nobody must hop there, and the next move leaves every turtle its team."""
    return not line[ply].compelled and all(
        line[ply].cells.count(side) == line[ply + 1].cells.count(side) for side in SIDES
    )


class _Counted(NamedTuple):
    """What there is for the mover of a mistake, some moves on."""

    own: int
    foes: int
    near: int
    room: int
    hops: int


def _differ(here: _Counted, there: _Counted) -> dict[str, int]:
    """Return by how much it is worse here, by each measure."""
    return {
        "turtles": there.own - there.foes - here.own + here.foes,
        "near": here.near - there.near,
        "room": there.room - here.room,
        "hops": here.hops - there.hops,
    }


def _counted(line: list[Tortuga], mover: Side, plies: int) -> _Counted:
    """Return what there is for *mover* after so many *plies* of *line*."""
    end, foe = line[plies], foe_of(mover)
    near = {CORNER[foe]}
    for _ in range(2):
        near |= _behind(near, foe)
    return _Counted(
        own=sum(turtle == mover for turtle in end.cells),
        foes=sum(turtle == foe for turtle in end.cells),
        near=sum(end.cells[cell] == foe for cell in near),
        room=sum(
            end.cells[cell] == mover and end.cells[ahead] == "."
            for cell, steps in enumerate(STEPS[mover])
            for ahead, _, _ in steps
        ),
        hops=sum(line[ply].compelled for ply in range(1, plies + 1, 2)),
    )


def _behind(cells: set[int], side: Side) -> set[int]:
    """Return the cells from which a turtle of *side* steps to one of *cells*."""
    return {at for at, ways in enumerate(WAYS[side]) if cells & {way.next for way in ways}}
