"""Proofs of what the claims of Hops say dice are able to do: every legal move is looked at."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import CELLS, Side
from ludotheque.games.hops.checking import (
    Facts,
    can_rise,
    fewest_changes,
    gain,
    is_nearer,
    is_told,
    nothing_above,
    pairs_from,
    replay,
    told_pairs,
)
from ludotheque.games.hops.notation import Move, shortened
from ludotheque.games.hops.rules import Hops, foe_of, read_move


def _answered(slip: Slip) -> tuple[Hops, Hops]:
    """Return where the two sides stand after the best answer to either move."""
    before: Hops = slip.before
    return (
        replay(before, (str(slip.move), slip.answer[0])),
        replay(before, (slip.best[0], slip.best[1])),
    )


def _able(position: Hops, side: Side) -> dict[int, int]:
    """Return, by cell, how far each die of *side* that can rise does so, were it to move."""
    given = Hops(position.cells, side, position.variant)
    dice = given.dice(side)
    gains = [(move.value - dice[move.origin], move.origin) for move in given.moves()]
    return {origin: pips for pips, origin in sorted(gains) if pips > 0}


def _all_able(mover: Side, here: Hops, there: Hops) -> Iterator[dict[int, int]]:
    """Yield what the dice of *mover* and of its foe are able to do here, then there."""
    return (_able(end, side) for end, side in _four(mover, here, there))


def _chances(slip: Slip, claim: Claim, facts: Facts) -> bool:
    here, there = _answered(slip)
    own, foes, kept, left = found = [*_all_able(slip.before.turn, here, there)]
    pips = [sum(able.values()) for able in found]
    told = (facts[0]["own"], facts[0]["foes"], facts[1]["kept"], facts[1]["left"])
    return (
        here.outcome() is None
        and there.outcome() is None
        and told == (len(own), len(foes), len(kept), len(left))
        and len(kept) - len(own) + len(foes) - len(left) >= verdicts.LEAST
        and pips[2] - pips[0] + pips[1] - pips[3] > 0
        and _lasts(slip)
        and facts[0]["first"] == shortened(slip.answer[0])
        and facts[1]["second"] == shortened(slip.best[1])
        and (claim.line, claim.instead) == (slip.answer[:1], False)
    )


def _lasts(slip: Slip) -> bool:
    """Return whether the mover is worse off by dice able to rise when it has moved again, too."""
    pairs = pairs_from(slip, 2)
    return bool(pairs) and _lost([len(able) for able in _all_able(slip.before.turn, *pairs[0])]) > 0


def _hope(slip: Slip, claim: Claim, facts: Facts) -> bool:
    here, there = _answered(slip)
    own, foes, kept, left = _all_able(slip.before.turn, here, there)
    rise = read_move(claim.line[2], there)
    count = facts[1]["count"] if claim.kind == "hope" else 0
    return (
        isinstance(count, int)
        and (count > 0) == (claim.kind == "hope")
        and (claim.line, claim.instead) == ((*slip.best[:2], claim.line[2]), True)
        and (facts[0]["second"], facts[1]["first"], facts[0]["then"])
        == tuple(map(shortened, (slip.best[1], slip.answer[0], claim.line[2])))
        and facts[0]["cell"] == CELLS[rise.origin]
        and is_told(facts[0], there, rise)
        and gain(there, rise) - count >= verdicts.LEAST
        and _is_worth(slip, there, rise, count)
        and len(own) <= len(kept)
        and len(foes) >= len(left)
        and max(foes.values(), default=0) >= max(left.values(), default=0)
        and here.outcome() is None
        and nothing_above(here, slip.before.turn, count)
        and (not count or not nothing_above(here, slip.before.turn, count - 1))
    )


def _is_worth(slip: Slip, given: Hops, rise: Move, count: int) -> bool:
    """Return whether *rise* goes on what the better move began, and further than was done.

    *given* is where it is made, and *count* is by how many pips dice can rise otherwise.
    """
    best = read_move(slip.best[0], slip.before)
    both = gain(slip.before, best) + gain(given, rise)
    return is_nearer(given, rise) and both > gain(slip.before, slip.move) + count


def _again(slip: Slip, claim: Claim, facts: Facts) -> bool:
    side: Side = slip.before.turn
    after, better = slip.before.after(slip.move), replay(slip.before, slip.best[:1])
    given = Hops(better.cells, side, better.variant)
    told = (facts[0]["cell"], facts[0]["then"])
    rises = [move for move in given.moves() if told == (CELLS[move.origin], shortened(str(move)))]
    count = facts[1]["count"]
    replied = replay(better, slip.best[1:2])
    return (
        isinstance(count, int)
        and count > 0
        and gain(slip.before, slip.move) >= 0
        and len(slip.best) > 1
        and replied.outcome() is None
        and (claim.line, claim.instead) == (slip.best[:1], True)
        and after.outcome() is None
        and better.outcome() is None
        and any(
            is_told(facts[0], given, rise)
            and gain(given, rise) > count
            and _is_worth(slip, given, rise, count)
            and _is_gone(slip, gain(given, rise))
            and can_rise(replied, side, rise)
            and _comes_to_rise(slip, rise.origin)
            for rise in rises
        )
        and nothing_above(after, side, count)
        and not nothing_above(after, side, count - 1)
    )


def _comes_to_rise(slip: Slip, at: int) -> bool:
    """Return whether the die on that cell rises by two in the next moves of the better line."""
    for n in range(1, min(5, len(slip.best))):
        position = replay(slip.before, slip.best[:n])
        move = read_move(slip.best[n], position)
        if move.origin == at and gain(position, move) >= verdicts.LEAST:
            return True
        if move.origin == at:
            at = move.cell
    return False


def _is_gone(slip: Slip, pips: int) -> bool:
    """Return whether after the answer no die of the mover rises by so many *pips*."""
    answered = replay(slip.before, (str(slip.move), *slip.answer[:1]))
    if answered.outcome() is not None or not slip.answer:
        return True
    return nothing_above(answered, slip.before.turn, pips - 1)


def _outlook(slip: Slip, claim: Claim, facts: Facts) -> bool:
    here = replay(slip.before, (str(slip.move), *slip.answer[:2]))
    there = replay(slip.before, slip.best[:3])
    own, foes, kept, left = (
        sum(able.values()) for able in _all_able(slip.before.turn, here, there)
    )
    return (
        min(len(slip.answer), len(slip.best) - 1) > 1
        and gain(slip.before, slip.move) >= 0
        and here.outcome() is None
        and there.outcome() is None
        and (facts[0]["own"], facts[0]["foes"]) == (own, foes)
        and (facts[1]["kept"], facts[1]["left"]) == (kept, left)
        and kept - own + foes - left >= verdicts.LEAST
        and (claim.line, claim.instead) == (slip.answer[:2], False)
    )


def _ready(slip: Slip, claim: Claim, facts: Facts) -> bool:
    pairs, mover = told_pairs(slip, claim), slip.before.turn
    ables = [[*_all_able(mover, *pair)] for pair in pairs]
    return (
        len(claim.line) == 2
        and all(_lost([len(able) for able in four]) >= verdicts.LEAST for four in ables)
        and all(_lost([sum(able.values()) for able in ables[n]]) >= 1 for n in (0, -1))
        and all(_is_level(mover, *pairs[n]) for n in (0, -1))
        and [facts[0]["own"], facts[0]["foes"], facts[1]["kept"], facts[1]["left"]]
        == [len(able) for able in ables[0]]
    )


def _is_level(mover: Side, here: Hops, there: Hops) -> bool:
    """Return whether the race to six sixes is better here by one change of value at most."""
    far = _far(mover, here, there)
    return len(far) == len(_four(mover, here, there)) and -_lost(far) > -verdicts.LEAST


def _four(mover: Side, here: Hops, there: Hops) -> list[tuple[Hops, Side]]:
    """Return whose dice are looked at where: the mover's and its foe's here, then there."""
    return [(end, side) for end in (here, there) for side in (mover, foe_of(mover))]


def _far(mover: Side, here: Hops, there: Hops) -> list[int]:
    """Return the changes of value to go to six sixes, without those that nobody can say."""
    dice = (end.dice(side).values() for end, side in _four(mover, here, there))
    return [count for count in map(fewest_changes, dice) if count is not None]


def _lost(four: list[int]) -> int:
    """Return by how much less the mover has here than there, of what is good to have."""
    own, foes, kept, left = four
    return kept - left - own + foes


PROSPECTS: Final[Mapping[str, Callable[[Slip, Claim, Facts], bool]]] = {
    "again": _again,
    "outlook": _outlook,
    "chances": _chances,
    "hope": _hope,
    "hope-first": _hope,
    "ready": _ready,
}
