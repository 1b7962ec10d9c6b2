"""What a page is shown of a table: the same pieces from picture to picture, and no secret early."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from ludotheque.games import shelf
from ludotheque.match import Referee, Setup, seed_hash
from ludotheque.match.match import Match
from ludotheque.position import CHANCE
from ludotheque.tables.pictured import deals_in_secret, past, preview, story
from ludotheque.words import Words

EN = Words("en")
SEED = "ab" * 32


def played(game, plies, seats=2):
    """Return a match after so many random moves of the seats, or at its end."""
    setup = Setup(
        game=game,
        options=game.settle({}),
        players=tuple(f"P{seat}" for seat in range(seats)),
        began=0,
        seed_hash=seed_hash(SEED),
    )
    referee, rng = Referee(SEED), Random(5)
    match = referee.deal(Match.start(setup))
    for _ in range(plies):
        if match.outcome:
            break
        move = rng.choice(match.position.moves())
        match = referee.play(match, match.to_move, str(move), match.now + 1)
    return match


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.slug)
def test_pieces_keep_their_names_while_they_move(game):
    match = played(game, 12)
    moves = sum(ply.mover is not CHANCE for ply in match.plies)
    pictures = [past(match, number, 0, EN) for number in range(moves + 1)]
    for before, after in pairwise(pictures):
        names = [piece["id"] for piece in after["pieces"]]
        assert len(set(names)) == len(names)
        if game.path is not None:
            assert sorted(names) == sorted(piece["id"] for piece in before["pieces"])
            places = {piece["id"]: piece["spot"] for piece in before["pieces"]}
            moved = {p["id"]: p["spot"] for p in after["pieces"] if places[p["id"]] != p["spot"]}
            path = after["last"]
            if path[0] != path[-1]:
                assert list(moved.values()) == [path[-1]]


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.slug)
def test_every_move_is_told(game):
    match = played(game, 8)
    for told in story(match, 1, EN):
        assert told["move"]
        assert all(told["told"])


def test_a_preview_is_what_the_move_then_shows_but_for_what_chance_deals():
    game = shelf()["tortuga"]
    match = played(game, 6)
    move = str(match.position.moves()[0])
    shown = preview(match, match.to_move, move, EN)
    after = Referee(SEED).play(match, match.to_move, move, match.now + 1)
    assert shown == past(after, 7, match.to_move, EN)


def test_a_preview_does_not_tell_how_a_game_with_secrets_would_end():
    game = shelf()["race"]
    position = game.position("./././././././gbyp/r/. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -")
    ends = [move for move in position.moves() if position.after(move).outcome()]
    assert ends
    match = played(game, 0)
    there = replace(match, positions=(position,), plies=())
    assert preview(there, 0, str(ends[0]), EN) is None
    goes_on = next(move for move in position.moves() if move not in ends)
    assert preview(there, 0, str(goes_on), EN) is not None


def test_which_games_need_a_cover_between_people_at_one_screen():
    assert {slug: deals_in_secret(game, 2) for slug, game in shelf().items()} == {
        "hops": False,
        "race": True,
        "tortuga": False,
    }
