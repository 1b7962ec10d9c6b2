"""Prices of squares in the turtle race: what a card costs that does no more, or little more.

It may bring its player's turtle further than the better play does, and yet cost more than that:
cards in hand that could move it on, turtles that carried it, others that come on as well.
"""

from collections.abc import Iterator

from ludotheque.games.claims import Claim
from ludotheque.games.race.cards import TURTLES
from ludotheque.games.race.cases import Case
from ludotheque.games.race.track import find as square_of
from ludotheque.games.race.verdicts import MORE


def prices(case: Case) -> Iterator[Claim]:
    """Yield what the card played cost, if the race goes on."""
    better = case.had_played(case.slip.best[0])
    if not case.goes_on or better is None:
        return
    fewer, more = case.cards_left(), better.cards_left()
    here, there = (square_of(track, case.own) for track in (case.now, case.better))
    if here > there:
        yield from _alights(case, fewer, more)
        yield from _along(case, fewer, more)
    elif fewer < more:
        yield case.said("spent", case.own, fewer=fewer, more=more)


def _alights(case: Case, left: int, kept: int) -> Iterator[Claim]:
    """Yield that the turtle, a square ahead, is on fewer backs: two, or one for a card besides."""
    own = case.own
    here, square = square_of(case.now, own), square_of(case.better, own)
    fewer, count = case.backs(case.now), case.backs(case.better)
    if here != square + 1 or count <= fewer:
        return
    facts: dict[str, object] = {"here": here, "square": square, "fewer": fewer, "count": count}
    if left < kept:
        yield case.said("alights-spent", own, **facts, left=left, kept=kept)
    elif count >= fewer + MORE:
        yield case.said("alights", own, **facts)


def _along(case: Case, fewer: int, more: int) -> Iterator[Claim]:
    """Yield that others come on with it, for a card that could have moved it on by itself."""
    own = case.own
    gains = [square_of(case.now, t) - square_of(case.better, t) for t in TURTLES if t != own]
    count = sum(gain > 0 for gain in gains)
    if fewer < more and count and min(gains) >= 0 and case.keeps_backs:
        here, square = square_of(case.now, own), square_of(case.better, own)
        facts: dict[str, object] = {"here": here, "square": square, "count": count}
        yield case.said("along", own, **facts, fewer=fewer, more=more)
