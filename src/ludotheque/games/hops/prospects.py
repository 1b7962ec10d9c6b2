"""What dice of Hops are able to do after the answer to a mistake, and after the better line.

Moves are many and dice are few: who has more of them able to rise has a choice when some are shut
off. What is counted here forces nobody, and is a remark.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import Side
from ludotheque.games.hops.cases import Case, Rise, rises_of
from ludotheque.games.hops.notation import Move, shortened
from ludotheque.games.hops.rules import Hops, foe_of, read_move


class _Ready(NamedTuple):
    """The dice of a side that can rise, were it to move, each with the move that raises it most."""

    moves: tuple[tuple[Rise, Move], ...]

    @classmethod
    def of(cls, position: Hops, side: Side) -> Self:
        turned = Hops(position.cells, side, position.variant)
        best: dict[str, tuple[Rise, Move]] = {}
        for rise, move in zip(rises_of(turned, side), turned.moves(), strict=True):
            if rise.pips > (best[rise.cell][0].pips if rise.cell in best else 0):
                best[rise.cell] = rise, move
        return cls(tuple(best.values()))

    @property
    def dice(self) -> int:
        return len(self.moves)

    @property
    def pips(self) -> int:
        """What they come to, each by itself."""
        return sum(rise.pips for rise, _ in self.moves)

    @property
    def most(self) -> int:
        return max((rise.pips for rise, _ in self.moves), default=0)


def prospects(case: Case) -> Iterator[Claim]:
    """Yield that after the answer fewer dice can rise, or none so far, than in the better line."""
    slip = case.slip
    if len(slip.best) < 2 or not slip.answer:
        return
    here = case.after.after(read_move(slip.answer[0], case.after))
    there = case.better.after(read_move(slip.best[1], case.better))
    if here.outcome() or there.outcome():
        return
    own, kept = (_Ready.of(position, case.side) for position in (here, there))
    foes, left = (_Ready.of(position, foe_of(case.side)) for position in (here, there))
    first: dict[str, object] = {"first": shortened(slip.answer[0])}
    second: dict[str, object] = {"second": shortened(slip.best[1])}
    fewer, more = kept.dice - own.dice, foes.dice - left.dice
    if fewer + more >= verdicts.LEAST and kept.pips - own.pips + foes.pips - left.pips > 0:
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
        line = (*slip.best[:2], str(move))
        facts = second | rise._asdict() | {"then": shortened(str(move))}
        if own.most:
            yield case.said("hope", line, facts, first | {"count": own.most}, instead=True)
        else:
            yield case.said("hope-first", line, facts, first, instead=True)
