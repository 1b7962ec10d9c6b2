"""Rulings as they are kept at a table of a served house, whose referee has the last word."""

import pytest

from server.doors import open_doors


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as doors, doors.visitor() as visitor:
        yield visitor


@pytest.fixture
def play(visitor):
    """Return what opens a table for two at one screen from a position, and plays one move there."""

    def played(game, start, move, **options):
        people = [{"person": "Ana"}, {"person": "Ben"}]
        wish = {"game": game, "chairs": people, "start": start, "rated": False}
        opened = visitor.post("/api/tables", json={**wish, "options": options})
        assert opened.status_code == 201, opened.text
        where = f"/api/tables/{opened.json()['id']}"
        turn = visitor.get(where).json()["table"]["match"]["turn"]
        deed = {"type": "move", "id": "1", "seat": 0, "turn": turn, "move": move}
        answer = visitor.post(f"{where}/deeds", json=deed)
        return answer, visitor.get(where).json()["table"]["match"]["position"]

    return played


def test_1_5_a_capture_may_begin_on_a_neutral_turtle(play):
    answer, position = play("tortuga", "4/5/So4/3N3/6/SN3/4 S", "c1+c3xe4")
    assert answer.status_code == 200, answer.text
    assert position == "4/5/1S4/3o3/3S2/SN3/4 N"


def test_1_5_whoever_can_hop_a_foe_first_may_not_do_without(play):
    start = "4/5/So4/3N3/6/SN3/4 S"
    for move in ("c1-b1", "f1-g1"):
        answer, position = play("tortuga", start, move)
        assert answer.json()["code"] == "move/illegal"
        assert "1.5" in answer.json()["message"]
        assert position == start


RING = "......./...b5.../..b1b5.../r1b5...../......./......./......r1 r"
BACK = "D1*D3*B3=2*B5*D3*D1-E1"


def test_3_5_no_die_hops_to_and_fro_in_one_and_the_same_move(play):
    answer, position = play("hops", RING, BACK)
    assert answer.json()["code"] == "move/illegal"
    assert "3.5" in answer.json()["message"]
    assert position == RING


def test_3_5_a_table_may_agree_on_the_gentler_rule(play):
    answer, position = play("hops", RING, BACK, to_and_fro="immediate")
    assert answer.status_code == 200, answer.text
    assert position == "......./...b5.../..b1b5.../.b5...../r2....../......./......r1 b"
