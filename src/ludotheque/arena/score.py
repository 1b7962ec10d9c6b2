"""The score of a contest: what has been played so far, counted."""

from collections.abc import Sequence
from math import fsum

from ludotheque.arena import statistics
from ludotheque.arena.game import Played
from ludotheque.arena.statistics import Elo, Finding, Sprt, Standing


class Score:
    """Every game counts once; what is inferred is inferred from whole rounds."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.wins = [0] * players
        """The games that each player has won alone."""
        self.draws = [0] * players
        """The games whose point each player has shared with others."""
        self.losses = [0] * players
        self.pairs = [0] * 5
        """Between two players: the rounds in which the first has had 0, ½, 1, 1½, 2 points."""
        self._rounds: list[list[float]] = [[] for _ in range(players)]
        self._round: list[tuple[float, ...]] = []
        self._points = [0.0] * players

    def add(self, played: Played) -> None:
        """Count a game, the next by its number."""
        if played.number != self.games:
            raise ValueError(f"game {played.number} counted after {self.games} games")
        self.games += 1
        self._round.append(played.shares)
        for who, share in enumerate(played.shares):
            counts = self.losses if share == 0 else self.wins if share == 1 else self.draws
            counts[who] += 1
            self._points[who] += share
        if len(self._round) == len(played.shares):
            self._close_round()

    def _close_round(self) -> None:
        points = [fsum(shares) for shares in zip(*self._round, strict=True)]
        for rounds, won in zip(self._rounds, points, strict=True):
            rounds.append(won / len(points))
        if len(points) == 2:
            self.pairs[round(2 * points[0])] += 1
        self._round = []

    @property
    def shares(self) -> Sequence[float]:
        """Each player's mean share of the point; a fair one before the first game."""
        if not self.games:
            return [1 / len(self._points)] * len(self._points)
        return [points / self.games for points in self._points]

    @property
    def elo(self) -> Elo | None:
        """The first player's Elo against the second, None before the first round is over."""
        return statistics.elo(self.pairs) if any(self.pairs) else None

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first of two players is the stronger."""
        return statistics.superiority(self.pairs) if any(self.pairs) else None

    def finding(self, test: Sprt) -> Finding:
        """Return where the sequential *test* between two players stands."""
        return test.finding(self.pairs)

    def standing(self, who: int) -> Standing | None:
        """Return how a player does against a fair share, None before the first round is over."""
        rounds = self._rounds[who]
        return statistics.standing(rounds, 1 / len(self._rounds)) if rounds else None

    def interval(self, who: int) -> tuple[float, float] | None:
        """Return the 95 % interval of a player's share, None before the first round is over.

        Between two players it is the one whose ends `elo` tells in Elo.
        """
        rounds = self._rounds[who]
        if not rounds:
            return None
        if len(self._rounds) != 2:
            return statistics.interval(rounds, 1 / len(self._rounds))
        return statistics.likely_means(self.pairs if who == 0 else self.pairs[::-1])
