"""Positions are set up by hand, through impossible ones, and no text breaks the editor."""

from contextlib import suppress
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.draw import SYMBOLS
from ludotheque.errors import BadPosition
from ludotheque.games import take
from parts import having, named
from wandering import wander

HEAPS = {"pile", "discards"}
"""Of these a scene shows the top alone."""

every_game = pytest.mark.parametrize("game", having("editing"), ids=named)
seeds = st.integers(0, 2**32)


def taken_apart(game, text, options):
    for spot, symbols in reversed(game.editing.lying(text).items()):
        for _ in symbols:
            text = game.editing.put(text, options, spot, None)
    return text


@every_game
@settings(max_examples=settings().max_examples * 3 // 20)
@given(seed=seeds)
def test_any_position_can_be_taken_apart_and_built_again(game, seed):
    for position, options in wander(game, seed, plies=25):
        whole = str(position)
        lying = game.editing.lying(whole)
        text = taken_apart(game, whole, options)
        assert game.editing.lying(text) == {}
        for spot, symbols in lying.items():
            for symbol in symbols:
                text = game.editing.put(text, options, spot, symbol)
        assert text == whole
        assert game.position(text, **options) == position


@every_game
@settings(max_examples=settings().max_examples * 3 // 20)
@given(seed=seeds)
def test_what_lies_there_is_what_the_table_shows(game, seed):
    for position, _ in wander(game, seed, plies=25):
        scene = game.scene(position, None, None)
        shown = {
            spot: tuple(piece.symbol for piece in scene.pieces if piece.spot == spot)
            for spot in on_the_table(scene)
        }
        lying = game.editing.lying(str(position))
        assert {spot: lying[spot] for spot in lying if spot not in HEAPS} == shown


def on_the_table(scene):
    return {piece.spot for piece in scene.pieces} - HEAPS


@every_game
def test_the_turn_goes_to_any_seat(game):
    position, _ = next(wander(game, 7, 1))
    for seat in range(position.seats):
        text = game.editing.turn(str(position), seat)
        assert game.position(text).to_move == seat
        assert game.editing.lying(text) == game.editing.lying(str(position))


@every_game
def test_every_symbol_of_the_palette_is_drawn_and_can_be_put_somewhere(game):
    position, options = next(wander(game, 7, 1))
    spots = [spot.id for spot in game.scene(position, None, None).board.spots]
    palette = list(chain(*game.editing.palette))
    assert set(palette) <= set(SYMBOLS)
    for symbol in palette:
        fitting = []
        for spot in spots:
            with suppress(BadPosition):
                text = game.editing.put(str(position), options, spot, symbol)
                fitting += [spot] if symbol in str(game.editing.lying(text)) else []
        assert fitting


@pytest.mark.parametrize(
    ("slug", "spot", "symbol", "reason"),
    [
        ("tortuga", "d4", "turtle/belly", "17 turtles, there are only 16"),
        ("hops", "D4", "die/red/6", "7 red dice, there are only 6"),
        ("race", "tile-1", "tile/blue", "the tile b is dealt twice"),
        ("race", "discards", "card/purple/++", "2 cards p[+][+], the deck has 1"),
        ("race", "0", None, "the turtle p is on the track 0 times, not once"),
    ],
)
def test_an_impossible_position_is_reached_and_then_refused_with_the_reason(
    slug, spot, symbol, reason
):
    game = take(slug)
    deal = "rgbyp/././././././././. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -"
    text = deal if slug == "race" else str(game.start())
    changed = game.editing.put(text, game.settle({}), spot, symbol)
    with pytest.raises(BadPosition, match=reason):
        game.position(changed)
    again = game.editing.put(changed, game.settle({}), spot, symbol)
    assert game.editing.lying(again)


def test_a_turtle_that_is_put_elsewhere_leaves_its_pile():
    race = take("race")
    text = "rgbyp/././././././././. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -"
    options = race.settle({})
    text = race.editing.put(text, options, "4", "racer/green")
    text = race.editing.put(text, options, "4", "racer/red")
    assert text.startswith("byp/./././gr/././././. 1 ")
    loose = race.settle({"start": "loose"})
    assert race.editing.put(text, loose, "0", "racer/red").startswith("rbyp/./././g/")


@every_game
@pytest.mark.parametrize("spot", ["", "z9", "hand-9-0", "hand-1-7", "tile-0", "d8", "H1", "10"])
def test_there_is_no_putting_where_there_is_no_place(game, spot):
    position, options = next(wander(game, 7, 1))
    for symbol in (None, game.editing.palette[0][0], "turtle/plaid"):
        with pytest.raises(BadPosition, match="cannot be put on"):
            game.editing.put(str(position), options, spot, symbol)


@every_game
@settings(max_examples=settings().max_examples * 3 // 5)
@given(seed=seeds, data=st.data())
def test_a_text_that_is_no_position_is_refused_and_nothing_worse(game, seed, data):
    position, options = next(wander(game, seed, 1))
    text = str(position)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    mess = data.draw(st.text(st.sampled_from("SNo.17rb6gyp/ ?#,|-+*^²x"), max_size=3))
    messed = text[:at] + mess + text[at + cut :]
    spots = [spot.id for spot in game.scene(position, None, None).board.spots]
    with suppress(BadPosition):
        changed = game.editing.put(messed, options, data.draw(st.sampled_from(spots)), None)
        assert game.editing.lying(changed) is not None
