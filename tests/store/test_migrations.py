"""From any version of the schema to the newest, once, and never from the future."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from ludotheque.store import BadDatabase, migrate, open_store
from ludotheque.store.database import Database
from ludotheque.store.lock import alone_with
from ludotheque.store.migrations import versions
from ludotheque.store.schema import METADATA
from test_cli import assert_refused, ludotheque
from waiting import PATIENCE


@pytest.fixture
def database(empty_url):
    opened = Database(empty_url)
    yield opened
    opened.close()


def differences(database):
    """Return what lies between the database and the schema of the code."""
    options = {"compare_type": True, "compare_server_default": True}
    return database.read(
        lambda c: compare_metadata(MigrationContext.configure(c, opts=options), METADATA)
    )


def version(database):
    return database.read(lambda c: MigrationContext.configure(c).get_current_revision())


def test_from_empty_to_the_newest(database):
    assert differences(database), "the comparison sees what is missing"
    migrate(database)
    assert differences(database) == []
    assert version(database) == versions()[-1]
    migrate(database)
    assert differences(database) == []


@pytest.mark.parametrize("first", versions())
def test_from_every_version_step_by_step(database, first):
    for step in versions()[versions().index(first) :]:
        migrate(database, to=step)
        assert version(database) == step
    assert differences(database) == []


def test_a_schema_that_differs_is_told_apart(database):
    migrate(database)
    database.write(lambda c: c.execute(text("ALTER TABLE people DROP COLUMN lang")))
    assert [change[0] for change in differences(database)] == ["add_column"]


def test_workers_that_start_at_once_make_it_once(empty_url):
    workers = [Database(empty_url, patience=PATIENCE) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(migrate, workers))
    assert differences(workers[0]) == []
    for worker in workers:
        worker.close()


def test_a_database_from_the_future_is_refused_untouched(database, empty_url):
    migrate(database)
    database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(BadDatabase, match="its version 9999 is newer than this program"):
        open_store(empty_url)
    assert version(database) == "9999"


def test_a_migration_that_fails_leaves_nothing(database, empty_url):
    database.write(lambda c: c.execute(text("CREATE TABLE ratings (mine INTEGER)")))
    with pytest.raises(BadDatabase, match="already exists"):
        open_store(empty_url)
    tables = database.read(lambda c: inspect(c).get_table_names())
    assert tables == ["ratings"]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("mysql://me:hidden@host/db", "neither sqlite:///file nor postgresql://"),
        ("sqlite://", "neither sqlite:///file nor postgresql://"),
        ("sqlite:///:memory:", "neither sqlite:///file nor postgresql://"),
        ("house.sqlite", "neither sqlite:///file nor postgresql://"),
        ("", "neither sqlite:///file nor postgresql://"),
        ("sqlite:////no/such/folder/house.sqlite", "No such file or directory"),
    ],
)
def test_an_address_that_is_none_is_refused_without_telling_its_password(address, reason):
    with pytest.raises(BadDatabase, match=reason) as refused:
        open_store(address)
    assert "hidden" not in str(refused.value)


def test_a_file_that_is_no_database_is_refused_untouched(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear friends, " * 1000)
    with pytest.raises(BadDatabase, match="not a database"):
        open_store(f"sqlite:///{file}")
    assert file.read_text() == "Dear friends, " * 1000


def test_both_spellings_of_postgresql_will_do(house):
    asyncio.run(open_store(house.replace("postgresql://", "postgres://")).close())


def test_a_database_that_another_house_is_using_is_not_changed(tmp_path):
    """An older house would write on as if it had not been."""
    url = f"sqlite:///{tmp_path}/house.db"
    database = Database(url)
    migrate(database, to="4")
    with alone_with(tmp_path / "house.db"):
        assert_refused(ludotheque("serve", "--database", url), "another house")
    assert version(database) == "4"
    database.close()
