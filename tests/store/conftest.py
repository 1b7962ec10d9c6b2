import asyncio
from itertools import count

import psycopg
import pytest

from blank import lay_out
from ludotheque.store import Row, Summary, open_store
from ludotheque.store.schema import METADATA
from waiting import PATIENCE

NUMBERS = count(1)
PLAYING = Summary(status="playing", public=True, due=None, note="{}")
KINDS = ["sqlite", "postgresql"]


@pytest.fixture(params=KINDS)
def empty_url(request, tmp_path):
    """Return the address of a database without anything, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.sqlite"
    server = request.getfixturevalue("postgres")
    return server.make_database()


@pytest.fixture(scope="session")
def house(postgres):
    """Return the address of a database that tests share: each finds its tables empty."""
    address = postgres.make_database()
    asyncio.run(open_store(address).close())
    return address


@pytest.fixture(params=KINDS)
def url(request, tmp_path):
    """Return the address of a database in which nothing is kept yet, of each kind."""
    if request.param == "sqlite":
        return lay_out(tmp_path / "house.sqlite")
    address = request.getfixturevalue("house")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {', '.join(METADATA.tables)}")
    return address


@pytest.fixture
def store(url):
    """Open a store in which nothing is kept yet, in each kind of database."""
    opened = open_store(url, patience=PATIENCE)
    yield opened
    asyncio.run(opened.close())


@pytest.fixture
def table(store):
    """Return a function that makes a table and returns its id."""

    def make(name=None, at=1, summary=PLAYING, game="chess"):
        name = name or f"table{next(NUMBERS)}"

        async def made():
            first = Row(1, "first", at, "{}")
            return await store.log.create(name, f"secret of {name}", game, first, summary)

        assert asyncio.run(made())
        return name

    return make
