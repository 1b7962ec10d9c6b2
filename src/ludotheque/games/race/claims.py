"""Claims about mistakes in the turtle race, by what their player could know then.

What is said of others' tiles is what the cards played so far make likely, told with its chance.
What is as true of better plays as of mistakes is no reason, and is not told: what tells them apart
is whether one's own turtle is carried, and whom a card helps. What is found here is proved apart
from it, in `proofs`.
"""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Final

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.race.cards import (
    DECK,
    FACE_DOWN,
    LAST,
    RAINBOW,
    STEPS,
    SUIT,
    TURTLES,
    Card,
)
from ludotheque.games.race.cases import Case, moves_on
from ludotheque.games.race.prices import prices
from ludotheque.games.race.rules import RaceView
from ludotheque.games.race.track import LETTUCE, Track, ranks, rearmost
from ludotheque.games.race.track import find as square_of
from ludotheque.games.race.verdicts import MORE, MUCH_HELP, SOMEONES, SURELY
from ludotheque.games.telling import named

COMMON: Final = frozenset({"climb", "further", "helps", "holds", "ride", "saves"})
"""The kinds that are true of many plays."""


def find(slip: Slip) -> Iterator[Claim]:
    """Yield what can be said about *slip*, most telling first.

    What is true of many plays is told only where it is not as true of another that surely lost less
    than half as much.
    """
    case = Case.of(slip)
    if case is None:
        return
    good = [other for play in slip.good if (other := case.had_played(play))]
    kinds = [{claim.kind for claim in _found(other)} for other in good]
    for claim in _found(case):
        as_true = (
            claim.kind in told and _costs_no_less(claim.kind, other, case)
            for other, told in zip(good, kinds, strict=True)
        )
        # Of a card that did the same as the better one it is told already that it was spent.
        again = claim.kind == "saves" and case.now == case.better
        if not again and (claim.kind not in COMMON or not any(as_true)):
            yield claim


def _costs_no_less(kind: str, other: Case, case: Case) -> bool:
    """Return whether a claim of that *kind* blames another play for as much, or more."""
    if kind == "climb":
        return other.backs(other.now) <= case.backs(case.now)
    if kind in {"further", "ride"}:
        return square_of(other.now, case.own) <= square_of(case.now, case.own)
    return kind not in {"helps", "holds"} or other.help >= case.help


def _found(case: Case) -> Iterator[Claim]:
    yield from _ends(case)
    yield from _reach(case)
    yield from _backs(case)
    owned = [*_own_goals(case), *_places(case)]
    yield from owned
    yield from _cards(case)
    # Who is named already is not named again as one of the others.
    if not any(claim.kind.startswith(("pushes", "carries", "back")) for claim in owned):
        yield from _helps(case)
    yield from prices(case)


def _ends(case: Case) -> Iterator[Claim]:
    """Yield that the race was won by another play, or ended by this one."""
    loose = case.view.variant.loose
    if case.better[LETTUCE] and next(ranks(case.better, loose=loose))[1] == case.own:
        yield case.said("won", case.own)
    elif case.better[LETTUCE] and FACE_DOWN not in case.view.tiles:
        ahead = (level for _, turtles in ranks(case.better, loose=loose) for level in turtles)
        if next(turtle for turtle in ahead if turtle in case.view.tiles) == case.own:
            yield case.said("won-behind", case.own)
    elif case.better[LETTUCE] and not case.now[LETTUCE]:
        yield from _gamble(case)
    if case.now[LETTUCE]:
        first = case.now[LETTUCE][0]
        chance = case.someones(first)
        count = _ahead(case)
        if count > len(TURTLES) - case.view.seats:
            yield case.said("lost", first, count=count)
        elif first != case.own and chance >= SURELY:
            yield case.said("ended", first, percent=round(100 * chance))


def _ahead(case: Case) -> int:
    """Return how many turtles are ahead of the player's own where the play has ended the race."""
    levels = [turtles for _, turtles in ranks(case.now, loose=case.view.variant.loose)]
    before = takewhile(lambda turtles: case.own not in turtles, levels)
    return sum(map(len, before))


def _gamble(case: Case) -> Iterator[Claim]:
    """Yield that the better play ends the race with one turtle ahead, which may be nobody's."""
    first, then, *_ = (turtles for _, turtles in ranks(case.better, loose=case.view.variant.loose))
    chance = case.someones(first)
    if then == case.own and chance < SURELY:
        yield case.said("gamble", first, percent=round(100 * (1 - chance)))


def _own_goals(case: Case) -> Iterator[Claim]:
    """Yield whom the play helps, or its player harms."""
    play, before = case.played, case.view.track
    # Where all go back as one pile, nobody has lost anything by it.
    stays = any(square_of(case.now, t) == square_of(before, t) for t in TURTLES)
    here, there = square_of(case.now, case.own), square_of(case.better, case.own)
    if here < square_of(before, case.own) and here < there and stays and case.keeps_backs:
        yield case.said("own-back", case.own)
    if STEPS[play.card] < 0 or case.now[LETTUCE]:
        return
    taken = [t for t in TURTLES if square_of(case.now, t) > square_of(before, t)]
    for turtle in taken:
        if square_of(case.better, turtle) > square_of(before, turtle):
            continue  # The better play moves that one on as well.
        if turtle == play.turtle and case.own not in taken:
            yield from _theirs(case, "pushes", turtle)
        elif turtle not in (play.turtle, case.own) and case.keeps_ground:
            yield from _theirs(case, "carries", turtle)


def _theirs(case: Case, kind: str, turtle: str) -> Iterator[Claim]:
    owner = case.owner(turtle)
    if owner is None:
        return
    known = {"owner": named(owner.seat)}
    if turtle in case.view.tiles:
        yield case.said(f"{kind}-open", turtle, **known)
    else:
        yield case.said(kind, turtle, **known, percent=round(100 * owner.chance))


def _reach(case: Case) -> Iterator[Claim]:
    """Yield that a turtle of the others is now nearer the lettuce, by the cards that are left."""
    unseen = _unseen(case.view)
    held = sum(map(len, case.view.hands)) - len(case.view.hands[case.seat])
    # Where the pile is empty the discards come back with the next draw (2.5).
    if not case.goes_on or sum(unseen.values()) <= held:
        return
    others = [t for t in TURTLES if t != case.own and case.someones(t) >= SOMEONES]
    counts = {t: [_home(track, t, unseen) for track in (case.now, case.better)] for t in others}

    def gains(turtle: str) -> tuple[float, float]:
        return counts[turtle][0] - counts[turtle][1], case.someones(turtle)

    turtle = max(others, key=gains, default=None)
    if turtle is not None and counts[turtle][0] >= counts[turtle][1] + MORE:
        count, fewer = counts[turtle]
        yield case.said("home", turtle, unseen=sum(unseen.values()), count=count, fewer=fewer)


def _unseen(view: RaceView) -> dict[Card, int]:
    """Return the cards that are neither discarded nor in the player's hand."""
    assert view.viewer is not None  # noqa: S101 - a seat's view
    hand = view.hands[view.viewer]
    return {
        card: copies - view.discards[card] - hand.count(card) for card, copies in enumerate(DECK)
    }


def _home(track: Track, turtle: str, cards: Mapping[Card, int]) -> int:
    """Return how many of the *cards* can take *turtle* itself onto the lettuce."""
    left = LETTUCE - square_of(track, turtle)
    fit = {turtle, RAINBOW, *([LAST] if turtle in rearmost(track) else [])}
    return sum(n for card, n in cards.items() if SUIT[card] in fit and STEPS[card] >= left)


def _backs(case: Case) -> Iterator[Claim]:
    """Yield that the better play leaves its player's turtle on more backs, and not further back.

    Or else that it goes back itself to mount several: they make up for the square.
    """
    best, own = case.best, case.own
    square, count, fewer = (
        square_of(case.better, own),
        case.backs(case.better),
        case.backs(case.now),
    )
    together = square_of(case.now, own) == square > square_of(case.view.track, own)
    if case.played.turtle == own != best.turtle and together:
        yield case.said("under", best.turtle, square=square)
    if not case.goes_on:
        return
    if count > fewer and case.keeps_ground:
        yield case.said("climb", own, count=count, fewer=fewer)
    if STEPS[best.card] < 0 and best.turtle == own and count >= fewer + MORE:
        yield case.said("mounts", own, square=square, count=count, fewer=fewer)


def _places(case: Case) -> Iterator[Claim]:
    """Yield what the better play does on the track, for its player or against another."""
    best, own, before = case.best, case.own, case.view.track
    if not best.turtle:
        return
    # To keep any card rather than a rainbow is no advice.
    if case.now == case.better and case.played.card != best.card and SUIT[best.card] != RAINBOW:
        yield case.said("spends", own, **case.card_facts())
    sent = square_of(case.now, best.turtle) > square_of(case.better, best.turtle)
    if case.sends_back and sent and case.keeps_ground:
        plays = (other for play in case.slip.good if (other := case.had_played(play)))
        # Where a good play takes that one on, it is not what the move lost.
        if all(square_of(o.now, best.turtle) <= square_of(before, best.turtle) for o in plays):
            yield from _theirs(case, "back", best.turtle)
    here, there = square_of(case.now, own), square_of(case.better, own)
    if not here < there < LETTUCE:
        return
    if best.turtle != own and there > square_of(before, own):
        yield case.said("ride", best.turtle, square=there, here=here)
    elif best.turtle == own and case.keeps_backs and case.help >= 0:
        yield case.said("further", own, square=there, here=here)


def _cards(case: Case) -> Iterator[Claim]:
    """Yield that a card was spent on another that could have moved the player's own turtle on.

    That is not so where it has taken it along. Where the better play sends another's turtle back,
    that is worth more than the card.
    """
    if case.now[LETTUCE] or case.moves_own or not case.keeps_card or case.sends_back:
        return
    if not case.keeps_ground and not (case.keeps_backs and case.help >= 0):
        return
    # Where another card that does the same is hardly better, it is not the card that cost most.
    if any(str(play) not in case.slip.good for play in case.alike):
        return
    spared = SUIT[case.best.card] not in (case.own, RAINBOW, LAST) and not _goes(case)
    if moves_on(case.played.card, case.own, case.better) and spared:
        yield case.said("saves", case.own, **case.card_facts())


def _helps(case: Case) -> Iterator[Claim]:
    """Yield that others' turtles gain on the player's own by the play, and one of those that do.

    Named is one that no good play leaves as far on.
    """
    own = square_of(case.now, case.own) - square_of(case.better, case.own)
    if not case.goes_on or not case.keeps_backs or case.help - max(own, 0) < MUCH_HELP:
        return

    def gain(turtle: str) -> float:
        lead = square_of(case.now, turtle) - square_of(case.better, turtle)
        return case.someones(turtle) * lead

    good = [other.now for play in case.slip.good if (other := case.had_played(play))]
    blamed = (
        turtle
        for turtle in TURTLES
        if turtle != case.own
        and case.someones(turtle) >= SOMEONES
        and all(square_of(track, turtle) < square_of(case.now, turtle) for track in good)
    )
    turtle = max(blamed, key=gain, default=None)
    if turtle is None:
        return
    if square_of(case.now, turtle) - square_of(case.better, turtle) <= max(own, 0):
        return  # It is no further from one's own.
    on = square_of(case.now, turtle) > square_of(case.view.track, turtle)
    chance = round(100 * case.someones(turtle))
    yield case.said("helps" if on else "holds", turtle, percent=chance)


def _goes(case: Case) -> bool:
    """Return whether the better play moves its player's turtle, if only on another's back."""
    return square_of(case.better, case.own) != square_of(case.view.track, case.own)
