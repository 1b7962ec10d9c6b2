"""Prices of squares in the turtle race: what a card costs that does no more, or little more.

It may bring its player's turtle further than the better play does, and yet cost more than that:
cards in hand that could move it on, turtles that carried it, others that come on as well. What a
good play pays, too, is not what was lost.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim
from ludotheque.games.race.cards import TURTLES
from ludotheque.games.race.cases import Case
from ludotheque.games.race.track import find as square_of
from ludotheque.games.race.verdicts import MORE


class _Kept(NamedTuple):
    """What a play leaves its player."""

    cards: int
    """In hand, that can move the own turtle on."""
    backs: int
    """Of turtles below it."""

    @classmethod
    def by(cls, case: Case) -> Self:
        return cls(case.cards_left(), case.backs(case.now))


def prices(case: Case) -> Iterator[Claim]:
    """Yield what the card played cost, if the race goes on."""
    better = case.had_played(case.slip.best[0])
    if not case.goes_on or better is None:
        return
    now, then = _Kept.by(case), _Kept.by(better)
    others = [other for play in case.slip.good if (other := case.had_played(play))]
    yield from _twin(case, others)
    good = [_Kept.by(other) for other in others]
    spent = now.cards < min([then.cards, *(kept.cards for kept in good)])
    lowered = now.backs < min([then.backs, *(kept.backs for kept in good)])
    own = case.own
    here, square = square_of(case.now, own), square_of(case.better, own)
    if here <= square:
        if spent:
            yield case.said("spent", own, fewer=now.cards, more=then.cards)
        return
    places: dict[str, object] = {"here": here, "square": square}
    if spent:
        yield from _along(case, now, then, places)
    if lowered:
        yield from _alights(case, now, then, places, spent=spent)


def _twin(case: Case, good: list[Case]) -> Iterator[Claim]:
    """Yield that a good play of another card does the same, so that the card is what was lost."""
    card = case.played.card
    twins = (other for other in good if other.now == case.now and other.played.card != card)
    if twin := next(twins, None):
        yield case.said("twin", case.own, **twin.card_facts())


def _alights(
    case: Case, now: _Kept, then: _Kept, places: dict[str, object], *, spent: bool
) -> Iterator[Claim]:
    """Yield that the turtle, a square ahead, is on fewer backs: two, or one for a card besides."""
    backs: dict[str, object] = {"fewer": now.backs, "count": then.backs}
    if square_of(case.now, case.own) > square_of(case.better, case.own) + 1:
        return
    if spent:
        cards: dict[str, object] = {"left": now.cards, "kept": then.cards}
        yield case.said("alights-spent", case.own, **places, **backs, **cards)
    elif then.backs - now.backs >= MORE:
        yield case.said("alights", case.own, **places, **backs)


def _along(case: Case, now: _Kept, then: _Kept, places: dict[str, object]) -> Iterator[Claim]:
    """Yield that others come on with it, for a card that could have moved it on by itself.

    One of them comes on as far, or all of them together twice as far.
    """
    gains = {t: square_of(case.now, t) - square_of(case.better, t) for t in TURTLES}
    gain = gains.pop(case.own)
    made_up = max(gains.values()) >= gain or sum(gains.values()) >= MORE * gain
    if made_up and min(gains.values()) >= 0 and case.keeps_backs:
        count = sum(each > 0 for each in gains.values())
        cards: dict[str, object] = {"fewer": now.cards, "more": then.cards}
        yield case.said("along", case.own, **places, count=count, **cards)
