"""Dice of Hops that are left behind: those that still show one, in two lines.

A one has the longest way to go, and raises none but ones.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim, lasting
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import Side
from ludotheque.games.hops.cases import Case, pips
from ludotheque.games.hops.rules import Hops, foe_of


class _Shown(NamedTuple):
    """What the dice of both sides show: ones, and pips in all."""

    own: int
    foes: int
    pips: int
    foe_pips: int

    @classmethod
    def of(cls, position: Hops, side: Side) -> Self:
        foe = foe_of(side)
        own, foes = (list(position.dice(whose).values()).count(1) for whose in (side, foe))
        return cls(own, foes, pips(position, side), pips(position, foe))


def _is_reason(here: _Shown, there: _Shown) -> bool:
    """Return whether more ones are left here than there: one, where no pips make up for it."""
    more = here.own - here.foes - there.own + there.foes
    made_up = here.pips > there.pips or here.foe_pips < there.foe_pips
    return more >= (verdicts.LEAST if made_up else 1)


def laggards(case: Case) -> Iterator[Claim]:
    """Yield how many dice of each side are left on one, if that is worse for the mover."""
    side = case.side
    shown = [(_Shown.of(here, side), _Shown.of(there, side)) for here, there in case.pairs()]
    differ = [_is_reason(*pair) for pair in shown]
    for plies in lasting(differ, verdicts.FAR_AHEAD)[:1]:
        here, there = shown[plies]
        facts: tuple[dict[str, object], ...] = (
            {"plies": plies, "own": here.own, "foes": here.foes},
            {"kept": there.own, "left": there.foes},
        )
        yield case.said("ones", case.slip.answer[:plies], *facts, instead=False)
