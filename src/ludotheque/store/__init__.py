"""Persistence: the log of every table, people, ratings, reviews, puzzles; in SQLite or PostgreSQL.

`Store.log` is for the event loop; everything else blocks, and is to be called in a thread.
"""

import asyncio
from dataclasses import dataclass

from ludotheque.store.backup import backup
from ludotheque.store.brought import Brought, BroughtGames
from ludotheque.store.database import PATIENCE, Database
from ludotheque.store.errors import BackupRefused, BadDatabase, LogBroken, NameTaken, StoreDown
from ludotheque.store.log import Log, Row, Summary, Whole
from ludotheque.store.migrations import migrate
from ludotheque.store.people import Pass, People, Person, Token
from ludotheque.store.postgres_log import PostgresLog
from ludotheque.store.pulse import Pulse
from ludotheque.store.puzzles import Puzzles, Tried
from ludotheque.store.ratings import Ranked, Rating, Ratings, Result
from ludotheque.store.reviews import Reviews
from ludotheque.store.settings import Settings
from ludotheque.store.space import Space
from ludotheque.store.sqlite_log import SqliteLog
from ludotheque.store.streaks import Streaks
from ludotheque.store.tables import Listed, Page, Sign, Tables
from ludotheque.store.tidy import Held, Keeping, Swept, Tidy

__all__ = [
    "BackupRefused",
    "BadDatabase",
    "Brought",
    "BroughtGames",
    "Held",
    "Keeping",
    "Listed",
    "Log",
    "LogBroken",
    "NameTaken",
    "Page",
    "Pass",
    "People",
    "Person",
    "Puzzles",
    "Ranked",
    "Rating",
    "Ratings",
    "Result",
    "Reviews",
    "Row",
    "Settings",
    "Sign",
    "Space",
    "Store",
    "StoreDown",
    "Streaks",
    "Summary",
    "Swept",
    "Tables",
    "Tidy",
    "Token",
    "Tried",
    "Whole",
    "backup",
    "migrate",
    "open_store",
]


@dataclass(frozen=True)
class Store:
    """Everything that is kept, by what it is about."""

    database: Database
    log: Log
    tables: Tables
    people: People
    ratings: Ratings
    reviews: Reviews
    puzzles: Puzzles
    streaks: Streaks
    brought: BroughtGames
    settings: Settings
    tidy: Tidy
    pulse: Pulse
    space: Space

    def answers(self) -> bool:
        """Return whether the database answers now; it blocks."""
        return self.database.answers()

    async def close(self) -> None:
        """Finish what waits to be written, and leave the database."""
        await self.log.close()
        await asyncio.to_thread(self.database.close)


def open_store(url: str, *, patience: float = PATIENCE) -> Store:
    """Return the store at *url*, made or brought up to date if need be.

    *url* is `sqlite:///file` (four slashes for an absolute path) or `postgresql://…`; anything
    else, and a database newer than this code, raises BadDatabase. For *patience* seconds a database
    that does not answer only delays; then StoreDown is raised.
    """
    database = Database(url, patience=patience)
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return Store(
        database=database,
        log=SqliteLog(database) if database.is_sqlite else PostgresLog(database),
        tables=Tables(database),
        people=People(database),
        ratings=Ratings(database),
        reviews=Reviews(database),
        puzzles=Puzzles(database),
        streaks=Streaks(database),
        brought=BroughtGames(database),
        settings=Settings(database),
        tidy=Tidy(database),
        pulse=Pulse(database),
        space=Space(database),
    )
