"""Records as trees, and trees as records, over HTTP."""

import json

import pytest

from ludotheque.games import take
from ludotheque.match import Record, Referee, from_json, from_text, redacted, to_json, to_text
from ludotheque.match.notes import Note
from rounds import asking, everyone_moves
from server.doors import open_doors
from server.test_study import played

SEED = "5e" * 32


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        yield visitor


def brought(nodes):
    """Return what a page sends of the nodes that it was sent."""
    return [
        {
            "parent": node["parent"],
            "move": node["move"],
            "chance": node["parent"] is not None and node["seat"] is None,
            "sign": node["sign"],
            "comment": node["comment"],
            "marks": node["marks"],
        }
        for node in nodes
    ]


@pytest.mark.parametrize(("game", "seats"), [("tortuga", 2), ("hops", 2), ("race", 3)])
@pytest.mark.parametrize("write", [to_json, to_text])
def test_a_record_is_opened_noted_and_kept(ana, game, seats, write):
    record = played(game, seats)
    tree = ana.post("/api/tree", json={"record": write(record)}).json()
    assert tree["players"] == list(record.setup.players)
    nodes = brought(tree["nodes"])
    nodes[1] |= {"sign": "!?", "comment": "  so\n so ", "marks": [["d4"]]}
    asked = {"record": tree["record"], "nodes": nodes}
    kept = ana.post(f"/api/games/{game}/tree", json=asked).json()
    again = from_json(kept["json_form"])
    assert again.events == from_json(tree["record"]).events
    assert again.notes == ((1, Note("so so", (("d4",),), (), "!?")),)
    assert from_text(kept["text_form"]).notes == again.notes
    assert kept["name"].startswith(game)
    opened = ana.post("/api/tree", json={"record": kept["text_form"]}).json()
    assert opened["nodes"][1]["comment"] == "so so"


def test_what_is_tried_from_a_position_is_a_record_in_which_nothing_was_played(ana):
    start = take("tortuga").start()
    nodes = [{}, {"parent": 0, "move": "d2-d3"}, {"parent": 0, "move": "c2-c3", "sign": "!"}]
    asked = {"position": str(start), "nodes": nodes}
    kept = ana.post("/api/games/tortuga/tree", json=asked).json()
    record = from_json(kept["json_form"])
    assert (record.events, record.setup.start) == ((), str(start))
    opened = ana.post("/api/tree", json={"record": kept["json_form"]}).json()
    assert [node["move"] for node in opened["nodes"]] == ["", "d2-d3", "c2-c3"]
    assert [node["played"] for node in opened["nodes"]] == [True, False, False]


def test_a_game_of_a_table_is_a_tree_once_it_is_over(ana):
    wish = {"game": "tortuga", "chairs": ["me", {"person": "Ben"}], "public": False, "rated": False}
    table = ana.post("/api/tables", json=wish).json()["id"]
    refused = ana.get(f"/api/tables/{table}/tree/1")
    assert (refused.status_code, "being played" in refused.json()["message"]) == (409, True)
    assert "position=" in ana.get(f"/t/{table}/study").headers["location"]
    everyone_moves(table, asking(ana))
    resigned = {"type": "resign", "id": "r", "seat": 0}
    assert ana.post(f"/api/tables/{table}/deeds", json=resigned).status_code == 200
    tree = ana.get(f"/api/tables/{table}/tree/1").json()
    assert len(tree["nodes"]) == 3
    address = ana.get(f"/t/{table}/study?moves=1").headers["location"]
    assert address.startswith(f"/study/tortuga?table={table}&number=1")
    assert address.endswith("#1")
    assert ana.get(f"/api/tables/{table}/tree/2").status_code == 404


def test_what_is_hidden_in_a_game_that_goes_on_is_no_tree(ana):
    referee = Referee(SEED)
    match = referee.begin(take("race"), ["Ann", "Ben"], began=0)
    shown = redacted(Record.of(match), 0)
    refused = ana.post("/api/tree", json={"record": to_json(shown)})
    assert refused.status_code == 409
    assert "once the game is over" in refused.json()["message"]


@pytest.mark.parametrize("text", ["", "no record", "{}", None])
def test_a_broken_record_is_refused_with_the_reason(ana, text):
    cut = to_json(played("tortuga"))[:-40]
    refused = ana.post("/api/tree", json={"record": cut if text is None else text})
    assert refused.status_code in {400, 422}
    assert refused.json()["message"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"position": "nonsense", "nodes": [{}]}, "nonsense"),
        ({"nodes": [{}, {"parent": 0, "move": "d2-d4"}]}, "d2-d4"),
        ({"nodes": [{}, {"parent": 1, "move": "d2-d3"}]}, "node 1"),
        ({"nodes": []}, "nodes"),
        ({"nodes": [{"sign": "?!?"}]}, "sign"),
        ({"nodes": [{"comment": "a" * 2_001}]}, "comment"),
    ],
)
def test_what_is_no_tree_is_refused_with_the_reason(ana, asked, said):
    refused = ana.post("/api/games/tortuga/tree", json=asked)
    assert refused.status_code in {400, 422}
    assert said in json.dumps(refused.json(), ensure_ascii=False)


@pytest.mark.parametrize(
    ("other", "said"), [("hops", "another game"), ("tortuga", "has lost a move")]
)
def test_what_is_no_tree_of_its_record_is_refused_with_the_reason(ana, other, said):
    asked = {"record": to_json(played(other)), "nodes": [{}]}
    refused = ana.post("/api/games/tortuga/tree", json=asked)
    assert refused.status_code in {400, 422}
    assert said in json.dumps(refused.json(), ensure_ascii=False)
