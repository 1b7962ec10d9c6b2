"""Scene of Hops, and what a person touches to move."""

from collections.abc import Callable
from random import Random

import pytest

from ludotheque.games.hops import GAME
from ludotheque.games.hops.rules import Hops
from ludotheque.games.hops.scene import BOARD
from ludotheque.games.hops.scene import touches as touches_of
from ludotheque.scene import follow


def test_every_cell_is_a_spot_and_every_row_and_column_is_marked() -> None:
    board = BOARD
    assert [spot.id for spot in board.spots][:8] == ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1"]
    assert len({(spot.x, spot.y) for spot in board.spots}) == 49
    rows = {mark.text: mark.y for mark in board.marks if mark.text.isalpha()}
    columns = {mark.text: mark.x for mark in board.marks if mark.text.isdigit()}
    for spot in board.spots:
        assert (spot.x, spot.y) == (columns[spot.id[1]], rows[spot.id[0]])
        assert 0 < spot.x < board.width
        assert 0 < spot.y < board.height


def test_dice_are_told_apart_without_colour(diagram: Callable[..., Hops]) -> None:
    scene = GAME.scene(diagram("A1r3 G7b3"), None, None)
    red, black = scene.pieces
    assert (red.id, red.spot, red.symbol, red.glyph) == ("die-A1", "A1", "die/red/3", "[3]")
    assert (black.id, black.spot, black.symbol, black.glyph) == (
        "die-G7",
        "G7",
        "die/black/3",
        "(3)",
    )


def test_what_is_touched_names_one_move() -> None:
    rng, position = Random(5), GAME.start()
    for _ in range(60):
        choices = GAME.scene(position, position.to_move, None).choices
        assert len({choice.touches for choice in choices}) == len(choices) > 0
        position = position.after(rng.choice(position.moves()))


@pytest.mark.parametrize(
    ("dice", "text", "touches", "path"),
    [
        ("A1r1 A2b2", "A1*A3=2-B4", ("A1", "B4", "=2"), ("A1", "A3", "B4")),
        ("A1r1 A2b2", "A1-B2", ("A1", "B2", "=1"), ("A1", "B2")),
        ("A1r5 A2b5", "A1*A3=6", ("A1", "A3", "=6"), ("A1", "A3")),
    ],
)
def test_a_move_is_touched_and_followed(
    diagram: Callable[..., Hops],
    dice: str,
    text: str,
    touches: tuple[str, ...],
    path: tuple[str, ...],
) -> None:
    position = diagram(dice)
    move = GAME.move(text, position)
    assert touches_of(move) == touches
    assert GAME.path(move) == path
    before, after = (GAME.scene(p, None, None) for p in (position, position.after(move)))
    moved = follow(before, path, after)
    assert {piece.id: piece.spot for piece in moved.pieces} == {"die-A1": path[-1], "die-A2": "A2"}
    assert GAME.scene(position.after(move), None, move).last == path


def test_nobody_has_a_choice_after_the_end(diagram: Callable[..., Hops]) -> None:
    scene = GAME.scene(diagram("A1r6 G7b1", "b"), None, None)
    assert scene.to_move is None
    assert scene.choices == ()


def test_the_side_with_fewer_pips_to_go_is_ahead(diagram: Callable[..., Hops]) -> None:
    assert GAME.estimate is not None
    assert GAME.estimate(GAME.start()) == (0.5, 0.5)
    nearer, farther = (GAME.estimate(diagram(dice)) for dice in ("A1r5 G7b1", "A1r3 G7b1"))
    assert nearer[0] > farther[0] > 0.5
    assert GAME.estimate(diagram("A1r1"))[0] > 0.5
    assert sum(nearer) == pytest.approx(1)
