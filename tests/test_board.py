"""A board to push moves to and pop them from: a match, and nothing beside it."""

import pickle
from copy import copy, deepcopy
from random import Random

import pytest

from ludotheque.errors import (
    BadMove,
    BadOption,
    BadSeats,
    IllegalMove,
    LudothequeError,
    MatchOver,
    NotAllowed,
    UnknownGame,
)
from ludotheque.games import shelf, take
from ludotheque.match import Board, Referee, verify
from ludotheque.notebook import show
from ludotheque.position import CHANCE

every_game = pytest.mark.parametrize("slug", shelf())


def played(slug, moves, seed=5, **terms):
    """Return a board after so many random moves, or fewer where the game is over sooner."""
    board, rng = Board(slug, seed=seed, **terms), Random(seed)
    for _ in range(moves):
        if board.to_move is None:
            break
        board.push(rng.choice(board.legal_moves))
    return board


@every_game
def test_it_plays_as_a_referee_lets_a_match_be_played(slug):
    game, seed = take(slug), f"{5:064x}"
    board, referee = Board(slug, seed=5), Referee(seed)
    match = referee.begin(game, ["A", "B"], began=0)
    rng = Random(5)
    for _ in range(30):
        assert (board.position, board.to_move, board.outcome()) == (
            match.position,
            match.to_move,
            match.outcome,
        )
        assert list(board.legal_moves) == list(match.position.moves())
        move = rng.choice(board.legal_moves)
        assert board.push(str(move)) == move
        match = referee.play(match, match.to_move, str(move), at=0)
        if match.outcome is not None:
            break
    assert board.match.plies == match.plies


@every_game
def test_pop_undoes_push_and_what_chance_did_after_it(slug):
    board = Board(slug, seats=max(take(slug).seats), seed=7)
    rng, before = Random(7), []
    while board.to_move is not None and len(before) < 20:
        before.append((board.match, board.history))
        board.push(rng.choice(board.legal_moves))
        assert board.position.to_move is not CHANCE
    pushed = list(board.history)
    assert len(pushed) == len(before)
    end = board.match
    while before:
        assert board.pop() == pushed.pop()
        match, history = before.pop()
        assert board.match == match
        assert board.history == history
    for ply in end.plies:
        if ply.mover is not CHANCE:
            board.push(ply.move)
    assert board.match == end, "what is played again is dealt again alike"


def test_there_is_nothing_to_take_back_before_the_first_move():
    board = Board("race", 3, seed=1)
    with pytest.raises(NotAllowed, match="no move to take back"):
        board.pop()


@every_game
def test_a_refused_move_changes_nothing(slug):
    board = played(slug, 3)
    before = board.match
    for wrong in ("no move of any game", "", object()):
        with pytest.raises((BadMove, IllegalMove)):
            board.push(wrong)
    assert board.match is before


def test_the_refusal_says_what_could_be_played():
    with pytest.raises(IllegalMove, match=r"the turtle on d2 may play: d2-d3"):
        Board("tortuga").push("d2-d4")


def test_the_end_is_an_end_until_it_is_taken_back():
    board = Board("tortuga", position="S3/5/5S/7/6/5/N3 S")
    board.push("c6-d7")
    assert board.outcome().winners == (0,)
    assert board.to_move is None
    assert board.legal_moves == ()
    with pytest.raises(MatchOver):
        board.push("c6-d7")
    board.pop()
    assert board.outcome() is None
    assert board.to_move == 0


def test_a_position_that_comes_up_the_third_time_is_a_draw():
    board = Board("hops")
    for move in ["A1-B2", "A3-B3", "B2-A1", "B3-A3"] * 2:
        board.push(move)
    assert board.outcome().reason == "repetition"
    assert board.position.moves()
    assert board.legal_moves == ()


def test_the_same_seed_deals_the_same_and_another_something_else():
    deals = [str(Board("race", 4, seed=seed)) for seed in (3, 3, f"{3:064x}", 4)]
    assert deals[0] == deals[1] == deals[2] != deals[3]
    assert str(Board("race")) != str(Board("race"))


@every_game
def test_a_copy_goes_its_own_way(slug):
    board = played(slug, 2)
    for twin in (board.copy(), copy(board)):
        twin.push(twin.legal_moves[0])
        assert len(twin.history) == 3
        assert len(board.history) == 2
        twin.pop()
        assert twin.match == board.match
        twin.pop()
        assert len(board.history) == 2


@every_game
def test_walking_it_gives_every_position_and_the_move_made_there(slug):
    board = played(slug, 6)
    walked = list(board)
    assert len(walked) == len(board.match.plies)
    for (at, move), after in zip(walked, board.match.positions[1:], strict=True):
        assert at.after(move) == after


@every_game
def test_its_record_is_one_that_can_be_verified(slug):
    board = played(slug, 1000)
    record = board.record()
    assert board.outcome() is not None
    assert record.result == board.outcome()
    assert verify(record).match == board.match
    assert played(slug, 2).record().seed is None, "the seed is secret until the end"


@every_game
def test_it_draws_itself_with_the_last_move_and_is_shown_by_its_text(slug):
    board = played(slug, 2)
    assert board._repr_svg_() == board.position.svg(last=board.history[-1])
    assert board._repr_svg_() != board.position.svg()
    assert 'width="200"' in board.svg(size=200)
    assert str(board) == str(board.position)
    assert repr(board) == f"Board({slug!r}, position={str(board)!r})"


@every_game
def test_it_is_shown_as_its_record_is(slug):
    board = played(slug, 3)
    assert show(board).html == show(board.record()).html


@pytest.mark.parametrize(
    ("refusal", "words", "terms"),
    [
        (UnknownGame, ("tortoise",), {}),
        (BadSeats, ("tortuga", 3), {}),
        (BadSeats, ("race", 0), {}),
        (BadSeats, ("tortuga", 3), {"position": "S3/5/5S/7/6/5/N3 S"}),
        (BadOption, ("tortuga",), {"begin": "coast"}),
        (LudothequeError, ("tortuga",), {"position": "nonsense"}),
        (NotAllowed, ("tortuga",), {"position": "S3/5/6/6S/6/5/N3 N"}),
        (NotAllowed, ("race",), {"seed": "7"}),
        (NotAllowed, ("race",), {"seed": -1}),
        (NotAllowed, ("race",), {"seed": 2**256}),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused(refusal, words, terms):
    with pytest.raises(refusal):
        Board(*words, **terms)


def test_it_can_begin_from_a_game_with_options():
    board = Board(take("tortuga"), start="coast")
    assert board.position == take("tortuga").start(start="coast")
    assert board.game is take("tortuga")


@every_game
def test_a_copy_is_the_same_game_whoever_makes_it(slug):
    board = played(slug, 6)
    for twin in (board.copy(), copy(board), deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert twin.history == board.history
        twin.pop()
        assert twin != board
        twin.push(board.history[-1])
        assert twin == board, "and chance deals alike"
