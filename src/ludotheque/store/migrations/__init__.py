"""The versions of the schema, and the way from any of them to the newest."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from ludotheque.errors import N_
from ludotheque.store.database import Database
from ludotheque.store.errors import BadDatabase

LOCK = 0x6C75646F
"""What PostgreSQL calls the lock that lets one worker at a time change the schema."""


@cache
def versions() -> tuple[str, ...]:
    """Return the names of all versions, oldest first."""
    script = ScriptDirectory.from_config(_config())
    return tuple(revision.revision for revision in script.walk_revisions())[::-1]


@contextmanager
def opened(url: str) -> Iterator[Database]:
    """Open the database at *url*, which must be there and as new as this program, for the block."""
    with closing(Database.existing(url)) as database:
        present = database.read(lambda c: MigrationContext.configure(c).get_current_revision())
        if present != versions()[-1]:
            raise BadDatabase(
                N_("database “{url}” is of another version: start the house once, then try again"),
                url=database,
            )
        yield database


def migrate(database: Database, to: str = "head") -> None:
    """Bring *database* from empty or from any earlier version to the newest, or up to *to*.

    Nothing happens if it is there already; of several workers that start at once, one does it and
    the others wait. A database newer than this code raises BadDatabase, untouched.
    """

    def upgrade(connection: Connection) -> None:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        known = versions()
        present = MigrationContext.configure(connection).get_current_revision()
        if present is not None and present not in known:
            raise BadDatabase(
                N_("database “{url}”: its version {present} is newer than this program ({newest})"),
                url=database,
                present=present,
                newest=known[-1],
            )
        if present != (known[-1] if to == "head" else to):
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, to)

    try:
        database.write(upgrade)
    except (DatabaseError, sqlite3.DatabaseError) as fault:
        words = str(getattr(fault, "orig", fault)).splitlines()[0]
        raise BadDatabase(N_("database “{url}”: {fault}"), url=database, fault=words) from fault


def _config() -> Config:
    config = Config()
    # A per cent sign in the path would be read as the name of another option.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
