"""A series: the same players play the same game until one of them has enough points.

Who begins sits at seat 0, and the others follow in the order in which they were listed. Who begins
is decided by `ludotheque.match.beginning`; it goes on from one series to the next at a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Self

from ludotheque.errors import N_, BadSeats, MatchOver, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.match.beginning import beginner_after
from ludotheque.match.match import ABORTED, exact
from ludotheque.position import Outcome


@dataclass(frozen=True)
class Series:
    """A series as it stands."""

    game: AnyGame
    players: tuple[str, ...]
    first_to: int
    """The points that win the series; a game gives one point, shared as its outcome says."""
    first: int = 0
    """Who begins the first game, by number in `players`."""
    games: tuple[Outcome, ...] = ()
    """How the games so far ended, by seat."""

    @classmethod
    def begin(cls, game: AnyGame, players: Sequence[str], *, first_to: int, first: int = 0) -> Self:
        """Return a series before its first game."""
        return cls(game, tuple(players), first_to, first)

    def __post_init__(self) -> None:
        self.game.check_seats(len(self.players))
        if self.first_to < 1:
            raise NotAllowed(
                N_("a series to {points} points would have no games"), points=self.first_to
            )
        if not 0 <= self.first < len(self.players):
            raise BadSeats(
                N_("player {number} of {count} cannot begin"),
                number=self.first + 1,
                count=len(self.players),
            )

    @property
    def beginners(self) -> tuple[int, ...]:
        """The player, by number in `players`, who began each game, and who begins the next."""
        count = len(self.players)
        beginners = [self.first]
        for outcome in self.games:
            beginners.append((beginners[-1] + beginner_after(self.game, outcome).seat) % count)
        return tuple(beginners)

    @property
    def seating(self) -> tuple[int, ...]:
        """The players, by number in `players`, in the order of their seats in the next game."""
        count, first = len(self.players), self.beginners[-1]
        return tuple((first + seat) % count for seat in range(count))

    @property
    def scores(self) -> tuple[float, ...]:
        """The points of each player, in the order of `players`."""
        return tuple(map(float, self._scores))

    @cached_property
    def _scores(self) -> tuple[Fraction, ...]:
        """The points, in fractions: three thirds make a whole."""
        count = len(self.players)
        return tuple(
            sum(
                (
                    exact(outcome.shares[(player - first) % count])
                    for first, outcome in zip(self.beginners, self.games, strict=False)
                    if outcome.reason != ABORTED
                ),
                Fraction(0),
            )
            for player in range(count)
        )

    @property
    def winner(self) -> int | None:
        """The player who alone has the most points, and enough; None while the series goes on."""
        scores = self._scores
        best = max(scores)
        return scores.index(best) if best >= self.first_to and scores.count(best) == 1 else None

    @property
    def over(self) -> bool:
        """Whether someone has won."""
        return self.winner is not None

    def after(self, outcome: Outcome) -> "Series":
        """Return the series after a game that ended so."""
        if self.winner is not None:
            raise MatchOver(N_("{player} has won the series"), player=self.players[self.winner])
        if len(outcome.shares) != len(self.players):
            raise BadSeats(
                N_("this outcome is for {seats} players, but the series has {count}"),
                seats=len(outcome.shares),
                count=len(self.players),
            )
        return replace(self, games=(*self.games, outcome))
