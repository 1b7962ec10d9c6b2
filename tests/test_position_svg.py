"""A position draws itself in one call, as it is asked to."""

import re
import sys

import pytest

from ludotheque.errors import BadOption, LudothequeError
from ludotheque.games import shelf, take
from ludotheque.match import Board
from ludotheque.position import CHANCE, play
from ludotheque.scene import turned

TORTUGA = take("tortuga")
START = TORTUGA.start()
RACE = take("race").position("rgbyp/././././././././. 1 rg r+,r+,g-,*+,^+|y+,p+,b+,g+,g+ -")
every_game = pytest.mark.parametrize("slug", shelf())


def board_of(position):
    """Return a board at that position."""
    return Board(position.game, position=str(position), seed=1)


def seated(slug):
    """Return a position of that game in which a seat is to move."""
    position = take(slug).start()
    while position.to_move is CHANCE:
        position = play(position, position.moves()[0])
    return position


@every_game
def test_it_is_what_a_notebook_shows_and_as_wide_as_it_is_asked_to_be(slug):
    position = seated(slug)
    assert position.svg() == position._repr_svg_()
    width, height = map(int, re.findall(r' (?:width|height)="(\d+)"', position.svg(size=300))[:2])
    board = take(slug).scene(position, None, None).board
    assert width == 300
    assert height == round(300 * board.height / board.width)


@every_game
def test_the_last_move_glows(slug):
    before = seated(slug)
    move = before.moves()[0]
    after = play(before, move)
    assert len(after.svg(last=move)) > len(after.svg())
    with pytest.raises(TypeError, match="not its text"):
        after.svg(last=str(move))


def test_an_arrow_is_a_move_s_text_or_the_places_that_it_goes_through():
    drawn = START.svg(arrows=["d2-d3"])
    assert drawn == START.svg(arrows=[("d2", "d3")])
    assert drawn != START.svg()
    assert START.svg(arrows=["a1-g4"]) != START.svg(), "legal or not"
    assert RACE.svg(arrows=[("0", "3")]) != RACE.svg()


def test_places_that_are_highlighted_have_a_rim():
    one, two = START.svg(highlights=["d4"]), START.svg(highlights=["d4", "a1", "d4"])
    assert len(START.svg()) < len(one) < len(two)
    assert RACE.svg(highlights=["hand-1-0", "3", "pile", "tile-1"]) != RACE.svg()


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"highlights": ["z9"]}, "no place “z9” on this table; there are: a1 a2"),
        ({"arrows": [("d2", "z9")]}, "no place “z9”"),
        ({"arrows": ["nowhere"]}, "the arrow “nowhere” does not name two places"),
        ({"arrows": [("d2",)]}, "the arrow “d2” does not name two places"),
        ({"seat": 2}, "no seat 2; seats go from 0 to 1"),
        ({"seat": -1}, "no seat -1"),
        ({"size": 0}, "a picture cannot be 0 pixels wide"),
        ({"size": 9_000_000}, "a picture cannot be 9000000 pixels wide"),
    ],
)
def test_what_is_not_on_the_table_is_refused(asked, complaint):
    with pytest.raises(BadOption, match=complaint):
        START.svg(**asked)


def test_who_sits_opposite_sees_a_shared_board_turned_round():
    assert START.svg(seat=0) == START.svg()
    scene = TORTUGA.scene(START, None, None)
    there = turned(scene)
    assert turned(there).pieces == scene.pieces
    assert there.board.spot("d1").y < there.board.spot("d7").y
    assert scene.board.spot("d1").y > scene.board.spot("d7").y
    for piece in there.pieces:
        spot = there.board.spot(piece.spot)
        assert (piece.x, piece.y) == pytest.approx((spot.x, spot.y))
    assert START.svg(seat=1) != START.svg()


def test_a_hand_lies_nearest_to_the_seat_that_looks_and_what_it_may_not_know_is_not_drawn():
    assert RACE.svg(seat=1) != RACE.svg(seat=0)
    view = RACE.seen_by(1)
    for picture in (view.svg(), view.svg(seat=1), RACE.svg(seat=1), board_of(RACE).svg(seat=1)):
        assert "card-back" in picture
        assert "card-rainbow" not in picture, "that is in the other hand"
        assert "tile-red" not in picture, "that is the other’s turtle"
        assert "r+,r+" not in picture
    for picture in (RACE.svg(), board_of(RACE).svg()):
        assert "card-rainbow" in picture
        assert "tile-red" in picture


def test_a_view_reads_the_moves_of_its_own_seat():
    view = RACE.seen_by(0)
    assert view.move("r+") == RACE.move("r+")
    for other in (RACE.seen_by(1), RACE.seen_by(None)):
        with pytest.raises(LudothequeError):
            other.move("r+")


@every_game
def test_a_theme_is_what_the_picture_lies_on(slug):
    position = seated(slug)
    drawn = {theme: position.svg(theme=theme) for theme in (None, "light", "dark", "print")}
    assert len(set(drawn.values())) == 4
    assert 'values="0"' in drawn["print"]
    assert board_of(position).svg(theme="dark") == drawn["dark"]
    with pytest.raises(BadOption, match="no theme “neon”; there are: light, dark, print"):
        position.svg(theme="neon")


@every_game
def test_a_picture_is_made_of_pixels_where_that_is_wanted(slug):
    position = seated(slug)
    drawn = position.png(size=200, theme="light")
    signature, width = drawn[:8], int.from_bytes(drawn[16:20], "big")
    assert (signature, width) == (b"\x89PNG\r\n\x1a\n", 200)
    assert board_of(position).png(size=200, theme="light") == drawn


def test_without_a_rasteriser_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"pip install 'ludotheque\[png\]'"):
        START.png()
