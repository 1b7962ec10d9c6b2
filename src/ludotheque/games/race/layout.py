"""Layout of the turtle race: what lies on the table, whoever looks at it, and who has won."""

from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from ludotheque.games import Pictured
from ludotheque.games.race import notation
from ludotheque.games.race.cards import CARD_TO_COME, Counts, Hand
from ludotheque.games.race.material import PRINTED, Material
from ludotheque.games.race.notation import Fields
from ludotheque.games.race.track import Track, ranks
from ludotheque.position import CHANCE, Chance, Outcome, Seat

OPTIONS: Final = {"start": ("stacked", "loose"), "tiles": ("secret", "open")}


class Variant(NamedTuple):
    """The options of a table."""

    start: str
    tiles: str

    @property
    def loose(self) -> bool:
        """Whether turtles stand side by side on the start."""
        return self.start == "loose"


@dataclass(frozen=True, repr=False)
class Layout(Pictured):
    """What lies on the table, in the fields of the text; a part of it may lie face down."""

    track: Track
    turn: Seat | None
    """Who is to play; None while chance deals. Once the game is over, who played last."""
    tiles: str
    """One turtle a seat, `#` face down or `?` to come."""
    hands: tuple[Hand, ...]
    discards: Counts
    variant: Variant
    material: Material = field(default=PRINTED, kw_only=True, hash=False)

    game: ClassVar[str] = "race"

    @property
    def scaled(self) -> bool:
        """Whether something of what is printed is left out."""
        return self.material != PRINTED

    @property
    def seats(self) -> int:
        """How many sit at the table: as many as there are hands."""
        return len(self.hands)

    @property
    def to_move(self) -> Seat | Chance | None:
        """Who must act: a seat, or chance while something is to be dealt; None after the end."""
        if self.track[-1]:
            return None
        return CHANCE if self.turn is None else self.turn

    def outcome(self) -> Outcome | None:
        """Return the win of whoever owns the first owned turtle in race order (2, End)."""
        if not self.track[-1]:
            return None
        level = next(
            (square, owned)
            for square, turtles in ranks(self.track, loose=self.variant.loose)
            if (owned := [turtle for turtle in turtles if turtle in self.tiles])
        )
        winners = [self.tiles.index(turtle) for turtle in level[1]]
        alone = "lettuce" if level[0] == len(self.track) - 1 else "nearest"
        reason = alone if len(winners) == 1 else "level"
        return Outcome.win(self.seats, *winners, reason=reason)

    @property
    def pile_size(self) -> int:
        """How many cards are left to draw before the discards are shuffled."""
        held = sum(len(hand) - hand.count(CARD_TO_COME) for hand in self.hands)
        return sum(self.material.deck) - held - sum(self.discards)

    def __str__(self) -> str:
        return notation.write_position(
            Fields(self.track, self.turn, self.tiles, self.hands, self.discards)
        )
