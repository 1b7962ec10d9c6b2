"""Nobody fills the house: what is stored is short, counted, limited, and thrown away in time."""

import asyncio
import json
import threading
import time
from types import SimpleNamespace

import pytest

from ludotheque.server import metrics
from ludotheque.server.access import quota
from ludotheque.server.config import Settings
from ludotheque.server.rates import RATES
from ludotheque.store import StoreDown
from ludotheque.store.people import new_id
from ludotheque.store.schema import ACTS, DAY
from rounds import asking, everyone_moves
from server.doors import open_doors
from waiting import PATIENCE, wait_until


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), tables_each=3) as doors:
        yield doors


TABLE = {"game": "tortuga", "chairs": [{"person": "Ada"}, {"person": "Ben"}], "rated": False}


def opened(visitor, **terms):
    return visitor.post("/api/tables", json={**TABLE, **terms})


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


@pytest.mark.parametrize("rate", ["deed-address", "table-address"])
def test_deeds_and_tables_are_counted_by_address_as_well(tmp_path, rate):
    """One who makes guest after guest does no more than one guest."""
    with open_doors(tmp_path, rates={**RATES, rate: "5/year"}) as doors:
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


def test_a_game_that_nobody_plays_is_ended_and_thrown_away(tmp_path, monkeypatch):
    """A game without a clock, begun and left, kept its table and its guest for ever."""
    ahead = 0
    monkeypatch.setattr(
        "ludotheque.server.live.scheduler.now", lambda: time.time_ns() // 1_000_000 + ahead
    )
    for pause in ("FIRST_TIDYING", "TIDYING"):
        monkeypatch.setattr(f"ludotheque.server.live.scheduler.{pause}", 0.05)
    with open_doors(tmp_path) as doors, doors.visitor() as ada, doors.visitor() as ben:

        def status(table):
            found = doors.store.tables.heads([table])
            return found and ben.get(f"/api/tables/{table}").json()["table"]["status"]

        left, played = opened(ada).json()["id"], opened(ben).json()["id"]
        everyone_moves(played, asking(ben))
        assert (status(left), status(played)) == ("playing", "playing")
        ahead = 31 * DAY
        wait_until(lambda: status(left) == "closed")
        assert "aborted" in ben.get(f"/api/tables/{left}/record.json").text
        ahead = 63 * DAY
        wait_until(lambda: not status(left))
        assert status(played) == "playing", "what was played stays"


@pytest.mark.parametrize("why", ["used", "free"])
def test_a_house_that_is_full_begins_nothing_new_and_plays_on(tmp_path, monkeypatch, why):
    """The disk was filled until no move could be written."""
    monkeypatch.setattr(quota, "AGAIN", 0.0)
    with open_doors(tmp_path) as doors, doors.visitor() as ada, doors.visitor() as ben:
        table = opened(ada, id="once").json()["id"]
        figure = 10**18 if why == "used" else 0
        monkeypatch.setattr(type(doors.store.space), why, lambda _space: figure)
        register = {"name": "Ada Full", "password": "three dull green turtles"}
        refused = [
            opened(ada),
            opened(ben),
            ada.post("/api/me/password", json=register),
            ada.post("/api/me/games", json={"record": "{}"}),
        ]
        assert [(one.status_code, one.json()["code"]) for one in refused] == [
            (507, "house/full")
        ] * 4
        french = ada.post("/api/tables?lang=fr", json=TABLE).json()["message"]
        assert french.startswith("la maison est pleine")
        assert opened(ada, id="once").json()["id"] == table, "what was opened stays opened once"
        everyone_moves(table, asking(ada))
        assert "ludotheque_room_bytes -" in ada.get("/metrics").text
        monkeypatch.undo()
        monkeypatch.setattr(quota, "AGAIN", 0.0)
        assert opened(ben).status_code == 201


def test_how_full_the_house_is_is_not_asked_at_every_request(tmp_path, monkeypatch):
    monkeypatch.setattr(quota, "AGAIN", 1e9)
    with open_doors(tmp_path) as doors, doors.visitor() as ada:
        opened(ada)
        monkeypatch.setattr(type(doors.store.space), "used", lambda _space: 10**18)
        assert opened(ada).status_code == 201, "it is not asked again within some seconds"


class Silent:
    """The space of a database that stops answering."""

    def __init__(self):
        self.looks, self.asked, self.told = 0, threading.Event(), threading.Event()

    def used(self):
        self.looks += 1
        if self.looks > 1:
            self.asked.set()
            assert self.told.wait(PATIENCE)
            raise StoreDown("the database does not answer")
        return 0

    def free(self):
        return None


def test_while_the_database_is_silent_what_was_known_holds():
    """Each waited for a look of its own, one after another, half a minute each."""
    space, time_is = Silent(), 0.0
    kept = SimpleNamespace(space=space)
    house = quota.Quota(Settings(database_mb=7), kept, lambda: time_is)

    async def script():
        nonlocal time_is
        known = await house.left()
        assert known == 7_000_000
        time_is += quota.AGAIN
        looking = asyncio.create_task(house.left())
        assert await asyncio.to_thread(space.asked.wait, PATIENCE)
        assert [await house.left() for _ in range(3)] == [known] * 3
        time_is += quota.AGAIN
        space.told.set()
        with pytest.raises(StoreDown):
            await looking
        assert await house.left() == known, "it is not asked again at once"
        assert space.looks == 2

    asyncio.run(script())


def test_a_database_tells_how_much_it_uses_and_what_was_deleted_is_free(tmp_path):
    with open_doors(tmp_path) as doors:
        space, before = doors.store.space, doors.store.space.used()
        assert 0 < before <= doors.store.tidy.held().size
        ids = [new_id() for _ in range(500)]
        for person in ids:
            doors.store.people.guest(person, "Guest", "en", 1)
        grown = space.used()
        assert grown > before
        doors.store.tidy.sweep(400 * DAY, doors.app.state.settings.keeping)
        assert space.used() < grown
        assert space.free() > 0
