"""The menu of the terminal: who sits down, who begins, and game after game at one table."""

import re

import pytest

from ludotheque.games import shelf
from ludotheque.match import drawn_by_lot
from ludotheque.terminal.ask import Left
from ludotheque.terminal.evening import Evening, welcome
from ludotheque.words import Words
from typist import Typist

NUMBER = {slug: str(number) for number, slug in enumerate(shelf(), 1)}
YES, RESIGNS = "yes", ("resign", "yes")
AGREED_DRAW = ("draw", "yes")


def menu(slug, *lines, lang="en"):
    """Return what is told to someone who takes a game and types these *lines*."""
    desk = Typist(NUMBER[slug], *lines, terminal=False, lang=lang)
    with pytest.raises(Left):
        welcome(desk)
    return desk.printed


def beginners(printed):
    """Return who was first to move in each game, by the lines that the table prints."""
    games = re.split("Play again at this table|Which game", printed)[1:]
    firsts = [re.search(r"^(.+?) · .+ to move\.$", game, re.MULTILINE) for game in games]
    return [first[1] for first in firsts if first]


def test_3_start_in_the_menu_the_loser_begins_the_next_game():
    printed = menu(
        "hops", "2", "1",  # two people; Player 1 begins
        "A1-B2", *RESIGNS, YES,  # and wins
        *RESIGNS, YES,  # Player 2 has begun, and loses
        *RESIGNS, YES,  # once more
        "A1-B2", *RESIGNS, YES,
    )  # fmt: skip
    assert beginners(printed) == ["Player 1", "Player 2", "Player 2", "Player 2", "Player 1"]
    assert printed.count("Player 2 lost, so Player 2 begins the next game.") == 3
    assert printed.count("Player 1 lost, so Player 1 begins the next game.") == 1


def test_3_start_in_the_menu_after_a_draw_whoever_did_not_begin_begins():
    printed = menu("hops", "2", "2", *AGREED_DRAW, YES, *AGREED_DRAW, YES)
    assert beginners(printed) == ["Player 2", "Player 1", "Player 2"]
    assert "A draw: Player 1 did not begin it, so Player 1 begins the next game." in printed


def test_1_who_starts_in_the_menu_the_sides_alternate():
    printed = menu("tortuga", "2", "1", *RESIGNS, YES, *RESIGNS, YES, *AGREED_DRAW, YES)
    assert beginners(printed) == ["Player 1", "Player 2", "Player 1", "Player 2"]
    assert "The players swap sides: Player 2 begins the next game." in printed


def test_2_set_up_in_the_menu_people_say_who_is_youngest_then_the_next_seat_begins():
    printed = menu("race", "3", "3", "2", "", *RESIGNS, YES, "", *RESIGNS, YES, "")
    assert "Who is the youngest?" in printed
    assert beginners(printed) == ["Player 2", "Player 3", "Player 1"]
    assert "Next in turn: Player 3 begins the next game." in printed


@pytest.mark.parametrize("slug", shelf())
def test_one_person_alone_may_begin(slug):
    seats = "2" if len(shelf()[slug].seats) > 1 else None
    printed = menu(slug, *filter(None, [seats]), "1", "1", "1", *RESIGNS)
    assert "Who begins?" in printed
    for number, answer in enumerate(("Me", "The computer", "By lot"), 1):
        assert f"{number}  {answer}" in printed
    assert beginners(printed) == ["Player 1"]


def test_one_person_alone_may_let_the_computer_begin():
    printed = menu("tortuga", "1", "1", "2", *RESIGNS)
    moved = re.search(r"^(Hatchling \(1\)) · South \(red\): ", printed, re.MULTILINE)
    assert moved, "the computer makes the first move"
    assert "The players swap sides: Player 1 begins the next game." in printed


def test_computers_of_one_level_are_numbered_as_on_the_page():
    sitters = ["human", "level:1", "level:2", "level:1"]
    race = shelf()["race"]
    assert Evening(game=race, sitters=sitters).called(Words("en")) == [
        "Player 1", "Hatchling #1", "Beginner (2)", "Hatchling #2"
    ]  # fmt: skip
    named = Evening(game=race, sitters=sitters, names=["Ann", "Bo"]).called(Words("en"))
    assert named == ["Ann", "Bo", "Beginner (2)", "Hatchling (1)"]


def test_2_set_up_nobody_asks_how_old_a_computer_is():
    printed = menu("race", "3", "2", "1", "1", "", *RESIGNS)
    assert "Who begins?" in printed
    assert "Who is the youngest?" not in printed


def test_enter_is_enough_for_a_lot(monkeypatch):
    drawn = set()
    for seed in (f"{number:064x}" for number in range(8)):
        monkeypatch.setattr("ludotheque.match.deal.secrets.token_hex", lambda _, s=seed: s)
        evening = Evening(game=shelf()["hops"], sitters=["human", "human"], seed=seed)
        first = drawn_by_lot(evening._seed("lot"), 2)
        assert beginners(menu("hops", "2", "")) == [f"Player {first + 1}"]
        drawn.add(first)
    assert drawn == {0, 1}


def test_where_a_position_says_who_begins_a_series_tells_nothing_else():
    desk = Typist(*RESIGNS * 3, terminal=False)
    start = "r5r6...../......./......./...b1.../......./......./......b1 b"
    hops, seats = shelf()["hops"], ["human", "human"]
    Evening(game=hops, sitters=seats, start=start, first_to=2).play(desk)
    moved = re.findall(r"^(.+?) · .+ to move\.$", desk.printed, re.MULTILINE)
    assert re.findall(r"^Game \d\. (.+) begins\.$", desk.printed, re.MULTILINE) == moved
    assert "begins the next game" not in desk.printed


def test_who_begins_is_asked_and_told_in_french():
    printed = menu("race", "3", "3", "1", "", "abandonner", "oui", lang="fr")
    assert "Qui est la personne la plus jeune\u202f?" in printed
    assert "Chacun son tour\u00a0: c\u2019est Joueur 2 qui commence la prochaine partie." in printed
    printed = menu("hops", "2", "1", "abandonner", "oui", lang="fr")
    assert "Joueur 1 a perdu\u00a0: c\u2019est Joueur 1 qui commence" in printed
