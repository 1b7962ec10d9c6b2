"""The aim of a game as a page shows it: a line beside the board, and a small picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ludotheque.draw import Placement, placements
from ludotheque.errors import N_, Phrase
from ludotheque.games import AnyGame, Edge, Options
from ludotheque.position import Seat
from ludotheque.words import Words

_EDGES: Final[Mapping[Edge, Phrase]] = {
    "above": Phrase(N_("at the top")),
    "below": Phrase(N_("at the bottom")),
}
_TURNED: Final[Mapping[Edge, Edge]] = {"above": "below", "below": "above"}


@dataclass(frozen=True, slots=True)
class AimSeen:
    """What wins, in the reader's language."""

    told: str
    told_turned: str
    """The same for whoever looks at the board from the other side."""
    spots: tuple[str, ...]
    """The places to come to."""
    way: tuple[str, ...]
    """The places on a way there."""
    pieces: tuple[Placement, ...]
    """How it looks once it is reached; none where there is no picture of that."""


def aims_of(game: AnyGame, seats: int, options: Options, words: Words) -> tuple[AimSeen, ...]:
    """Return the aim of each seat, then the one for onlookers; nothing where a game tells none."""
    if game.aim is None:
        return ()
    return tuple(_aim(game, seat, options, words) for seat in (*range(seats), None))


def _aim(game: AnyGame, seat: Seat | None, options: Options, words: Words) -> AimSeen:
    assert game.aim is not None  # noqa: S101 - who asks has looked
    aim = game.aim(game.settle(options), seat)
    turned = None if aim.edge is None else _TURNED[aim.edge]
    reached = game.position(aim.reached, **options) if aim.reached else None
    return AimSeen(
        told=_told(aim.message, aim.facts, aim.edge, words),
        told_turned=_told(aim.message, aim.facts, turned, words),
        spots=aim.spots,
        way=aim.way,
        pieces=() if reached is None else placements(game.scene(reached, None, None)),
    )


def _told(message: str, facts: Mapping[str, object], edge: Edge | None, words: Words) -> str:
    where = {} if edge is None else {"edge": _EDGES[edge]}
    return words.say(message, **facts, **where)
