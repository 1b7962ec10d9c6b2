"""Claims about mistakes in Hops: dice that could have risen, and what helps the opponent's.

What is found here is proved apart from it, in `proofs`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ludotheque.games.claims import Claim, Slip, lasting
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import CELLS, Side
from ludotheque.games.hops.cases import (
    Case,
    ahead,
    most_of,
    pips,
    race,
    raises,
    replayed,
    rise_of,
    rises_of,
    shortens,
    to_go,
    without,
)
from ludotheque.games.hops.laggards import laggards, unready
from ludotheque.games.hops.ledger import weighed_most
from ludotheque.games.hops.notation import Move, read_path, shortened
from ludotheque.games.hops.prospects import Weighed, promised, prospects
from ludotheque.games.hops.rules import Hops, foe_of, read_move


def find(slip: Slip) -> Iterator[Claim]:
    """Yield what can be said about *slip*, most telling first."""
    before: Hops = slip.before
    best = read_move(slip.best[0], before)
    side, foe = before.turn, foe_of(before.turn)
    facts: dict[str, object] = {
        "side": verdicts.SIDES[side],
        "foe": verdicts.SIDES[foe],
        "best": shortened(slip.best[0]),
    }
    case = Case(slip, side, best, before.after(slip.move), before.after(best), facts)
    weighed = Weighed.of(case)
    if weighed.promise >= 0:
        yield from _risen(case)
    yield from _helped(case, weighed)
    yield from _nearer(case)
    yield from _prepared(case)
    yield from promised(case, weighed)
    yield from _lines(case, weighed)
    yield from prospects(case, weighed)
    yield from laggards(case)
    yield from weighed_most(case)
    yield from unready(case)


def _risen(case: Case) -> Iterator[Claim]:
    """Yield that the better move raises a die further.

    That is no reason where the same rise is still there after the answer.
    """
    better, played = rise_of(case.before, case.best), rise_of(case.before, case.slip.move)
    line = case.slip.best[:1]
    if better.pips > max(played.pips, 0) and not _is_kept(case):
        if played.pips > 0:
            more: dict[str, object] = {"count": played.pips}
            yield case.said("higher", line, better._asdict(), more, instead=True)
        else:
            yield case.said("rise", line, better._asdict(), instead=True)


def _is_kept(case: Case) -> bool:
    """Return whether the same die can still rise as much after the answer."""
    if case.after.outcome() or not case.slip.answer:
        return False
    answered = case.after.after(read_move(case.slip.answer[0], case.after))
    return any(
        move.origin == case.best.origin and move.value >= case.best.value
        for move in answered.moves()
    )


def _helped(case: Case, weighed: Weighed) -> Iterator[Claim]:
    """Yield how the opponent's answer rises further than the better move would have let it.

    That is no reason where the opponent soon shows as many pips in the better line, or where the
    same die rises there, by as much but one at once or as far at the opponent's next move.
    """
    if not case.slip.answer or case.after.outcome() or case.better.outcome():
        return
    move: Move = case.slip.move
    foe = foe_of(case.side)
    answer = read_move(case.slip.answer[0], case.after)
    rise = rise_of(case.after, answer)
    if not case.helps_foe or _replied(case, answer.origin) >= max(1, rise.pips - 1):
        return
    if len(case.slip.best) > verdicts.SOON and _rises_soon(case, answer):
        return
    spared = most_of(case.better, foe)
    line = case.slip.answer[:1]
    facts: dict[str, object] = {"first": shortened(line[0]), "low": rise.low, "high": rise.high}
    if rise.pips <= max(spared, 0):
        if min(weighed) >= 0:
            yield from _barred(case, answer, facts)
        return
    if rise.pips > most_of(case.before, foe):
        # With the die that moved taken off, the cell that it left is all that is new.
        if most_of(without(case.after, move.cell), foe) < rise.pips:
            yield case.said("step", line, facts | {"over": CELLS[move.cell]}, {}, instead=False)
            return
        if move.origin in _landings(answer):
            yield case.said("room", line, facts | {"over": CELLS[move.origin]}, {}, instead=False)
            return
    if spared:
        yield case.said("lets", line, facts, {"count": spared}, instead=False)
    else:
        yield case.said("lets-first", line, facts, {}, instead=False)


def _replied(case: Case, cell: int) -> int:
    """Return by how many pips the reply to the better move raises the die on *cell*, if it does."""
    if len(case.slip.best) < 2:
        return 0
    reply = read_move(case.slip.best[1], case.better)
    return rise_of(case.better, reply).pips if reply.origin == cell else 0


def _rises_soon(case: Case, answer: Move) -> bool:
    """Return whether the die of *answer* rises as far at the next move in the better line."""
    *_, position = replayed(case.better, case.slip.best[1 : verdicts.SOON])
    then = read_move(case.slip.best[verdicts.SOON], position)
    return (then.origin, then.value) == (answer.origin, answer.value)


def _barred(case: Case, answer: Move, facts: dict[str, object]) -> Iterator[Claim]:
    """Yield that the better move bars the way of the die that answers, if only its die does.

    Another one could rise as far after the better move; that this one cannot is its doing. It is
    not what a move lost that turned its own die down.
    """
    if rise_of(case.before, case.slip.move).pips < 0:
        return
    rise, line = rise_of(case.after, answer), case.slip.answer[:1]
    foe, at = foe_of(case.side), case.best.cell
    barred = rise.pips > 0 and not raises(case.better, foe, answer)
    if barred and at in _landings(answer) and raises(without(case.better, at), foe, answer):
        facts = facts | {"cell": rise.cell}
        yield case.said("way", line, facts, {"over": CELLS[at]}, instead=False)


def _landings(move: Move) -> list[int]:
    """Return the cells in which the hops of *move* end, not that of its last step."""
    return [cell for cell, _ in read_path(move.text).hops]


def _nearer(case: Case) -> Iterator[Claim]:
    """Yield how much nearer to six sixes the answer brings the foe than any to the better move.

    That is more than how far it raises a die, which is told already, and more than what the move
    itself costs its own side.
    """
    slip, foe = case.slip, foe_of(case.side)
    if not slip.answer or case.after.outcome() or case.better.outcome():
        return
    answer = read_move(slip.answer[0], case.after)
    now = to_go(case.after.after(answer), foe)
    replied = (to_go(case.better.after(reply), foe) for reply in case.better.moves())
    more = min((each for each in replied if each is not None), default=None)
    own, kept = (to_go(each, case.side) for each in (case.after, case.better))
    if now is None or more is None or own is None or kept is None or not _stays_nearer(case):
        return
    if more - now >= max(verdicts.FAR, rise_of(case.after, answer).pips + 1, own - kept + 1):
        facts: dict[str, object] = {"first": shortened(slip.answer[0]), "count": now}
        yield case.said("nearer", slip.answer[:1], facts, {"more": more}, instead=False)


def _stays_nearer(case: Case) -> bool:
    """Return whether the foe is nearer to six sixes than in the better line once it moved again."""
    ends = case.pairs()[: verdicts.SOON + 1][-1]
    here, there = (to_go(end, foe_of(case.side)) for end in ends)
    return here is not None and there is not None and there - here >= verdicts.LEAST


def _prepared(case: Case) -> Iterator[Claim]:
    """Yield the rise that the better move prepares, if nothing as good comes after the answer.

    It prepares what its die could not do before, and could do at once after it; it shortens the way
    to six sixes, and both together raise dice further than the move that was played and what can
    follow it. It is not what a move lost that turned its own die down, or shows more pips soon, or
    by which the race to six sixes is lost at once and for good.
    """
    slip = case.slip
    if len(slip.best) < 3 or not slip.answer or _is_far_behind(case):
        return
    then = case.better.after(read_move(slip.best[1], case.better))
    answered = case.after.after(read_move(slip.answer[0], case.after))
    if then.outcome() or answered.outcome():
        return
    rise, most = rise_of(then, read_move(slip.best[2], then)), most_of(answered, case.side)
    better, played = rise_of(case.before, case.best), rise_of(case.before, slip.move)
    if (
        rise.pips > max(most, 0, played.pips + max(most, 0) - better.pips)
        and played.pips >= 0
        and not _shows_more(case)
        and shortens(then, read_move(slip.best[2], then))
        and rise not in rises_of(case.before, case.side)
        and rise in rises_of(case.better, case.side)
    ):
        facts: dict[str, object] = {"first": shortened(slip.answer[0])}
        kind = "next" if most else "next-first"
        if most:
            facts["count"] = most
        yield case.said(kind, slip.best[:3], rise._asdict(), facts, instead=True)


def _is_far_behind(case: Case) -> bool:
    """Return whether the race to six sixes is worse by `FAR` at once and all along."""
    return all(_worse(*pair, case.side).climb >= verdicts.FAR for pair in case.pairs())


def _shows_more(case: Case) -> bool:
    """Return whether the mover soon shows more pips than in the better line, all the same."""
    here, there = case.pairs()[: verdicts.TWICE + 1][-1]
    return pips(here, case.side) > pips(there, case.side)


class _Worse(NamedTuple):
    """By how much a position is worse for a side than another, by each measure that is told."""

    climb: int
    """By how many changes of value it is behind in the race to six sixes."""
    pips: int
    """By how many pips fewer it is ahead."""

    def is_reason(self, kind: str) -> bool:
        """Return whether that measure tells something, and so does the race to six sixes."""
        told: int = getattr(self, kind)
        return min(told, self.climb) >= verdicts.LEAST


NOTHING: Final = _Worse(0, 0)


def _worse(here: Hops, there: Hops, side: Side) -> _Worse:
    """Return by how much *side* is worse off here than there; by nothing, where nobody can say."""
    now, otherwise = race(here, side), race(there, side)
    if now is None or otherwise is None:
        return NOTHING
    return _Worse(otherwise - now, ahead(there, side) - ahead(here, side))


def _lines(case: Case, weighed: Weighed) -> Iterator[Claim]:
    """Yield what the best line against the move comes to, and the better line does not.

    What differs most comes first. It is not told of a last move alone if it was the other way round
    before, nor where the move promises more, unless the race is worse by `FAR` all along.
    """
    slip, side, foe = case.slip, case.side, foe_of(case.side)
    pairs = case.pairs()
    worse = [_worse(here, there, side) for here, there in pairs]
    along = [each.climb >= verdicts.FAR for each in worse[verdicts.ANSWERED :]]
    if weighed.promise < 0 and not (along and all(along)):
        return
    found = [
        (getattr(worse[n], kind), n, kind)
        for kind in _Worse._fields
        if (n := _told_after([each.is_reason(kind) for each in worse]))
        if n < len(worse) - 1 or min(worse[n - 1]) >= 0
    ]
    for _, n, kind in sorted(found, key=lambda each: -each[0]):
        count = pips if kind == "pips" else to_go
        own, foes, kept, left = (count(end, whose) for end in pairs[n] for whose in (side, foe))
        facts: tuple[dict[str, object], ...] = (
            {"plies": n, "own": own, "foes": foes},
            {"kept": kept, "left": left},
        )
        yield case.said(kind, slip.answer[:n], *facts, instead=False)


def _told_after(differ: list[bool]) -> int | None:
    """Return after how many plies to tell that lines *differ*; None if they do not, or too late."""
    return next(iter(lasting(differ, verdicts.FAR_AHEAD)), None)
