"""Positions without a table: lines, lessons, boards set up by hand, replays; tables from them."""

import json
from functools import cache
from random import Random

import pytest

from ludotheque.games import shelf, take
from ludotheque.match import Record, Referee, to_json, to_text
from ludotheque.rulebook import lesson, rulebook
from parts import having
from rounds import asking, everyone_moves
from server.doors import open_doors

START = "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S"
WON = "S3/S3N/1S2NN/S1SN1N1/SS2NN/S3N/4 S"
RACE = "././rp/./gb/./y/././. 1 pg r+,g+,b-,y+,p-|g+,b+,y-,p++,*- -"
SEED = "5e" * 32


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house"), rates={}) as doors:
        yield doors


@pytest.fixture(scope="module")
def ana(doors):
    with doors.visitor() as visitor:
        yield visitor


@cache
def played(game, seats=2):
    """Return the record of a game that was played anyhow, to its end."""
    rng, referee = Random(5), Referee(SEED)
    match = referee.begin(take(game), [f"Player {n + 1}" for n in range(seats)], began=0)
    while match.outcome is None:
        match = referee.play(match, match.to_move, str(rng.choice(match.position.moves())), at=0)
    return Record.of(match, SEED)


@pytest.mark.parametrize("game", shelf())
def test_every_figure_can_be_played_and_what_it_forbids_is_refused(ana, game):
    for figure in rulebook(take(game), "en").figures:
        where = {
            "position": figure.position,
            "option": [f"{name}:{value}" for name, value in figure.options.items()],
        }
        for move in figure.moves:
            line = ana.get(f"/api/games/{game}/line", params={**where, "move": move}).json()
            before, after = line["pictures"]
            assert before["pieces"] != after["pieces"]
            assert after["told"]
            assert line["refused"] is None
        for move in figure.forbidden:
            line = ana.get(f"/api/games/{game}/line", params={**where, "move": move}).json()
            assert len(line["pictures"]) == 1
            assert move in line["refused"]


def test_the_piece_that_moves_is_the_same_before_and_after(ana):
    line = ana.get("/api/games/tortuga/line", params={"position": START, "move": "d2-d3"}).json()
    spots = [{piece["id"]: piece["spot"] for piece in p["pieces"]} for p in line["pictures"]]
    moved = {name for name in spots[0] if spots[0][name] != spots[1][name]}
    assert [(spots[0][name], spots[1][name]) for name in moved] == [("d2", "d3")]


def test_a_picture_has_the_arrows_that_were_asked_for(ana):
    plain, pointed = (
        ana.get("/api/games/tortuga/picture.svg", params={"position": START, **more})
        for more in ({}, {"arrow": "d2-d3"})
    )
    assert plain.headers["content-type"] == "image/svg+xml"
    assert len(pointed.text) > len(plain.text)
    refused = ana.get("/api/games/tortuga/picture.svg", params={"position": "4/4 S"})
    assert (refused.status_code, refused.json()["code"]) == (400, "position/text")


@pytest.mark.parametrize("game", [game.slug for game in having("first game")])
def test_every_task_is_judged_by_the_rules(ana, game):
    for task in lesson(take(game), "en").tasks:
        position = task.start(take(game))
        moves = [str(move) for move in position.moves()]
        for right in (True, False):
            fitting = [move for move in moves if task.solved_by(take(game), move) == right]
            for move in fitting[:1]:
                path = f"/api/games/{game}/lesson/{task.number}"
                answer = ana.get(path, params={"move": move}).json()
                assert answer["right"] == right
                assert answer["message"] == (task.praise if right else task.hint)
                (shown,) = ana.get(f"{path}/preview", params={"move": [move]}).json()["pictures"]
                assert shown == {**answer["picture"], "questions": shown["questions"]}


def test_a_learner_is_told_why_a_touch_is_no_move(ana):
    path = "/api/games/tortuga/lesson/1/why"
    answer = ana.get(path, params={"touch": ["d3", "d2"]}).json()
    forward = "Turtles only go forward: straight on or diagonally."
    assert answer == {"message": forward, "rule": "1.1", "spots": []}
    assert ana.get(path).status_code == 422


def test_a_task_says_why_a_move_is_illegal_in_the_readers_language(doors):
    with doors.visitor(**{"accept-language": "fr"}) as reader:
        answer = reader.get("/api/games/tortuga/lesson/1", params={"move": "d3-d2"})
    assert answer.status_code == 409
    assert "coup" in answer.json()["message"]


def test_a_task_does_not_show_what_its_learner_would_not_see(ana):
    answer = ana.get("/api/games/race/lesson/3", params={"move": "*+:b"}).json()
    symbols = {piece["spot"]: piece["symbol"] for piece in answer["picture"]["pieces"]}
    assert symbols["tile-2"] == "tile/back"


def set_up(visitor, game="tortuga", **setting):
    answer = visitor.post(f"/api/games/{game}/setup", json=setting)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_board_begins_at_the_start_and_is_possible(ana):
    setup = set_up(ana)
    assert (setup["position"], setup["problem"], setup["to_move"]) == (START, None, 0)
    assert len(setup["picture"]["pieces"]) == 16


def test_one_turtle_too_many_is_refused_with_the_reason_but_stays_on_the_board(ana):
    setup = set_up(ana, position=START, puts=[{"spot": "d4", "symbol": "turtle/belly"}])
    assert "17 turtles" in setup["problem"]
    assert len(setup["picture"]["pieces"]) == 17
    back = set_up(ana, position=setup["position"], puts=[{"spot": "d4", "symbol": None}])
    assert (back["position"], back["problem"]) == (START, None)


def test_a_board_can_be_emptied_and_given_to_the_other_side(ana):
    assert set_up(ana, position=START, empty=True)["picture"]["pieces"] == []
    assert set_up(ana, position=START, turn=1)["position"] == START.replace(" S", " N")


def test_a_text_that_describes_nothing_says_why(ana):
    setup = set_up(ana, position="nonsense")
    assert setup["picture"] is None
    assert setup["problem"]


def test_the_race_is_set_up_for_as_many_as_sit_there(ana):
    setup = set_up(ana, "race", seats=4)
    assert setup["seats"] == 4
    moved = set_up(ana, "race", position=RACE, puts=[{"spot": "8", "symbol": "racer/red"}])
    assert moved["position"].startswith("././p/./gb/./y/./r/.")
    assert (moved["problem"], moved["to_move"], moved["seats"]) == (None, 0, 2)
    refused = ana.post("/api/games/race/setup", json={"position": RACE, "turn": 3})
    assert refused.status_code == 422


def test_what_wins_at_once_is_found(ana):
    lines = ana.get("/api/games/tortuga/analysis", params={"position": WON}).json()["lines"]
    position = take("tortuga").position(WON)
    best = take("tortuga").move(lines[0]["moves"][0], position)
    assert position.after(best).outcome().winners == (0,)
    assert lines[0]["score"] == {"share": 1.0, "certain_in": 1}
    assert lines[0]["told"]


def test_the_race_is_thought_about_from_what_its_seat_knows(ana):
    lines = ana.get("/api/games/race/analysis", params={"position": RACE}).json()["lines"]
    assert 1 <= len(lines) <= 3
    assert all(0 <= line["score"]["share"] <= 1 for line in lines)
    assert all(line["score"]["certain_in"] is None for line in lines)


def test_where_nobody_is_to_move_there_is_nothing_to_think_about(ana):
    start = str(take("race").start())
    assert ana.get("/api/games/race/analysis", params={"position": start}).status_code == 409


@pytest.mark.parametrize("write", [to_json, to_text])
@pytest.mark.parametrize(("game", "seats"), [("tortuga", 2), ("hops", 2), ("race", 4)])
def test_a_record_is_replayed_picture_by_picture(ana, game, seats, write):
    record = played(game, seats)
    replay = ana.post("/api/replay", json={"record": write(record)}).json()
    moves = [event.move for event in record.events if hasattr(event, "seat")]
    assert [frame["move"] for frame in replay["frames"]] == [None, *moves]
    assert all(frame["told"] for frame in replay["frames"][1:])
    assert replay["ending"]["shares"] == list(record.result.shares)
    assert (replay["draws"] > 0) == (game == "race")
    for before, after in zip(replay["frames"], replay["frames"][1:], strict=False):
        assert before["picture"]["pieces"] != after["picture"]["pieces"]


def test_a_record_that_was_tampered_with_is_refused_with_the_place(ana):
    text = to_text(played("tortuga"))
    wrong = text.replace("\n1. ", "\n1. a1-a1 ", 1)
    answer = ana.post("/api/replay", json={"record": wrong})
    assert (answer.status_code, answer.json()["code"]) == (400, "record/text")
    answer = ana.post("/api/replay", json={"record": text * 2})
    assert (answer.status_code, answer.json()["code"]) == (400, "record/text")
    assert "several games in this file" in answer.json()["message"]
    plain = json.loads(to_json(played("race", 3)))
    plain["end"]["seed"] = "00" * 32
    answer = ana.post("/api/replay", json={"record": json.dumps(plain)})
    assert answer.status_code == 400


def test_a_record_may_be_longer_than_other_requests_but_not_endless(ana):
    assert ana.post("/api/replay", json={"record": "x" * 100_000}).status_code == 400
    assert ana.post("/api/replay", json={"record": "x" * 230_000}).status_code == 422
    assert ana.post("/api/replay", json={"record": "x" * 300_000}).status_code == 413


def open_table(visitor, **terms):
    wish = {"chairs": [{"person": "Ana"}, {"person": "Ben"}], "rated": False, **terms}
    return visitor.post("/api/tables", json=wish)


def do(visitor, table, deed, **more):
    answer = visitor.post(f"/api/tables/{table}/deeds", json={"type": deed, "id": deed, **more})
    assert answer.status_code == 200, answer.text


def test_a_game_at_a_table_can_be_looked_at_once_it_is_over(ana, doors):
    table = open_table(ana, game="race").json()["id"]
    path = f"/api/tables/{table}/replay/1"
    assert ana.get(path).status_code == 409
    everyone_moves(table, asking(ana))
    do(ana, table, "resign", seat=0)
    with doors.visitor() as anyone:
        replay = anyone.get(path).json()
        packed = anyone.get(path, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert replay["ending"]["shares"] == [0.0, 1.0]
    assert replay["draws"] > 0
    assert ana.get(f"/api/tables/{table}/replay/2").status_code == 404


def test_a_replay_tells_computers_by_who_sat_there_and_not_by_their_names(ana):
    chairs = [{"person": "Levels 2"}, {"level": 1}]
    table = open_table(ana, game="race", chairs=chairs).json()["id"]
    seating = ana.get(f"/api/tables/{table}").json()["table"]["seating"]
    seats = [0, 1] if seating == [0, 1] else [1, 0]
    do(ana, table, "resign", seat=seats[0])
    players = ana.get(f"/api/tables/{table}/replay/1").json()["players"]
    assert [players[seat] for seat in seats] == ["Levels 2", "Hatchling (1)"]


def test_a_table_may_begin_from_a_position(ana):
    table = open_table(ana, game="tortuga", start=WON).json()["id"]
    assert ana.get(f"/api/tables/{table}").json()["table"]["match"]["position"] == WON


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"game": "tortuga", "start": "4/4 S"}, 400),
        ({"game": "tortuga", "start": START, "rated": True}, 409),
        ({"game": "race", "start": RACE, "chairs": ["me", "open", "open"]}, 422),
    ],
)
def test_a_start_that_nobody_could_play_from_is_refused(ana, more, status):
    assert open_table(ana, **more).status_code == status


@pytest.mark.parametrize("chair", ["open", "invited"])
def test_nobody_plays_with_cards_that_the_owner_has_dealt(ana, chair):
    """A race from a start written by its owner looked fresh to whoever joined."""
    refused = open_table(ana, game="race", start=RACE, chairs=["me", chair])
    assert (refused.status_code, refused.json()["code"]) == (409, "match/refused")
    assert "has dealt" in refused.json()["message"]
    for other in ({"level": 1}, {"person": "Ben"}):
        assert open_table(ana, game="race", start=RACE, chairs=["me", other]).status_code == 201
    fresh = open_table(ana, game="race", chairs=["me", chair])
    assert fresh.status_code == 201
    assert not ana.get(f"/api/tables/{fresh.json()['id']}").json()["table"]["terms"][
        "from_position"
    ]


def test_a_table_from_a_position_says_so_before_anyone_sits_down_and_ever_after(ana, doors):
    chairs = ["me", "open"]
    table = open_table(ana, game="tortuga", start=START, chairs=chairs).json()["id"]
    with doors.visitor() as ben:
        listed = ben.get("/api/tables").json()["tables"]
        assert next(entry for entry in listed if entry["id"] == table)["note"]["from_position"]
        assert ben.get(f"/api/tables/{table}").json()["table"]["terms"]["from_position"]
        page = ben.get(f"/t/{table}").text
        assert page.count("From a position set up by hand") >= 2, "in the lobby and among the terms"
        do(ben, table, "sit")
        everyone_moves(table, asking(ana), asking(ben))
        do(ben, table, "resign")
        assert ben.get(f"/api/tables/{table}/replay/1").json()["from_position"]
        assert ben.get(f"/api/tables/{table}/deal").json()["from_position"]
        assert '[Start "' in ben.get(f"/api/tables/{table}/record.txt").text


def test_the_start_of_a_table_tells_nobody_what_others_hold(ana, doors):
    table = open_table(ana, game="race", start=RACE).json()["id"]
    with doors.visitor() as anyone:
        seen = anyone.get(f"/api/tables/{table}", params={"picture": True}).text
        record = anyone.get(f"/api/tables/{table}/record.json").text
    for told in (seen, record):
        assert "r+,g+,b-,y+,p-" not in told
        assert "g+,b+,y-,p++,*-" not in told
