"""The scene of Tortuga: a cell is found by the letters and numbers on the frame."""

from math import hypot, sqrt

import pytest

from ludotheque.games.tortuga.board import CELLS
from ludotheque.games.tortuga.scene import BOARD

MARKS = {mark.text: mark for mark in BOARD.marks}


@pytest.mark.parametrize("name", CELLS)
def test_a_cell_is_found_by_its_column_and_its_row(name):
    """Small names alone told them, which turtles covered."""
    column, number = name
    foot = BOARD.spot(f"{column}1")
    assert MARKS[column].x == pytest.approx(foot.x)
    assert 0.9 < MARKS[column].y - foot.y < 1.2
    # A row begins with its westernmost cell, and its mark is straight on, or west of it.
    end, mark = BOARD.spot(next(cell for cell in CELLS if cell[1] == number)), MARKS[number]
    west, north = end.x - mark.x, end.y - mark.y
    assert 0.9 < hypot(west, north) < 1.2
    assert west > 0
    assert north == pytest.approx(0 if end.name[0] == "a" else west / sqrt(3))


def test_the_marks_stand_on_the_frame_and_on_no_cell():
    for mark in BOARD.marks:
        assert 0.1 < mark.x < BOARD.width - 0.1
        assert 0.1 < mark.y < BOARD.height - 0.1
        assert all(hypot(mark.x - spot.x, mark.y - spot.y) > 0.9 for spot in BOARD.spots)
