"""The log in SQLite, by the plain sqlite3 module.

A group is a handful of statements, however many rows it has: every statement lets go of Python's
lock, and waits to have it back while the event loop is busy.
"""

import sqlite3
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludotheque.store.chain import anchor, link
from ludotheque.store.database import is_lost, prepare_sqlite, sync_folder
from ludotheque.store.writer import Entry, GroupWriter, Lost

OPEN = """
INSERT INTO tables (id, created, secret, game, status, public, seq, updated, note, head)
VALUES (?, ?, ?, ?, ?, ?, 0, 0, '', ?) ON CONFLICT (id) DO NOTHING
"""
SIT = "INSERT INTO seats_taken (table_id, person_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
STAMP = "SELECT stamp FROM acts WHERE table_id = ? AND seq = ?"


@cache
def summarise(rows: int) -> str:
    """Return the statement that brings as many summaries up to date, where the next row is due."""
    return f"""
    UPDATE tables
    SET seq = new.column2, updated = new.column3, status = new.column4, public = new.column5,
        due = new.column6, note = new.column7, awaited = new.column8, head = new.column9
    FROM ({_values(rows, 9)}) AS new
    WHERE tables.id = new.column1 AND tables.seq = new.column2 - 1
    """  # noqa: S608 - made of question marks


@cache
def heads(tables: int) -> str:
    """Return the question for the heads of as many tables."""
    return f"SELECT id, head FROM tables WHERE id IN ({', '.join('?' * tables)})"  # noqa: S608 - as above


@cache
def insert(rows: int) -> str:
    """Return the statement that inserts as many rows."""
    return f"INSERT INTO acts (table_id, seq, stamp, at, body, link) {_values(rows, 6)}"


def _values(rows: int, columns: int) -> str:
    return "VALUES " + ", ".join([f"({', '.join('?' * columns)})"] * rows)


class SqliteLog(GroupWriter):
    """A log in a SQLite file."""

    _connection: sqlite3.Connection | None = None

    def _keep(self, group: Sequence[Entry]) -> list[bool]:
        try:
            with self._database.turn:
                connection = self._connect()
                try:
                    kept = _written(connection, group)
                    connection.execute("COMMIT")
                except BaseException:
                    connection.rollback()
                    raise
        except OSError as fault:
            raise Lost(fault) from fault
        except sqlite3.Error as fault:
            if is_lost(fault):
                raise Lost(fault) from fault
            raise
        return kept

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._database.file, cached_statements=512)
            try:
                prepare_sqlite(connection)
                _keep_journal(connection, self._database.file)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _keep_journal(connection: sqlite3.Connection, file: Path) -> None:
    """Make sure that the journal's name is on the disk, or raise OSError.

    What is committed is in it alone for a while. SQLite syncs the folder as well, once, and goes on
    if that fails: then a loss of power could take the journal, and all that is in it.
    """
    connection.execute("SELECT name FROM sqlite_schema LIMIT 1")  # it is there from now on
    sync_folder(file)


def _written(connection: sqlite3.Connection, group: Sequence[Entry]) -> list[bool]:
    """Write *group* and say which of its rows are there now, in a transaction left open."""
    connection.execute("BEGIN IMMEDIATE")
    if _advance(connection, group):
        return [True] * len(group)
    connection.execute("ROLLBACK")
    connection.execute("BEGIN IMMEDIATE")
    return [_advance(connection, [entry]) or _is_there(connection, entry) for entry in group]


def _advance(connection: sqlite3.Connection, group: Sequence[Entry]) -> bool:
    """Write *group* and return True if all its rows are the next of their tables."""
    if opened := [entry for entry in group if entry.opening]:
        connection.executemany(OPEN, map(_opening, opened))
    ids = [entry.table_id for entry in group]
    before = dict(connection.execute(heads(len(group)), ids).fetchall())
    links = [link(before.get(entry.table_id, ""), entry.row) for entry in group]
    linked = list(zip(group, links, strict=True))
    summaries = [value for entry, head in linked for value in (*_summary(entry), head)]
    if connection.execute(summarise(len(group)), summaries).rowcount != len(group):
        return False
    rows = [value for entry, head in linked for value in (entry.table_id, *entry.row, head)]
    connection.execute(insert(len(group)), rows)
    if seated := [(e.table_id, person) for e in group for person in e.summary.sitters]:
        connection.executemany(SIT, seated)
    return True


def _is_there(connection: sqlite3.Connection, entry: Entry) -> bool:
    """Return whether this very row has been written before, though its writer was not told."""
    found = connection.execute(STAMP, (entry.table_id, entry.row.seq)).fetchone()
    return bool(found == (entry.row.stamp,))


def _opening(entry: Entry) -> tuple[object, ...]:
    assert entry.opening is not None  # noqa: S101 - picked by it
    secret, game = entry.opening
    status, public = entry.summary.status, entry.summary.public
    head = anchor(entry.table_id, secret)
    return entry.table_id, entry.row.at, secret, game, status, public, head


def _summary(entry: Entry) -> tuple[object, ...]:
    row, summary = entry.row, entry.summary
    return (
        entry.table_id,
        row.seq,
        row.at,
        summary.status,
        summary.public,
        summary.due,
        summary.note,
        summary.awaited,
    )
