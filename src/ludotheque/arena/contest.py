"""A contest: players meet again and again, in all seats, in several processes.

Who meets whom: in a `match` there is one meeting, of all; in a `round-robin` there is every meeting
of as many players as sit down to a game; in a `gauntlet` every one with the first of them.

The games come in rounds. In a round those of a meeting play as many games as they are, with every
player once in every seat, by rotation, and all games of the round share the opening and the seed
that chance deals from, whoever plays them: two players play a pair with the seats swapped. Among
more, who follows whom changes from round to round, until all orders have come up. The opening is a
few random moves, so that players who always think the same do not play one game over and over.

A contest repeats exactly, unless a player goes by the clock, as level 8 does. Every seed in it
follows from its own, and records carry no times. One that is stopped is the beginning of the whole.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from itertools import combinations, islice, permutations
from math import factorial, inf

from ludotheque.arena import entrants
from ludotheque.arena.entrants import Entrant
from ludotheque.arena.game import Engines, Fixture, Played, play
from ludotheque.arena.workers import in_order
from ludotheque.errors import N_, BadSeats, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.match import Referee
from ludotheque.position import CHANCE

OPENING = 4
"""The random moves that open a game in which chance deals nothing, unless the contest says."""


class Form(Enum):
    """Who meets whom."""

    MATCH = "match"
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What is going to be played."""

    game: AnyGame
    players: tuple[str, ...]
    """Who takes part, as `random`, `level:3` or whatever `entrants` reads."""
    games: int
    """At least so many in each meeting; the last round is played whole."""
    seed: str
    """64 digits from 0 to f: all that differs between contests of the same terms."""
    options: Mapping[str, str] = field(default_factory=dict)
    plies: int | None = None
    """The random moves of an opening; None: `OPENING`, or none where chance deals."""
    form: Form = Form.MATCH
    players_a_meeting: int | None = None
    """How many meet in a tournament; None: as few as the game allows."""
    seconds: float | None = None
    """The time for a move; None: what each player takes."""
    adjusted: bool = False
    """Whether results are told without their luck, too."""

    def __post_init__(self) -> None:
        start = self.game.start(self.seats, **self.options)
        if self.adjusted and start.to_move is not CHANCE:
            raise NotAllowed(
                N_("nothing is left to chance in {game}: there is no luck to tell"),
                game=self.game.slug,
            )
        if self.seats < 2 or len(self.players) < 2:
            raise BadSeats(N_("a contest needs at least two players"))
        if len(self.players) < self.seats:
            raise BadSeats(
                N_("{count} players are not enough for a table of {seats}"),
                count=len(self.players),
                seats=self.seats,
            )
        for entrant in self.entrants:
            entrants.check(entrant.text, self.game)
        Referee(self.seed)
        if self.games < 1:
            raise NotAllowed(N_("a contest needs at least one game, not {games}"), games=self.games)
        if self.plies is not None and self.plies < 0:
            raise NotAllowed(N_("an opening cannot have {plies} moves"), plies=self.plies)
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise NotAllowed(
                N_("the time for a move cannot be {seconds} seconds"), seconds=self.seconds
            )

    @property
    def seats(self) -> int:
        """How many play a game."""
        if self.form is Form.MATCH:
            return len(self.players)
        fewest = self.game.seats[0]
        return fewest if self.players_a_meeting is None else self.players_a_meeting

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who takes part, each under a name of its own."""
        return entrants.entrants(self.players)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What those who take part are called."""
        return tuple(entrant.name for entrant in self.entrants)

    @cached_property
    def meetings(self) -> tuple[tuple[int, ...], ...]:
        """Who meets whom, by their numbers."""
        everyone = range(len(self.players))
        if self.form is Form.GAUNTLET:
            return tuple((0, *others) for others in combinations(everyone[1:], self.seats - 1))
        return tuple(combinations(everyone, self.seats))

    @property
    def rounds(self) -> int:
        """How many rounds each meeting has."""
        return -(-self.games // self.seats)

    @property
    def games_a_meeting(self) -> int:
        """How many games each meeting has: as many as were asked for, and on to a whole round."""
        return self.rounds * self.seats

    def __len__(self) -> int:
        """Return how many games will be played."""
        return self.games_a_meeting * len(self.meetings)

    def fixtures(self) -> Iterator[Fixture]:
        """Yield who meets whom, round by round."""
        seats = self.seats
        plies = self.plies
        if plies is None:
            dealt = self.game.start(seats, **self.options).to_move is CHANCE
            plies = 0 if dealt else OPENING
        a_round = len(self.meetings) * seats
        for number in range(len(self)):
            turn, place = divmod(number, a_round)
            which, rotation = divmod(place, seats)
            meeting = self.meetings[which]
            yield Fixture(
                number=number,
                game=self.game.slug,
                options=dict(self.options),
                players=tuple(self.entrants[who].text for who in meeting),
                names=tuple(self.names[who] for who in meeting),
                meeting=meeting,
                seating=_seating(turn, rotation, seats),
                round=turn,
                deal=self._seed(f"round/{turn}"),
                thought=self._seed(f"game/{turn * seats + rotation}"),
                plies=plies,
                seconds=self.seconds,
                adjusted=self.adjusted,
            )

    def first_round(self) -> Iterator[Fixture]:
        """Yield one game of each meeting."""
        return islice(self.fixtures(), 0, len(self.meetings) * self.seats, self.seats)

    def play(self, workers: int = 1) -> Generator[Played, None, None]:
        """Yield the games in the order of their numbers.

        With one of the *workers* this process plays; with more, so many others do. Whoever looks no
        further, at Ctrl-C too, has stopped the contest, and the programs that were playing in it,
        but in no other.
        """
        if workers > 1:
            yield from in_order(play, self.fixtures(), min(workers, len(self)))
            return
        engines = Engines()
        try:
            for fixture in self.fixtures():
                yield play(fixture, engines)
        finally:
            engines.end()

    def _seed(self, purpose: str) -> str:
        return sha256(f"{self.seed}/{purpose}".encode()).hexdigest()


def _seating(turn: int, rotation: int, seats: int) -> tuple[int, ...]:
    """Return who sits where in round *turn*, moved on by that many seats."""
    orders = permutations(range(1, seats))
    order = (0, *next(islice(orders, turn % factorial(seats - 1), None)))
    return order[rotation:] + order[:rotation]
