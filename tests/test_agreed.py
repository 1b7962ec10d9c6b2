"""What was agreed at a table, in words."""

import pytest

from ludotheque.games import take
from ludotheque.match import read_clock
from ludotheque.page.agreed import agreed, clock_told, clocks_offered
from ludotheque.tables import Chair, Deed, Host, Sitter, Terms
from ludotheque.words import Words

ENGLISH, FRENCH = Words("en"), Words("fr")
HOST = Host("5" * 64)


def opened(chairs, **terms):
    """Return a table at which *chairs* stand."""
    game = take("tortuga")
    options = game.settle(terms.pop("options", {}))
    return HOST.open(Deed("ana", 0), Terms(game=game, options=options, **terms), chairs).after


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            "5m+3s",
            "5 minutes each, plus 3 seconds a move",
            "5 minutes par joueur, plus 3 secondes par coup",
        ),
        (
            "1m+1s",
            "1 minute each, plus 1 second a move",
            "1 minute par joueur, plus 1 seconde par coup",
        ),
        ("1h", "60 minutes each", "60 minutes par joueur"),
        ("30s/move", "30 seconds a move", "30 secondes par coup"),
        ("1d/move", "1 day a move", "1 jour par coup"),
        ("1m30s", "1m30s", "1m30s"),
        ("36h/move", "1d12h/move", "1d12h/move"),
    ],
)
def test_a_clock_is_told_in_words_where_it_has_any(text, english, french):
    clock = read_clock(text)
    assert clock_told(clock, ENGLISH) == english
    assert clock_told(clock, FRENCH) == french


def test_only_days_a_move_are_slow():
    slow = {clock.text for clock in clocks_offered(ENGLISH) if clock.slow}
    assert slow == {"3d/move"}


def test_a_table_tells_its_terms_and_what_is_unusual():
    chairs = [Chair(Sitter("ana", "Ana")), Chair(invited=True)]
    assert agreed(opened(chairs, public=False, rated=False), ENGLISH) == [
        "No clock",
        "One game",
        "Does not count towards the rankings",
        "Only those who have the link find this table",
    ]
    table = opened(
        chairs, clock=read_clock("30m"), first_to=3, options={"start": "coast", "goal": "corner"}
    )
    assert agreed(table, ENGLISH) == [
        "30 minutes each",
        "First to 3 points",
        "Starting position: On the coast (reconstruction)",
        "Counts towards the rankings",
        "Everyone in the house may watch",
    ]


def test_what_cannot_count_is_not_said_to_count():
    here = [Chair(Sitter("ana", name)) for name in ("Ana", "Ben")]
    assert "Does not count towards the rankings" in agreed(opened(here, rated=True), ENGLISH)
