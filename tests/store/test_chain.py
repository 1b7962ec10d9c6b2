"""The chain of a log: whatever is not as it was written is found, and where."""

import asyncio

import pytest
from sqlalchemy import event, text

from ludotheque.store import Row, Summary, Whole, open_store
from ludotheque.store.check import Checked, check
from ludotheque.store.database import Database
from ludotheque.store.migrations import migrate

PLAYING = Summary(status="playing", public=True, due=None, note="{}")
ROWS = [Row(seq, f"stamp{seq}", 1000 + seq, f'{{"say": "çà, {seq}"}}') for seq in range(1, 7)]
DAMAGE = {
    "a byte": (3, "UPDATE acts SET body = replace(body, '3', '8') WHERE of_t AND seq = 3"),
    "a time": (5, "UPDATE acts SET at = at + 1 WHERE of_t AND seq = 5"),
    "the first": (1, "UPDATE acts SET body = '{}' WHERE of_t AND seq = 1"),
    "the last": (6, "UPDATE acts SET body = '{}' WHERE of_t AND seq = 6"),
    "a row gone": (4, "DELETE FROM acts WHERE of_t AND seq = 4"),
    "all gone": (1, "DELETE FROM acts WHERE of_t"),
    "two swapped": (
        2,
        "UPDATE acts SET seq = seq - 6 WHERE of_t AND seq IN (2, 4)",
        "UPDATE acts SET seq = -seq WHERE of_t AND seq < 0",
    ),
    "the tail gone": (5, "DELETE FROM acts WHERE of_t AND seq > 4"),
    "the tail and its number gone": (
        4,
        "DELETE FROM acts WHERE of_t AND seq > 4",
        "UPDATE tables SET seq = 4 WHERE id = 't'",
    ),
    "the number gone back": (5, "UPDATE tables SET seq = 5 WHERE id = 't'"),
    "the table gone back": (
        6,
        "UPDATE tables SET seq = 5 WHERE id = 't'",
        "UPDATE tables SET head = (SELECT link FROM acts WHERE of_t AND seq = 5) WHERE id = 't'",
    ),
    "a row of another table": (
        2,
        "DELETE FROM acts WHERE of_t AND seq = 2",
        "UPDATE acts SET table_id = 't' WHERE table_id = 'v' AND seq = 2",
    ),
    "the secret": (1, "UPDATE tables SET secret = 'other' WHERE id = 't'"),
}
"""What can happen to the log of table t, and the act at which it is found."""


def damage(database, *statements):
    for statement in (one.replace("of_t", "table_id = 't'") for one in statements):
        database.write(lambda c, statement=statement: c.execute(text(statement)))


async def fill(store, *table_ids):
    for table_id in table_ids:
        first, *others = [row._replace(body=row.body + table_id) for row in ROWS]
        assert await store.log.create(table_id, f"secret of {table_id}", "chess", first, PLAYING)
        for row in others:
            assert await store.log.append(table_id, row, PLAYING)


def test_a_log_that_grows_while_it_is_read_is_sound(store):
    """Whenever a question is put and whenever it is answered, another act comes in between."""
    rows = iter([Row(seq, f"stamp{seq}", 0, "{}") for seq in range(7, 20)])

    def grow(*_question):
        row = next(rows)
        adding = asyncio.run_coroutine_threadsafe(store.log.append("t", row, PLAYING), loop[0])
        assert adding.result()

    async def body():
        loop.append(asyncio.get_running_loop())
        await fill(store, "t")
        for moment in ("before_cursor_execute", "after_cursor_execute"):
            event.listen(store.database.engine, moment, grow)
        try:
            return await store.log.whole("t")
        finally:
            for moment in ("before_cursor_execute", "after_cursor_execute"):
                event.remove(store.database.engine, moment, grow)

    loop = []
    whole = asyncio.run(body())
    assert whole.broken is None
    assert len(whole.rows) >= len(ROWS)


def test_a_log_that_nobody_touched_is_sound(store):
    async def body():
        await fill(store, "t", "u")
        whole = await store.log.whole("t")
        assert whole == Whole("secret of t", await store.log.read("t"), None)
        # What was refused, or sent twice, leaves no trace in the chain.
        last = whole.rows[-1]
        assert await store.log.append("t", last, PLAYING)
        assert not await store.log.append("t", last._replace(stamp="other"), PLAYING)
        assert not await store.log.append("t", last._replace(seq=9), PLAYING)
        await asyncio.gather(
            *(store.log.append(name, Row(7, f"{name}7", 0, "{}"), PLAYING) for name in "tu")
        )
        return [await store.log.whole(name) for name in "tu"]

    assert [(len(whole.rows), whole.broken) for whole in asyncio.run(body())] == [(7, None)] * 2
    assert list(check(store.database)) == [Checked("t", 7, None), Checked("u", 7, None)]


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_found_and_what_comes_before_it_is_read(store, what):
    found, *statements = DAMAGE[what]

    async def body():
        await fill(store, "t", "u", "v")
        rows = await store.log.read("t")
        damage(store.database, *statements)
        whole = await store.log.whole("t")
        assert (whole.rows, whole.broken) == (rows[: found - 1], found)

    asyncio.run(body())
    assert list(check(store.database))[:2] == [
        Checked("t", found - 1, found),
        Checked("u", 6, None),
    ]


def test_what_went_back_together_cannot_be_told_from_what_was(store):
    """An older copy of a table is a table: what the chain cannot see, docs/security.md says."""

    async def body():
        await fill(store, "t")
        damage(
            store.database,
            "DELETE FROM acts WHERE seq > 4",
            "UPDATE tables SET seq = 4, head = (SELECT link FROM acts WHERE seq = 4)",
        )
        assert (await store.log.whole("t")).broken is None

    asyncio.run(body())


def test_logs_from_before_the_chain_are_chained(empty_url):
    database = Database(empty_url)
    migrate(database, to="4")
    for name in ("a", "b c", "ü"):
        database.write(
            lambda c, name=name: c.execute(
                text(
                    "INSERT INTO tables (id, created, secret, game, status, public, seq, updated,"
                    " note) VALUES (:id, 0, :secret, 'chess', 'playing', true, 6, 0, '')"
                ),
                {"id": name, "secret": f"secret of {name}"},
            )
        )
        rows = [{"id": name, **row._asdict()} for row in ROWS]
        insert = text(
            "INSERT INTO acts (table_id, seq, stamp, at, body)"
            " VALUES (:id, :seq, :stamp, :at, :body)"
        )
        database.write(lambda c, insert=insert, rows=rows: c.execute(insert, rows))
    database.close()

    async def body():
        store = open_store(empty_url)
        assert {(one.acts, one.broken) for one in check(store.database)} == {(6, None)}
        assert await store.log.append("ü", Row(7, "new", 0, "{}"), PLAYING)
        assert (await store.log.whole("ü")).broken is None
        await store.close()

    asyncio.run(body())
