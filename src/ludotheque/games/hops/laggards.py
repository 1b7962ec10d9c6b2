"""Dice of Hops that are left behind in two lines: those that still show one, or cannot rise.

A one has the longest way to go, and raises none but ones. Who has fewer dice able to rise is the
sooner without any.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim, lasting
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import Side
from ludotheque.games.hops.cases import Case, Ready, pips, race
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


class _Lag(NamedTuple):
    """By how much less a side has here than there, each time less what its foe has."""

    dice: int = 0
    """Dice able to rise, were either side to move."""
    changes: int = 0
    """Changes of value by which it is ahead in the race to six sixes."""

    pips: int = 0
    """Pips by which those dice could rise, each by itself."""

    @classmethod
    def of(cls, here: Hops, there: Hops, side: Side) -> Self:
        """Return it for *side*; nothing, where nobody can say how the race stands."""
        now, otherwise = race(here, side), race(there, side)
        if now is None or otherwise is None:
            return cls()
        own, foes, kept, left = (
            Ready.of(end, whose) for end in (here, there) for whose in (side, foe_of(side))
        )
        return cls(
            kept.dice - left.dice - own.dice + foes.dice,
            otherwise - now,
            kept.pips - left.pips - own.pips + foes.pips,
        )

    def is_reason(self) -> bool:
        """Return whether there are two dice fewer, and nothing makes up for them."""
        return self.dice >= verdicts.LEAST and self.changes > -verdicts.LEAST and self.pips > 0


def unready(case: Case) -> Iterator[Claim]:
    """Yield how many dice of each side are able to rise, if that is worse for the mover.

    That is by two all along; when it is told and at the end neither the race to six sixes makes up
    for it by more than one change of value, nor how far dice could rise.
    """
    pairs = case.pairs()
    # Counting takes time, and what is not so at the end is not told.
    if len(pairs) <= verdicts.ANSWERED or not _Lag.of(*pairs[-1], case.side).is_reason():
        return
    along = [_Lag.of(here, there, case.side) for here, there in pairs[verdicts.ANSWERED :]]
    if along[0].is_reason() and all(lag.dice >= verdicts.LEAST for lag in along):
        own, foes, kept, left = (
            Ready.of(end, side).dice
            for end in pairs[verdicts.ANSWERED]
            for side in (case.side, foe_of(case.side))
        )
        facts: tuple[dict[str, object], ...] = (
            {"own": own, "foes": foes},
            {"kept": kept, "left": left},
        )
        yield case.said("ready", case.slip.answer[: verdicts.ANSWERED], *facts, instead=False)
