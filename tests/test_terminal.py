"""Picking a move from the list that narrows, and looking through a record, for every game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.games import shelf
from ludotheque.match import Referee
from ludotheque.position import CHANCE
from ludotheque.terminal.pick import SHORT_LIST, Picking
from ludotheque.terminal.replay import pictures
from ludotheque.words import Words

every_game = pytest.mark.parametrize("game", list(shelf().values()), ids=lambda game: game.slug)


def some_scene(game, seed):
    """Return the scene of a seat to move after some random moves."""
    rng = Random(seed)
    position = game.start()
    for _ in range(rng.randrange(60)):
        after = position.after(rng.choice(position.moves()))
        if after.to_move is None:
            break
        position = after
    while position.to_move is CHANCE:
        position = position.after(rng.choice(position.moves()))
    return game.scene(position.seen_by(position.to_move), position.to_move, None)


@every_game
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_every_move_can_be_picked_by_numbers_alone(game, seed):
    scene = some_scene(game, seed)

    def reachable(picking):
        if picking.picked:
            return {picking.picked}
        entries = picking.entries()
        assert len({entry.label for entry in entries}) == len(entries)
        return set().union(*(reachable(entry.narrowed) for entry in entries))

    assert reachable(Picking.from_scene(scene)) == {choice.move for choice in scene.choices}


@every_game
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_every_move_can_be_typed_in_full_or_touch_by_touch(game, seed):
    scene = some_scene(game, seed)
    for choice in scene.choices:
        assert Picking.from_scene(scene).typed(choice.move).picked == choice.move
        picking = Picking.from_scene(scene)
        for touch in choice.touches:
            # What all open moves have in common is not asked for.
            if touch in picking._next_touches():
                picking = picking.typed(touch)
        assert picking.moves == (choice.move,)


def test_a_long_list_is_narrowed_and_a_short_one_shown_whole():
    picking = Picking.from_scene(some_scene(shelf()["hops"], 1))
    assert len(picking.moves) > SHORT_LIST
    assert len(picking.entries()) <= 6
    few = picking.entries()[0].narrowed
    while len(few.moves) > SHORT_LIST:
        few = few.entries()[0].narrowed
    assert [entry.label for entry in few.entries()] == list(few.moves)


def test_what_fits_nothing_leaves_nothing():
    picking = Picking.from_scene(some_scene(shelf()["tortuga"], 1))
    assert picking.typed("nowhere").choices == ()
    assert picking.typed("D2").moves == picking.typed("d2").moves


@every_game
def test_a_replay_shows_a_picture_for_each_turn_and_pieces_keep_their_ids(game):
    referee, rng = Referee("ab" * 32), Random(3)
    states = [referee.begin(game, ["A", "B"], began=0, move_limit=20)]
    while states[-1].to_move is not None:
        match = states[-1]
        move = rng.choice(match.position.moves())
        states.append(referee.play(match, match.to_move, str(move), match.now + 1))
    shown = pictures(states, Words("en"))
    assert len(shown) == len(states)
    assert shown[0][0] == ""
    assert shown[1][0].startswith("1. A: ")
    assert pictures(states, Words("fr"))[1][0].startswith("1. A\u00a0: ")
    if game.path is not None:
        ids = {frozenset(piece.id for piece in scene.pieces) for _, scene in shown}
        assert len(ids) == 1


@every_game
def test_positions_and_views_draw_themselves_in_notebooks(game):
    position = game.start()
    assert position._repr_svg_().startswith("<svg")
    assert position.seen_by(None)._repr_svg_().startswith("<svg")
