"""One's own mistakes as puzzles: from reviewed games, judged by what the review knows."""

import json

import pytest

from server.doors import open_doors
from server.test_reviews import PUNISHED, SLIP, START, WIN, whole
from study.test_own_mistakes import RACE
from waiting import wait_until

PLACE = "/api/me/mistakes/{table}/1/1"


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), review_effort=1) as doors:
        yield doors


@pytest.fixture
def ana(doors):
    with doors.visitor() as visitor:
        visitor.get("/puzzles")
        yield visitor


def play(visitor, table, *moves):
    for seat, move in enumerate(moves):
        turn = visitor.get(f"/api/tables/{table}/moves").json()["turn"]
        deed = {"type": "move", "id": f"m{turn}", "turn": turn, "move": move, "seat": seat}
        done = visitor.post(f"/api/tables/{table}/deeds", json=deed)
        assert done.status_code == 200, done.text


def slipped(visitor, *, game="tortuga", start=START, moves=(SLIP, PUNISHED), reviewed=True):
    """Play a game at a table in which a win was missed, and have it looked over; return the id."""
    chairs = ["me", {"person": "Ben"}]
    wish = {"game": game, "chairs": chairs, "public": False, "rated": False}
    wish |= {"start": start, "beginner": 0}
    opened = visitor.post("/api/tables", json=wish)
    assert opened.status_code == 201, opened.text
    table = opened.json()["id"]
    play(visitor, table, *moves)
    if reviewed:
        whole(visitor.post(f"/api/tables/{table}/review/1"))
        # The result is written down a moment after the last move.
        wait_until(lambda: visitor.get(PLACE.format(table=table)).status_code == 200)
    return table


def listed(visitor, game="tortuga"):
    """Return the mistakes that the page has brought."""
    page = visitor.get(f"/puzzles/{game}/own").text
    return json.loads(page.partition('id="puzzle-data">')[2].partition("</script>")[0])["ids"]


def test_a_mistake_is_asked_about_and_put_right(ana):
    table = slipped(ana)
    assert listed(ana) == [f"{table}/1/1"]
    base = PLACE.format(table=table)
    asked = ana.get(base).json()
    assert asked["puzzle"]["task"] == "better"
    assert SLIP in asked["puzzle"]["question"]
    assert WIN not in asked["puzzle"]["question"]
    assert asked["puzzle"]["position"] == START
    same = ana.post(f"{base}/answer", json={"answer": SLIP}).json()
    assert (same["right"], same["solution"]) == (False, None)
    assert "what you played" in same["told"]
    assert ana.post(f"{base}/answer", json={"answer": "a1-g9"}).status_code == 400
    found = ana.post(f"{base}/answer", json={"answer": WIN}).json()
    assert (found["right"], found["solved"]) == (True, True)
    assert found["solution"]["line"]["moves"] == [WIN]
    assert any("win at once" in claim["told"] for claim in found["claims"])
    assert found["rating"] is None


def test_who_gives_up_hears_why_it_was_a_mistake(ana):
    base = PLACE.format(table=slipped(ana))
    found = ana.post(f"{base}/solution").json()
    assert found["solution"]["answer"] == WIN
    assert [claim["moves"] for claim in found["claims"]] == [[PUNISHED], [WIN]]
    assert len(found["claims"][0]["pictures"]) == 2
    looked = ana.post(f"{base}/look", json={"tries": [WIN], "touches": []}).json()
    assert looked["previews"][0]["pieces"]


def test_nobody_who_plays_a_rated_game_of_the_kind_is_told(ana):
    base = PLACE.format(table=slipped(ana))
    wish = {"game": "tortuga", "chairs": ["me", {"level": 1}], "public": False, "rated": True}
    assert ana.post("/api/tables", json=wish).status_code == 201
    for refused in (ana.post(f"{base}/solution"), ana.post(f"{base}/answer", json={"answer": WIN})):
        assert (refused.status_code, refused.json()["code"]) == (409, "match/refused")
        assert "rated game" in refused.json()["message"]


def test_a_game_that_nobody_has_reviewed_has_no_mistakes_yet(ana):
    table = slipped(ana, reviewed=False)
    assert listed(ana) == []
    assert "There is nothing to put right yet" in ana.get("/puzzles/tortuga/own").text
    assert ana.get(PLACE.format(table=table)).status_code == 404


def test_mistakes_are_for_whoever_made_them(doors, ana):
    base = PLACE.format(table=slipped(ana))
    with doors.visitor() as other:
        assert other.get(base).status_code == 404
        other.get("/puzzles")
        other.post("/api/games/tortuga/puzzles/rated")  # now the house knows them
        assert other.get(base).status_code == 404
        assert other.post(f"{base}/solution").status_code == 404
        assert other.post(f"{base}/answer", json={"answer": WIN}).status_code == 404
        assert listed(other) == []


def test_what_was_tried_comes_last(ana):
    first, second = slipped(ana), slipped(ana)
    before = listed(ana)
    assert set(before) == {f"{first}/1/1", f"{second}/1/1"}
    ana.post(f"/api/me/mistakes/{before[0]}/solution")
    assert listed(ana) == before[::-1]


def test_a_hint_says_where_a_better_move_begins_and_not_which_it_is(ana):
    base = PLACE.format(table=slipped(ana))
    told = ana.post(f"{base}/hint").json()["told"]
    assert f"begins here: {WIN[:2]}, turtle (red)" in told
    assert WIN not in told


def test_a_race_has_own_mistakes_as_its_seats_could_see_them(ana):
    table = slipped(ana, game="race", start=RACE, moves=("g+",))
    assert listed(ana, "race") == [f"{table}/1/1"]
    base = PLACE.format(table=table)
    asked = ana.get(base).json()
    assert asked["puzzle"]["position"] is None
    assert "g+" in asked["puzzle"]["question"]
    cards = [piece["symbol"] for piece in asked["puzzle"]["picture"]["pieces"]]
    assert "card/blue/++" not in cards  # in the other's hand
    assert "card (red, +)" in ana.post(f"{base}/hint").json()["told"]
    for wrong in ("y-", "g+"):
        assert ana.post(f"{base}/answer", json={"answer": wrong}).json()["right"] is False
    found = ana.post(f"{base}/answer", json={"answer": "r+"}).json()
    assert found["right"] is True
    assert any("wins at once" in claim["told"] for claim in found["claims"])
