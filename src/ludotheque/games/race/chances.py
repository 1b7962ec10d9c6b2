"""Chances in the turtle race, reckoned over every deal that fits what a seat sees.

Each deal of what lies face down is as likely as any other: what the others' plays tell about their
tiles is left out. Nothing is sampled; all numbers are exact fractions. Three things are reckoned:

- *finishing*: the share of a play that brings a turtle to the lettuce bed, over the deals of tiles;
- *danger*: the chance that the next seat holds a card by which its own turtle is first at once;
- *safety*: in a race of two, the chance that whatever card the other holds and plays, one of the
  hand, or the card drawn meanwhile, then brings one's own turtle first.

So a play that does not finish wins with a chance of at least its safety, and at most one less its
danger, provided that who can be first at once plays so.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb

from ludotheque.games.puzzling import Chance, Reckoned
from ludotheque.games.race.cards import CARDS, DECK, FACE_DOWN, HIDDEN_CARD, STEPS, TURTLES, Card
from ludotheque.games.race.notation import Play
from ludotheque.games.race.rules import RaceView
from ludotheque.games.race.track import LETTUCE, Track, moved, plays, ranks

FINISH, GUARD = "finish", "guard"
NEAR = LETTUCE - 2
"""The square from which on a turtle may come in with one card."""

Tiles = tuple[str, ...]
Counts = tuple[int, ...]


def chances(view: RaceView) -> Reckoned | None:
    """Return what there is to ask of the seat to move: which card finishes best, or guards best."""
    seat = view.viewer
    if seat is None or view.to_move != seat or not any(view.track[NEAR:]):
        return None
    legal = view.moves()
    unseen = _unseen(view)
    following = (seat + 1) % len(view.tiles)
    held = view.hands[following].count(HIDDEN_CARD)
    hidden = sum(hand.count(HIDDEN_CARD) for hand in view.hands)
    if not legal[0].turtle or not held or sum(unseen) <= hidden:
        return None  # Nothing can be played, or the discards are shuffled before the next card.
    deals = _deals(view)
    loose = view.variant.loose
    after = {play: _after(view.track, play, loose=loose) for play in legal}
    finishing = {play for play, track in after.items() if track[LETTUCE]}
    found = {}
    for play, track in after.items():
        if play in finishing:
            shares = (_share(track, tiles, seat, loose=loose) for tiles in deals)
            share = sum(shares, Fraction(0)) / len(deals)
            found[play] = Chance(share, share)
            continue
        safe = 1 - _danger(track, deals, following, unseen, held, loose=loose)
        least = (
            _safety(view, play, track, deals, unseen, held)
            if finishing and len(view.tiles) == 2
            else Fraction(0)
        )
        found[play] = Chance(least, safe) if finishing else Chance(safe, safe)
    # That one's own turtle comes in first with the one card that finishes needs no reckoning.
    if len(finishing) == 1 and found[next(iter(finishing))].least == 1:
        return None
    theme = FINISH if finishing else GUARD
    return Reckoned(theme, {str(play): chance for play, chance in found.items()})


def _deals(view: RaceView) -> list[Tiles]:
    """Return the tiles of all seats in every way that fits what is seen."""
    unseen = [turtle for turtle in TURTLES if turtle not in view.tiles]
    hidden = view.tiles.count(FACE_DOWN)
    deals = []
    for dealt in permutations(unseen, hidden):
        left = iter(dealt)
        deals.append(tuple(next(left) if tile == FACE_DOWN else tile for tile in view.tiles))
    return deals


def _unseen(view: RaceView) -> Counts:
    """Return how many of each card lie in the pile and in the others' hands."""
    left = [copies - gone for copies, gone in zip(DECK, view.discards, strict=True)]
    for hand in view.hands:
        for card in hand:
            if card < len(DECK):
                left[card] -= 1
    return tuple(left)


def _after(track: Track, play: Play, *, loose: bool) -> Track:
    return moved(track, play.turtle, STEPS[play.card], loose=loose) if play.turtle else track


def _share(track: Track, tiles: Tiles, seat: int, *, loose: bool) -> Fraction:
    """Return the share of *seat* in a race that is over (2, End)."""
    for _, level in ranks(track, loose=loose):
        owners = [owner for owner, tile in enumerate(tiles) if tile in level]
        if owners:
            return Fraction(int(seat in owners), len(owners))
    return Fraction(0)


@cache
def _plays_of(card: Card, track: Track) -> tuple[Play, ...]:
    """Return what one card may do; nothing where it can only be discarded."""
    return tuple(play for play in plays((card,), track) if play.turtle)


@cache
def _winning(track: Track, turtle: str, loose: bool) -> frozenset[Card]:
    """Return the cards that bring *turtle* first at once, whoever owns the others."""
    return frozenset(
        card
        for card in range(len(CARDS))
        for play in _plays_of(card, track)
        if _is_first(_after(track, play, loose=loose), turtle)
    )


def _is_first(track: Track, turtle: str) -> bool:
    return bool(track[LETTUCE]) and track[LETTUCE][0] == turtle


def _danger(
    track: Track, deals: list[Tiles], following: int, unseen: Counts, held: int, *, loose: bool
) -> Fraction:
    """Return the chance that the seat *following* holds a card that brings its turtle first."""
    total = sum(unseen)
    danger = Fraction(0)
    for tiles in deals:
        good = sum(unseen[card] for card in _winning(track, tiles[following], loose))
        danger += 1 - Fraction(comb(total - good, held), comb(total, held))
    return danger / len(deals)


def _safety(
    view: RaceView, play: Play, track: Track, deals: list[Tiles], unseen: Counts, held: int
) -> Fraction:
    """Return the chance to win by the next turn whatever the one other seat holds and plays."""
    seat = view.viewer
    assert seat is not None  # noqa: S101 - it is to move
    loose, total = view.variant.loose, sum(unseen)
    kept = list(view.hands[seat])
    kept.remove(play.card)
    own = view.tiles[seat]
    safety = Fraction(0)
    for drawn, copies in enumerate(unseen):
        if not copies:
            continue
        hand = frozenset((*kept, drawn))
        for tiles in deals:
            harmless = sum(
                unseen[card] - (card == drawn)
                for card in range(len(CARDS))
                if _is_harmless(card, track, tiles, seat, own, hand, loose=loose)
            )
            safety += copies * Fraction(comb(harmless, held), comb(total - 1, held))
    return safety / (total * len(deals))


def _is_harmless(
    card: Card,
    track: Track,
    tiles: Tiles,
    seat: int,
    own: str,
    hand: frozenset[Card],
    *,
    loose: bool,
) -> bool:
    """Return whether *hand* wins at once, or *seat* has won, whatever the other does by *card*."""
    return all(
        _share(reached, tiles, seat, loose=loose) == 1
        if reached[LETTUCE]
        else bool(hand & _winning(reached, own, loose))
        for reached in _reached(card, track, loose=loose)
    )


def _reached(card: Card, track: Track, *, loose: bool) -> Iterator[Track]:
    """Yield where *card* may lead; a card that cannot be played may be discarded (2.6)."""
    found = _plays_of(card, track)
    yield from (_after(track, play, loose=loose) for play in found)
    if not found:
        yield track
