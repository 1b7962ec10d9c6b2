"""Backup: a copy of the whole database in one file, made while the house is open."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ludotheque.errors import N_
from ludotheque.store.database import Database
from ludotheque.store.errors import BackupRefused


def backup(url: str, file: Path) -> None:
    """Copy the database at *url* to *file*, which must not be there yet.

    The copy is of one moment, and appears whole or not at all. Of SQLite it is a database like any
    other, of PostgreSQL what pg_dump makes; where there is no pg_dump, this is refused. To go back
    to it, see `ludotheque.store.restoring`.
    """
    database = Database.existing(url)
    try:
        copy = _copy_sqlite if database.is_sqlite else _copy_postgres
        _in_its_place(file, lambda part: copy(database, part))
    except (OSError, sqlite3.Error) as fault:
        words = getattr(fault, "strerror", None) or fault
        raise BackupRefused(N_("backup “{file}”: {fault}"), file=file, fault=words) from fault
    finally:
        database.close()


def _in_its_place(file: Path, make: Callable[[Path], None]) -> None:
    """Let *make* write a file beside *file*, for its owner's eyes only, then give it that name."""
    part = file.with_name(f"{file.name}.part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        make(part)
        with part.open("rb") as whole:
            os.fsync(whole.fileno())
        os.link(part, file)  # which, other than a change of name, never takes another's place
    finally:
        part.unlink()


def _copy_sqlite(database: Database, part: Path) -> None:
    with (
        closing(sqlite3.connect(database.file)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


def _copy_postgres(database: Database, part: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise BackupRefused(
            N_("a PostgreSQL database is backed up by pg_dump, which is not on this machine")
        )
    facts = conninfo_to_dict(database.address)
    # A password among the arguments would be there for everyone on the machine to see.
    secret = {"PGPASSWORD": str(facts.pop("password"))} if "password" in facts else {}
    where = make_conninfo("", **facts)
    made = subprocess.run(  # noqa: S603 - the program is pg_dump
        [program, "--format=custom", f"--file={part}", f"--dbname={where}"],
        env=os.environ | secret,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        words = made.stderr.strip().splitlines() or [""]
        raise BackupRefused(N_("pg_dump: {fault}"), fault=words[-1])
