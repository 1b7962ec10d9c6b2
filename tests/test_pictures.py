"""What a page is shown of a table: the same pieces from picture to picture, and no secret early."""

import ast
from dataclasses import asdict, replace
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

import ludotheque
from cups import CUPS
from ludotheque.games import shelf
from ludotheque.match import Referee, Setup, seed_hash
from ludotheque.match.match import Match
from ludotheque.pictures import Showing, deals_in_secret, has_luck, past, preview, story
from ludotheque.pictures.naming import Naming
from ludotheque.position import CHANCE
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
        names = [piece.id for piece in after.pieces]
        assert len(set(names)) == len(names)
        if game.path is not None:
            assert sorted(names) == sorted(piece.id for piece in before.pieces)
            places = {piece.id: piece.spot for piece in before.pieces}
            moved = {p.id: p.spot for p in after.pieces if places[p.id] != p.spot}
            path = after.last
            if path[0] != path[-1]:
                assert list(moved.values()) == [path[-1]]


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.slug)
def test_every_move_is_told(game):
    match = played(game, 8)
    for told in story(match, 1, EN):
        assert told.move
        assert all(told.told)


def test_a_preview_is_what_the_move_then_shows_but_for_what_chance_deals():
    game = shelf()["tortuga"]
    match = played(game, 6)
    move = str(match.position.moves()[0])
    shown = preview(match, match.to_move, move, EN, Showing().names(match))
    after = Referee(SEED).play(match, match.to_move, move, match.now + 1)
    then = past(after, 7, match.to_move, EN)
    assert asdict(shown) == {**asdict(then), "questions": asdict(shown)["questions"]}


def test_a_preview_does_not_tell_how_a_game_with_secrets_would_end():
    game = shelf()["race"]
    position = game.position("./././././././gbyp/r/. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -")
    ends = [move for move in position.moves() if position.after(move).outcome()]
    assert ends
    match = played(game, 0)
    there = replace(match, positions=(position,), plies=())
    names = Showing().names(there)
    assert preview(there, 0, str(ends[0]), EN, names) is None
    goes_on = next(move for move in position.moves() if move not in ends)
    assert preview(there, 0, str(goes_on), EN, names) is not None


@pytest.mark.parametrize(
    ("game", "luck", "secrets"),
    [
        (shelf()["hops"], False, False),
        (shelf()["race"], True, True),
        (shelf()["tortuga"], False, False),
        (CUPS, True, True),
    ],
    ids=lambda fact: getattr(fact, "slug", None),
)
def test_which_games_have_luck_and_which_need_a_cover_at_one_screen(game, luck, secrets):
    assert has_luck(game, 2) == luck
    assert deals_in_secret(game, 2) == secrets


def test_luck_needs_no_secret():
    assert not deals_in_secret(CUPS, 2, {"cups": "open"})


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.slug)
def test_what_has_changed_makes_the_next_picture_of_the_one_before(game):
    """For every viewer, and from one's view to another's, as where several share a screen."""
    showing, seats = Showing(), game.seats[-1]
    for plies in range(14):
        match, after = played(game, plies, seats), played(game, plies + 1, seats)
        for before, seat in [*product((None, *range(seats)), repeat=2)]:
            known = showing.picture(match, before, EN)
            wanted = showing.picture(after, seat, EN)
            changed = showing.change((match, before), after, seat, EN)
            lying = {piece.id: piece for piece in known.pieces}
            assert lying.keys() >= set(changed.gone)
            lying = {name: piece for name, piece in lying.items() if name not in changed.gone}
            assert not set(changed.pieces) & set(lying.values()), "what stays is not told"
            lying |= {piece.id: piece for piece in changed.pieces}
            assert lying == {piece.id: piece for piece in wanted.pieces}
            assert changed.choices == wanted.choices


@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.slug)
def test_what_is_made_once_for_all_is_what_each_would_see(game):
    """Nothing is hidden in an open game, so its pieces lie alike for everyone."""
    seats = game.seats[-1]
    match = played(game, 9, seats)
    shared = Showing()
    for seat in (None, *range(seats)):
        alone = past(match, 9, seat, EN)
        seen = shared.picture(match, seat, EN)
        assert (seen.pieces, seen.last, seen.told) == (alone.pieces, alone.last, alone.told)
        assert bool(seen.choices) == (seat is not None and seat == match.to_move)
        moves = {str(move) for move in match.seen_by(seat).moves()} if seen.choices else set()
        assert {choice.move for choice in seen.choices} == moves


def test_names_are_folded_onwards_and_anew_after_a_takeback():
    game = shelf()["tortuga"]
    naming = Naming()
    for plies in (0, 3, 4, 9, 2, 5, 9):
        match = played(game, plies)
        assert naming.at(match, plies) == Naming().at(match, plies)
        assert naming.at(match, plies // 2) == Naming().at(match, plies // 2)


def test_every_picture_is_made_by_one_function():
    """What can be shown of a match, a record, a task or a puzzle is decided there, for all."""
    package = Path(ludotheque.__file__).parent
    made = [
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", None)) == "Picture"
    ]
    assert made == ["pictures/picture.py"]
