"""Set-up of a match: what a table agrees on before play."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ludotheque.errors import N_, BadRecord, BadSeats, NotAllowed
from ludotheque.games import AnyGame, Options
from ludotheque.match.clock import Clock
from ludotheque.position import Position

HIDDEN: Final = "?"
"""What a redacted record shows of a start that its reader may not know."""

LAST_TIME: Final = 253_402_300_799_999
"""The last millisecond of the year 9999."""

MOST_MOVES: Final = 1_000_000
"""The highest limit of moves."""


def begun_from(game: AnyGame, text: str, options: Options) -> Position[Any]:
    """Return the position of *text*, to begin from. Raise NotAllowed where the game is over."""
    position: Position[Any] = game.position(text, **options)
    if position.outcome() is not None:
        raise NotAllowed(N_("the game is already over in the position “{position}”"), position=text)
    return position


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a table agrees on before play."""

    game: AnyGame
    options: Options
    """Every option with its value, as `Game.settle` gives them."""
    players: tuple[str, ...]
    """A name a seat."""
    start: str | None = None
    """The text of the position to begin from; None for the game's own start."""
    clock: Clock | None = None
    move_limit: int | None = None
    """The moves of all seats together after which the match is drawn."""
    began: int
    """When the first seat's time began to run."""
    seed_hash: str | None = None
    """The hash of the referee's seed, see `ludotheque.match.deal`."""

    def __post_init__(self) -> None:
        for player in self.players:
            if not player.strip() or not player.isprintable():
                raise NotAllowed(
                    N_("the name {name} cannot be written on one line"), name=repr(player)
                )
        if self.move_limit is not None and not 1 <= self.move_limit <= MOST_MOVES:
            raise NotAllowed(
                N_("the move limit must be between 1 and {most}, not {limit}"),
                limit=self.move_limit,
                most=MOST_MOVES,
            )
        if not 0 <= self.began <= LAST_TIME:
            raise NotAllowed(
                N_("the time {time} is outside the years 1970 to 9999"), time=self.began
            )

    @cached_property
    def opening(self) -> Position[Any]:
        """The position that the match begins from; raise if there is none."""
        if self.start is None:
            position: Position[Any] = self.game.start(len(self.players), **self.options)
            return position
        if self.start == HIDDEN:
            raise BadRecord(N_("the start is hidden: a redacted record cannot be replayed"))
        position = begun_from(self.game, self.start, self.options)
        if position.seats != len(self.players):
            raise BadSeats(
                N_("the position “{position}” is for {seats} players, not {count}"),
                position=self.start,
                seats=position.seats,
                count=len(self.players),
            )
        return position
