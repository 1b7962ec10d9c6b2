"""Nobody fills the house: what is stored is short, counted, limited, and thrown away in time."""

import json

import pytest

from ludotheque.server import metrics
from ludotheque.server.rates import RATES
from ludotheque.store.people import new_id
from ludotheque.store.schema import ACTS
from rounds import asking, everyone_moves
from server.doors import open_doors
from waiting import wait_until


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), tables_each=3) as doors:
        yield doors


def opened(visitor, **terms):
    wish = {"game": "tortuga", "chairs": [{"person": "Ada"}, {"person": "Ben"}], "rated": False}
    return visitor.post("/api/tables", json={**wish, **terms})


def rows(doors, table):
    query = ACTS.select().where(ACTS.c.table_id == table)
    return doors.store.database.read(lambda c: [row.body for row in c.execute(query)])


@pytest.mark.parametrize("padding", ["\u3000" * 900, " " * 900, "\n" * 900])
def test_a_padded_move_leaves_only_the_move(doors, padding):
    """A move was kept as it was sent: padded to three kilobytes."""
    with doors.visitor() as ada:
        table = opened(ada).json()["id"]
        now = ada.get(f"/api/tables/{table}/moves").json()
        deed = {"type": "move", "id": "x" * 40, "turn": now["turn"]}
        deed["move"] = padding + now["moves"][0]
        sent = ada.post(f"/api/tables/{table}/deeds", json=deed)
        assert sent.status_code == 200
        assert ada.post(f"/api/tables/{table}/deeds", json=deed).json() == sent.json()
        last = rows(doors, table)[-1]
        assert len(last) < 300
        assert json.loads(last)["events"][0]["move"] == now["moves"][0]


def test_what_a_table_is_opened_with_is_kept_short(doors):
    with doors.visitor() as ada:
        options = {"start": "camp", "chain": "until-stuck", "capture": "first", "goal": "corner"}
        table = opened(ada, options=options, clock="10m+5s~1m", id="y" * 40).json()["id"]
        assert max(map(len, rows(doors, table))) < 1_000


def test_one_sits_at_so_many_tables_at_a_time(doors):
    with doors.visitor() as ada:
        wish = {"id": "first"}
        tables = [opened(ada, **wish).json()["id"], *(opened(ada).json()["id"] for _ in range(2))]
        refused = opened(ada)
        assert (refused.status_code, refused.json()["code"]) == (409, "match/refused")
        assert "3 tables" in refused.json()["message"]
        assert opened(ada, **wish).json()["id"] == tables[0], "what was opened stays opened once"
        everyone_moves(tables[1], asking(ada))
        ada.post(f"/api/tables/{tables[1]}/deeds", json={"type": "resign", "id": "r"})
        assert opened(ada).status_code == 201


def test_deeds_are_counted_by_address_as_well(tmp_path):
    """One who makes guest after guest does no more than one guest."""
    with open_doors(tmp_path, rates={**RATES, "deed-address": "5/minute"}) as doors:
        answers = []
        for _ in range(7):
            with doors.visitor() as guest:
                answers.append(opened(guest).status_code)
        assert answers == [201] * 5 + [429] * 2


def test_a_house_throws_away_what_nobody_needs_and_tells_how_much_there_is(tmp_path, monkeypatch):
    """A guest of long ago goes by themselves; whoever is here stays, and their table."""
    long_ago, swept = new_id(), metrics.swept.labels("guests")._value
    with open_doors(tmp_path) as doors:
        doors.store.people.guest(long_ago, "Guest", "en", 1)
    monkeypatch.setattr("ludotheque.server.live.scheduler.FIRST_TIDYING", 0.01)
    before = swept.get()
    with open_doors(tmp_path) as doors, doors.visitor() as ada:
        wait_until(lambda: swept.get() > before)
        assert doors.store.people.find(long_ago) is None
        assert opened(ada).status_code == 201

        def told():
            text = ada.get("/metrics").text
            return 'ludotheque_held{what="size"}' in text and "ludotheque_swept_total" in text

        wait_until(told)
