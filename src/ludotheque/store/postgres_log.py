"""The log in PostgreSQL, by psycopg: one statement a group, and so one trip to the server.

What goes there goes as one JSON text: psycopg would write an array element by element in Python.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import psycopg
from sqlalchemy import Connection

from ludotheque.store.chain import anchor
from ludotheque.store.database import POSTGRES_LOST, Database
from ludotheque.store.errors import StoreDown
from ludotheque.store.log import Row
from ludotheque.store.writer import Entry, GroupWriter, Lost

OPEN = """
INSERT INTO tables (id, created, secret, game, status, public, seq, updated, note, head)
VALUES (%s, %s, %s, %s, %s, %s, 0, 0, '', %s) ON CONFLICT (id) DO NOTHING
"""
WRITE = """
WITH new AS (
    SELECT * FROM json_to_recordset(%s::json) AS new (
        table_id text, seq integer, stamp text, at bigint, body text,
        status text, public boolean, due bigint, note text, awaited text,
        sitters json
    )
), kept AS (
    INSERT INTO acts (table_id, seq, stamp, at, body, link)
    SELECT new.table_id, new.seq, new.stamp, new.at, new.body,
        -- As chain.py has it: who appends need not ask first what comes before.
        left(encode(sha256(convert_to(concat_ws(E'\\x1f',
            tables.head, new.seq, new.stamp, new.at, new.body), 'UTF8')), 'hex'), 32)
    FROM new JOIN tables ON tables.id = new.table_id AND tables.seq = new.seq - 1
    ORDER BY new.table_id -- two workers that want the same rows must not wait for each other
    ON CONFLICT DO NOTHING
    RETURNING table_id, link
), summarised AS (
    UPDATE tables
    SET seq = new.seq, updated = new.at, status = new.status, public = new.public,
        due = new.due, note = new.note, awaited = new.awaited, head = kept.link
    FROM new JOIN kept USING (table_id)
    WHERE tables.id = new.table_id
), seated AS (
    INSERT INTO seats_taken (table_id, person_id)
    SELECT table_id, person_id
    FROM new JOIN kept USING (table_id), json_array_elements_text(new.sitters) AS sat (person_id)
    ON CONFLICT DO NOTHING
)
SELECT table_id FROM kept
"""
NEWS = """
SELECT asked.table_id, act.seq, act.stamp, act.at, act.body
FROM json_each_text(%s::json) AS asked (table_id, after), LATERAL (
    SELECT seq, stamp, at, body FROM acts
    WHERE acts.table_id = asked.table_id AND acts.seq > asked.after::integer
) AS act
ORDER BY asked.table_id, act.seq
"""
STAMP = "SELECT stamp FROM acts WHERE table_id = %s AND seq = %s"


class _Wanted(NamedTuple):
    """The rows of a table after a number, and who waits for them."""

    table_id: str
    after: int
    rows: asyncio.Future[list[Row]]


class PostgresLog(GroupWriter):
    """A log in a PostgreSQL database."""

    _connection: "psycopg.Connection[tuple[object, ...]] | None" = None

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._wanted: list[_Wanted] = []
        self._reading: asyncio.Task[None] | None = None

    async def read(self, table_id: str, after: int = 0) -> list[Row]:
        """Return the rows of a table after that number, see `Log`.

        Those who only look for what is new share one question: a process that hears of many tables
        asks for all that it has heard of while it waited for the last answer.
        """
        if not after:
            return await super().read(table_id)
        wanted = _Wanted(table_id, after, asyncio.get_running_loop().create_future())
        self._wanted.append(wanted)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all())
        return await wanted.rows

    async def _read_all(self) -> None:
        """Read what is wanted until nothing is."""
        try:
            while self._wanted:
                asked, self._wanted = self._wanted, []
                await self._answer(asked)
        finally:
            self._reading = None

    async def _answer(self, asked: Sequence[_Wanted]) -> None:
        after = {w.table_id: w.after for w in sorted(asked, key=lambda w: -w.after)}
        try:
            found = await self._read(lambda connection: _news(connection, after))
        except Exception as fault:  # noqa: BLE001 - whoever asked is told
            if isinstance(fault, StoreDown):
                # Whoever has asked meanwhile has waited as well.
                asked, self._wanted = [*asked, *self._wanted], []
            for wanted in asked:
                if not wanted.rows.done():
                    wanted.rows.set_exception(fault)
        else:
            for wanted in asked:
                if not wanted.rows.done():
                    rows = found[wanted.table_id]
                    wanted.rows.set_result([row for row in rows if row.seq > wanted.after])

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
    values = [
        {
            "table_id": entry.table_id,
            "seq": entry.row.seq,
            "stamp": entry.row.stamp,
            "at": entry.row.at,
            "body": entry.row.body,
            "status": entry.summary.status,
            "public": entry.summary.public,
            "due": entry.summary.due,
            "note": entry.summary.note,
            "awaited": entry.summary.awaited,
            "sitters": entry.summary.sitters,
        }
        for entry in group
    ]
    return {table_id for (table_id,) in connection.execute(WRITE, (json.dumps(values),))}


def _news(connection: Connection, after: Mapping[str, int]) -> Mapping[str, list[Row]]:
    """Return the rows of each table after the number that is asked for."""
    found: dict[str, list[Row]] = defaultdict(list)
    for table_id, *row in connection.exec_driver_sql(NEWS, (json.dumps(after),)):
        found[table_id].append(Row(*row))
    return found


def _is_there(connection: "psycopg.Connection[tuple[object, ...]]", entry: Entry) -> bool:
    """Return whether this very row has been written before, though its writer was not told."""
    found = connection.execute(STAMP, (entry.table_id, entry.row.seq)).fetchone()
    return found == (entry.row.stamp,)


def _opening(entry: Entry) -> tuple[object, ...]:
    assert entry.opening is not None  # noqa: S101 - picked by it
    secret, game = entry.opening
    status, public = entry.summary.status, entry.summary.public
    head = anchor(entry.table_id, secret)
    return entry.table_id, entry.row.at, secret, game, status, public, head
