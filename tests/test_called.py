"""How players are called: computers by their level, and of one level by number."""

import json

import pytest

from ludotheque.games import shelf, take
from ludotheque.page.player_names import chair_names, player_names
from ludotheque.pictures import Setting, set_up_by_hand
from ludotheque.server.wire.outgoing import ChairNoted, Note, encode, read_note
from ludotheque.words import Words

EN, FR = Words("en"), Words("fr")


def test_a_record_names_computers_as_their_table_did():
    assert player_names(["Ann", "Level 2"], {1: 2}, EN) == ["Ann", "Beginner (2)"]
    assert player_names(["Level 2 (3)", "Ann", "Level 2 (2)"], {2: 2, 0: 2}, EN) == [
        "Beginner #2",
        "Ann",
        "Beginner #1",
    ]


def test_a_person_may_be_called_like_a_computer():
    assert player_names(["Level 2", "Level 3"], {1: 3}, EN) == ["Level 2", "Easy-going (3)"]


def test_chairs_are_named_alike():
    chairs = [
        ChairNoted(name="Ann", level=None, invited=False),
        ChairNoted(name="Level 2", level=2, invited=False),
        ChairNoted(name=None, level=None, invited=False),
        ChairNoted(name="Level 2", level=2, invited=False),
    ]
    assert chair_names(chairs, EN) == ["Ann", "Beginner #1", "Free chair", "Beginner #2"]


def test_a_person_on_a_chair_may_be_called_like_a_computer():
    chairs = [ChairNoted(name="Level 3", level=None, invited=False)]
    assert chair_names(chairs, FR) == ["Level 3"]


NOTE = Note(
    options={"start": "camp"},
    clock=None,
    first_to=1,
    rated=True,
    chairs=(
        ChairNoted(name="Level 3", level=None, invited=False),
        ChairNoted(name="Level 3", level=3, invited=False),
        ChairNoted(name=None, level=None, invited=True),
    ),
    number=2,
)


def test_a_note_is_read_as_it_was_written():
    assert read_note(encode(NOTE)) == NOTE


def test_a_note_of_an_earlier_house_tells_the_same():
    plain = json.loads(encode(NOTE))
    for chair in plain["chairs"]:
        chair["computer"] = chair.pop("level") is not None
    assert read_note(json.dumps(plain)) == NOTE


@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
@pytest.mark.parametrize("game", shelf())
def test_a_board_that_cannot_be_is_refused_with_the_reason_alone(game, words):
    setting = Setting(position="nonsense", options=dict(take(game).settle({})))
    problem = set_up_by_hand(take(game), setting, words).problem
    assert problem[0].isupper()
    assert not problem.startswith("Position")
    assert "…" not in problem
