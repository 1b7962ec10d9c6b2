"""Games that people have played elsewhere and brought here: their records, each once."""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Final

from sqlalchemy import Connection, delete, func, select

from ludotheque.store.database import Database
from ludotheque.store.schema import BROUGHT, PEOPLE


@dataclass(frozen=True)
class Brought:
    """A game that was brought, without its moves."""

    id: str
    """Made of what was played: the same game has the same one."""
    at: int
    """When it was brought."""
    ended: int
    game: str
    players: tuple[str, ...]
    reason: str
    shares: tuple[float, ...]


class Fate(Enum):
    """What became of a game that was brought."""

    KEPT = "kept"
    KNOWN = "known"
    """It was there already."""
    FULL = "full"
    """There is no room for it."""
    STRANGE = "strange"
    """Whoever brought it is not known (any more)."""


@dataclass(frozen=True)
class Allowance:
    """How much one person may bring."""

    games: int
    size: int
    """In bytes of their records."""


class BroughtGames:
    """The games that each person has brought. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, person_id: str, game: Brought, body: str, allowed: Allowance) -> Fate:
        """Keep a game with its record *body*, once, if there is room; say what became of it."""
        mine = BROUGHT.c.person_id == person_id
        held = select(func.count(), func.coalesce(func.sum(BROUGHT.c.size), 0))
        there = select(BROUGHT.c.id).where(mine, BROUGHT.c.id == game.id)
        # Whoever brings several at once brings them one after another.
        whose = select(PEOPLE.c.id).where(PEOPLE.c.id == person_id).with_for_update()
        row = {
            "person_id": person_id,
            "id": game.id,
            "at": game.at,
            "ended": game.ended,
            "game": game.game,
            "players": json.dumps(game.players),
            "reason": game.reason,
            "shares": json.dumps(game.shares),
            "size": len(body.encode()),
            "body": body,
        }

        def work(connection: Connection) -> Fate:
            if connection.execute(whose).first() is None:
                return Fate.STRANGE
            if connection.execute(there).first() is not None:
                return Fate.KNOWN
            games, size = connection.execute(held.where(mine)).one()
            if games >= allowed.games or size + row["size"] > allowed.size:
                return Fate.FULL
            connection.execute(self._database.insert(BROUGHT).values(row))
            return Fate.KEPT

        return self._database.write(work)

    def of_person(self, person_id: str) -> list[Brought]:
        """Return the games that a person has brought, those that ended last first."""
        theirs = (
            select(*_BROUGHT)
            .where(BROUGHT.c.person_id == person_id)
            .order_by(BROUGHT.c.ended.desc(), BROUGHT.c.id)
        )
        return self._database.read(lambda c: [_brought(*row) for row in c.execute(theirs)])

    def record(self, person_id: str, game_id: str) -> str | None:
        """Return the record of a game that a person has brought, None if there is no such."""
        its = select(BROUGHT.c.body).where(
            BROUGHT.c.person_id == person_id, BROUGHT.c.id == game_id
        )
        found: str | None = self._database.read(lambda c: c.execute(its).scalar())
        return found

    def forget(self, person_id: str, game_id: str) -> bool:
        """Forget a game; False if there is no such."""
        its = delete(BROUGHT).where(BROUGHT.c.person_id == person_id, BROUGHT.c.id == game_id)
        return self._database.write(lambda c: c.execute(its).rowcount == 1)


_BROUGHT: Final = [BROUGHT.c[name] for name in Brought.__dataclass_fields__]


def _brought(
    game_id: str, at: int, ended: int, game: str, players: str, reason: str, shares: str
) -> Brought:
    return Brought(
        game_id, at, ended, game, tuple(json.loads(players)), reason, tuple(json.loads(shares))
    )
