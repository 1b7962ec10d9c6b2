"""A contest: the same players meet again and again, in all seats, in several processes.

The games come in rounds. In a round every player sits once in every seat, by rotation, and all its
games share the opening and the seed that chance deals from: two players play a pair with the seats
swapped. Among more, who follows whom changes from round to round, until all orders have come up.
The opening is a few random moves, so that players who always think the same do not play one game
over and over.

A contest repeats exactly, unless a player goes by the clock, as level 8 does. Every seed in it
follows from its own, the games are given in the order of their numbers whichever ends first, and
their records carry no times. One that is stopped is the beginning of the whole.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice, permutations
from math import factorial
from random import Random

from ludotheque.arena.workers import in_order
from ludotheque.engine import player
from ludotheque.errors import N_, BadOption, BadSeats, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.match import Match, Record, Referee, to_json
from ludotheque.position import CHANCE

OPENING = 4
"""The random moves that open a game in which chance deals nothing, unless the contest says."""


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What is going to be played."""

    game: AnyGame
    players: tuple[str, ...]
    """One a seat, as `random` or `level:3`."""
    games: int
    """At least so many; the last round is played whole."""
    seed: str
    """64 digits from 0 to f: all that differs between contests of the same terms."""
    options: Mapping[str, str] = field(default_factory=dict)
    plies: int | None = None
    """The random moves of an opening; None: `OPENING`, or none where chance deals."""

    def __post_init__(self) -> None:
        self.game.start(len(self.players), **self.options)
        if len(self.players) < 2:
            raise BadSeats(N_("a contest needs two players"))
        for text in self.players:
            if player(text, self.game, Random(0)) is None:
                raise BadOption(N_('"{text}" cannot play in a contest'), text=text)
        Referee(self.seed)
        if self.games < 1:
            raise NotAllowed(N_("a contest of {games} games is none"), games=self.games)
        if self.plies is not None and self.plies < 0:
            raise NotAllowed(N_("an opening of {plies} moves is none"), plies=self.plies)

    def __len__(self) -> int:
        """Return how many games will be played."""
        seats = len(self.players)
        return -(-self.games // seats) * seats

    def fixtures(self) -> Iterator["Fixture"]:
        """Yield who meets whom, round by round."""
        seats = len(self.players)
        plies = self.plies
        if plies is None:
            dealt = self.game.start(seats, **self.options).to_move is CHANCE
            plies = 0 if dealt else OPENING
        for number in range(len(self)):
            yield Fixture(
                number=number,
                game=self.game.slug,
                options=dict(self.options),
                players=self.players,
                seating=_seating(*divmod(number, seats), seats),
                deal=self._seed(f"round/{number // seats}"),
                thought=self._seed(f"game/{number}"),
                plies=plies,
            )

    def play(self, workers: int) -> Generator["Played", None, None]:
        """Yield the games in the order of their numbers, played by that many processes.

        Whoever looks no further, at Ctrl-C too, has stopped the contest.
        """
        return in_order(play, self.fixtures(), min(workers, len(self)))

    def _seed(self, purpose: str) -> str:
        return sha256(f"{self.seed}/{purpose}".encode()).hexdigest()


def _seating(turn: int, rotation: int, seats: int) -> tuple[int, ...]:
    """Return who sits where in round *turn*, moved on by that many seats."""
    orders = permutations(range(1, seats))
    order = (0, *next(islice(orders, turn % factorial(seats - 1), None)))
    return order[rotation:] + order[:rotation]


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """One game of a contest, in words that can be sent to another process."""

    number: int
    """Counted from 0."""
    game: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    seating: tuple[int, ...]
    """For each seat the player who sits there, by number in `players`."""
    deal: str
    """The referee's seed and the opening's, the same for the whole round."""
    thought: str
    """What the players' own randomness comes from."""
    plies: int


@dataclass(frozen=True, kw_only=True)
class Played:
    """How one game of a contest ended."""

    number: int
    shares: tuple[float, ...]
    """One a player, in the order in which the contest lists them."""
    record: str
    """The game as JSON."""


def play(fixture: Fixture) -> Played:
    """Return how the game ends; the same each time, if nobody goes by the clock."""
    game = take(fixture.game)
    sitters = [fixture.players[who] for who in fixture.seating]
    referee = Referee(fixture.deal)
    match = referee.begin(game, sitters, began=0, options=fixture.options)
    match = _opened(referee, match, fixture)
    players = [
        player(text, game, Random(f"{fixture.thought}/{seat}")) for seat, text in enumerate(sitters)
    ]
    while isinstance(seat := match.to_move, int):
        thinker = players[seat]
        assert thinker is not None  # noqa: S101 - the contest has refused people
        move = str(thinker.choose(match.seen_by(seat), match.past(seat)))
        try:
            match = referee.play(match, seat, move, at=0)
        except LudothequeError as refusal:
            # A refusal does not survive the way to another process; its sentence does.
            raise RuntimeError(f"{sitters[seat]}, game {fixture.number + 1}: {refusal}") from None
    assert match.outcome is not None  # noqa: S101 - nobody is to move
    shares = match.outcome.shares
    return Played(
        number=fixture.number,
        shares=tuple(shares[fixture.seating.index(who)] for who in range(len(sitters))),
        record=to_json(Record.of(match, fixture.deal)),
    )


def _opened(referee: Referee, match: Match, fixture: Fixture) -> Match:
    """Return the match after its random opening, in which nobody wins."""
    rng = Random(f"{fixture.deal}/opening")
    for _ in range(fixture.plies):
        seat, position = match.to_move, match.position
        quiet = [move for move in position.moves() if position.after(move).outcome() is None]
        if not isinstance(seat, int) or not quiet:
            break
        match = referee.play(match, seat, str(rng.choice(quiet)), at=0)
    return match
