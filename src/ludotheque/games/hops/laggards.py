"""Dice of Hops that are left behind in two lines: those that still show one, or cannot rise.

A one has the longest way to go, and raises none but ones. Who has fewer dice able to rise is the
sooner without any.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim, lasting
from ludotheque.games.hops import verdicts
from ludotheque.games.hops.board import Side
from ludotheque.games.hops.cases import Case, Ready, pips, race, to_go
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

    @classmethod
    def of(cls, here: Hops, there: Hops, side: Side) -> Self:
        """Return it for *side*; nothing, where nobody can say how the race stands."""
        now, otherwise = race(here, side), race(there, side)
        if now is None or otherwise is None:
            return cls()
        own, foes, kept, left = _ready(here, there, side)
        return cls(kept - left - own + foes, otherwise - now)


def _ready(here: Hops, there: Hops, side: Side) -> list[int]:
    """Return the dice able to rise: of *side* and its foe here, then there."""
    return [Ready.of(end, whose).dice for end in (here, there) for whose in (side, foe_of(side))]


def unready(case: Case) -> Iterator[Claim]:
    """Yield how many dice of each side are able to rise, if that is worse for the mover.

    That is by two all along, and no worse than a change of value made up for by the race to six
    sixes; or by one at the end, where that race is worse all along: then both are told.
    """
    pairs = case.pairs()
    # Counting takes time, and what is not so at the end is not told.
    if len(pairs) <= verdicts.ANSWERED or _Lag.of(*pairs[-1], case.side).dice < 1:
        return
    lags = [_Lag.of(here, there, case.side) for here, there in pairs]
    along = lags[verdicts.ANSWERED :]
    if len(pairs) > verdicts.SOON and all(lag.changes > 0 for lag in along):
        yield from _told("headway", case, [lag.dice > 0 for lag in lags])
    if all(lag.dice >= verdicts.LEAST for lag in along) and along[-1].changes > -verdicts.LEAST:
        yield from _told("ready", case, [lag.dice >= verdicts.LEAST for lag in lags])


def _told(kind: str, case: Case, differ: list[bool]) -> Iterator[Claim]:
    """Yield what is told of that kind, from when the lines *differ* to their end."""
    for plies in lasting(differ, verdicts.FAR_AHEAD)[:1]:
        facts = _facts(kind, *case.pairs()[plies], case.side)
        facts[0]["plies"] = plies
        yield case.said(kind, case.slip.answer[:plies], *facts, instead=False)


def _facts(kind: str, here: Hops, there: Hops, side: Side) -> list[dict[str, object]]:
    """Return the facts of the sentences of that kind."""
    own, foes, kept, left = _ready(here, there, side)
    if kind == "ready":
        return [{"own": own, "foes": foes}, {"kept": kept, "left": left}]
    far = [to_go(end, whose) for end in (here, there) for whose in (side, foe_of(side))]
    return [
        {"own": far[0], "foes": far[1]},
        {"able": own, "foes_able": foes},
        {"kept": far[2], "left": far[3], "kept_able": kept, "left_able": left},
    ]
