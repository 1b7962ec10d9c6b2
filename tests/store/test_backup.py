"""A copy made while the house is open is whole, of one moment, and takes nobody's place."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing

import pytest

from kept import kept
from ludotheque.store import BackupRefused, BadDatabase, Row, Summary, backup, open_store
from servers import POSTGRES_FOLDERS, program

PLAYING = Summary(status="playing", public=True, due=None, note="{}", sitters=("ana",))


async def appender(store, name, stop):
    await store.log.create(name, "seed", "chess", Row(1, "s", 0, "{}"), PLAYING)
    seq = 1
    while not stop.is_set():
        seq += 1
        assert await store.log.append(name, Row(seq, f"s{seq}", 0, "{}"), PLAYING)


async def copied_while_writing(url, file):
    """Make a copy while ten appenders write, and return how many rows there were before."""
    store, stop = open_store(url), asyncio.Event()
    tasks = [asyncio.create_task(appender(store, f"t{n}", stop)) for n in range(10)]
    before = []
    while len(before) < 5:
        before = await store.log.read("t0")
    try:
        await asyncio.to_thread(backup, url, file)
    finally:
        stop.set()
    await asyncio.gather(*tasks)
    await store.close()
    return len(before)


async def verify(url, before):
    """Check that what is at *url* is a moment of what was written, not before that many rows."""
    store = open_store(url)
    assert len(await store.log.read("t0")) >= before
    for n in range(10):
        rows = await store.log.read(f"t{n}")
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        listed = kept(store, f"t{n}")
        assert (listed.seq if listed else 0) == len(rows)
    await store.close()


def test_a_copy_made_while_writing_is_whole(tmp_path):
    copy = tmp_path / "copy.sqlite"
    before = asyncio.run(copied_while_writing(f"sqlite:///{tmp_path}/house.sqlite", copy))
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.sqlite"]
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    asyncio.run(verify(f"sqlite:///{copy}", before))


def test_a_copy_of_postgresql_is_what_pg_restore_reads(postgres, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", program("pg_dump", *POSTGRES_FOLDERS).rpartition("/")[0])
    source, target = postgres.make_database(), postgres.make_database()
    before = asyncio.run(copied_while_writing(source, tmp_path / "copy"))
    restore = program("pg_restore", *POSTGRES_FOLDERS)
    subprocess.run([restore, f"--dbname={target}", tmp_path / "copy"], check=True)
    asyncio.run(verify(target, before))


def test_a_file_that_is_there_is_left_alone(url, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", program("pg_dump", *POSTGRES_FOLDERS).rpartition("/")[0])
    asyncio.run(open_store(url).close())
    file = tmp_path / "precious"
    file.write_text("mine")
    with pytest.raises(BackupRefused, match="File exists"):
        backup(url, file)
    assert file.read_text() == "mine"
    assert not (tmp_path / "precious.part").exists()


def test_where_there_is_no_pg_dump_it_is_named(house, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupRefused, match="pg_dump"):
        backup(house, tmp_path / "copy")
    assert list(tmp_path.glob("copy*")) == []


def test_a_failure_of_pg_dump_is_told_without_the_password(postgres, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", program("pg_dump", *POSTGRES_FOLDERS).rpartition("/")[0])
    nowhere = f"postgresql://postgres:hidden@127.0.0.1:{postgres.port}/nowhere"
    with pytest.raises(BackupRefused, match='"nowhere" does not exist') as refused:
        backup(nowhere, tmp_path / "copy")
    assert "hidden" not in str(refused.value)
    assert list(tmp_path.glob("copy*")) == []


def test_what_is_not_there_cannot_be_copied(tmp_path):
    with pytest.raises(BadDatabase, match="there is no such file"):
        backup(f"sqlite:///{tmp_path}/nowhere.sqlite", tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []
    asyncio.run(open_store(f"sqlite:///{tmp_path}/house.sqlite").close())
    with pytest.raises(BackupRefused, match="No such file or directory"):
        backup(f"sqlite:///{tmp_path}/house.sqlite", tmp_path / "no folder" / "copy")
