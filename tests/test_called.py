"""How players are called: computers by their level, and of one level by number."""

import pytest

from ludotheque.games import shelf, take
from ludotheque.server.api.study import Setting, set_up_by_hand
from ludotheque.server.called import chair_names, player_names
from ludotheque.words import Words

EN, FR = Words("en"), Words("fr")


def test_a_record_names_computers_as_their_table_did():
    assert player_names(["Ann", "Level 2"], EN) == ["Ann", "Beginner (2)"]
    assert player_names(["Level 2 (3)", "Ann", "Level 2 (2)"], EN) == [
        "Beginner #2",
        "Ann",
        "Beginner #1",
    ]
    assert player_names(["Level 2", "Level 2"], EN) == ["Beginner #1", "Beginner #2"]


@pytest.mark.parametrize("name", ["Level 0", "Level 99", "Level two", "Level 2 and Ann"])
def test_what_is_no_computer_keeps_its_name(name):
    assert player_names([name, "Ben"], EN) == [name, "Ben"]


def test_chairs_are_named_alike():
    chairs = [
        {"name": "Ann", "computer": False},
        {"name": "Level 2", "computer": True},
        {"name": None, "computer": False},
        {"name": "Level 2", "computer": True},
    ]
    assert chair_names(chairs, EN) == ["Ann", "Beginner #1", "Free chair", "Beginner #2"]


@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
@pytest.mark.parametrize("game", shelf())
def test_a_board_that_cannot_be_is_refused_with_the_reason_alone(game, words):
    setting = Setting(position="nonsense", options=dict(take(game).settle({})))
    problem = set_up_by_hand(take(game), setting, words).problem
    assert problem[0].isupper()
    assert not problem.startswith("Position")
    assert "…" not in problem
