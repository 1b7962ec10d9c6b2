"""Slips of the turtle race played out both ways, for the proofs: by the rules in an imagined deal.

Only the track is looked at, as everyone sees it.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from ludotheque.games.claims import Slip
from ludotheque.games.race.cards import CARDS, COLOURS, DECK, FACE_DOWN
from ludotheque.games.race.colours import COLOUR_WORDS
from ludotheque.games.race.notation import Play
from ludotheque.games.race.rules import Race, RaceView, read_move
from ludotheque.games.race.verdicts import LIKELY

LAST_SQUARE: Final = 9

Places = Mapping[str, tuple[int, int]]
"""By turtle: its square and its height in the pile."""


class Replay:
    """A slip played out both ways."""

    def __init__(self, slip: Slip) -> None:
        self.view: RaceView = slip.before
        self.slip = slip
        world = self.view.imagined(Random(0))
        self.world = world
        assert self.view.turn is not None  # noqa: S101 - whose slip it was
        self.seat = self.view.turn
        self.own: str = self.view.tiles[self.seat]
        self.played = str(slip.move)
        self.best = slip.best[0]
        self.before = places(world)
        self.now = places(world.after(slip.move))
        self.better = places(self.after(self.best))

    @property
    def goes_on(self) -> bool:
        """Whether the race goes on after either play."""
        return self.first(self.now) is None is self.first(self.better)

    def after(self, play: str) -> Race:
        """Return the imagined deal after that play."""
        after: Race = self.world.after(read_move(play, self.world))
        return after

    def ahead(self, where: Places, turtle: str) -> set[str]:
        """Return the turtles ahead of *turtle*: further on, or lower in its pile."""
        square, height = where[turtle]
        level = square == 0 and self.view.variant.start == "loose"
        return {
            other
            for other, (at, on) in where.items()
            if at > square or (at == square and on < height and not level)
        }

    def below(self, where: Places) -> set[str]:
        """Return the turtles below the player's own in its pile."""
        square = where[self.own][0]
        return {other for other in self.ahead(where, self.own) if where[other][0] == square}

    def first(self, where: Places) -> str | None:
        """Return the turtle that has reached the lettuce first, None before the end."""
        home = [turtle for turtle, (square, _) in where.items() if square == LAST_SQUARE]
        return next((turtle for turtle in home if not self.ahead(where, turtle)), None)

    def chances(self, turtle: str) -> dict[int, float]:
        """Return by seat how likely others play *turtle*."""
        number = list(COLOURS).index(turtle)
        known = {seat: tile for seat, tile in enumerate(self.view.tiles) if tile != FACE_DOWN}
        return {
            seat: float(known[seat] == turtle) if seat in known else each[number]
            for seat, each in enumerate(self.slip.belief)
            if seat != self.seat
        }

    def is_most_likely(self, turtle: str, seat: int) -> bool:
        """Return whether *seat* plays *turtle* more likely than anyone else, or nobody."""
        chances = self.chances(turtle)
        others = [chance for other, chance in chances.items() if other != seat]
        nobody = 1 - sum(chances.values())
        return chances[seat] >= LIKELY and chances[seat] > max([nobody, *others])

    def home(self, play: str, turtle: str) -> int:
        """Return how many unseen cards could take *turtle* to the lettuce after a play.

        Each is tried by the rules, in a hand of its own.
        """
        after = self.after(play)
        takes = [card for card in self.unseen() if self._takes_home(with_card(after, card), turtle)]
        return sum(self.unseen()[card] for card in takes)

    def _takes_home(self, given: Race, turtle: str) -> bool:
        """Return whether the one card of a hand can take *turtle* itself to the lettuce, first."""
        return any(
            isinstance(move, Play)
            and move.turtle == turtle
            and self.first(places(given.after(move))) == turtle
            for move in given.moves()
        )

    def unseen(self) -> Counter[str]:
        """Return the cards that the player sees nowhere."""
        left = Counter(dict(zip(CARDS, DECK, strict=True)))
        left.subtract({CARDS[card]: n for card, n in enumerate(self.view.discards)})
        left.subtract(Counter(CARDS[card] for card in self.view.hands[self.seat]))
        return left


def places(position: Race) -> Places:
    """Return where the turtles stand."""
    return {
        turtle: (square, height)
        for square, pile in enumerate(position.track)
        for height, turtle in enumerate(pile)
    }


def is_card(facts: Mapping[str, Any], play: str) -> bool:
    """Return whether the card that is told is the one of *play*."""
    card = play.partition(":")[0].rstrip("!")
    sign = card[1:].replace("+", "↑") if card[0] == "^" else card[1:].replace("-", "\N{MINUS SIGN}")
    return (facts["suit"], facts["sign"]) == (COLOUR_WORDS[card[0]], sign)


def with_card(position: Race, card: str) -> Race:
    """Return the track of *position* before someone who holds that one card."""
    track = "/".join(pile or "." for pile in position.track)
    options = position.variant._asdict()
    return Race.read(f"{track} 1 rg {card}|b+ -", options)
