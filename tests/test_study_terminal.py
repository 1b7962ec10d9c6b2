"""`ludotheque study`: the analysis board in a terminal, typed at as people do."""

import pytest

from ludotheque.games import take
from ludotheque.match import read_record, verify
from ludotheque.match.files import write_record
from ludotheque.study import AnalysisBoard
from ludotheque.study.board import laid_out
from ludotheque.terminal.ask import INTERRUPTED, Left
from ludotheque.terminal.study import COMMANDS, Studying
from ludotheque.words import Words
from records import a_short_match
from test_cli import assert_refused, ludotheque
from typist import Typist


def studied(*typed, slug="tortuga", position=None, lang="en", lines=0, viewer=None):
    """Return what was printed when *typed* was, and the board after it."""
    desk = Typist(*typed, terminal=False, lang=lang)
    board = AnalysisBoard(laid_out(take(slug), position, {}, 0, Words(lang)))
    with pytest.raises(Left):
        Studying(desk, board, viewer=viewer, lines=lines).run()
    return desk.printed, board


def test_moves_are_made_for_both_sides_and_variations_are_numbered():
    printed, board = studied("d2-d3", "c5-c4", "b", "e5-e4", "start", "", "2", "tree")
    assert "1. d2-d3" in printed
    assert "  2  1… e5-e4" in printed
    assert printed.rstrip().endswith("Enter: next, b: back, a move, or help:")
    assert "   1… e5-e4" in printed.splitlines()[-2]
    assert str(board.at.move) == "e5-e4"


def test_signs_comments_and_marks_are_kept_in_a_file_and_read_again(tmp_path):
    file = tmp_path / "study.txt"
    printed, board = studied(
        "d2-d3", "sign !?", "comment  Why \t not? ", "mark d3 D5", "mark c3", f"save {file}", "quit"
    )
    assert '1. d2-d3!? "Why not?" <d3 d5> <c3>' in printed
    assert "Leave without saving?" not in printed
    record = read_record(file)
    assert record == board.record()
    verify(record)
    again = ludotheque("study", str(file), "--lines", "0", stdin="1\ntree\n")
    assert again.returncode == 0, again.stderr
    assert '1. d2-d3!? "Why not?" <d3 d5> <c3>' in again.stdout
    emptied, board = studied("d2-d3", "sign !", "comment so", "mark d3", "sign", "comment", "mark")
    assert (board.at.sign, board.at.comment, board.at.marks) == ("", "", ())
    assert emptied.splitlines()[-2] == "1. d2-d3"


def test_as_many_places_are_marked_as_can_be_kept(tmp_path):
    printed, board = studied(*["mark d3 d5"] * 20, "mark d3", f"save {tmp_path / 'm.txt'}")
    assert "at most 40 places" in printed
    assert len(board.at.marks) == 20
    assert read_record(tmp_path / "m.txt") == board.record()


def test_what_is_said_before_and_after_a_draw_is_told_and_taken_away_together():
    race = take("race")
    board = AnalysisBoard(laid_out(race, None, {}, 0, Words("en")))
    move = str(board.at.position.moves()[0])
    deal, _ = studied("comment dealt", "tree", slug="race")
    assert deal.splitlines()[-2].strip() == '"dealt"'
    board.play(move)
    board.at.made.comment, board.at.comment = "before", "after"
    desk = Typist("b", "1", "tree", "comment", terminal=False)
    with pytest.raises(Left):
        Studying(desk, board, viewer=None, lines=0).run()
    assert desk.printed.count(f'1. {move} "before" "after"') == 3 + 1
    assert desk.printed.splitlines()[-2] == f"1. {move}"


def test_what_was_done_instead_is_one_word_away_and_the_tree_has_every_row_in_its_place():
    typed = ("d2-d3", "c5-c4", "b", "b", "c2-b2", "c5-c4", "b", "e5-e4", "other", "b", "o", "tree")
    printed, board = studied(*typed)
    assert printed.splitlines()[-4:-1] == [
        "1. d2-d3 1… c5-c4",
        "   1. c2-b2 1… c5-c4",
        "      1… e5-e4",
    ]
    assert str(board.at.move) == "d2-d3"


def test_a_game_that_was_given_up_says_so_where_it_ended_and_goes_on_all_the_same():
    desk = Typist("end", "d6-d5", terminal=False)
    with pytest.raises(Left):
        Studying(desk, AnalysisBoard(a_short_match()), viewer=None, lines=0).run()
    told = desk.printed
    assert told.count("Ana wins: a player has resigned.") == 1
    assert "1… d6-d5" in told


def test_who_leaves_by_mistake_is_asked_about_what_is_not_kept():
    class Interrupted(Typist):
        def ask(self, prompt):
            line = super().ask(prompt)
            if line == "^C":
                raise Left(INTERRUPTED)
            return line

    def left(*typed):
        desk = Interrupted(*typed, terminal=False)
        board = AnalysisBoard(laid_out(take("tortuga"), None, {}, 0, Words("en")))
        with pytest.raises(Left):
            Studying(desk, board, viewer=None, lines=0).run()
        return desk.printed.count("Leave without saving?")

    assert left("^C") == 0
    assert left("d2-d3", "^C", "no", "b", "^C", "yes") == 2
    assert left("d2-d3", "^C", "^C") == 1


def test_a_study_is_carried_on_in_its_own_file(tmp_path):
    file = tmp_path / "study.json"
    write_record(file, a_short_match())
    done = ludotheque("study", str(file), "--lines", "0", stdin="comment mine\nsave\nquit\n")
    assert done.returncode == 0, done.stderr
    assert AnalysisBoard(read_record(file)).start.comment == "mine"


def test_what_is_not_kept_is_asked_about_and_nothing_is_written_over(tmp_path):
    taken = tmp_path / "taken.json"
    write_record(taken, a_short_match())
    printed, _ = studied("d2-d3", f"save {taken}", "quit", "no", "tree", "quit", "yes")
    assert "there is something here already" in printed
    assert printed.count("Leave without saving?") == 2
    assert read_record(taken) == a_short_match()
    own = tmp_path / "own.json"
    printed, board = studied("d2-d3", f"save {own}", "c5-c4", "save", str(own), "quit")
    assert "already" not in printed, "one's own file is renewed"
    assert read_record(own) == board.record()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonsense", "does not begin with a cell"),
        ("d2-d4", "is not legal"),
        ("b", "This is the start."),
        ("", "There is nothing further on."),
        ("end", "There is nothing further on."),
        ("sign !", "no move has been made yet"),
        ("sign !!!", "is none of the signs ! ?"),
        ("comment " + "x" * 2_001, "at most 2000 characters"),
        ("mark d3 z9", "there is no place “z9”"),
        ("promote", "This is no variation"),
        ("remove", "What was played stays."),
        ("restore", "Nothing was taken away."),
        ("seat 1", "nothing is hidden here"),
        ("seat 9", "expected a number from 1 to 2"),
        ("lines 6", "expected a number from 0 to 5"),
        ("look 0", "expected a number from 1 to 3600"),
        ("other", "There is nothing else here."),
        ("lines", "expected a number from 0 to 5"),
        ("9", "does not begin with a cell"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(typed, said):
    printed, board = studied(typed)
    assert said in printed
    assert board.tree == studied()[1].tree
    assert "Leave without" not in studied(typed, "quit")[0]


def test_the_beginning_of_a_move_is_enough_or_lists_what_begins_so():
    printed, board = studied("d2-D", "e", "moves")
    assert str(board.at.move) == "d2-d3"
    assert "     e5-e4" in printed
    assert "moves)" in printed


def test_lines_come_by_themselves_deeper_when_asked_and_stop_when_it_is_over():
    won = "4/5/6/1N1So2/3S2/5/4 S"
    printed, _ = studied("lines 2", "look 1", "d4~d6", "d5xf3", "d6-d7", position=won, lines=1)
    assert printed.count("d4~d6 d5xf3 d6-d7") == 3
    assert "#3" in printed
    end = printed[printed.rindex("2. d6-d7") :]
    assert "wins: a turtle" in end
    assert "#" not in end


def test_a_seat_sees_its_own_cards_plays_for_nobody_else_and_everything_comes_back():
    typed = ("seat 2", "position", "moves", "look", "seat", "position")
    printed, _ = studied(*typed, slug="race", lines=1)
    shown, everything = (line for line in printed.splitlines() if "/./" in line)
    assert "#" in shown
    assert "#" not in everything
    assert printed.count("its choices are hidden from this one") == 2
    between = printed[printed.index(shown) : printed.index(everything)]
    assert "%" not in between[: between.rindex("Seat 1 to move.")], "nor what is best"


def test_every_command_is_listed_in_french_and_typed_so():
    words = Words("fr")
    spoken = [words.say(name) for name in COMMANDS]
    assert len({name.casefold() for name in spoken}) == len(COMMANDS)
    printed, board = studied("aide", "d2-d3", "signe !", "commentaire Bien", "arbre", lang="fr")
    assert '1. d2-d3! "Bien"' in printed
    assert all(f"  {name} " in printed for name in spoken)
    assert board.at.comment == "Bien"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["chess"], "neither a game on the shelf nor a file"),
        (["tortuga", "nonsense"], "nonsense"),
        (["tortuga", "--game", "2"], "--game is for files"),
        (["tortuga", "--option", "start=moon"], "moon"),
        (["tortuga", "--as", "1"], "nothing is hidden here"),
        (["race", "--as", "3"], "nobody sits at seat 3"),
        (["tortuga", ""], "position"),
        (["tortuga", "4/5/6/1N1So2/3S2/5/4 S", "--seats", "2"], "how many players there are"),
    ],
)
def test_what_cannot_be_studied_is_refused(given, complaint):
    assert_refused(ludotheque("study", *given), complaint)


def test_a_record_brings_its_own_position_and_a_broken_one_is_refused(tmp_path):
    file = tmp_path / "game.json"
    write_record(file, a_short_match())
    assert_refused(ludotheque("study", str(file), "--seats", "2"), "its own position")
    file.write_text(file.read_text().replace("d2-d3", "d2-d5"))
    assert_refused(ludotheque("study", str(file)), "changed here")
