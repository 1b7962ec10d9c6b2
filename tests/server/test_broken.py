"""A table whose log is damaged: seen up to there, played on by nobody, and told of."""

import json
import sqlite3
from contextlib import closing

import pytest
from websockets.sync.client import connect

from ludotheque.server import metrics
from server.doors import open_doors, written_down
from test_cli import ludotheque
from waiting import PATIENCE

TABLE = {"game": "hops", "chairs": ["me", "open"]}


def damage(folder, act):
    with closing(sqlite3.connect(folder / "house.db", isolation_level=None)) as connection:
        connection.execute("UPDATE acts SET body = body || ' ' WHERE seq = ?", (act,))


def opened_by_ana(folder, others=0):
    """Open a table, and let Ben sit down; return its id and Ana's cookies."""
    with open_doors(folder) as doors, doors.visitor() as ana, doors.visitor() as ben:
        table = ana.post("/api/tables", json=TABLE).json()["id"]
        sat = ben.post(f"/api/tables/{table}/deeds", json={"type": "sit", "id": "1"})
        assert sat.is_success, sat.text
        for _ in range(others):
            ben.post("/api/tables", json=TABLE)
        return table, dict(ana.cookies)


def test_a_damaged_table_is_shown_up_to_the_damage_and_closed_to_play(tmp_path):
    table, cookies = opened_by_ana(tmp_path)
    damage(tmp_path, 2)
    before = metrics.broken._value.get()
    with written_down() as log, open_doors(tmp_path) as doors, doors.visitor() as ana:
        ana.cookies.update(cookies)
        assert ana.get(f"/t/{table}").status_code == 200
        refused = ana.post(f"/api/tables/{table}/deeds", json={"type": "close", "id": "2"})
        assert (refused.status_code, refused.json()["code"]) == (409, "table/broken")
        assert "damaged from act 2 on" in refused.json()["message"]
        where = f"{doors.url.replace('http', 'ws')}/api/tables/{table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        how = {"proxy": None, "open_timeout": PATIENCE, "additional_headers": {"Cookie": cookie}}
        with connect(where, origin=doors.url, **how) as socket:
            welcome, refusal = (json.loads(socket.recv(PATIENCE)) for _ in range(2))
        assert (welcome["type"], welcome["table"]["seq"]) == ("welcome", 1)
        assert (refusal["type"], refusal["id"], refusal["code"]) == (
            "refused",
            None,
            "table/broken",
        )
        # Nothing was written behind the damage, and others play on.
        assert ana.post("/api/tables", json=TABLE).status_code == 201
    assert metrics.broken._value.get() == before + 1
    notes = [json.loads(line) for line in log.getvalue().splitlines()]
    (note,) = [note for note in notes if note["event"] == "table.broken"]
    assert note["act"] == 2
    assert table not in log.getvalue()


def test_a_table_of_which_nothing_is_left_says_so(tmp_path):
    table, _ = opened_by_ana(tmp_path)
    damage(tmp_path, 1)
    with open_doors(tmp_path) as doors, doors.visitor() as ana:
        answer = ana.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (409, "table/broken")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_names_the_first_broken_act_of_each_table(tmp_path, lang):
    table, _ = opened_by_ana(tmp_path, others=2)
    address = ("--database", f"sqlite:///{tmp_path / 'house.db'}", "--lang", lang)
    sound = ludotheque("check", *address)
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout.startswith("3 tables")
    damage(tmp_path, 2)
    found = ludotheque("check", *address)
    assert found.returncode == 1
    first, last = found.stdout.splitlines()
    assert table in first
    assert {"en": "act 2 is missing", "fr": "l’acte 2 manque"}[lang] in first
    assert last.startswith({"en": "1 of 3 tables", "fr": "1 table sur 3"}[lang])
    copied = ludotheque("backup", str(tmp_path / "copy.db"), *address)
    assert copied.returncode == 1  # the copy is there, and so is the damage
    assert (tmp_path / "copy.db").exists()
    assert copied.stdout.splitlines()[1:] == [first, last]


def test_a_database_that_is_not_there_or_older_is_not_checked(tmp_path):
    nowhere = ludotheque("check", "--database", f"sqlite:///{tmp_path / 'nowhere.db'}")
    assert nowhere.returncode == 2
    assert "no such file" in nowhere.stderr
    (tmp_path / "empty.db").touch()
    empty = ludotheque("check", "--database", f"sqlite:///{tmp_path / 'empty.db'}")
    assert empty.returncode == 2
    assert "of another version" in empty.stderr
