"""Proofs of what Tortuga's claims say of two lines: both are replayed by the rules, and counted."""

from typing import Final, NamedTuple

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.tortuga import verdicts
from ludotheque.games.tortuga.board import CELLS, CORNER, SIDES, WAYS, Side
from ludotheque.games.tortuga.checking import Facts, are_named, replay
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
    proof = _PROOFS.get(claim.kind, _balance)
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
    resting = _resting(worse, better)
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
        and all(
            fact[key] == value
            for name, fact in zip(told, facts, strict=True)
            for key, value in true[name].items()
        )
    )


def _resting(worse: list[Tortuga], better: list[Tortuga]) -> list[int]:
    """Return after how many plies both lines rest."""
    return [n for n in range(2, len(worse) - 1) if _rests(worse, n) and _rests(better, n)]


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


def _must_hop(
    slip: Slip, claim: Claim, worse: list[Tortuga], better: list[Tortuga], facts: list[Facts]
) -> bool:
    plies, mover = len(claim.line), slip.before.turn
    resting = [n for n in _resting(worse, better) if n <= verdicts.FAR_AHEAD]
    here, there = ([_standing(line, mover, n) for n in resting] for line in (worse, better))
    at, other = here[0], there[0]
    more = at.margin > other.margin
    turtles = (at.turtles, at.foes, other.turtles, other.foes) if more else ()
    return (
        resting[0] == plies
        and all(
            a.hops >= b.hops
            and a.hops - a.foes_hops >= b.hops - b.foes_hops + 2
            and a.margin <= b.margin + 2
            and a.near <= b.near
            # Foes' steps to go on average, less one's own, without dividing.
            and (a.foes_to_go * a.turtles - a.to_go * a.foes) * b.turtles * b.foes
            <= (b.foes_to_go * b.turtles - b.to_go * b.foes) * a.turtles * a.foes
            for a, b in zip(here, there, strict=True)
        )
        and claim.kind == ("compelled-but" if more else "compelled")
        and _four(facts[0]) == (at.hops, at.foes_hops, other.hops, other.foes_hops)
        and all(_four(fact) == turtles for fact in facts[1:])
    )


class _Standing(NamedTuple):
    """How far the sides have come some moves on, and what they had to do on the way."""

    turtles: int
    foes: int
    to_go: int
    foes_to_go: int
    near: int
    hops: int
    foes_hops: int

    @property
    def margin(self) -> int:
        return self.turtles - self.foes


def _standing(line: list[Tortuga], mover: Side, plies: int) -> _Standing:
    foe = foe_of(mover)
    own, foes = (_steps_to_go(line[plies], side) for side in (mover, foe))
    must = [position.turn for position in line[:plies] if position.compelled]
    return _Standing(
        len(own),
        len(foes),
        sum(own),
        sum(foes),
        sum(way <= verdicts.NEAR for way in own) - sum(way <= verdicts.NEAR for way in foes),
        must.count(mover),
        must.count(foe),
    )


def _steps_to_go(position: Tortuga, side: Side) -> list[int]:
    """Return the steps from each turtle of *side* to its corner, were all other cells empty."""
    ways, reached, seen, steps = [], {CORNER[side]}, {CORNER[side]}, 0
    while reached:
        ways += [steps for cell in reached if position.cells[cell] == side]
        reached, steps = _behind(reached, side) - seen, steps + 1
        seen |= reached
    return ways


def _four(fact: Facts) -> tuple[object, ...]:
    return fact["own"], fact["foes"], fact["kept"], fact["left"]


_PROOFS: Final = {
    "guard": _guard,
    "compelled": _must_hop,
    "compelled-but": _must_hop,
}
