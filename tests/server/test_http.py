"""Tables over HTTP: opened, found, sat down at, played at, kept."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import update

from ludotheque.games import shelf
from ludotheque.match import from_json, from_text, verify
from ludotheque.server.api.tables import QUIET
from ludotheque.server.qr import qr_svg
from ludotheque.store.schema import TABLES
from parts import having
from rounds import asking, everyone_moves
from server.doors import open_doors
from waiting import PATIENCE, wait_until

REQUESTS = os.environ.get("LUDOTHEQUE_REQUESTS", "2")
"""How many requests of each kind are made up; `make torture` asks for a hundred."""


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), keep_alive=0.2) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        visitor.patch("/api/me", json={"name": "Ana"})
        yield visitor


@pytest.fixture
def ben(doors):
    with doors.visitor() as visitor:
        visitor.patch("/api/me", json={"name": "Ben"})
        yield visitor


def open_table(visitor, game="tortuga", chairs=("me", "open"), **terms):
    answer = visitor.post("/api/tables", json={"game": game, "chairs": list(chairs), **terms})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def do(visitor, table, deed, **more):
    body = {"type": deed, "id": more.pop("id", deed), **more}
    return visitor.post(f"/api/tables/{table}/deeds", json=body)


def see(visitor, table):
    return visitor.get(f"/api/tables/{table}").json()["table"]


def play(visitor, table, **more):
    now = visitor.get(f"/api/tables/{table}/moves").json()
    turn = now["turn"]
    return do(visitor, table, "move", id=f"m{turn}", turn=turn, move=now["moves"][0], **more)


def test_the_shelf_is_told_in_the_readers_language(doors):
    with doors.visitor(**{"accept-language": "fr"}) as reader, doors.visitor() as other:
        french, english = (visitor.get("/api/games").json() for visitor in (reader, other))
    assert [game["slug"] for game in english["games"]] == list(shelf())
    for there, here in zip(english["games"], french["games"], strict=True):
        translated = there["slug"] in {game.slug for game in having("language")}
        assert (there["tagline"] != here["tagline"]) == translated
        assert there["options"] == here["options"]
    assert len(english["levels"]) == len(french["levels"]) == 8


def test_a_table_waits_is_sat_down_at_and_begins(ana, ben):
    table = open_table(ana)
    listed = ana.get("/api/tables").json()["tables"]
    assert table in [entry["id"] for entry in listed]
    assert do(ben, table, "sit").json() == {"type": "done", "id": "sit", "seq": 2}
    assert see(ben, table)["status"] == "playing"
    assert [chair["name"] for chair in see(ben, table)["chairs"]] == ["Ana", "Ben"]
    playing = ana.get("/api/tables", params={"status": "playing"}).json()["tables"]
    assert table in [entry["id"] for entry in playing]
    assert table not in [entry["id"] for entry in ana.get("/api/tables").json()["tables"]]


def test_a_table_by_link_is_in_no_list_but_ones_own(ana, ben):
    table = open_table(ana, public=False)
    do(ben, table, "sit")
    for status in ("open", "playing"):
        listed = ana.get("/api/tables", params={"status": status}).json()["tables"]
        assert table not in [entry["id"] for entry in listed]
    assert table in [entry["id"] for entry in ben.get("/api/me/tables").json()["tables"]]


def test_a_list_tells_whoever_is_to_move_that_it_is_their_turn(ana, ben):
    table = open_table(ana)

    def turns():
        lists = (visitor.get("/api/me/tables").json()["tables"] for visitor in (ana, ben))
        return [entry["your_turn"] for found in lists for entry in found if entry["id"] == table]

    assert turns() == [False], "nobody has sat down yet"
    do(ben, table, "sit")
    match = see(ana, table)["match"]
    first = see(ana, table)["seating"][match["to_move"]]
    assert turns() == [first == 0, first == 1]
    mover = (ana, ben)[first]
    moves = mover.get(f"/api/tables/{table}/moves").json()["moves"]
    do(mover, table, "move", move=moves[0], turn=match["turn"])
    assert turns() == [first == 1, first == 0]


def test_a_list_tells_who_sits_on_which_chair_and_the_level_of_a_computer(ana):
    table = open_table(ana, game="race", chairs=["me", {"level": 3}, "open", "invited"])
    listed = ana.get("/api/tables").json()["tables"]
    (note,) = [entry["note"] for entry in listed if entry["id"] == table]
    chairs = [(chair["name"] is None, chair["level"], chair["invited"]) for chair in note["chairs"]]
    assert chairs == [
        (False, None, False),
        (False, 3, False),
        (True, None, False),
        (True, None, True),
    ]


def test_an_invited_chair_opens_by_its_key_which_the_owner_alone_sees(ana, ben):
    table = open_table(ana, chairs=["me", "invited"])
    key = see(ana, table)["chairs"][1]["key"]
    assert see(ben, table)["chairs"][1]["key"] is None
    assert do(ben, table, "sit").status_code == 409
    assert do(ben, table, "sit", key="0" * 20).status_code == 409
    assert do(ben, table, "sit", key=key, id="with-key").status_code == 200


def test_the_code_to_photograph_is_the_link_and_the_owners_has_the_key(doors, ana, ben):
    table = open_table(ana, chairs=["me", "invited"])
    key = see(ana, table)["chairs"][1]["key"]
    address = f"/api/tables/{table}/qr.svg"
    link = f"{doors.url}/t/{table}"
    assert ben.get(address).content == qr_svg(link)
    assert ana.get(address, params={"chair": 1}).content == qr_svg(f"{link}#{key}")
    for reader, chair in ((ben, 1), (ana, 0), (ana, 7)):
        assert reader.get(address, params={"chair": chair}).status_code == 404


def test_people_on_one_device_and_computers_sit_at_once(ana):
    table = open_table(ana, "race", ["me", {"person": "Cléo"}, {"level": 1}])
    seen = see(ana, table)
    assert seen["status"] == "playing"
    assert [chair["name"] for chair in seen["chairs"]] == ["Ana", "Cléo", "Hatchling (1)"]
    assert [chair["yours"] for chair in seen["chairs"]] == [True, True, False]


def test_a_deed_sent_again_is_done_once(ana):
    table = open_table(ana, chairs=[{"person": "Ana"}, {"person": "Ben"}])
    move = ana.get(f"/api/tables/{table}/moves").json()
    body = {"turn": move["turn"], "move": move["moves"][0]}
    first, again = (do(ana, table, "move", **body) for _ in range(2))
    assert first.json() == again.json()
    assert see(ana, table)["seq"] == first.json()["seq"]
    late = do(ana, table, "move", id="late", **body)
    assert (late.status_code, late.json()["code"]) == (409, "move/stale")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "chairs": ["me", "open"]}, 404, "game/unknown"),
        ({"game": "hops", "chairs": ["me"]}, 422, "seats/number"),
        ({"game": "hops", "chairs": ["me", {"level": 99}]}, 422, "option/unknown"),
        ({"game": "hops", "chairs": ["me", "me"]}, 409, "match/refused"),
        ({"game": "hops", "chairs": [{"level": 1}, {"level": 1}]}, 409, "match/refused"),
        ({"game": "hops", "chairs": ["me", {"person": "\u202e"}]}, 409, "match/refused"),
        ({"game": "hops", "chairs": ["me", "you"]}, 422, "request/invalid"),
        ({"game": "hops", "chairs": ["me", "open"], "clock": "soon"}, 400, "text"),
        ({"game": "hops", "chairs": ["me", "open"], "options": {"a": "b"}}, 422, "option/unknown"),
        ({"game": "hops", "chairs": ["me", "open"], "first_to": 0}, 422, "request/invalid"),
        ({"game": "hops", "chairs": ["me", "open"], "rated": "yes"}, 422, "request/invalid"),
    ],
)
def test_tables_that_cannot_be_opened(ana, body, status, code):
    answer = ana.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "message"}


def test_refusals_have_the_right_status(ana, ben, doors):
    table = open_table(ana, chairs=["me", "open"])
    assert do(ben, table, "start").json()["code"] == "table/seat"
    assert do(ben, table, "sit").status_code == 200
    with doors.visitor() as stranger:
        assert do(stranger, table, "resign").status_code == 403
        assert stranger.get(f"/api/tables/{table}/moves").json()["moves"] == []
    seen = see(ana, table)
    turn, seat = seen["match"]["turn"], seen["match"]["to_move"]
    mover, other = (ana, ben) if seen["seating"][seat] == 0 else (ben, ana)
    move = mover.get(f"/api/tables/{table}/moves").json()["moves"][0]
    assert do(other, table, "move", turn=turn, move=move).json()["code"] == "move/turn"
    assert do(mover, table, "move", turn=turn, move="a1-z9").status_code in {400, 409}
    assert do(ana, "nosuchtable12345", "sit").json()["code"] == "table/unknown"
    assert ana.get("/api/tables/%00%ff/moves").status_code == 404
    assert do(ana, table, "dance").json()["code"] == "request/invalid"


@pytest.mark.parametrize("game", list(shelf()))
def test_a_record_is_whole_once_the_game_is_over(ana, game):
    table = open_table(ana, game, [{"person": "Ana"}, {"person": "Zoé & Max"}])
    while see(ana, table)["match"]["outcome"] is None:
        assert play(ana, table).status_code == 200
        if see(ana, table)["seq"] > 12:
            do(ana, table, "resign")
    as_json = ana.get(f"/api/tables/{table}/record.json")
    as_text = ana.get(f"/api/tables/{table}/record.txt")
    ends = [verify(from_json(as_json.text)).match, verify(from_text(as_text.text)).match]
    assert ends[0].outcome == ends[1].outcome is not None
    assert str(ends[0].position) == str(ends[1].position) == see(ana, table)["match"]["position"]
    named = as_json.headers["content-disposition"]
    players = "-Zoe-Max-" if ends[0].setup.players[0] == "Ana" else "Zoe-Max-Ana-"
    assert re.search(rf'filename="{game}-.*{players}\d{{4}}-\d\d-\d\d\.json"', named)
    assert f"filename*=UTF-8''{game}-" in named
    assert "Zo%C3%A9" in named
    missing = ana.get(f"/api/tables/{table}/record.json", params={"number": 2})
    assert missing.status_code == 404


def test_a_record_of_a_running_game_hides_what_the_reader_may_not_know(ana, ben, doors):
    table = open_table(ana, "race")
    do(ben, table, "sit")
    with doors.visitor() as watcher:
        texts = [v.get(f"/api/tables/{table}/record.json").text for v in (ana, ben, watcher)]
    assert len(set(texts)) == 3
    assert '"move": null' in texts[2]
    assert all('"seed": null' in text or '"seed"' not in text for text in texts)


def test_a_picture_is_given_to_those_who_ask(ana):
    table = open_table(ana, chairs=[{"person": "Ana"}, {"person": "Ben"}])
    drawn = ana.get(f"/api/tables/{table}", params={"picture": "true"}).json()["picture"]
    assert drawn["pieces"]
    assert drawn["choices"]
    assert ana.get(f"/api/tables/{table}").json()["picture"] is None


def test_in_a_rematch_the_other_begins_or_the_loser_as_the_game_says(ana, ben):
    table = open_table(ana, "hops", first_to=2)
    do(ben, table, "sit")
    everyone_moves(table, asking(ana), asking(ben))
    do(ana, table, "resign")
    do(ana, table, "again", id="a")
    do(ben, table, "again", id="b")
    seen = see(ana, table)
    assert seen["number"] == 2
    assert seen["seating"] == [0, 1]  # in Hops the loser begins, and it was Ana who resigned
    assert ana.get(f"/api/tables/{table}/record.json", params={"number": 1}).status_code == 200


def test_the_short_link_and_the_way_back_lead_to_pages(ana):
    table = open_table(ana)
    page = ana.get(f"/t/{table}")
    assert page.headers["content-type"].startswith("text/html")
    assert ana.get("/t/nosuchtable12345").status_code == 404
    assert ana.get("/recover").status_code == 200


def test_a_lost_database_is_told_as_such_and_only_delays(postgres, tmp_path):
    address = postgres.make_database()
    with open_doors(tmp_path, address, patience=0) as doors, doors.visitor() as visitor:
        table = open_table(visitor)
        postgres.stop()
        try:
            wait_until(lambda: visitor.get("/healthz").status_code == 503)
            answer = visitor.post("/api/tables", json={"game": "hops", "chairs": ["me", "open"]})
            assert (answer.status_code, answer.json()["code"]) == (503, "store/down")
            assert int(answer.headers["retry-after"]) > 0
            assert "127.0.0.1" not in answer.text
            assert "set-cookie" not in answer.headers
        finally:
            postgres.start()
        wait_until(lambda: visitor.get("/healthz").json() == {"status": "ok"})
        assert see(visitor, table)["status"] == "open"


def test_nothing_that_is_asked_breaks_the_house(doors, ana, tmp_path):
    """Many requests made up from the OpenAPI document: no 500, and nothing undocumented."""
    token = ana.post("/api/me/tokens", json={"label": "fuzz"}).json()["token"]
    document = tmp_path / "openapi.json"  # asked for here: it would wait ten seconds and no more
    document.write_text(ana.get("/api/openapi.json").text, encoding="utf-8")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", str(document)),
            *("--url", doors.url, "--header", f"Authorization: Bearer {token}"),
            *("--exclude-path-regex", "/(stream|events)$", "--phases", "examples,fuzzing"),
            *("--checks", "not_a_server_error,status_code_conformance,content_type_conformance"),
            *("--max-examples", REQUESTS, "--seed", "4", "--no-color"),
            *("--request-timeout", str(PATIENCE), "--suppress-health-check", "all"),
        ],
        capture_output=True,
        cwd=tmp_path,  # where it leaves its notes
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4_000:] + run.stderr[-1_000:]


def test_a_table_asked_for_twice_is_opened_once(ana, ben):
    wish = {"id": "mine-1", "game": "race", "chairs": ["me", "open", "open"]}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ana.post("/api/tables", json=wish), range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    table = answers[0].json()["id"]
    assert [entry["id"] for entry in ana.get("/api/me/tables").json()["tables"]] == [table]
    # However much has happened there meanwhile.
    for number in range(70):
        done = do(ben, table, "leave" if number % 2 else "sit", id=f"n{number}")
        assert done.status_code == 200
    assert ana.post("/api/tables", json=wish).json()["id"] == table
    another = ana.post("/api/tables", json={**wish, "public": False})
    assert (another.status_code, another.json()["code"]) == (409, "match/refused")
    assert ben.post("/api/tables", json=wish).json()["id"] != table
    assert ana.post("/api/tables", json={**wish, "id": "mine-2"}).json()["id"] != table


def test_an_id_is_done_once_and_answered_alike_after_hundreds_of_deeds(ana, ben):
    table = open_table(ana, "race", ["me", "open", "open"])
    first = do(ben, table, "sit", id="first").json()
    for number in range(140):
        do(ben, table, "sit" if number % 2 else "leave", id=f"n{number}")
    before = see(ana, table)["seq"]
    assert do(ben, table, "sit", id="first").json() == first
    assert see(ana, table)["seq"] == before
    assert do(ben, table, "leave", id="first").json()["code"] == "match/refused"


def test_a_game_that_nobody_goes_on_with_is_no_longer_shown_to_everyone(doors, ana, ben):
    resting, timed = (open_table(ana, clock=clock) for clock in (None, "3d/move"))
    for table in (resting, timed):
        do(ben, table, "sit")

    def shown():
        listed = ana.get("/api/tables", params={"status": "playing"}).json()["tables"]
        return {resting, timed} & {entry["id"] for entry in listed}

    def rest(age):
        past = update(TABLES).values(updated=TABLES.c.updated - age)
        doors.store.database.write(lambda c: c.execute(past))

    assert shown() == {resting, timed}
    rest(QUIET // 2)
    assert shown() == {resting, timed}
    rest(QUIET // 2)
    assert shown() == {timed}
    move = ana.get(f"/api/tables/{resting}/moves").json()
    mover = ana if move["moves"] else ben
    move = mover.get(f"/api/tables/{resting}/moves").json()
    do(mover, resting, "move", turn=move["turn"], move=move["moves"][0])
    assert shown() == {resting, timed}
