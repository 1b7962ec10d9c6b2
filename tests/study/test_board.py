"""Analysis boards: moves for all sides, variations, what is said, and what cannot be changed."""

from dataclasses import replace

import pytest

from ludotheque.engine import Limits
from ludotheque.errors import BadMove, IllegalMove, NotAllowed
from ludotheque.games import take
from ludotheque.match import Record, Referee, from_text, redacted, to_text, verify
from ludotheque.match.notes import Note, Tried
from ludotheque.position import CHANCE
from ludotheque.study import AnalysisBoard, notes_of
from ludotheque.study.board import laid_out
from ludotheque.words import Words
from records import a_race, a_short_match


def empty(slug="tortuga", **options):
    return AnalysisBoard(laid_out(take(slug), None, options, 0, Words("en")))


def moves_at(board):
    return [str(moment.move) for moment in board.at.onward]


def test_what_is_tried_instead_is_a_variation_and_the_same_move_comes_once():
    board = empty()
    for _ in range(2):
        board.play("d2-d3")
        board.play("c5-c4")
        assert board.to_start()
    board.play("c2-b2")
    assert board.at.number == "1."
    assert board.back()
    assert not board.back()
    assert moves_at(board) == ["d2-d3", "c2-b2"]
    assert board.forward(1)
    assert str(board.at.move) == "c2-b2"
    assert not board.forward()
    assert not board.forward(-1)


def test_a_record_is_laid_out_with_all_that_it_says_and_kept_as_it_was():
    variation = (Tried("c1-c2", note=Note("Why not?", (("c2", "c4"),), (), "!?")), Tried("d6-d5"))
    record = replace(a_short_match(), notes=((0, Note("so", (), (variation,))),))
    board = AnalysisBoard(record)
    assert board.record() == record
    assert notes_of(board.tree) == record.notes
    assert board.start.comment == "so"
    board.forward(1)
    assert (board.at.sign, board.at.comment, board.at.marks) == ("!?", "Why not?", (("c2", "c4"),))
    board.at.sign = ""
    assert from_text(to_text(board.record())).notes[0][1].variations[0][0].note.sign == ""


def test_what_was_played_stays_and_variations_are_moved_up_removed_and_brought_back():
    board = AnalysisBoard(a_short_match())
    board.forward()
    assert not board.remove()
    assert not board.promote()
    board.to_start()
    for move in ("c1-c2", "e1-e2"):
        board.play(move)
        board.play("d6-d5")
        board.to_start()
    assert moves_at(board) == ["d2-d3", "c1-c2", "e1-e2"]
    board.forward(2)
    board.forward()
    assert board.promote(), "from further on in the variation"
    board.to_start()
    assert moves_at(board) == ["d2-d3", "e1-e2", "c1-c2"], "behind what was played"
    board.forward(1)
    assert not board.promote()
    assert board.remove()
    assert board.at is board.start
    assert moves_at(board) == ["d2-d3", "c1-c2"]
    assert board.restore()
    assert str(board.at.move) == "e1-e2"
    assert board.forward()
    assert not board.restore()
    board.to_start()
    assert moves_at(board) == ["d2-d3", "e1-e2", "c1-c2"]


def test_a_move_that_cannot_be_made_changes_nothing():
    board = empty()
    before = board.tree
    for text, refusal in (("d2-d4", IllegalMove), ("nonsense", BadMove)):
        with pytest.raises(refusal):
            board.play(text)
    assert board.tree == before


def test_chance_does_what_was_dealt_and_elsewhere_what_the_position_decides():
    record = a_race()
    board = AnalysisBoard(record)
    assert board.at.position.to_move == 0, "the deal is behind"
    played = str(board.at.onward[0].move)
    board.forward()
    after = board.at
    board.back()
    assert board.play(played) is after, "with the card that was drawn"
    board.back()
    other = next(
        str(move) for move in board.at.position.moves() if str(move) != str(after.path[-2].move)
    )
    board.play(other)
    assert board.at.position.to_move is not CHANCE
    first = board.at
    again = AnalysisBoard(record)
    again.play(other)
    assert again.at.position == first.position
    assert board.record().notes, "with the draw"
    verify(board.record())


def test_a_game_of_which_part_is_hidden_is_refused():
    referee = Referee("5eed" * 16)
    match = referee.begin(take("race"), ["Ana", "Ben"], began=0)
    hidden = redacted(Record.of(match), 0)
    with pytest.raises(NotAllowed, match="once the game is over"):
        AnalysisBoard(hidden)


def test_the_lines_are_those_of_the_moment_and_know_no_more_than_they_may():
    board = empty("race")
    everything, known = (board.looked_at(everything=everything) for everything in (True, False))
    seat = board.at.position.to_move
    assert everything.view == board.at.position
    assert known.view == board.at.position.seen_by(seat)
    assert known.view != everything.view
    tortuga = AnalysisBoard(laid_out(take("tortuga"), "4/5/6/1N1So2/3S2/5/4 S", {}, 0, Words("en")))
    (line,) = tortuga.lines(Limits(nodes=3_000))
    assert line.moves == ("d4~d6", "d5xf3", "d6-d7")
    for move in line.moves:
        tortuga.play(move)
    with pytest.raises(NotAllowed, match="already over"):
        tortuga.lines(Limits(nodes=10))


def test_merely_walking_changes_nothing():
    """What chance is seen to do is kept once something follows, or is said."""
    board = empty("race")
    assert len(board.tree) == 1
    move = str(board.at.position.moves()[0])
    board.play(move)
    after = [node.chance for node in board.tree]
    assert after[-1] is False, "the deal, and the move"
    board.at.comment = "so"
    assert [node.chance for node in board.tree] == [*after, True]


def test_other_draws_of_a_record_are_reached_one_after_another():
    record = a_race()
    board = AnalysisBoard(record)
    board.forward()
    drawn, made = board.at, board.at.made
    position = made.position
    other = next(move for move in position.moves() if str(move) != str(drawn.move))
    moves = sum(moment is not None for moment in made.path)
    noted = replace(record, notes=((moves, Note("", (), ((Tried(str(other), chance=True),),))),))
    board = AnalysisBoard(noted)
    board.forward()
    assert str(board.at.move) == str(drawn.move)
    assert board.beside()
    assert str(board.at.move) == str(other)
    assert board.beside()
    assert str(board.at.move) == str(drawn.move)
    assert board.record() == noted


def test_what_is_played_again_is_not_brought_back_beside_it():
    board = empty()
    board.play("d2-d3")
    board.remove()
    board.play("d2-d3")
    board.play("c5-c4")
    assert not board.restore()
    board.to_start()
    assert moves_at(board) == ["d2-d3"]


def test_the_end_of_a_match_is_told_where_it_was_and_nowhere_else():
    board = AnalysisBoard(a_short_match())
    assert board.outcome() is None
    board.to_end()
    assert board.outcome() == a_short_match().result
    board.play("d6-d5")
    assert board.outcome() is None


def test_the_moves_before_are_given_to_the_analyst():
    board = empty("hops")
    position = board.at.position
    board.play(str(position.moves()[0]))
    assert [seen.before for seen in board.looked_at().past] == [position]
