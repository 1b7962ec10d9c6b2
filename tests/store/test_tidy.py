"""Guests who never did anything and tables nobody played go; what was played stays."""

import pytest
from sqlalchemy import event, func, select, update

from ludotheque.store import Keeping, Result, Summary, open_store
from ludotheque.store.database import Database
from ludotheque.store.migrations import migrate
from ludotheque.store.people import new_id
from ludotheque.store.schema import ACTS, PEOPLE, RESULTS, SEATS_TAKEN, TABLES
from ludotheque.store.tidy import DAY
from test_cli import assert_refused, ludotheque

NOW = 1_000 * DAY
KEEPING = Keeping(guests=30, tables=20)
OLD, YOUNG = NOW - 40 * DAY, NOW - 10 * DAY


def count(store, kept):
    return store.database.read(lambda c: c.execute(select(func.count()).select_from(kept)).scalar())


def closed(table, name, at, status="closed"):
    return table(name, at=at, summary=Summary(status, True, None, "{}", sitters=(f"of {name}",)))


@pytest.fixture
def full(store, table):
    """Return a house in which some things are to go; the names say which."""
    people = store.people
    for person, at in (("idle", OLD), ("young", YOUNG), ("bears a token", OLD), ("met", OLD)):
        people.guest(person, person, "en", at)
    people.guest("has an account", "Ana", "en", OLD)
    people.register("has an account", "Ana", "three dull green turtles")
    people.make_token("bears a token", "bot", OLD)
    closed(table, "empty", OLD)
    closed(table, "young table", YOUNG)
    closed(table, "played", OLD)
    closed(table, "aborted", OLD, status="over")
    closed(table, "waits", OLD, status="open")
    closed(table, "goes on", OLD, status="playing")
    closed(table, "looked at", OLD)
    store.tables.seen([("looked at", "young")], YOUNG)
    for person in ("of empty", "of played", "of aborted", "of waits"):
        people.guest(person, person, "en", OLD)
    store.ratings.keep(
        [
            Result("played", 1, "chess", OLD, "mate", (1.0, 0.0), ("met", "of played")),
            Result("aborted", 1, "chess", OLD, "aborted", (0.5, 0.5), ("a", "b"), rated=False),
        ]
    )
    return store


def test_what_nobody_needs_is_deleted_and_the_rest_stays(full):
    would = full.tidy.sweep(NOW, KEEPING, dry_run=True)
    before = [count(full, kept) for kept in (PEOPLE, TABLES, ACTS)]
    assert (would.tables, would.guests, would.acts) == (2, 3, 2)
    assert [count(full, kept) for kept in (PEOPLE, TABLES, ACTS)] == before, "nothing was done"
    assert full.tidy.sweep(NOW, KEEPING) == would
    assert full.tidy.sweep(NOW, KEEPING).guests == 0
    tables = full.database.read(lambda c: set(c.scalars(select(TABLES.c.id))))
    assert tables == {"young table", "played", "waits", "goes on", "looked at"}
    people = full.database.read(lambda c: set(c.scalars(select(PEOPLE.c.id))))
    gone = {"idle", "of empty", "of aborted"}
    assert people == {"young", "bears a token", "met", "has an account", "of played", "of waits"}
    assert not people & gone
    assert count(full, RESULTS) == 1
    assert count(full, SEATS_TAKEN) == 5


def test_what_is_held_is_counted(full):
    held = full.tidy.held()
    assert (held.tables, held.acts, held.results) == (7, 7, 2)
    assert held.people == count(full, PEOPLE)
    assert held.size > 10_000


def test_many_are_deleted_a_few_at_a_time(store, monkeypatch):
    monkeypatch.setattr("ludotheque.store.tidy.A_TIME", 3)
    for _ in range(10):
        store.people.guest(new_id(), "Guest", "en", OLD)
    assert store.tidy.sweep(NOW, KEEPING).guests == 10
    assert count(store, PEOPLE) == 0


def test_nothing_is_read_whole_for_each_guest(tmp_path):
    """Whoever plays waits meanwhile: of SQLite there is one writer."""
    store = open_store(f"sqlite:///{tmp_path}/house.db")
    store.people.guest(new_id(), "Guest", "en", OLD)
    plans = []

    def explain(_connection, cursor, statement, values, *_others):
        if statement.startswith(("SELECT people.id", "DELETE FROM people")):
            asked = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            plans.extend(row[-1] for row in asked)

    event.listen(store.database.engine, "before_cursor_execute", explain)
    store.tidy.sweep(NOW, KEEPING)
    assert plans
    assert [step for step in plans if step.startswith("SCAN")] == []
    store.database.close()


def test_a_table_at_which_someone_plays_on_meanwhile_stays(full, monkeypatch):
    monkeypatch.setattr("ludotheque.store.tidy.A_TIME", 1)
    write, again = full.database.write, update(TABLES).values(updated=NOW)

    def play_on(work):
        """Write, and then let something happen at every table that is left."""
        done = write(work)
        write(lambda c: c.execute(again))
        return done

    monkeypatch.setattr(full.database, "write", play_on)
    assert full.tidy.sweep(NOW, KEEPING).tables == 1
    tables = full.database.read(lambda c: set(c.scalars(select(TABLES.c.id))))
    assert len(tables & {"empty", "aborted"}) == 1


def test_tables_that_one_sits_at_are_counted(full):
    assert full.tables.engaged("of waits") == 1
    assert full.tables.engaged("of played") == 0


def test_the_command_says_what_it_deletes_and_what_is_there(tmp_path):
    url = f"sqlite:///{tmp_path}/house.db"
    store = open_store(url)
    store.people.guest(new_id(), "Guest", "en", 1)
    store.database.close()
    for words, said in (
        (("--dry-run",), "Would delete 1 guests and 0 tables"),
        ((), "Deleted 1 guests and 0 tables"),
        (("--guests", "7"), "Deleted 0 guests and 0 tables"),
    ):
        done = ludotheque("tidy", "--database", url, *words)
        assert said in done.stdout
        assert "results in" in done.stdout


def test_the_command_makes_no_database_and_changes_none_of_another_version(tmp_path):
    url = f"sqlite:///{tmp_path}/house.db"
    assert_refused(ludotheque("tidy", "--database", url), "there is no such file")
    assert not (tmp_path / "house.db").exists()
    database = Database(url)
    migrate(database, to="4")
    database.close()
    before = (tmp_path / "house.db").read_bytes()
    assert_refused(ludotheque("tidy", "--database", url), "of another version")
    assert (tmp_path / "house.db").read_bytes() == before
