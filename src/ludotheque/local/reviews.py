"""Reviews that one browser keeps: none is made twice, and its mistakes can be asked about."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from ludotheque.errors import LudothequeError, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.local.house import ME
from ludotheque.local.notes import Notes
from ludotheque.position import Seat
from ludotheque.study import Review, from_json, nodes_for, to_json
from ludotheque.study.puzzles.mistakes import MOST_REVIEWS, Mistake, mistakes_in
from ludotheque.study.review import edition
from ludotheque.tables import Table
from ludotheque.tables.teller import seat_of

NOTE: Final = "review"
"""What the names of these notes begin with; `js/local/log.js` forgets them with their tables."""


@dataclass(frozen=True)
class KeptReview:
    """A review of a game that was played here."""

    table_id: str
    number: int
    edition: str
    """By what it was made: another would judge or tell otherwise."""
    seat: Seat | None
    """Where the reader sat, as in the game's replay; None where computers played."""
    body: str

    @property
    def mistakes(self) -> Iterator[Mistake]:
        """One's own mistakes in it, in the order of play."""
        seats = () if self.seat is None else (self.seat,)
        return mistakes_in(self.body, self.table_id, self.number, seats)

    def review(self, game: AnyGame) -> Review | None:
        """Return what it says; None where it is of another edition, or cannot be read."""
        if self.edition == edition(nodes_for(game)):
            with suppress(LudothequeError):
                return from_json(self.body)
        return None


async def keep(notes: Notes, table_id: str, table: Table, review: Review) -> None:
    """Keep the review of the game that *table* ends with; where it cannot be, it was still told."""
    game, match = review.setup.game, table.match
    assert match is not None  # noqa: S101 - it was played
    # Who has played side by side has one seat here: the other was somebody else's.
    seat = seat_of(table, ME, None)
    # Their order is that in which the games have ended.
    name = f"{NOTE} {game.slug} {match.now:015} {table_id}/{table.number}"
    text = json.dumps([edition(nodes_for(game)), seat, to_json(review)], separators=(",", ":"))
    with suppress(NotAllowed):
        await notes.replace(name, await notes.find(name), text)


async def find(notes: Notes, table_id: str, number: int) -> KeptReview | None:
    """Return the review of a game, None if none was kept."""
    place = f" {table_id}/{number}"
    names = [name for name in await notes.names(f"{NOTE} ") if name.endswith(place)]
    return await _read(notes, names[0]) if names else None


async def of_game(notes: Notes, game: AnyGame) -> list[KeptReview]:
    """Return the last reviews of a game, the newest game first."""
    names = await notes.names(f"{NOTE} {game.slug} ")
    found = [await _read(notes, name) for name in reversed(names[-MOST_REVIEWS:])]
    return [kept for kept in found if kept is not None]


async def _read(notes: Notes, name: str) -> KeptReview | None:
    text = await notes.find(name)
    if text is None:  # Its table was forgotten a moment ago.
        return None
    made_by, seat, body = json.loads(text)
    table_id, _, number = name.rpartition(" ")[2].partition("/")
    return KeptReview(table_id, int(number), made_by, seat, body)
