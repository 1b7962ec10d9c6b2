"""Games that were played elsewhere are brought over HTTP: checked, kept once, shown to no other."""

import asyncio
import json
import re
from dataclasses import replace

import pytest

from local.browsers import Tab
from ludotheque.games import shelf
from ludotheque.match import from_json, redacted, to_json, to_text, verify
from ludotheque.match.notes import Note
from ludotheque.server.api import brought
from records import a_race, a_short_match
from server.doors import open_doors
from server.test_study import played

PASSWORD = "three dull green turtles"  # noqa: S105 - of nobody


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), brought_games=5, guests_games=4) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        yield visitor


def bring(visitor, text):
    return visitor.post("/api/me/games", json={"record": text})


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize("write", [to_json, to_text])
def test_a_game_is_checked_and_kept(ana, game, write):
    record = played(game)
    answer = bring(ana, write(record))
    assert answer.status_code == 201
    assert answer.json()["known"] is False
    (listed,) = ana.get("/api/me/games").json()["games"]
    assert listed["id"] == answer.json()["id"]
    assert listed["players"] == list(record.setup.players)
    assert listed["reason"] == record.result.reason
    kept = ana.get(f"/api/me/games/{listed['id']}/record.json")
    assert from_json(kept.text) == record
    assert "attachment" in kept.headers["content-disposition"]
    verify(from_json(kept.text))


def test_what_a_device_has_played_is_brought_as_it_is(ana):
    """The record that the house in a browser writes is one that the served house takes."""

    async def evening():
        tab = Tab()
        table = await tab.open(next(iter(shelf())), ["me", {"level": 1}], beginner=0)
        socket, _ = await tab.look(table)
        await tab.do(socket, type="resign")
        return await tab.asked("GET", f"/api/tables/{table}/record.json")

    assert bring(ana, json.dumps(asyncio.run(evening()))).status_code == 201


def test_the_same_game_is_known_whoever_wrote_it_down_how(ana):
    record = a_short_match()
    first = bring(ana, to_json(record)).json()
    noted = replace(record, notes=((1, Note("so so", (), (), "!?")),))
    for text in (to_json(record), to_text(record), to_json(noted), f"\ufeff{to_text(record)}"):
        assert bring(ana, text).json() == {"id": first["id"], "known": True}
    assert len(ana.get("/api/me/games").json()["games"]) == 1


def test_a_record_that_is_not_right_is_refused_by_a_sentence_that_names_the_place(ana):
    record = a_race()
    forged = json.loads(to_json(record))
    forged["events"][0]["move"] = forged["events"][1]["move"]
    for text, code in (
        ("nonsense", "record/text"),
        (json.dumps(forged), "record/text"),
        (to_json(replace(record, seed="0" * 64)), "record/text"),
        (to_json(redacted(replace(record, result=None, seed=None), 0)), "match/refused"),
    ):
        answer = bring(ana, text)
        assert answer.json()["code"] == code, text[:80]
        assert answer.json()["message"]
    assert "events[0]" in bring(ana, json.dumps(forged)).json()["message"]
    assert ana.get("/api/me/games").json() == {"games": []}
    long = ana.post("/api/me/games", json={"record": "x" * 300_000})
    assert long.status_code == 413


def test_nobody_brings_more_than_there_is_room_for(ana):
    race = a_race()
    for began in range(4):
        record = replace(a_short_match(), setup=replace(a_short_match().setup, began=began))
        assert bring(ana, to_json(record)).status_code == 201
    answer = bring(ana, to_json(race))
    assert answer.status_code == 409
    assert answer.json()["code"] == "games/full"
    assert "with a name and a password" in answer.json()["message"]
    account = {"name": "Ana Brings", "password": PASSWORD}
    assert ana.post("/api/me/password", json=account).is_success
    later = replace(a_short_match(), setup=replace(a_short_match().setup, began=4))
    assert bring(ana, to_json(later)).status_code == 201
    answer = bring(ana, to_json(race))
    assert answer.status_code == 409
    assert "forget some first" in answer.json()["message"]
    (first, *_) = ana.get("/api/me/games").json()["games"]
    assert ana.delete(f"/api/me/games/{first['id']}").status_code == 204
    assert ana.delete(f"/api/me/games/{first['id']}").status_code == 404
    assert bring(ana, to_json(race)).status_code == 201


def test_what_could_not_be_opened_again_is_not_kept(ana, monkeypatch):
    match = a_short_match()
    long = replace(match, setup=replace(match.setup, players=("A" * 101, "Ben")))
    refused = bring(ana, to_json(long))
    assert refused.status_code == 400
    assert "a name of more than 100 characters" in refused.json()["message"]
    monkeypatch.setattr(brought, "MOST_BYTES", 100)
    refused = bring(ana, to_text(match))
    assert refused.status_code == 400
    assert "more than 100 bytes" in refused.json()["message"]
    assert ana.get("/api/me/games").json() == {"games": []}


def test_an_address_brings_so_many_bytes_an_hour(tmp_path):
    with open_doors(tmp_path, rates={"brought-bytes": "100/hour"}) as doors:
        with doors.visitor() as ana:
            assert bring(ana, to_json(a_short_match())).status_code == 201
        with doors.visitor() as ben:
            assert bring(ben, to_json(a_race())).status_code == 429


def test_nobody_else_finds_it(ana, doors):
    game = bring(ana, to_json(a_short_match())).json()["id"]
    with doors.visitor() as ben:
        for path in (f"/api/me/games/{game}/record.json", f"/me/games/{game}"):
            assert ana.get(path).status_code == 200
            assert ben.get(path).status_code == 404
        assert ben.get("/api/me/games").json() == {"games": []}


def test_it_goes_with_its_owner_from_device_to_device(ana, doors):
    bring(ana, to_json(a_short_match()))
    ana.post("/api/me/password", json={"name": "Bringer", "password": PASSWORD})
    with doors.visitor() as elsewhere:
        elsewhere.post("/api/login", json={"name": "Bringer", "password": PASSWORD})
        assert len(elsewhere.get("/api/me/games").json()["games"]) == 1


@pytest.mark.parametrize(("lang", "told"), [("en", "from a device"), ("fr", "d’un appareil")])
def test_one_s_own_place_lists_it_and_its_page_shows_it(ana, lang, told):
    record = a_short_match()
    game = bring(ana, to_json(record)).json()["id"]
    place = ana.get("/me", params={"lang": lang}).text
    assert told in place
    assert f'href="/me/games/{game}"' in place
    assert record.setup.players[0] in place
    page = ana.get(f"/me/games/{game}").text
    held = json.loads(re.search(r'id="replay-data">(.*?)</script>', page, re.DOTALL)[1])
    shown = ana.post("/api/replay", json={"record": held["record"]})
    assert shown.status_code == 200
    assert from_json(held["record"]) == record


def test_how_often_is_counted_by_person(tmp_path):
    with (
        open_doors(tmp_path, rates={"brought": "2/hour"}) as doors,
        doors.visitor() as ana,
        doors.visitor() as ben,
    ):
        text = to_json(a_short_match())
        assert [bring(ana, text).status_code for _ in range(3)] == [201, 201, 429]
        assert int(bring(ana, text).headers["retry-after"]) > 0
        assert bring(ben, text).status_code == 201
