"""Proofs of the claims of Hops: each is replayed by the rules, whatever found it.

A claim is right if its sentences are those of its kind, its line is legal and every fact in it is
so; where it speaks of all the dice of a side, every legal move of theirs has been looked at.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

from ludotheque.errors import LudothequeError
from ludotheque.games.claims import Claim, Slip
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import CELLS, NUMBER, Side
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
    taken_off,
    told_pairs,
)
from ludotheque.games.hops.ledger_proofs import weighs_most
from ludotheque.games.hops.notation import Move, shortened
from ludotheque.games.hops.prospect_proofs import PROSPECTS
from ludotheque.games.hops.rules import Hops, foe_of, read_move


def prove(slip: Slip, claim: Claim) -> bool:
    """Return whether *claim* is true of *slip*."""
    try:
        sentences = [told.message for told in claim.told]
        facts = [told.facts for told in claim.told]
        start = slip.before if claim.instead else slip.before.after(slip.move)
        replay(start, claim.line)
        return (
            sentences == [*verdicts.SAID[claim.kind]]
            and all(_named(slip, told) for told in facts)
            and _PROOFS[claim.kind](slip, claim, facts)
        )
    except (KeyError, IndexError, LudothequeError):
        return False  # A fact, a move or a sentence is missing, or is no such thing.


def _named(slip: Slip, told: Mapping[str, object]) -> bool:
    mover: Side = slip.before.turn
    return (told["side"], told["foe"], told["best"]) == (
        verdicts.SIDES[mover],
        verdicts.SIDES[foe_of(mover)],
        shortened(slip.best[0]),
    )


def _rise(slip: Slip, claim: Claim, facts: Facts) -> bool:
    before: Hops = slip.before
    best = read_move(slip.best[0], before)
    played = gain(before, slip.move)
    told = (
        is_told(facts[0], before, best)
        and facts[0]["cell"] == CELLS[best.origin]
        and claim.line == slip.best[:1]
        and claim.instead
    )
    more = gain(before, best) > max(played, 0)
    if claim.kind == "rise":
        return told and more and played <= 0
    return told and more and played == facts[1]["count"] and played > 0


def _helped(slip: Slip, claim: Claim, facts: Facts) -> bool:
    before: Hops = slip.before
    foe = foe_of(before.turn)
    after = before.after(slip.move)
    better = replay(before, slip.best[:1])
    answer = read_move(claim.line[0], after)
    pips = gain(after, answer)
    if (
        (claim.line, claim.instead) != (slip.answer[:1], False)
        or facts[0]["first"] != shortened(claim.line[0])
        or not is_told(facts[0], after, answer)
        or pips < 1
        or better.outcome() is not None
        or not nothing_above(better, foe, pips - 1)
        or not _gives_pips(slip)
        or _rises_all_the_same(slip, answer)
    ):
        return False
    if claim.kind in {"lets", "lets-first"}:
        count = facts[1]["count"] if claim.kind == "lets" else 0
        return (
            isinstance(count, int)
            and (count > 0) == (claim.kind == "lets")
            and nothing_above(better, foe, count)
            and not nothing_above(better, foe, count - 1)
        )
    place = NUMBER[str(facts[0]["over"])]
    if not nothing_above(before, foe, pips - 1):
        return False
    stops = [NUMBER[leg[:2]] for leg in claim.line[0].partition("-")[0].split("*")]
    by_the_die = nothing_above(taken_off(after, slip.move.cell), foe, pips - 1)
    if claim.kind == "room":
        return place == slip.move.origin and place in stops[1:] and not by_the_die
    middles = [(a + b) // 2 for a, b in pairwise(stops)]
    return place == slip.move.cell and place in middles and by_the_die


def _gives_pips(slip: Slip) -> bool:
    """Return whether the foe shows more pips than in the better line, each time it has moved."""
    foe = foe_of(slip.before.turn)
    lines = (str(slip.move), *slip.answer), slip.best
    far = min(map(len, lines))
    shown = [
        [sum(replay(slip.before, line[:moves]).dice(foe).values()) for line in lines]
        for moves in {min(2, far), min(4, far)}
    ]
    return all(more > fewer for more, fewer in shown)


def _rises_all_the_same(slip: Slip, answer: Move) -> bool:
    """Return whether the die of *answer* rises in the better line, too: soon as far, or nearly."""
    for moves in (1, 3):
        if len(slip.best) > moves:
            position = replay(slip.before, slip.best[:moves])
            reply, least = read_move(slip.best[moves], position), answer.value - (moves == 1)
            if (
                reply.origin == answer.origin
                and max(least, 1 + _shown(position, reply)) <= reply.value
            ):
                return True
    return False


def _shown(position: Hops, move: Move) -> int:
    """Return what the die that *move* turns shows."""
    return move.value - gain(position, move)


def _barred(slip: Slip, claim: Claim, facts: Facts) -> bool:
    before: Hops = slip.before
    foe = foe_of(before.turn)
    after, better = before.after(slip.move), replay(before, slip.best[:1])
    answer, place = read_move(claim.line[0], after), NUMBER[str(facts[1]["over"])]
    landings = [NUMBER[leg[:2]] for leg in claim.line[0].partition("-")[0].split("*")[1:]]
    return (
        (claim.line, claim.instead) == (slip.answer[:1], False)
        and better.outcome() is None
        and facts[0]["first"] == shortened(claim.line[0])
        and facts[0]["cell"] == CELLS[answer.origin]
        and is_told(facts[0], after, answer)
        and gain(after, answer) > 0
        and gain(before, slip.move) >= 0
        and _gives_pips(slip)
        and not _rises_all_the_same(slip, answer)
        and place == read_move(slip.best[0], before).cell
        and place in landings
        and not can_rise(better, foe, answer)
        and can_rise(taken_off(better, place), foe, answer)
    )


def _prepared(slip: Slip, claim: Claim, facts: Facts) -> bool:
    before: Hops = slip.before
    then = replay(before, slip.best[:2])
    answered = replay(before.after(slip.move), slip.answer[:1])
    best, rise = read_move(slip.best[0], before), read_move(slip.best[2], then)
    count = facts[1]["count"] if claim.kind == "next" else 0
    return (
        isinstance(count, int)
        and (count > 0) == (claim.kind == "next")
        and claim.line == slip.best[:3]
        and claim.instead
        and facts[1]["first"] == shortened(slip.answer[0])
        and facts[0]["cell"] == CELLS[rise.origin]
        and is_told(facts[0], then, rise)
        and gain(then, rise) > count
        and gain(before, slip.move) >= 0
        and not _shows_more(slip)
        and not _is_lost_at_once(slip)
        and is_nearer(then, rise)
        and gain(before, best) + gain(then, rise) > gain(before, slip.move) + count
        and not _rises_so(before, before.turn, rise)
        and _rises_so(replay(before, slip.best[:1]), before.turn, rise)
        and answered.outcome() is None
        and nothing_above(answered, before.turn, count)
        and not nothing_above(answered, before.turn, count - 1)
    )


def _is_lost_at_once(slip: Slip) -> bool:
    """Return whether the race is three changes of value worse wherever both lines stand."""
    mover: Side = slip.before.turn
    return all(_behind(_values(mover, pair)) >= verdicts.FAR for pair in pairs_from(slip, 0))


def _shows_more(slip: Slip) -> bool:
    """Return whether the mover has more pips than in the better line after two more moves."""
    far = min(5, 1 + len(slip.answer), len(slip.best))
    played, better = (
        sum(replay(slip.before, line[:far]).dice(slip.before.turn).values())
        for line in ((str(slip.move), *slip.answer), slip.best)
    )
    return played > better


def _rises_so(position: Hops, side: Side, rise: Move) -> bool:
    """Return whether the same die of *side*, were it to move, can be turned to the same value."""
    given = Hops(position.cells, side, position.variant)
    return any((move.origin, move.value) == (rise.origin, rise.value) for move in given.moves())


def _foe_nearer(slip: Slip, claim: Claim, facts: Facts) -> bool:
    before: Hops = slip.before
    foe, after, better = foe_of(before.turn), before.after(slip.move), replay(before, slip.best[:1])
    now = fewest_changes(replay(after, slip.answer[:1]).dice(foe).values())
    ends = (better.after(reply).dice(foe).values() for reply in better.moves())
    then = min(count for end in ends if (count := fewest_changes(end)) is not None)
    own, kept = (fewest_changes(end.dice(before.turn).values()) for end in (after, better))
    return (
        now is not None
        and own is not None
        and kept is not None
        and then - now >= max(verdicts.FAR, own - kept + 1)
        and _later(slip, foe) >= verdicts.LEAST
        and (facts[0]["count"], facts[1]["more"]) == (now, then)
        and facts[0]["first"] == shortened(slip.answer[0])
        and (claim.line, claim.instead) == (slip.answer[:1], False)
    )


def _later(slip: Slip, foe: Side) -> int:
    """Return by how many changes *foe* is nearer to six sixes when it has moved again."""
    far = min(4, 1 + len(slip.answer), len(slip.best))
    lines = (str(slip.move), *slip.answer), slip.best
    ends = [replay(slip.before, line[:far]).dice(foe).values() for line in lines]
    here, there = map(fewest_changes, ends)
    return 0 if here is None or there is None else there - here


def _distance(slip: Slip, claim: Claim, facts: Facts) -> bool:
    sides = (slip.before.turn, foe_of(slip.before.turn))
    found = [
        [fewest_changes(position.dice(side).values()) for position in pair for side in sides]
        for pair in told_pairs(slip, claim)
    ]
    far = [[count for count in four if count is not None] for four in found]
    told = [facts[0]["own"], facts[0]["foes"], facts[1]["kept"], facts[1]["left"]]
    return (
        told in far[:1]
        and facts[0]["plies"] == len(claim.line)
        and all(len(four) == len(told) for four in far)
        and all(own - foes - kept + left >= verdicts.LEAST for own, foes, kept, left in far)
        and (len(far) > 1 or _race_before(slip, len(claim.line)) >= 0)
    )


def _race_before(slip: Slip, plies: int) -> int:
    """Return by how much the race was worse a move before so many *plies*."""
    return _behind(_values(slip.before.turn, pairs_from(slip, plies - 1)[0]))


def _pips_before(slip: Slip, plies: int) -> int:
    """Return by how many pips the mover was worse off then; nought if the race is unknown."""
    dice = _values(slip.before.turn, pairs_from(slip, plies - 1)[0])
    if None in map(fewest_changes, dice):
        return 0
    own, foes, kept, left = map(sum, dice)
    return kept - left - own + foes


def _values(mover: Side, pair: tuple[Hops, Hops]) -> list[list[int]]:
    """Return what the dice of both sides show, here and then there, the mover's first."""
    return [[*end.dice(side).values()] for end in pair for side in (mover, foe_of(mover))]


def _behind(dice: list[list[int]]) -> int:
    """Return by how many changes of value the race is worse here; nought if that is unknown."""
    far = [count for each in dice if (count := fewest_changes(each)) is not None]
    if len(far) < len(dice):
        return 0
    own, foes, kept, left = far
    return own - foes - kept + left


def _pips(slip: Slip, claim: Claim, facts: Facts) -> bool:
    sides = (slip.before.turn, foe_of(slip.before.turn))
    shown = [
        [sum(position.dice(side).values()) for position in pair for side in sides]
        for pair in told_pairs(slip, claim)
    ]
    told = [facts[0]["own"], facts[0]["foes"], facts[1]["kept"], facts[1]["left"]]
    return (
        told in shown[:1]
        and facts[0]["plies"] == len(claim.line)
        and all(kept - left - own + foes >= verdicts.LEAST for own, foes, kept, left in shown)
        and (len(shown) > 1 or _pips_before(slip, len(claim.line)) >= 0)
    )


def _ones(slip: Slip, claim: Claim, facts: Facts) -> bool:
    sides = (slip.before.turn, foe_of(slip.before.turn))
    values = [
        [[*position.dice(side).values()] for position in pair for side in sides]
        for pair in told_pairs(slip, claim)
    ]
    counts = [[shown.count(1) for shown in four] for four in values]
    sums = [[sum(shown) for shown in four] for four in values]
    told = [facts[0]["own"], facts[0]["foes"], facts[1]["kept"], facts[1]["left"]]
    return (
        told in counts[:1]
        and facts[0]["plies"] == len(claim.line)
        and all(own - foes > kept - left for own, foes, kept, left in counts)
        and all(
            (pips <= more and less <= theirs) or own - foes - kept + left >= verdicts.LEAST
            for (own, foes, kept, left), (pips, theirs, more, less) in zip(
                counts, sums, strict=True
            )
        )
    )


_PROOFS: Final[Mapping[str, Callable[[Slip, Claim, Facts], bool]]] = {
    "rise": _rise,
    "higher": _rise,
    "step": _helped,
    "way": _barred,
    "room": _helped,
    "lets": _helped,
    "lets-first": _helped,
    "next": _prepared,
    "next-first": _prepared,
    "nearer": _foe_nearer,
    "climb": _distance,
    "pips": _pips,
    "ones": _ones,
    **PROSPECTS,
    **dict.fromkeys(verdicts.WEIGHED, weighs_most),
}
