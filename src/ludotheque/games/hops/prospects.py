"""Prospects of dice: what they can do after a mistake and its answer, and after the better line.

Moves are many and dice are few: who has more of them able to rise has a choice when some are shut
off. What is counted here forces nobody, and is a remark; but what the better move loses by it
outweighs other claims.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import Side
from ludotheque.games.hops.cases import Case, Ready, ahead, raises, rise_of, shortens
from ludotheque.games.hops.notation import Move, shortened
from ludotheque.games.hops.rules import Hops, foe_of, read_move


class Weighed(NamedTuple):
    """By how much a move is worse than the better one in what a rise is for; below nought better.

    A claim that is as often true of better moves is a reason where neither outweighs it.
    """

    promise: int
    """The pips by which dice could rise if their side were to move at once, the foe's against."""
    pips: int
    """The pips by which the mover is ahead after the answer and its own next move, if seen."""

    @classmethod
    def of(cls, case: Case) -> Self:
        """Return how the move of *case* weighs."""
        if case.after.outcome() or case.better.outcome():
            return cls(0, 0)
        pips = 0
        if ends := _next_but_one(case):
            pips = ahead(ends[1], case.side) - ahead(ends[0], case.side)
        return cls(_promise(case.better, case.side) - _promise(case.after, case.side), pips)


def _promise(position: Hops, side: Side) -> int:
    """Return by how many pips the dice of *side* could rise, less those of its foe."""
    return Ready.of(position, side).pips - Ready.of(position, foe_of(side)).pips


def _next_but_one(case: Case) -> tuple[Hops, Hops] | None:
    """Return where both lines stand after the answer and the next move, if both go so far."""
    slip = case.slip
    if len(slip.best) < 3 or len(slip.answer) < 2:
        return None
    here, there = case.after, case.better
    for reply, other in zip(slip.answer[:2], slip.best[1:3], strict=True):
        here, there = here.after(read_move(reply, here)), there.after(read_move(other, there))
        if here.outcome() or there.outcome():
            return None
    return here, there


def promised(case: Case, weighed: Weighed) -> Iterator[Claim]:
    """Yield how far the better move lets a die rise next, and the move that was played does not.

    That is no reason where the mover can rise as far after the answer all the same, where the reply
    to the better move takes that rise away or nothing comes of it in the better line, or where the
    move turned its own die down.
    """
    own, kept = (Ready.of(position, case.side) for position in (case.after, case.better))
    ended = case.after.outcome() or case.better.outcome()
    if ended or not 0 < own.most < kept.most or min(weighed) < 0:
        return
    rise, move = max(kept.moves, key=lambda found: found[0].pips)
    stays = _outlasts(case, move) and _rises_by_then(case, move.origin)
    stays = stays and rise_of(case.before, case.slip.move).pips >= 0
    if stays and _is_worth(case, case.better, move, own.most) and _answered_most(case) < rise.pips:
        facts = rise._asdict() | {"then": shortened(str(move))}
        yield case.said("again", case.slip.best[:1], facts, {"count": own.most}, instead=True)


def _outlasts(case: Case, move: Move) -> bool:
    """Return whether the die of *move* can still rise as far after the reply in the better line."""
    if len(case.slip.best) < 2:
        return False
    replied = case.better.after(read_move(case.slip.best[1], case.better))
    return replied.outcome() is None and raises(replied, case.side, move)


def _rises_by_then(case: Case, cell: int) -> bool:
    """Return whether the die on *cell* rises by `LEAST` at one of its side's next two moves."""
    position = case.better
    for text in case.slip.best[1:5]:
        move = read_move(text, position)
        if move.origin == cell:
            if rise_of(position, move).pips >= verdicts.LEAST:
                return True
            cell = move.cell
        position = position.after(move)
    return False


def _is_worth(case: Case, position: Hops, then: Move, most: int) -> bool:
    """Return whether *then*, which the better move prepares, is a reason for it.

    It shortens the way to six sixes, and with it the better move raises dice further than the move
    that was played and *most*, what can follow that.
    """
    turned = Hops(position.cells, case.side, position.variant)
    better, played = rise_of(case.before, case.best), rise_of(case.before, case.slip.move)
    sum_of_both = better.pips + rise_of(turned, then).pips
    return shortens(turned, then) and sum_of_both > played.pips + most


def _answered_most(case: Case) -> int:
    """Return the most pips by which a die of the mover can rise after the answer."""
    if not case.slip.answer:
        return 0
    answered = case.after.after(read_move(case.slip.answer[0], case.after))
    return 0 if answered.outcome() else Ready.of(answered, case.side).most


def prospects(case: Case, weighed: Weighed) -> Iterator[Claim]:
    """Yield that after the answer fewer dice can rise, or none so far, than in the better line."""
    if weighed.pips < 0:
        return
    yield from _outlook(case)
    yield from _answered(case, weighed)


def _outlook(case: Case) -> Iterator[Claim]:
    """Yield how far all dice could rise after the answer and the next move, and otherwise.

    That is not what a move lost that turned its own die down.
    """
    ends = _next_but_one(case)
    if ends is None or rise_of(case.before, case.slip.move).pips < 0:
        return
    sides = (case.side, foe_of(case.side))
    own, foes, kept, left = (Ready.of(position, side).pips for position in ends for side in sides)
    if kept - left - own + foes >= verdicts.LEAST:
        line = case.slip.answer[:2]
        facts: tuple[dict[str, object], ...] = (
            {"own": own, "foes": foes},
            {"kept": kept, "left": left},
        )
        yield case.said("outlook", line, *facts, instead=False)


def _lasts(case: Case) -> bool:
    """Return whether fewer dice can rise after the next move, too; not if a line is shorter."""
    if (ends := _next_but_one(case)) is None:
        return False
    sides = (case.side, foe_of(case.side))
    own, foes, kept, left = (Ready.of(end, side).dice for end in ends for side in sides)
    return kept - left > own - foes


def _answered(case: Case, weighed: Weighed) -> Iterator[Claim]:
    slip = case.slip
    if len(slip.best) < 2 or not slip.answer:
        return
    here = case.after.after(read_move(slip.answer[0], case.after))
    there = case.better.after(read_move(slip.best[1], case.better))
    if here.outcome() or there.outcome():
        return
    own, kept = (Ready.of(position, case.side) for position in (here, there))
    foes, left = (Ready.of(position, foe_of(case.side)) for position in (here, there))
    first: dict[str, object] = {"first": shortened(slip.answer[0])}
    second: dict[str, object] = {"second": shortened(slip.best[1])}
    fewer, more = kept.dice - own.dice, foes.dice - left.dice
    pips = kept.pips - own.pips + foes.pips - left.pips
    if fewer + more >= verdicts.LEAST and pips > 0 and weighed.promise >= 0 and _lasts(case):
        yield case.said(
            "chances",
            slip.answer[:1],
            first | {"own": own.dice, "foes": foes.dice},
            second | {"kept": kept.dice, "left": left.dice},
            instead=False,
        )
    # It is no reason where the better line leaves the mover fewer dice able to rise, or the other
    # side more of them, or one that rises further.
    if kept.most - own.most >= verdicts.LEAST and min(fewer, more, foes.most - left.most) >= 0:
        rise, move = max(kept.moves, key=lambda found: found[0].pips)
        if not _is_worth(case, there, move, own.most):
            return
        line = (*slip.best[:2], str(move))
        facts = second | rise._asdict() | {"then": shortened(str(move))}
        if own.most:
            yield case.said("hope", line, facts, first | {"count": own.most}, instead=True)
        else:
            yield case.said("hope-first", line, facts, first, instead=True)
