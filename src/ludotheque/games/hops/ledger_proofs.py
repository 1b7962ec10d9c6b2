"""Proofs of what weighs most in Hops: the features of an evaluation, counted anew by the rules.

They are numbered as the kernel numbers them, and a test holds the two to each other; nothing is
shared with `ledger`, which finds the claims.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import CELLS, HOPS, NEIGHBOURS, Side
from ludotheque.games.hops.checking import Facts, fewest_changes, replay
from ludotheque.games.hops.rules import Hops, foe_of

PARTS: Final = {
    "rim": range(4),
    "rising": range(4, 6),
    "hops": range(6, 7),
    "tempo": range(7, 8),
    "climb": range(8, 10),
    "company": range(10, 14),
}
"""The features that each part is made of."""
NO_WAY: Final = 40


def _cells_near(cell: int) -> Iterator[set[int]]:
    """Yield the cells one step from *cell*, those up to two steps, and so on."""
    near = {cell}
    for _ in range(3):
        near = near.union(*(NEIGHBOURS[each] for each in near))
        yield near


def _side(position: Hops, side: Side) -> list[int]:
    """Return the features of one side, as if it were to move and alone."""
    own, other = position.dice(side), position.dice(foe_of(side))
    shown = {**own, **other}
    rings, far = [0] * 4, [0] * 4
    rising = hops = 0
    for cell, value in own.items():
        name = CELLS[cell]
        row, column = "ABCDEFG".index(name[0]), int(name[1]) - 1
        rings[3 - max(abs(row - 3), abs(column - 3))] += 1
        over = [shown[hop.over] for hop in HOPS[cell] if hop.over in shown]
        free = [hop.landing not in shown for hop in HOPS[cell] if hop.over in shown]
        hops += sum(free)
        if value < 6:
            rising += any(
                0 <= each - value <= 1 for each, way in zip(over, free, strict=True) if way
            )
            useful = {at for at, each in shown.items() if at != cell and 0 <= each - value <= 1}
            far[next((n for n, near in enumerate(_cells_near(cell)) if near & useful), 3)] += 1
    changes = [fewest_changes(own.values(), helpers) for helpers in ((), other.values())]
    to_go = [NO_WAY if count is None else count for count in changes]
    return [*rings, rising, 0, hops, 0, *to_go, *far]


def features(position: Hops) -> list[int]:
    """Return the features of *position*, as the side to move sees them."""
    own, foes = (_side(position, side) for side in (position.turn, foe_of(position.turn)))
    found = [mine - theirs for mine, theirs in zip(own, foes, strict=True)]
    found[4:6] = own[4], foes[4]
    found[7] = 1
    return found


def _numbers(position: Hops, side: Side) -> dict[str, int]:
    """Return what a reader counts for *side*."""
    rim, _, _, _, rising, _, hops, _, alone, _, near, next_but_one, *_ = _side(position, side)
    return {
        "rim": rim,
        "rising": rising,
        "hops": hops,
        "climb": alone,
        "company": near + next_but_one,
    }


def _parts(slip: Slip, position: Hops) -> dict[str, int]:
    """Return the parts of what *position* is worth to who made the mistake."""
    sign = 1 if position.turn == slip.before.turn else -1
    found = features(position)
    return {
        part: sign * sum(found[each] * slip.weights[each] for each in numbers)
        for part, numbers in PARTS.items()
    }


def _gone(slip: Slip, here: Hops, there: Hops) -> dict[str, int]:
    """Return by how much each part is worse here."""
    worth, better = _parts(slip, here), _parts(slip, there)
    return {part: better[part] - worth[part] for part in worth}


def _ahead(position: Hops, side: Side, measure: str) -> int:
    own, foes = (_numbers(position, each)[measure] for each in (side, foe_of(side)))
    return foes - own if measure in verdicts.FEWER else own - foes


def weighs_most(slip: Slip, claim: Claim, facts: Facts) -> bool:
    """Return whether the parts that are told weigh most, at the ends and equally far."""
    side: Side = slip.before.turn
    plies = min(len(slip.answer), len(slip.best) - 1)
    played = (str(slip.move), *slip.answer)
    ends = replay(slip.before, played), replay(slip.before, slip.best)
    far = replay(slip.before, played[: plies + 1]), replay(slip.before, slip.best[: plies + 1])
    named = [
        name
        for fact in facts
        for name, phrase in verdicts.MEASURES.items()
        if phrase == fact["measure"]
    ]
    conceded = named[-1:] if claim.kind.endswith("-but") else []
    told = named[: len(named) - len(conceded)]
    at_ends, at_far = _gone(slip, *ends), _gone(slip, *far)
    most = sum(at_ends[name] for name in told)
    others = {name: part for name, part in at_ends.items() if name not in told}
    unsaid = [part for name, part in others.items() if name not in conceded]
    return (
        ends[0].outcome() is None
        and ends[1].outcome() is None
        and plies > 1
        and len(named) == len(facts)
        and (claim.line, claim.instead) == (slip.answer[:plies], False)
        and claim.kind.startswith(f"weighs-{told[0]}")
        and 0 < sum(at_ends.values()) <= 2 * sum(at_ends[name] for name in named)
        and sum(at_ends[name] for name in named) <= 4 * sum(at_ends.values())
        and 2 * most >= 3 * others.get("climb", 0)
        and all(_weigh_first(told, gone) for gone in (at_ends, at_far))
        and most + min(others.values()) >= 0
        and 2 * most + 3 * min(unsaid) >= 0
        and ("climb" in conceded or min(at_ends["climb"], at_far["climb"]) >= 0)
        and 0 < sum(at_far.values()) <= 2 * sum(at_far[name] for name in named)
        and all(_gain(pair, side, each) > 0 for pair in (ends, far) for each in told)
        and all(_gain(pair, side, each) < 0 for pair in (ends, far) for each in conceded)
        and all(_gain(pair, side, each) >= 0 for pair in _before(slip, plies) for each in told)
        and all(_gain(pair, side, each) <= 0 for pair in _before(slip, plies) for each in conceded)
        and ("climb" not in told or _gain(far, side, "climb") >= verdicts.LEAST)
        and ("climb" not in named or _climbs_alike(far, side))
        and all(
            _are_counted(far, side, name, plies, fact)
            for name, fact in zip(named, facts, strict=True)
        )
    )


def _before(slip: Slip, plies: int) -> Iterator[tuple[Hops, Hops]]:
    """Yield where both lines stood one move and two moves before so many *plies*."""
    played = (str(slip.move), *slip.answer)
    for moves in (plies - 1, plies):
        yield replay(slip.before, played[:moves]), replay(slip.before, slip.best[:moves])


def _climbs_alike(pair: tuple[Hops, Hops], side: Side) -> bool:
    """Return whether changes of value differ by dice alone and with help, by twice at most."""
    alone, helped = 0, 0
    for sign, position in zip((1, -1), pair, strict=True):
        for whose, more in ((side, sign), (foe_of(side), -sign)):
            found = _side(position, whose)
            alone, helped = alone + more * found[8], helped + more * found[9]
    return alone * helped > 0 and abs(alone) <= 2 * abs(helped) <= 4 * abs(alone)


def _weigh_first(told: list[str], gone: dict[str, int]) -> bool:
    """Return whether no part is worse by more than those that are *told*, the first of all."""
    rest = max(part for name, part in gone.items() if name not in told)
    return all(more >= less for more, less in pairwise([*(gone[name] for name in told), rest]))


def _gain(pair: tuple[Hops, Hops], side: Side, measure: str) -> int:
    """Return by how many more *side* is better off in the second position."""
    return _ahead(pair[1], side, measure) - _ahead(pair[0], side, measure)


def _are_counted(
    far: tuple[Hops, Hops], side: Side, name: str, plies: int, fact: Mapping[str, object]
) -> bool:
    own, foes, kept, left = (
        _numbers(end, each)[name] for end in far for each in (side, foe_of(side))
    )
    said = tuple(fact[each] for each in ("plies", "own", "foes", "kept", "left"))
    return said == (plies, own, foes, kept, left)
