"""An evening at one screen, looked at character by character: who sees what, and what is kept."""

import json

import pytest

from ludotheque.games import take
from ludotheque.games.race.rules import RaceView
from ludotheque.match import Referee, from_json, read_clock, verify
from ludotheque.terminal.ask import Left
from ludotheque.terminal.evening import Evening
from ludotheque.terminal.session import Session, now
from typist import Typist

SEED = "5eed" * 16


class Spy:
    """A computer that remembers what it was shown, and how long it might take."""

    def __init__(self):
        self.shown = []
        self.seconds = []

    def choose(self, view, _past=(), seconds=None):
        self.shown.append(view)
        self.seconds.append(seconds)
        return view.moves()[0]


def race(*lines, players=(None, None), terminal=True):
    desk = Typist(*lines, terminal=terminal)
    match = Referee(SEED).begin(take("race"), ["Ana", "Ben", "Cleo"][: len(players)], began=0)
    session = Session(desk, Referee(SEED), players)
    with pytest.raises(Left):
        session.play(match)
    return desk.screens, session._match


def secrets_of(match, seat):
    """Return the drawing of a seat's tile, and of its hand in order: what nobody else may see."""
    position = match.position
    tile = position.tiles[seat]
    hand = str(position).split(" ")[3].split("|")[seat].split(",")
    return f"({tile})", hand


def shows_hand(screen, hand):
    return any(all(card in line.split() for card in hand) for line in screen.splitlines())


def test_no_screen_shows_the_hands_of_two_people():
    start = Referee(SEED).begin(take("race"), ["Ana", "Ben"], began=0)
    (ana_tile, ana), (ben_tile, ben) = secrets_of(start, 0), secrets_of(start, 1)
    screens, _ = race("", "1", "", "position")
    before, first, cover, second = screens
    assert before.strip() == ""
    assert "Pass the screen to Ana" in first
    assert shows_hand(first, ana)
    assert ana_tile in first
    assert not shows_hand(first, ben)
    assert ben_tile not in first
    assert not shows_hand(cover, ana)
    assert shows_hand(second, ben)
    assert ana_tile not in second


def test_a_question_to_another_person_is_asked_on_a_clean_screen():
    start = Referee(SEED).begin(take("race"), ["Ana", "Ben"], began=0)
    screens, match = race("", "draw", "no", "")
    asked = next(screen for screen in screens if "do you agree to a draw?" in screen)
    assert not shows_hand(asked, secrets_of(start, 0)[1])
    assert "Ben · Seat 2 does not agree" in asked
    assert match.outcome is None


def test_a_terminal_that_cannot_clear_is_pushed_away():
    screens, _ = race("", "1", "", terminal=False)
    assert "\n" * 20 in screens[0]


def test_a_computer_is_given_what_its_seat_may_see():
    spy = Spy()
    race("1", "1", players=(None, spy))
    assert spy.shown
    assert all(isinstance(view, RaceView) for view in spy.shown)
    assert "#" in str(spy.shown[0])


@pytest.mark.parametrize(("clock", "most"), [(None, None), ("10m/move", 600), ("2h+1s", 300)])
def test_a_computer_is_told_how_long_it_may_take(clock, most):
    spy = Spy()
    clock = clock and read_clock(clock)
    match = Referee(SEED).begin(take("tortuga"), ["Ana", "Ben"], began=now(), clock=clock)
    with pytest.raises(Left):
        Session(Typist("quit"), Referee(SEED), (spy, None)).play(match)
    (seconds,) = spy.seconds
    assert seconds == most if most is None else 0 < seconds < most


def test_the_text_of_the_position_hides_what_the_screen_hides():
    screens, match = race("", "position")
    shown = next(line for line in screens[-1].splitlines() if line.count("/") == 9)
    assert shown == str(match.position.seen_by(0))


def test_a_computer_agrees_to_an_undo_only_where_nothing_was_revealed():
    desk = Typist("d2-d3", "undo", "quit")
    match = Referee(SEED).begin(take("tortuga"), ["Ana", "Spy"], began=0)
    session = Session(desk, Referee(SEED), (None, Spy()))
    with pytest.raises(Left):
        session.play(match)
    assert session._match.plies == ()
    screens, match = race("1", "undo", players=(None, Spy()))
    assert len(match.plies) > 2
    assert "does not agree" in screens[-1]


def test_the_games_of_a_series_have_seeds_and_files_of_their_own(tmp_path):
    evening = Evening(
        game=take("race"),
        sitters=["random", "random"],
        first_to=2,
        seed=SEED,
        save=tmp_path / "evening.json",
    )
    evening.play(Typist())
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files][:2] == ["evening-1.json", "evening-2.json"]
    seeds = [json.loads(file.read_text("utf-8"))["end"]["seed"] for file in files]
    assert len({*seeds, SEED}) == len(seeds) + 1
    for file in files:
        verify(from_json(file.read_text("utf-8")))


def test_a_record_is_never_written_over(tmp_path):
    file = tmp_path / "precious.json"
    file.write_text("precious", "utf-8")
    evening = Evening(game=take("hops"), sitters=["random", "random"], save=file)
    with pytest.raises(Exception, match="something here already"):
        evening.play(Typist())
    assert file.read_text("utf-8") == "precious"
    assert list(tmp_path.iterdir()) == [file]


def test_a_game_goes_on_when_its_record_can_no_longer_be_written(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    desk = Typist("d2-d3", "quit")
    match = Referee(SEED).begin(take("tortuga"), ["Ana", "Spy"], began=0)
    session = Session(desk, Referee(SEED), (None, Spy()), folder / "game.json")
    original = desk.ask

    def ask(prompt):
        for file in folder.glob("*"):
            file.unlink()
        if folder.exists():
            folder.rmdir()
        return original(prompt)

    desk.ask = ask
    with pytest.raises(Left):
        session.play(match)
    assert "cannot be written" in desk.printed
    assert len(session._match.plies) == 2


def test_the_flag_falls_before_anything_else_that_is_typed():
    desk = Typist("hint", terminal=False)
    game = take("tortuga")
    match = Referee(SEED).begin(game, ["Ana", "Ben"], began=0, clock=read_clock("1m"))
    Session(desk, Referee(SEED), (None, None)).play(match)
    told = desk.printed
    assert "time has run out" in told
    assert "The computer would play" not in told


def test_digits_without_end_are_no_number():
    desk = Typist("9" * 6000, "quit")
    match = Referee(SEED).begin(take("tortuga"), ["Ana", "Ben"], began=0)
    with pytest.raises(Left):
        Session(desk, Referee(SEED), (None, None)).play(match)
    assert "Please type a number from 1 to 8." in desk.printed
