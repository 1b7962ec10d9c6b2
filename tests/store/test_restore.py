"""A back-up put in place: refused where it would harm, and games that go on with new seeds."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from ludotheque.errors import BadOption
from ludotheque.games import take
from ludotheque.match import verify
from ludotheque.match.record import Record
from ludotheque.server.config import Settings
from ludotheque.server.live import renewal
from ludotheque.server.live.log_rows import row_of, summary_of
from ludotheque.server.live.renewal import restore
from ludotheque.server.run import House, open_store_once
from ludotheque.store import BackupRefused, BadDatabase, backup, open_store
from ludotheque.store.lock import alone_with
from ludotheque.tables import Chair, Deed, Host, Sitter, Terms
from ludotheque.tables.folding import folded
from servers import POSTGRES_FOLDERS, program
from test_cli import assert_refused, ludotheque

SECRET = "7" * 64
AT = 1_700_000_000_000


async def fill(url):
    """Open tables in a house: a race that is being played, one that waits, one put away."""
    store = open_store(url)
    race = take("race")
    terms = Terms(game=race, options=race.settle({}))
    here = [Chair(Sitter("ana", "Ana")), Chair(Sitter("ben", "Ben"))]
    host = Host(SECRET)
    for name, chairs in (
        ("played", here),
        ("waits", [here[0], Chair()]),
        ("gone", [here[0], Chair()]),
    ):
        step = host.open(Deed("ana", AT), terms, chairs)
        await store.log.create(name, SECRET, "race", row_of(step.act), summary_of(step, "{}"))
    step = host.close(step.after, Deed("ana", AT))
    await store.log.append("gone", row_of(step.act), summary_of(step, "{}"))
    await store.close()


async def played_on(url, table_id="played"):
    """Play a table's game to its end, the first move each time, and return the table."""
    store = open_store(url)
    whole = await store.log.whole(table_id)
    assert whole.broken is None
    host, table = Host(whole.secret), folded(whole.rows)
    while table.playing:
        seat = table.match.to_move
        deed = Deed(table.sitter(seat).who, table.now + 1)
        move = str(table.match.seen_by(seat).moves()[0])
        step = host.play(table, deed, move, table.turn, seat=seat)
        await store.log.append(table_id, row_of(step.act), summary_of(step, "{}"))
        table = step.after
    await store.close()
    return table


def seeds(table):
    return Host(SECRET).seeds_of(table)


@pytest.fixture
def places(tmp_path):
    """Return the address of a house, a back-up of it, and the address of a new house."""
    old, new, file = tmp_path / "house.db", tmp_path / "new.db", tmp_path / "monday"
    asyncio.run(fill(f"sqlite:///{old}"))
    backup(f"sqlite:///{old}", file)
    return f"sqlite:///{old}", file, f"sqlite:///{new}"


def test_games_go_on_from_a_back_up_with_seeds_that_nobody_knows(places):
    old, file, new = places
    ahead = asyncio.run(played_on(old))
    (published,) = seeds(ahead)
    assert restore(new, file) == (2, 1)
    table = asyncio.run(played_on(new))
    first, later = seeds(table)
    assert first == published
    assert later != published
    drawn = [[e.move for e in one.match.events if e.word == "chance"] for one in (ahead, table)]
    assert drawn[0] != drawn[1]
    assert verify(Record.of(table.match, first, (later,))).draws == len(drawn[1])


def test_what_is_there_is_overwritten_by_force_alone_and_never_under_a_running_house(places):
    old, file, _ = places
    house = file.with_name("house.db")
    before = house.read_bytes()
    with pytest.raises(BackupRefused, match="--force"):
        restore(old, file)
    with alone_with(house), pytest.raises(BadOption, match="another house"):
        restore(old, file, force=True)
    assert house.read_bytes() == before
    assert restore(old, file, force=True) == (2, 1)
    assert len(seeds(asyncio.run(played_on(old)))) == 2


def test_what_is_there_is_whole_until_the_back_up_takes_its_place(places, tmp_path, monkeypatch):
    """A house that was killed leaves in its journal what it had written last."""
    _, file, _ = places
    killed = tmp_path / "killed"
    killed.mkdir()
    live = sqlite3.connect(tmp_path / "house.db")
    live.execute("PRAGMA journal_mode = WAL")
    live.execute("INSERT INTO settings (name, value) VALUES ('last', 'word')")
    live.commit()
    for part in tmp_path.glob("house.db*"):
        shutil.copy(part, killed)
    live.close()

    def cut_the_power(*_paths):
        raise OSError("no power")

    monkeypatch.setattr(Path, "replace", cut_the_power)
    with pytest.raises(OSError, match="no power"):
        restore(f"sqlite:///{killed}/house.db", file, force=True)
    with closing(sqlite3.connect(killed / "house.db")) as found:
        assert found.execute("SELECT value FROM settings WHERE name = 'last'").fetchone()


@pytest.mark.parametrize("damage", ["DELETE FROM acts", "UPDATE tables SET seq = 1, head = ''"])
def test_a_damaged_table_does_not_keep_the_others_from_going_on(places, damage):
    old, file, new = places
    asyncio.run(played_on(old))
    file.unlink()
    with closing(sqlite3.connect(file.with_name("house.db"))) as house:
        house.execute(f"{damage} WHERE {'table_id' if 'acts' in damage else 'id'} = 'played'")
        house.commit()
    backup(old, file)
    assert restore(new, file) == (1, 0)


def test_what_is_no_back_up_is_refused_and_changes_nothing(places, tmp_path):
    old, _, _ = places
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ana")
    before = (tmp_path / "house.db").read_bytes()
    for wrong in (other, tmp_path / "nothing"):
        with pytest.raises(BackupRefused, match="back-up"):
            restore(old, wrong, force=True)
    assert (tmp_path / "house.db").read_bytes() == before
    assert not list(tmp_path.glob("*.restored*"))


def test_the_command_says_what_goes_on(places):
    _, file, new = places
    done = ludotheque("restore", str(file), "--database", new)
    assert "2 tables go on, with 1 games being played" in done.stdout
    assert_refused(ludotheque("restore", str(file), "--database", new), "--force overwrites it")


def test_postgresql_is_restored_likewise(postgres, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", program("pg_restore", *POSTGRES_FOLDERS).rpartition("/")[0])
    old, new = postgres.make_database(), postgres.make_database()
    asyncio.run(fill(old))
    backup(old, tmp_path / "copy")
    assert restore(new, tmp_path / "copy") == (2, 1)
    with pytest.raises(BackupRefused, match="--force"):
        restore(new, tmp_path / "copy")
    with psycopg.connect(new), pytest.raises(BackupRefused, match="a house is using"):
        restore(new, tmp_path / "copy", force=True)
    assert restore(new, tmp_path / "copy", force=True) == (2, 1)
    assert len(seeds(asyncio.run(played_on(new)))) == 2
    (tmp_path / "letter").write_text("Dear Ana", encoding="utf-8")
    with pytest.raises(BackupRefused, match="pg_restore"):
        restore(new, tmp_path / "letter", force=True)
    open_store_once(House(database=new, settings=Settings()))


def test_no_house_opens_where_games_have_not_got_their_new_seeds(postgres, tmp_path, monkeypatch):
    """With PostgreSQL they get them once the back-up is in place: that may be broken off."""
    monkeypatch.setenv("PATH", program("pg_restore", *POSTGRES_FOLDERS).rpartition("/")[0])
    old, new = postgres.make_database(), postgres.make_database()
    asyncio.run(fill(old))
    backup(old, tmp_path / "copy")

    def cut_the_power(*_facts):
        raise OSError("no power")

    with monkeypatch.context() as power:
        power.setattr(renewal, "renew", cut_the_power)
        with pytest.raises(OSError, match="no power"):
            restore(new, tmp_path / "copy")
    house = House(database=new, settings=Settings())
    (tmp_path / "letter").write_text("Dear Ana", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(BadDatabase, match="restore it again"):
            open_store_once(house)
        with pytest.raises(BackupRefused, match="pg_restore"):
            restore(new, tmp_path / "letter", force=True)
    assert restore(new, tmp_path / "copy", force=True) == (2, 1)
    open_store_once(house)
