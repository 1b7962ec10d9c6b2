"""Matches from Python: players meet, game after game, and what came out is a value.

result = ludotheque.match("tortuga", "level:4", "level:3", games=100)
print(result)
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property

from ludotheque.arena.contest import Contest
from ludotheque.arena.game import Fault, Played, try_out
from ludotheque.arena.score import Score
from ludotheque.arena.statistics import Elo, Finding, Sprt, Verdict
from ludotheque.errors import N_, BadOption, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.match import Record, from_json
from ludotheque.match.deal import seed_digits

Who = str | type
"""A player as the arena names it, or a Python class; see docs/arena.md."""


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match. Players are numbered as they were named, from 0."""

    names: tuple[str, ...]
    """What the players are called; of two of the same name the second has a number."""
    played: tuple[Played, ...]
    """The games, in order."""
    seed: str
    """With the same one, players who do not go by the clock play the same match again."""
    sprt: Sprt | None = None
    """The test that could end it, if there was one."""

    @cached_property
    def score(self) -> Score:
        """The games, counted."""
        score = Score(len(self.names))
        for played in self.played:
            score.add(played)
        return score

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.played)

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each has won alone."""
        return tuple(self.score.wins)

    @property
    def draws(self) -> tuple[int, ...]:
        """How many games each has shared the point of."""
        return tuple(self.score.draws)

    @property
    def losses(self) -> tuple[int, ...]:
        """How many games each has lost."""
        return tuple(self.score.losses)

    @property
    def shares(self) -> tuple[float, ...]:
        """The mean share of the point that each has won."""
        return tuple(self.score.shares)

    def interval(self, who: int = 0) -> tuple[float, float]:
        """Return between what that player's share lies with 95 % confidence.

        It is inferred from whole rounds; before the first is over, everything is possible. Between
        two, `elo` tells the same interval in Elo.
        """
        return self.score.interval(who) or (0.0, 1.0)

    @property
    def elo(self) -> Elo | None:
        """Between two: how much stronger the first is, with the 95 % interval. None among more."""
        return self.score.elo

    @property
    def finding(self) -> Finding | None:
        """Where the sequential test stands, if there was one."""
        return None if self.sprt is None else self.score.finding(self.sprt)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Who has lost a game without being beaten, and why."""
        return tuple(played.fault for played in self.played if played.fault is not None)

    def records(self) -> Iterator[Record]:
        """Yield the record of each game, in order."""
        return (from_json(played.record) for played in self.played)

    def __str__(self) -> str:
        """Return a line a player: what it won, drew and lost, its share and the interval."""
        wide = max(map(len, self.names))
        lines = []
        for who, name in enumerate(self.names):
            low, high = self.interval(who)
            counts = f"+{self.wins[who]} ={self.draws[who]} -{self.losses[who]}"
            lines.append(
                f"{name:<{wide}}  {counts}  {self.shares[who]:.1%} ({low:.1%} to {high:.1%})"
            )
        if self.elo is not None:
            lines.append(
                f"Elo {self.elo.difference:+.0f} ({self.elo.low:+.0f} to {self.elo.high:+.0f})"
            )
        return "\n".join(lines)


def match(
    game: str | AnyGame,
    *players: Who,
    games: int = 100,
    seed: int | str | None = None,
    seconds: float | None = None,
    openings: int | None = None,
    sprt: tuple[float, float] | None = None,
    workers: int = 1,
    progress: Callable[[Played], object] | None = None,
    **options: str,
) -> MatchResult:
    """Let *players* play each other and return what came out: at least so many *games*.

    All play every game, everyone in every seat equally often, and the games of a round share deal
    and opening, of so many random moves as *openings* says. *seconds* are the time for a move.
    *sprt* is two differences in Elo: the match of two ends once it is clear which is nearer the
    truth. *progress* is told each game. The rest is options of the game.

    With one of the *workers* this process plays; with more, so many others do, for which a script
    needs `if __name__ == "__main__":`. Raise BadOption, BadSeats or NotAllowed before the first
    game. A player from outside that fails has lost the game: see `MatchResult.faults`.
    """
    contest = Contest(
        game=take(game) if isinstance(game, str) else game,
        players=tuple(map(_text, players)),
        games=games,
        seed=seed_digits(seed),
        options=options,
        plies=openings,
        seconds=seconds,
    )
    if sprt is not None and len(players) != 2:
        raise NotAllowed(N_("SPRT compares two players, not {count}"), count=len(players))
    if sprt is not None and not sprt[0] < sprt[1]:
        raise BadOption(
            N_("SPRT compares a smaller difference with a greater one, not {low} with {high}"),
            low=sprt[0],
            high=sprt[1],
        )
    if workers < 1:
        raise BadOption(N_("a match needs at least one worker, not {workers}"), workers=workers)
    test = None if sprt is None else Sprt(*sprt)
    for fixture in contest.first_round():
        try_out(fixture)
    score, held = Score(len(players)), []
    with closing(contest.play(workers)) as results:
        for played in results:
            held.append(played)
            score.add(played)
            if progress is not None:
                progress(played)
            if test is not None and score.finding(test).verdict is not Verdict.OPEN:
                break
    return MatchResult(contest.names, tuple(held), contest.seed, test)


def _text(who: object) -> str:
    """Return the text that names a player, of a class where it is to be found."""
    if isinstance(who, str):
        return who
    if not isinstance(who, type):
        raise BadOption(N_("“{who}” cannot play: it is neither a name nor a class"), who=who)
    if "." in who.__qualname__:
        raise BadOption(
            N_("the class {name} cannot play: it is defined inside something else"),
            name=who.__qualname__,
        )
    return f"{who.__name__}={who.__module__}:{who.__qualname__}"
