"""The log in PostgreSQL, by psycopg: one statement a group, and so one trip to the server."""

from collections.abc import Sequence

import psycopg

from ludotheque.store.database import POSTGRES_LOST
from ludotheque.store.writer import Entry, GroupWriter, Lost

OPEN = """
INSERT INTO tables (id, created, secret, game, status, public, seq, updated, note)
VALUES (%s, %s, %s, %s, %s, %s, 0, 0, '') ON CONFLICT (id) DO NOTHING
"""
WRITE = """
WITH new AS (
    SELECT * FROM unnest(
        %s::text[], %s::integer[], %s::text[], %s::bigint[], %s::text[],
        %s::text[], %s::boolean[], %s::bigint[], %s::text[]
    ) AS new (table_id, seq, stamp, at, body, status, public, due, note)
), kept AS (
    INSERT INTO acts (table_id, seq, stamp, at, body)
    SELECT new.table_id, new.seq, new.stamp, new.at, new.body
    FROM new JOIN tables ON tables.id = new.table_id AND tables.seq = new.seq - 1
    ORDER BY new.table_id -- two workers that want the same rows must not wait for each other
    ON CONFLICT DO NOTHING
    RETURNING table_id
), summarised AS (
    UPDATE tables
    SET seq = new.seq, updated = new.at, status = new.status, public = new.public,
        due = new.due, note = new.note
    FROM new JOIN kept USING (table_id)
    WHERE tables.id = new.table_id
), seated AS (
    INSERT INTO seats_taken (table_id, person_id)
    SELECT table_id, person_id
    FROM unnest(%s::text[], %s::text[]) AS sat (table_id, person_id) JOIN kept USING (table_id)
    ON CONFLICT DO NOTHING
)
SELECT table_id FROM kept
"""
STAMP = "SELECT stamp FROM acts WHERE table_id = %s AND seq = %s"


class PostgresLog(GroupWriter):
    """A log in a PostgreSQL database."""

    _connection: "psycopg.Connection[tuple[object, ...]] | None" = None

    def _keep(self, group: Sequence[Entry]) -> list[bool]:
        try:
            connection = self._connect()
            if opened := [entry for entry in group if entry.opening]:
                with connection.transaction():
                    connection.cursor().executemany(OPEN, map(_opening, opened))
                    kept = _written(connection, group)
            else:
                kept = _written(connection, group)
            return [entry.table_id in kept or _is_there(connection, entry) for entry in group]
        except POSTGRES_LOST as fault:
            raise Lost(fault) from fault

    def _connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        if self._connection is None:
            self._connection = psycopg.connect(self._database.address, autocommit=True)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _written(
    connection: "psycopg.Connection[tuple[object, ...]]", group: Sequence[Entry]
) -> set[object]:
    """Write *group* and return the tables of which a row was written."""
    rows, summaries = [e.row for e in group], [e.summary for e in group]
    seated = [(e.table_id, person) for e in group for person in e.summary.sitters]
    values = (
        [e.table_id for e in group],
        [row.seq for row in rows],
        [row.stamp for row in rows],
        [row.at for row in rows],
        [row.body for row in rows],
        [summary.status for summary in summaries],
        [summary.public for summary in summaries],
        [summary.due for summary in summaries],
        [summary.note for summary in summaries],
        [table_id for table_id, _ in seated],
        [person_id for _, person_id in seated],
    )
    return {table_id for (table_id,) in connection.execute(WRITE, values)}


def _is_there(connection: "psycopg.Connection[tuple[object, ...]]", entry: Entry) -> bool:
    """Return whether this very row has been written before, though its writer was not told."""
    found = connection.execute(STAMP, (entry.table_id, entry.row.seq)).fetchone()
    return found == (entry.row.stamp,)


def _opening(entry: Entry) -> tuple[object, ...]:
    assert entry.opening is not None  # noqa: S101 - picked by it
    secret, game = entry.opening
    return entry.table_id, entry.row.at, secret, game, entry.summary.status, entry.summary.public
