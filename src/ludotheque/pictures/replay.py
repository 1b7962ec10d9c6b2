"""A record looked at again, picture by picture, by those who may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludotheque.match import Record, verify
from ludotheque.pictures.ending import ending_told
from ludotheque.pictures.naming import Naming
from ludotheque.pictures.of_match import past, story
from ludotheque.pictures.picture import Picture
from ludotheque.position import CHANCE, Seat
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment after a move; the first frame is the one before any."""

    seat: Seat | None
    """Who moved."""
    move: str | None
    brief: str | None
    told: tuple[str, ...]
    position: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    shares: tuple[float, ...]
    reason: str
    """In words."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game from its first picture to its last."""

    game: str
    title: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    """By seat."""
    ending: Ending | None
    """None if it was not played to its end."""
    seed: str | None
    seed_hash: str | None
    draws: int
    """How often chance drew; with a seed, each was drawn again, with the same result."""
    frames: tuple[Frame, ...]
    seat: Seat | None = None
    """Where the reader sat, if they did."""


def replayed(
    record: Record, seat: Seat | None, words: Words, names: Sequence[str] | None = None
) -> Replay:
    """Return every picture of *record* as *seat* may see it, or raise BadRecord where it is wrong.

    Its players are called by *names*, or as they are in the record.

    Once a game is over everyone may see everything, its past as well.
    """
    report = verify(record)
    match, game, result = report.match, record.setup.game, record.result
    turns = [number for number, ply in enumerate(match.plies) if ply.mover is not CHANCE]
    ends = [*turns, len(match.plies)]
    told = story(match, seat, words)
    moves = [
        (None, None, None, ()),
        *((move.seat, move.move, move.brief, move.told) for move in told),
    ]
    seen = [position if match.outcome else position.seen_by(seat) for position in match.positions]
    players = tuple(names or record.setup.players)
    naming = Naming()
    return Replay(
        game=game.slug,
        title=words.say(game.title),
        options=dict(record.setup.options),
        players=players,
        ending=None
        if result is None
        else Ending(
            tuple(result.shares), ending_told(game, match.position, result, players, words)
        ),
        seed=record.seed,
        seed_hash=record.setup.seed_hash,
        draws=report.draws,
        frames=tuple(
            Frame(*move, str(seen[end]), past(match, number, seat, words, naming))
            for number, (end, move) in enumerate(zip(ends, moves, strict=True))
        ),
    )
