"""Hints at a served table: whoever is told that there are some gets them, and nobody else."""

import pytest

from ludotheque.games import take
from ludotheque.study.puzzles import shipped
from server.doors import open_doors


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as opened:
        yield opened


def opened(visitor, chairs, **terms):
    wish = {"game": "hops", "chairs": chairs, "beginner": 0} | terms
    return f"/api/tables/{visitor.post('/api/tables', json=wish).json()['id']}"


def told(visitor, table):
    """Return whether the visitor is told that there are hints, and what comes of asking."""
    return visitor.get(table).json()["table"]["hints"], visitor.get(f"{table}/hint")


@pytest.mark.parametrize(
    ("chairs", "rated", "hints"),
    [
        (["me", {"level": 1}], False, True),
        (["me", {"level": 1}], True, False),
        (["me", {"person": "Bob"}], True, True),
    ],
)
def test_a_table_says_whether_there_are_hints_and_keeps_to_it(doors, chairs, rated, hints):
    with doors.visitor() as ana:
        table = opened(ana, chairs, rated=rated)
        promised, answer = told(ana, table)
        assert promised == hints
        assert answer.status_code == (200 if hints else 409), answer.text
        if hints:
            assert answer.json()["move"] in ana.get(f"{table}/moves").json()["moves"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nobody_is_helped_against_another_person(doors, lang):
    with doors.visitor() as ana, doors.visitor() as ben:
        ana.headers["accept-language"] = lang
        table = opened(ana, ["me", "open"], rated=False)
        ben.post(f"{table}/deeds", json={"type": "sit", "id": "sit"})
        promised, answer = told(ana, table)
        assert not promised
        assert answer.status_code == 409
        assert answer.json()["code"] == "match/refused"
        said = {"en": "nobody else plays", "fr": "personne d’autre ne joue"}
        assert said[lang] in answer.json()["message"]


def test_who_is_not_to_move_or_only_looks_on_gets_none(doors):
    with doors.visitor() as ana, doors.visitor() as ben:
        table = opened(ana, ["me", {"person": "Bob"}], rated=False)
        promised, answer = told(ben, table)
        assert not promised
        assert answer.json()["code"] == "move/turn"
        assert ana.get(f"{table}/hint?seat=1").json()["code"] == "move/turn"


def test_a_puzzle_that_counts_is_not_hinted_at_by_a_table_that_begins_with_it(doors):
    with doors.visitor() as ana:
        ana.get("/puzzles")
        offered = ana.post("/api/games/hops/puzzles/rated").json()["id"]
        puzzle = next(each for each in shipped(take("hops")) if each.id == offered)
        terms = {"start": puzzle.position, "options": dict(puzzle.options), "rated": False}
        table = opened(ana, ["me", {"person": "Bob"}], beginner=puzzle.seat, **terms)
        refused = ana.get(f"{table}/hint")
        assert refused.status_code == 409
        assert "not solved yet" in refused.json()["message"]
        assert ana.post(f"/api/games/hops/puzzles/{offered}/solution").is_success
        assert ana.get(f"{table}/hint").status_code == 200
