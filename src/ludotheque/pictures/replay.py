"""A record looked at again, picture by picture, by those who may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludotheque.match import Record, Steps, verifying, whole
from ludotheque.match.match import ABORTED
from ludotheque.pictures.ending import ending_told
from ludotheque.pictures.naming import Naming
from ludotheque.pictures.of_match import picture_at, telling
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
    aborted: bool = False
    """Whether it is no result: the game ended before everyone had moved."""


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
    from_position: bool
    """Whether it began from a position set up by hand: nobody dealt that."""
    noted: bool = False
    """Whether someone says something of it: comments, marks, variations."""
    seat: Seat | None = None
    """Where the reader sat, if they did."""
    guests: tuple[Seat, ...] = ()
    """Those at its table whose name was no account's; a record by itself does not tell."""


def replayed(
    record: Record, seat: Seat | None, words: Words, names: Sequence[str] | None = None
) -> Replay:
    """Return every picture of *record* as *seat* may see it, or raise BadRecord where it is wrong.

    Its players are called by *names*, or as they are in the record.

    Once a game is over everyone may see everything, its past as well.
    """
    return whole(replaying(record, seat, words, names))


def replaying(
    record: Record, seat: Seat | None, words: Words, names: Sequence[str] | None = None
) -> Steps[Replay]:
    """Do what `replayed` does, an event or a picture a step."""
    report = yield from verifying(record)
    match, game, result = report.match, record.setup.game, record.result
    turns = [number for number, ply in enumerate(match.plies) if ply.mover is not CHANCE]
    told = telling(match, seat, words)
    players = tuple(names or record.setup.players)
    naming = Naming()
    frames: list[Frame] = []
    for end in (*turns, len(match.plies)):
        move = next(told) if frames else None
        position = match.positions[end]
        seen = position if match.outcome else position.seen_by(seat)
        picture = picture_at(match, end, seat, words, naming)
        frames.append(
            Frame(None, None, None, (), str(seen), picture)
            if move is None
            else Frame(move.seat, move.move, move.brief, move.told, str(seen), picture)
        )
        yield
    return Replay(
        game=game.slug,
        title=words.say(game.title),
        options=dict(record.setup.options),
        players=players,
        ending=None
        if result is None
        else Ending(
            tuple(result.shares),
            ending_told(game, match.position, result, players, words),
            result.reason == ABORTED,
        ),
        seed=record.seed,
        seed_hash=record.setup.seed_hash,
        draws=report.draws,
        frames=tuple(frames),
        from_position=record.setup.start is not None,
        noted=bool(record.notes),
    )
