"""Restoring: a back-up takes the place of the database, whole or not at all."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection, inspect, text

from ludotheque.errors import N_
from ludotheque.store.database import Database, pauses, sync_folder
from ludotheque.store.errors import BackupRefused, BadDatabase
from ludotheque.store.lock import alone_with

AT_ONCE: Final = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
"""How pg_restore is to work: instead of what is there, whole or not at all."""
LEAVING: Final = 5.0
"""The seconds in which PostgreSQL still lists whoever has just closed: they are no house."""
HALF_RESTORED: Final = "half_restored"
"""The table that a PostgreSQL database has while a back-up is being put in place."""


@contextmanager
def restoring(url: str, file: Path, *, force: bool = False) -> Iterator[str]:
    """Give the address of a database that holds what *file* does, and put it at *url* afterwards.

    What is there already is overwritten only with *force*; while a house runs, this is refused.
    With SQLite the block works on a copy beside the database, which takes its place at the end of
    the block. With PostgreSQL, pg_restore fills the database itself, in one transaction; until the
    block has ended no house opens it, see `refuse_half_restored`.
    """
    database = Database(url)
    try:
        if not file.is_file():
            raise BackupRefused(N_("back-up “{file}”: there is no such file"), file=file)
        with (
            _in_sqlite(database, file, force)
            if database.is_sqlite
            else _in_postgres(database, url, file, force) as where
        ):
            yield where
    finally:
        database.close()


@contextmanager
def _in_sqlite(database: Database, file: Path, force: bool) -> Iterator[str]:
    place = database.file
    with alone_with(place):
        if place.stat().st_size and not force:
            _refuse_to_overwrite(place)
        part = place.with_name(f"{place.name}.restored")
        part.unlink(missing_ok=True)
        try:
            _copy(file, part)
            yield f"sqlite:///{part}"
            _draw_together(part)
            # What is there may be a wreck; if not, it is whole until the other takes its place.
            with suppress(sqlite3.Error):
                _draw_together(place)
            for old in ("-wal", "-shm"):
                place.with_name(f"{place.name}{old}").unlink(missing_ok=True)
            part.replace(place)
            sync_folder(place)
        finally:
            for left in ("", "-wal", "-shm"):
                part.with_name(f"{part.name}{left}").unlink(missing_ok=True)


def _draw_together(file: Path) -> None:
    """Put all of a database into its one file: nothing of it lies in a journal beside it."""
    with closing(sqlite3.connect(file)) as whole:
        whole.execute("PRAGMA journal_mode = DELETE")


def _copy(file: Path, part: Path) -> None:
    """Copy a back-up, or raise BackupRefused if it is none."""
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with (
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
            (found,) = target.execute("PRAGMA integrity_check(1)").fetchone()
            target.execute("SELECT 1 FROM alembic_version")
    except sqlite3.Error as fault:
        raise BackupRefused(N_("back-up “{file}”: {fault}"), file=file, fault=fault) from fault
    if found != "ok":
        raise BackupRefused(N_("back-up “{file}”: {fault}"), file=file, fault=found)


@contextmanager
def _in_postgres(database: Database, url: str, file: Path, force: bool) -> Iterator[str]:
    program = shutil.which("pg_restore")
    if program is None:
        raise BackupRefused(
            N_("a PostgreSQL database is restored by pg_restore, which is not on this machine")
        )
    others = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'"  # the server itself may be tidying there
    )

    def look(connection: Connection) -> tuple[int, bool]:
        return connection.execute(others).scalar_one(), inspect(connection).has_table("tables")

    for _ in pauses(LEAVING):
        busy, full = database.read(look)
        if not busy:
            break
    else:
        raise in_use(database)
    if full and not force:
        _refuse_to_overwrite(database)
    marked = database.read(_is_marked)
    # A table: pg_restore leaves alone what it does not bring along.
    database.write(lambda c: c.execute(text(f"CREATE TABLE IF NOT EXISTS {HALF_RESTORED} ()")))
    try:
        _fill(program, database, file)
    except BackupRefused:  # What was there still is.
        if not marked:
            _unmark(database)
        raise
    yield url
    _unmark(database)


def _is_marked(connection: Connection) -> bool:
    return inspect(connection).has_table(HALF_RESTORED)


def _unmark(database: Database) -> None:
    database.write(lambda connection: connection.execute(text(f"DROP TABLE {HALF_RESTORED}")))


def refuse_half_restored(database: Database) -> None:
    """Raise BadDatabase where a back-up was put in place, and its games not given new seeds."""
    if database.read(_is_marked):
        raise BadDatabase(
            N_("a back-up was not wholly restored to “{url}”: restore it again with --force"),
            url=database,
        )


def _fill(program: str, database: Database, file: Path) -> None:
    """Let pg_restore put what *file* holds in place of what is there, or raise BackupRefused."""
    facts = conninfo_to_dict(database.address)
    secret = {"PGPASSWORD": str(facts.pop("password"))} if "password" in facts else {}
    where = make_conninfo("", **facts)
    done = subprocess.run(  # noqa: S603 - the program is pg_restore
        [program, *AT_ONCE, f"--dbname={where}", str(file)],
        env=os.environ | secret,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        words = done.stderr.strip().splitlines() or [""]
        raise BackupRefused(N_("pg_restore: {fault}"), fault=words[-1])


def in_use(database: Database) -> BackupRefused:
    """Return why nothing is restored to a *database* to which someone else writes."""
    return BackupRefused(N_("a house is using the database “{url}”: stop it first"), url=database)


def _refuse_to_overwrite(what: object) -> NoReturn:
    raise BackupRefused(
        N_("there is a database at “{place}” already: --force overwrites it"), place=what
    )
