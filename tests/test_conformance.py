"""What every game on the shelf must keep, whatever its rules. No game is excused from anything."""

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.errors import (
    BadMove,
    BadOption,
    BadSeats,
    IllegalMove,
    LudothequeError,
    UnknownGame,
)
from ludotheque.games import shelf, take
from ludotheque.position import CHANCE, imagined_by, perft, play
from ludotheque.scene import follow

GAMES = list(shelf().values())
MOST_PLIES = 120
"""Enough to reach the middle of any game; the referee's tests play to the end."""


def tables(game):
    """Return every way to lay the table: the seats, and the options."""
    names = list(game.options)
    for seats, *values in product(game.seats, *(game.options[name] for name in names)):
        yield seats, dict(zip(names, values, strict=True))


def wander(game, seed, plies=MOST_PLIES):
    """Yield the positions of a random game with the table's options and the next move."""
    rng = Random(seed)
    seats, options = rng.choice(list(tables(game)))
    position = game.start(seats, **options)
    for _ in range(plies):
        moves = position.moves()
        if position.to_move is CHANCE:
            move = rng.choices(moves, position.odds())[0]
        else:
            move = rng.choice(moves) if moves else None
        yield position, options, move
        if move is None:
            return
        position = position.after(move)


every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32)
few = settings(max_examples=settings().max_examples // 4)


@every_game
@few
@given(seed=seeds)
def test_it_ends_exactly_when_nobody_is_to_move(game, seed):
    for position, _, _ in wander(game, seed):
        over = position.outcome() is not None
        assert (position.to_move is None) == over
        assert (not position.moves()) == over
        if position.to_move not in (None, CHANCE):
            assert 0 <= position.to_move < position.seats
        if over:
            assert sum(position.outcome().shares) == pytest.approx(1)
            assert len(position.outcome().shares) == position.seats
            assert position.outcome().reason in game.reasons


@every_game
@few
@given(seed=seeds)
def test_positions_round_trip_through_their_text(game, seed):
    for position, options, _ in wander(game, seed):
        again = game.position(str(position), **options)
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert again.moves() == position.moves()


@every_game
@few
@given(seed=seeds)
def test_every_legal_move_is_read_and_no_two_share_a_text(game, seed):
    for position, _, _ in wander(game, seed, plies=25):
        moves = position.moves()
        assert len(set(moves)) == len(moves)
        assert len({str(move) for move in moves}) == len(moves)
        for move in moves:
            assert game.move(str(move), position) == move
            assert position.move(str(move)) == move
            assert play(position, move) == play(position, str(move)) == position.after(move)
            assert repr(move) == str(move)
        with pytest.raises((BadMove, IllegalMove)):
            play(position, "no move of any game")
        with pytest.raises(IllegalMove):
            play(position, ("no", "move"))
        for move in moves[:1]:
            with pytest.raises(TypeError):
                position.after(str(move))


@every_game
@few
@given(seed=seeds)
def test_every_other_text_is_refused_and_nothing_changes(game, seed):
    rng = Random(seed)
    walk = list(wander(game, seed, plies=40))
    texts = {str(move) for position, _, _ in walk for move in position.moves()}
    for position, _, _ in rng.sample(walk, min(4, len(walk))):
        before = str(position)
        legal = {str(move) for move in position.moves()}
        tries = [
            text for text in rng.sample(sorted(texts), min(30, len(texts))) if text not in legal
        ]
        for text in ["", "?", "xyzzy", "a1 b2", "\n", "€"]:
            assert refused(game.move, text, position)[0] is None
        for text in [*(spoilt(text, rng) for text in tries), *tries]:
            read, complaint = refused(game.move, text, position)
            # Another way to write a move is one that names the same piece.
            assert (
                read in position.moves() and str(read)[:2] == text.strip()[:2]
                if complaint is None
                else "\n" not in complaint
            )
        assert str(position) == before


def refused(read, *args, **options):
    """Return what was read and None, or None and why it was refused; any other error is a fault."""
    try:
        return read(*args, **options), None
    except LudothequeError as refusal:
        return None, str(refusal)


def spoilt(text, rng):
    """Return *text* with one character lost, doubled or replaced."""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(["", text[at] * 2, "€"]) + text[at + 1 :]


@every_game
@few
@given(seed=seeds)
def test_a_spoilt_position_is_refused_in_one_line_or_is_another_position(game, seed):
    rng = Random(seed)
    for position, options, _ in wander(game, seed, plies=30):
        text = spoilt(str(position), rng)
        read, complaint = refused(game.position, text, **options)
        if complaint is None:
            assert game.position(str(read), **options) == read
        assert "\n" not in (complaint or "")


@every_game
@few
@given(seed=seeds)
def test_chance_weighs_each_of_its_moves(game, seed):
    for position, _, _ in wander(game, seed):
        if position.to_move is CHANCE:
            assert len(position.odds()) == len(position.moves())
            assert all(isinstance(weight, int) and weight > 0 for weight in position.odds())


@every_game
@few
@given(seed=seeds)
def test_a_seat_cannot_tell_an_imagined_position_from_the_real_one(game, seed):
    rng = Random(seed)
    for position, options, _ in wander(game, seed, plies=60):
        for seat in (None, *range(position.seats)):
            view = position.seen_by(seat)
            imagined = imagined_by(position, seat, rng)
            assert imagined.seen_by(seat) == view
            assert str(imagined.seen_by(seat)) == str(view)
            assert imagined.to_move == position.to_move == view.to_move
            assert game.position(str(imagined), **options) == imagined
            assert game.scene(imagined.seen_by(seat), seat, None) == game.scene(view, seat, None)


@every_game
@few
@given(seed=seeds)
def test_a_seat_that_is_to_move_knows_its_moves(game, seed):
    for position, _, _ in wander(game, seed, plies=60):
        if position.to_move not in (None, CHANCE):
            assert position.seen_by(position.to_move).moves() == position.moves()


@every_game
@few
@given(seed=seeds)
def test_what_a_seat_does_not_witness_leaves_no_trace_in_its_view(game, seed):
    for position, _, move in wander(game, seed, plies=60):
        for seat in (None, *range(position.seats)):
            if move is not None and not position.witnessed_by(seat):
                seen = position.after(move).seen_by(seat)
                assert all(position.after(m).seen_by(seat) == seen for m in position.moves())


@every_game
@few
@given(seed=seeds)
def test_the_table_shows_every_move_and_names_only_what_it_has(game, seed):
    for position, _, move in wander(game, seed, plies=30):
        seat = position.to_move if isinstance(position.to_move, int) else None
        scene = game.scene(position.seen_by(seat), seat, None)
        spots = {spot.id for spot in scene.board.spots}
        pieces = {piece.id for piece in scene.pieces}
        assert len(spots) == len(scene.board.spots)
        assert len(pieces) == len(scene.pieces)
        assert {piece.spot for piece in scene.pieces} <= spots
        for choice in scene.choices:
            assert choice.touches[0] in spots
            assert all(t in spots | pieces or re.fullmatch(r"[-+~=]\w*", t) for t in choice.touches)
        for other in {None, *range(position.seats)} - {position.to_move}:
            assert not game.scene(position.seen_by(other), other, None).choices
        if seat is not None:
            assert {choice.move for choice in scene.choices} == set(map(str, position.moves()))
            ways = [choice.touches for choice in scene.choices]
            assert len(set(ways)) == len(ways), "no two moves are made by the same touches"
        if move is not None:
            game.scene(position.after(move), None, move)


@every_game
@few
@given(seed=seeds)
def test_pieces_keep_their_ids_from_one_picture_to_the_next(game, seed):
    scene, before = None, None
    for position, _, move in wander(game, seed, plies=40):
        after = game.scene(position, None, before)
        if scene is not None and game.path is not None:
            after = follow(scene, game.path(before), after)
            assert {piece.id for piece in after.pieces} == {piece.id for piece in scene.pieces}
            still = {p.spot: p.id for p in scene.pieces if p.spot not in game.path(before)}
            assert all(p.id == still[p.spot] for p in after.pieces if p.spot in still)
        scene, before = after, move


@every_game
def test_perft_counts_as_play_does(game):
    position = game.start()
    assert perft(position, 0) == 1
    assert perft(position, 1) == len(position.moves())
    first = position.after(position.moves()[0])
    assert perft(first, 1) == len(first.moves())


@every_game
def test_seats_that_a_game_does_not_have_are_refused(game):
    for seats in (0, 1, game.seats[-1] + 1, -2):
        with pytest.raises(BadSeats, match=f"players, not {seats}"):
            game.start(seats)


@every_game
def test_options_that_a_game_does_not_have_are_refused_with_those_it_has(game):
    with pytest.raises(BadOption, match="it has: "):
        game.start(colour="red")
    for name, values in game.options.items():
        with pytest.raises(BadOption, match=f"it can be: {values[0]}"):
            game.start(**{name: "sideways"})


@every_game
def test_a_folder_is_a_registration(game):
    assert game.folder.is_dir()
    assert take(game.slug) is game
    assert len(game.seat_names) == game.seats[-1]


def test_a_game_that_is_not_there_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownGame, match="did you mean “tortuga”"):
        take("tortouga")
    with pytest.raises(UnknownGame, match="it holds: "):
        take("chess")
