"""The standings of a tournament: points, who against whom, ratings, and who failed."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.arena.game import Fault, Played
from ludotheque.arena.ratings import Rating, ratings


class Cell(NamedTuple):
    """What a player has got from the games with another in them."""

    points: float
    games: int


class Standings:
    """Every game counts once, whichever comes first."""

    def __init__(self, players: int) -> None:
        self.games = [0] * players
        """How many games each player has played."""
        self.points = [0.0] * players
        self.wins = [0] * players
        """The games that each player has won alone; those whose point it has shared: `draws`."""
        self.draws = [0] * players
        self.losses = [0] * players
        self.faults: list[Fault] = []
        self._counted: set[int] = set()
        self._results: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
        self._cells: Counter[tuple[int, int]] = Counter()
        self._points: dict[tuple[int, int], float] = {}

    def add(self, played: Played) -> None:
        """Count a game, or raise ValueError if it has been counted."""
        if played.number in self._counted:
            raise ValueError(f"game {played.number} counted twice")
        self._counted.add(played.number)
        meeting, shares = played.meeting, played.shares
        for who, share in zip(meeting, shares, strict=True):
            self.games[who] += 1
            self.points[who] += share
            counts = self.losses if share == 0 else self.wins if share == 1 else self.draws
            counts[who] += 1
            for other in meeting:
                if other != who:
                    self._cells[who, other] += 1
                    self._points[who, other] = self._points.get((who, other), 0.0) + share
        winners = sorted(who for who, share in zip(meeting, shares, strict=True) if share)
        self._results[tuple(sorted(meeting)), tuple(winners)] += 1
        if played.fault is not None:
            self.faults.append(played.fault)

    def __len__(self) -> int:
        """Return how many games have been counted."""
        return len(self._counted)

    def share(self, who: int) -> float:
        """Return a player's mean share of the point; 0 before its first game."""
        return self.points[who] / self.games[who] if self.games[who] else 0.0

    def cell(self, who: int, other: int) -> Cell:
        """Return what a player has got from the games that the *other* played too."""
        return Cell(self._points.get((who, other), 0.0), self._cells[who, other])

    def ratings(self) -> list[Rating]:
        """Return the rating of each player."""
        return ratings(len(self.games), self._results)

    def ranked(self, rated: Sequence[Rating] | None = None) -> list[int]:
        """Return the players, the strongest first: by rating if there is one, else by share."""
        return sorted(
            range(len(self.games)),
            key=lambda who: (-(rated[who].elo if rated else self.share(who)), who),
        )
