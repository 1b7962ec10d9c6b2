"""Why a play of the turtle race was a mistake, by what its player could know then.

What is said of others' tiles is what the cards played so far make likely, told with its chance.
What is found here is proved apart from it, in `proofs`.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

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
from ludotheque.games.race.colours import COLOUR_WORDS, THE_TURTLES
from ludotheque.games.race.notation import Play, read_play
from ludotheque.games.race.rules import RaceView
from ludotheque.games.race.telling import sign
from ludotheque.games.race.track import LETTUCE, START, Track, moved, ranks, rearmost
from ludotheque.games.race.track import find as square_of
from ludotheque.games.race.verdicts import LIKELY, SENTENCES, SOMEONES
from ludotheque.games.telling import Told, named
from ludotheque.position import Seat

MORE: Final = 2
"""How many cards more make a difference worth telling."""


class Owner(NamedTuple):
    """Who most likely plays a turtle, and how likely."""

    seat: Seat
    chance: float


class _Case(NamedTuple):
    """A slip laid out: the tracks after both plays, and whose turtle is whose."""

    slip: Slip
    view: RaceView
    seat: Seat
    own: str
    played: Play
    best: Play
    now: Track
    """After the play."""
    better: Track
    """After the best one."""

    def facts(self, **more: object) -> Mapping[str, object]:
        """Return what every sentence may name: the player and the player's own turtle."""
        return {"own": THE_TURTLES[self.own], "player": named(self.seat), **more}

    def owner(self, turtle: str) -> Owner | None:
        """Return the other who most likely plays *turtle*: likelier than any other, and nobody."""
        if turtle == self.own:
            return None
        if turtle in self.view.tiles:
            return Owner(self.view.tiles.index(turtle), 1.0)
        chances = self._chances(turtle)
        seat = max(chances, key=lambda seat: chances[seat], default=None)
        if seat is None or chances[seat] < LIKELY:
            return None
        nobody = 1 - sum(chances.values())
        rivals = [nobody, *(chance for other, chance in chances.items() if other != seat)]
        return Owner(seat, chances[seat]) if chances[seat] > max(rivals) else None

    def someones(self, turtle: str) -> float:
        """Return how likely *turtle* belongs to any of the others."""
        if turtle in self.view.tiles:
            return float(turtle != self.own)
        return sum(self._chances(turtle).values())

    def _chances(self, turtle: str) -> dict[Seat, float]:
        number = TURTLES.index(turtle)
        return {
            seat: chances[number]
            for seat, chances in enumerate(self.slip.belief)
            if self.view.tiles[seat] == FACE_DOWN
        }


def find(slip: Slip) -> Iterator[Claim]:
    """Yield what can be said about *slip*, most telling first."""
    view: RaceView = slip.before
    seat = view.turn
    if seat is None or not slip.best or not slip.move.turtle:
        return
    best = read_play(slip.best[0])
    case = _Case(
        slip,
        view,
        seat,
        view.tiles[seat],
        slip.move,
        best,
        _after(view, slip.move),
        _after(view, best),
    )
    yield from _ends(case)
    yield from _own_goals(case)
    yield from _reach(case)
    yield from _places(case)
    yield from _cards(case)


def _after(view: RaceView, play: Play) -> Track:
    if not play.turtle:
        return view.track
    return moved(view.track, play.turtle, STEPS[play.card], loose=view.variant.loose)


def _claim(case: _Case, kind: str, turtle: str, **facts: object) -> Claim:
    told = Told(SENTENCES[kind], case.facts(turtle=THE_TURTLES[turtle], **facts))
    spot = str(square_of(case.view.track, turtle))
    return Claim(kind, (told,), case.slip.best[:1], instead=True, spots=(spot,))


def _ends(case: _Case) -> Iterator[Claim]:
    """Yield that the race was won by another play, or ended by this one."""
    loose = case.view.variant.loose
    if case.better[LETTUCE] and next(ranks(case.better, loose=loose))[1] == case.own:
        yield _claim(case, "won", case.own)
    elif case.better[LETTUCE] and FACE_DOWN not in case.view.tiles:
        ahead = (level for _, turtles in ranks(case.better, loose=loose) for level in turtles)
        if next(turtle for turtle in ahead if turtle in case.view.tiles) == case.own:
            yield _claim(case, "won-behind", case.own)
    if case.now[LETTUCE]:
        first = case.now[LETTUCE][0]
        chance = case.someones(first)
        if first != case.own and chance >= SOMEONES:
            yield _claim(case, "ended", first, percent=round(100 * chance))


def _own_goals(case: _Case) -> Iterator[Claim]:
    """Yield whom the play helps, or its player harms."""
    play, before = case.played, case.view.track
    here, there = square_of(case.now, case.own), square_of(case.better, case.own)
    # Where all go back as one pile, nobody has lost anything by it.
    stays = any(square_of(case.now, t) == square_of(before, t) for t in TURTLES)
    if here < square_of(before, case.own) and here < there and stays:
        yield _claim(case, "own-back", case.own)
    if STEPS[play.card] < 0 or case.now[LETTUCE]:
        return
    taken = [t for t in TURTLES if square_of(case.now, t) > square_of(before, t)]
    for turtle in taken:
        if square_of(case.better, turtle) >= square_of(case.now, turtle):
            continue  # The better play does no less for it.
        if turtle == play.turtle and case.own not in taken:
            yield from _theirs(case, "pushes", turtle)
        elif turtle not in (play.turtle, case.own):
            yield from _theirs(case, "carries", turtle)


def _theirs(case: _Case, kind: str, turtle: str) -> Iterator[Claim]:
    owner = case.owner(turtle)
    if owner is None:
        return
    known = {"owner": named(owner.seat)}
    if turtle in case.view.tiles:
        yield _claim(case, f"{kind}-open", turtle, **known)
    else:
        yield _claim(case, kind, turtle, **known, percent=round(100 * owner.chance))


def _reach(case: _Case) -> Iterator[Claim]:
    """Yield that a turtle of the others is now nearer the lettuce, by the cards that are left."""
    if case.now[LETTUCE] or case.better[LETTUCE]:
        return
    unseen = _unseen(case.view)
    for turtle in TURTLES:
        if turtle == case.own or case.someones(turtle) < SOMEONES:
            continue
        count, fewer = (_home(track, turtle, unseen) for track in (case.now, case.better))
        if count >= fewer + MORE:
            yield _claim(
                case, "home", turtle, unseen=sum(unseen.values()), count=count, fewer=fewer
            )


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


def _places(case: _Case) -> Iterator[Claim]:
    """Yield what the better play does on the track, for its player or against another."""
    best, own, before = case.best, case.own, case.view.track
    if not best.turtle:
        return
    further = square_of(case.now, best.turtle) > square_of(case.better, best.turtle)
    if STEPS[best.card] < 0 and best.turtle != own and further:
        yield from _theirs(case, "back", best.turtle)
    here, there = square_of(case.now, own), square_of(case.better, own)
    if there > here and there < LETTUCE:
        if best.turtle != own and there > square_of(before, own):
            yield _claim(case, "ride", best.turtle, square=there, here=here)
        elif best.turtle == own:
            yield _claim(case, "further", own, square=there, here=here)
    if case.played.turtle == own != best.turtle and here == there > square_of(before, own):
        yield _claim(case, "under", best.turtle, square=here)
    yield from _climbs(case)
    # To keep any card rather than a rainbow is no advice.
    if case.now == case.better and case.played.card != best.card and SUIT[best.card] != RAINBOW:
        yield _claim(case, "spends", own, **_card(case.played))
    count, fewer = (_ahead(track, own, case) for track in (case.now, case.better))
    if count > fewer and not case.now[LETTUCE] and not case.better[LETTUCE]:
        yield _claim(case, "behind", own, count=count, fewer=fewer)


def _climbs(case: _Case) -> Iterator[Claim]:
    """Yield that the better play leaves its player's turtle on more backs, and not further back."""
    below = []
    for track in (case.better, case.now):
        square = square_of(track, case.own)
        level = case.view.variant.loose and square == START
        below.append(0 if level else track[square].index(case.own))
    count, fewer = below
    ended = case.now[LETTUCE] or case.better[LETTUCE]
    kept = square_of(case.better, case.own) >= square_of(case.now, case.own)
    if count > fewer and kept and not ended:
        yield _claim(case, "climb", case.own, count=count, fewer=fewer)


def _ahead(track: Track, turtle: str, case: _Case) -> int:
    """Return how many turtles are ahead of *turtle*."""
    ahead = 0
    for _, level in ranks(track, loose=case.view.variant.loose):
        if turtle in level:
            break
        ahead += len(level)
    return ahead


def _cards(case: _Case) -> Iterator[Claim]:
    """Yield that a card was spent that could have moved the player's own turtle on."""
    if case.now[LETTUCE] or case.played.card == case.best.card:
        return
    spared = SUIT[case.best.card] not in (case.own, RAINBOW, LAST) and not _goes(case)
    if _moves_on(case.played.card, case.own, case.better) and spared:
        yield _claim(case, "saves", case.own, **_card(case.played))


def _goes(case: _Case) -> bool:
    """Return whether the better play moves its player's turtle, if only on another's back."""
    return square_of(case.better, case.own) != square_of(case.view.track, case.own)


def _moves_on(card: Card, turtle: str, track: Track) -> bool:
    """Return whether *card* can move *turtle* itself forward as the *track* is."""
    fit = (turtle, RAINBOW, *([LAST] if turtle in rearmost(track) else []))
    return STEPS[card] > 0 and SUIT[card] in fit


def _card(play: Play) -> dict[str, object]:
    return {"suit": COLOUR_WORDS[SUIT[play.card]], "sign": sign(play)}
