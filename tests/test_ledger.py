"""What is told of two positions by the parts of an evaluation, and what is conceded or not told."""

import pytest

from ludotheque.games.ledger import Part, decisive, share

FIRST = "pieces"
"""What readers count first."""


def told(*, uncounted=(), **points):
    """Return what is told where each part is worse by so many *points*, and by one piece."""
    count = {
        name: 0 if name in uncounted else (lost > 0) - (lost < 0) for name, lost in points.items()
    }
    here = {name: Part(-lost, own=2 - count[name], foes=1) for name, lost in points.items()}
    there = {name: Part(0, own=2, foes=1) for name in points}
    verdict = decisive(here, there, FIRST)
    return verdict and (verdict.kind, verdict.named)


@pytest.mark.parametrize(
    ("points", "kind", "named"),
    [
        ({"pieces": 60, "room": 40}, "weighs-pieces", ("pieces",)),
        ({"pieces": 10, "room": 50}, "weighs-room", ("room",)),
        ({"pieces": 30, "room": 40, "rim": 30}, "weighs-room-too", ("room", "pieces")),
        ({"pieces": 0, "room": 60, "rim": -50}, "weighs-room-but", ("room", "rim")),
        ({"pieces": -10, "room": 60, "rim": 0}, "weighs-room-but", ("room", "pieces")),
        (
            {"pieces": -60, "room": 40, "rim": 30},
            "weighs-room-too-but",
            ("room", "rim", "pieces"),
        ),
    ],
)
def test_what_weighs_most_is_told(points, kind, named):
    assert told(**points) == (kind, named)


def test_what_is_better_and_weighs_little_is_not_conceded():
    assert told(pieces=0, room=60, rim=-40) == ("weighs-room", ("room",))
    assert told(pieces=0, room=60, rim=-41) == ("weighs-room-but", ("room", "rim"))


def test_nothing_is_told_where_it_is_no_worse():
    assert told(pieces=40, room=-40) is None
    assert told(pieces=40, room=-50) is None


def test_nothing_is_told_where_two_parts_make_less_than_half():
    assert told(pieces=20, room=20, rim=20, steps=20) == ("weighs-pieces-too", ("pieces", "room"))
    assert told(pieces=20, room=20, rim=20, steps=20, tempo=20) is None


def test_nothing_is_told_that_makes_less_than_half_without_what_is_conceded():
    assert told(pieces=-50, room=60, rim=20, tempo=20) == (
        "weighs-room-too-but",
        ("room", "rim", "pieces"),
    )
    assert told(pieces=-50, room=60, rim=20, tempo=20, uncounted=("rim",)) is None
    assert told(pieces=-40, room=60, rim=20, tempo=20, uncounted=("rim",)) is None
    assert told(pieces=-20, room=60, rim=20, tempo=20, uncounted=("rim",)) is not None


def test_nothing_is_told_that_cannot_be_counted():
    assert told(pieces=0, room=60, uncounted=("room",)) is None
    assert told(pieces=0, room=60, rim=-50, uncounted=("rim",)) is None


def test_nothing_is_told_where_two_parts_had_to_be_conceded():
    assert told(pieces=-10, room=60, rim=-45) is None


def test_of_some_things_it_is_good_to_have_fewer():
    here, there = ({"rim": Part(worth, own=own, more=-1)} for worth, own in ((-9, 3), (0, 2)))
    verdict = decisive(here, there, "rim")
    assert verdict is not None
    assert verdict.kind == "weighs-rim"
    more = {"rim": Part(-9, own=1, more=-1)}
    assert decisive(more, there, "rim") is None


def test_the_share_of_a_difference_is_of_what_was_lost():
    here, there = {"pieces": Part(-30), "room": Part(-10)}, {"pieces": Part(0), "room": Part(0)}
    assert share(["pieces"], here, there) == 0.75
    assert share(["pieces"], there, here) == 0
