"""Slips of the turtle race laid out: the tracks after two plays, and what they do for whom."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

from ludotheque.games.claims import Claim, Slip
from ludotheque.games.race.cards import (
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
from ludotheque.games.race.track import LETTUCE, START, Track, moved, rearmost
from ludotheque.games.race.track import find as square_of
from ludotheque.games.race.verdicts import LIKELY, SENTENCES
from ludotheque.games.telling import Told, named
from ludotheque.position import Seat


class Owner(NamedTuple):
    """Who most likely plays a turtle, and how likely."""

    seat: Seat
    chance: float


class Case(NamedTuple):
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

    @classmethod
    def of(cls, slip: Slip) -> Self | None:
        """Return *slip* laid out, None where no turtle was moved or nothing better is known."""
        view: RaceView = slip.before
        seat = view.turn
        if seat is None or not slip.best or not slip.move.turtle:
            return None
        best = read_play(slip.best[0])
        now, better = _after(view, slip.move), _after(view, best)
        return cls(slip, view, seat, view.tiles[seat], slip.move, best, now, better)

    def had_played(self, play: str) -> Self | None:
        """Return the same slip, had it been another *play*."""
        return type(self).of(self.slip._replace(move=read_play(play)))

    @property
    def goes_on(self) -> bool:
        """Whether the race goes on after either play."""
        return not self.now[LETTUCE] and not self.better[LETTUCE]

    @property
    def keeps_ground(self) -> bool:
        """Whether the better play leaves the player's turtle no further back."""
        return square_of(self.better, self.own) >= square_of(self.now, self.own)

    @property
    def keeps_backs(self) -> bool:
        """Whether it leaves no fewer turtles below it."""
        return self.backs(self.better) >= self.backs(self.now)

    @property
    def keeps_card(self) -> bool:
        """Whether it is made with another card."""
        return self.played.card != self.best.card

    @property
    def moves_own(self) -> bool:
        """Whether the play moves the player's turtle, if only on another's back."""
        return square_of(self.now, self.own) != square_of(self.view.track, self.own)

    @property
    def sends_back(self) -> bool:
        """Whether the better play takes another turtle than the player's own back."""
        return STEPS[self.best.card] < 0 and self.best.turtle != self.own

    @property
    def help(self) -> float:
        """By how many squares the play brings others' turtles further on than the better one.

        Each counts by the chance that it is another's.
        """
        return sum(
            self.someones(turtle) * (square_of(self.now, turtle) - square_of(self.better, turtle))
            for turtle in TURTLES
            if turtle != self.own
        )

    @property
    def alike(self) -> Iterator[Play]:
        """The plays of other cards, but the best one, that leave the track as the one made did."""
        for play in self.view.moves():
            if (
                play.card not in (self.played.card, self.best.card)
                and _after(self.view, play) == self.now
            ):
                yield play

    def backs(self, track: Track) -> int:
        """Return how many turtles are below the player's own, and carry it along."""
        square = square_of(track, self.own)
        level = self.view.variant.loose and square == START
        return 0 if level else track[square].index(self.own)

    def card_facts(self) -> Mapping[str, object]:
        """Return what sentences call the card that was played."""
        return {"suit": COLOUR_WORDS[SUIT[self.played.card]], "sign": sign(self.played)}

    def cards_left(self) -> int:
        """Return how many cards that are left after the play can move the player's turtle on."""
        left = list(self.view.hands[self.seat])
        left.remove(self.played.card)
        return sum(moves_on(card, self.own, self.now) for card in left)

    def said(self, kind: str, turtle: str, **facts: object) -> Claim:
        """Return the claim of that *kind* about a *turtle*."""
        names: Mapping[str, object] = {
            "turtle": THE_TURTLES[turtle],
            "own": THE_TURTLES[self.own],
            "player": named(self.seat),
        }
        told = Told(SENTENCES[kind], {**names, **facts})
        spot = str(square_of(self.view.track, turtle))
        return Claim(kind, (told,), self.slip.best[:1], instead=True, spots=(spot,))

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


def moves_on(card: Card, turtle: str, track: Track) -> bool:
    """Return whether *card* can move *turtle* itself forward as the *track* is."""
    fit = (turtle, RAINBOW, *([LAST] if turtle in rearmost(track) else []))
    return STEPS[card] > 0 and SUIT[card] in fit


def _after(view: RaceView, play: Play) -> Track:
    if not play.turtle:
        return view.track
    return moved(view.track, play.turtle, STEPS[play.card], loose=view.variant.loose)
