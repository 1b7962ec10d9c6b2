"""Terms and chairs: what a table agrees on when it is opened, and who may sit at it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludotheque.engine import LEVELS, level_of, level_text
from ludotheque.engine.level_names import level_names
from ludotheque.errors import N_, BadOption, BadSeats, NotAllowed
from ludotheque.games import AnyGame, Options
from ludotheque.match import Clock, begun_from
from ludotheque.pictures import has_secrets
from ludotheque.position import Seat
from ludotheque.words import SOURCE, Words

LONGEST_SERIES: Final = 100
"""The most points that a series may be played to."""
RECORDED: Final = Words(SOURCE)
"""The language in which logs and records name computers, whoever reads them."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What everyone who sits down agrees to."""

    game: AnyGame
    options: Options
    """Every option with its value, as `Game.settle` gives them."""
    clock: Clock | None = None
    public: bool = True
    """Whether the table is listed; else it is found by its link alone."""
    first_to: int = 1
    """The points that win the series."""
    rated: bool = True
    """Whether its games count for the ratings of those who play."""
    start: str | None = None
    """The text of the position that its games begin from; None for the game's own start."""

    def __post_init__(self) -> None:
        if not 1 <= self.first_to <= LONGEST_SERIES:
            raise NotAllowed(
                N_("the points of a series must be between 1 and {most}, not {points}"),
                points=self.first_to,
                most=LONGEST_SERIES,
            )
        if self.start is not None:
            begun_from(self.game, self.start, self.options)
            if self.rated:
                raise NotAllowed(N_("a game from a position of your own cannot be rated"))

    @cached_property
    def deals(self) -> bool:
        """Whether the start holds what some seat may not know: then whoever wrote it has dealt."""
        if self.start is None:
            return False
        return has_secrets(self.game.position(self.start, **self.options))

    @property
    def begins(self) -> Seat:
        """The seat that moves first: another than the first only in a position of the table's."""
        if self.start is None:
            return 0
        mover = self.game.position(self.start, **self.options).to_move
        return mover if isinstance(mover, int) else 0

    def check_seats(self, count: int) -> None:
        """Raise BadSeats unless that many can play here."""
        self.game.check_seats(count)
        if self.start is None:
            return
        seats = self.game.position(self.start, **self.options).seats
        if seats != count:
            raise BadSeats(
                N_("the position “{position}” is for {seats} players, not {count}"),
                position=self.start,
                seats=seats,
                count=count,
            )


@dataclass(frozen=True)
class Sitter:
    """Whoever sits on a chair: a person, or the computer at one of its levels."""

    who: str
    """The id of a person, secret to the house; or the text of a computer, such as `level:3`."""
    name: str
    computer: bool = False
    guest: bool = False
    """Whether the name was no account's when they sat down: anyone may have said it."""

    @classmethod
    def level(cls, number: int) -> "Sitter":
        """Return the computer of that level, or raise BadOption."""
        if not 1 <= number <= len(LEVELS):
            raise BadOption(
                N_("there is no level {level}: levels go from 1 to {most}"),
                level=number,
                most=len(LEVELS),
            )
        return cls(level_text(number), level_names(RECORDED)[number - 1], computer=True)

    @property
    def strength(self) -> int | None:
        """The level of a computer; None for a person."""
        return level_of(self.who) if self.computer else None


@dataclass(frozen=True)
class Chair:
    """A place at the table. Chairs stay; who sits on which seat changes from game to game."""

    sitter: Sitter | None = None
    invited: bool = False
    """Whether only someone with this chair's key may sit down."""
