"""The text of Hops: what is written can be read again, and what cannot be read is told where."""

from random import Random

import pytest

from ludotheque.errors import BadMove, BadPosition
from ludotheque.games.hops import GAME, notation
from ludotheque.games.hops.rules import OPTIONS

EMPTY = "......."
SIX_EMPTY = "/".join([EMPTY] * 6)


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@pytest.mark.parametrize("start", OPTIONS["start"])
def test_positions_and_moves_round_trip(start: str, to_and_fro: str) -> None:
    rng = Random(3)
    position = GAME.start(start=start, to_and_fro=to_and_fro)
    for _ in range(40):
        assert GAME.position(str(position), start=start, to_and_fro=to_and_fro) == position
        for move in position.moves():
            assert GAME.move(str(move), position) == move
        position = position.after(rng.choice(position.moves()))


@pytest.mark.parametrize("text", ["A1-B2", "F2*D2=3*D4*D6=4*F4=5-G4", "E2*C2*A4=5*A6=6"])
def test_paths_round_trip(text: str) -> None:
    assert str(notation.read_path(text)) == text


def test_a_diagram_may_have_fewer_dice() -> None:
    assert str(GAME.position(f"{SIX_EMPTY}/r6.b1.... b")) == f"{SIX_EMPTY}/r6.b1.... b"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "expected the rows, one space and the side to move"),
        (f"{SIX_EMPTY}/{EMPTY}", "expected the rows, one space and the side to move"),
        (f"{SIX_EMPTY}/{EMPTY}  r", "expected the rows, one space and the side to move"),
        (f"{SIX_EMPTY} r", "6 rows, expected 7 joined by “/”"),
        (f"{SIX_EMPTY}/{EMPTY}/{EMPTY} r", "8 rows, expected 7 joined by “/”"),
        (f"{EMPTY}/......../{SIX_EMPTY[:-8]} r", "row B has 8 cells, expected 7"),
        (f"{SIX_EMPTY}/r1..b1.. r", "row G has 6 cells, expected 7"),
        (f"{SIX_EMPTY}/ r", "row G has 0 cells, expected 7"),
        (f"..r0..../{SIX_EMPTY} r", "row A has “r0” at cell 3"),
        (f"b1.r7..../{SIX_EMPTY} r", "row A has “r7” at cell 3"),
        (f"......r/{SIX_EMPTY} r", "row A has “r” at cell 7"),
        (f"{SIX_EMPTY}/...x... r", "row G has “x” at cell 4"),
        (f"{SIX_EMPTY}/.4..... r", "row G has “4” at cell 2"),
        (f"{SIX_EMPTY}/R1...... r", "row G has “R” at cell 1"),
        (f"{SIX_EMPTY}/r٢...... r", "row G has “r٢” at cell 1"),
        (f"{SIX_EMPTY}/r1r1r1r1r1r1r1 r", "7 red dice, there are only 6"),
        (f"{SIX_EMPTY}/b1b1b6b1b1b1b1 r", "7 black dice, there are only 6"),
        (f"{SIX_EMPTY}/{EMPTY} R", "the side to move is “R”, expected r or b"),
        (f"{SIX_EMPTY}/{EMPTY} ", "the side to move is “”, expected r or b"),
    ],
)
def test_a_bad_position_is_told_where(text: str, wrong: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(text)
    assert str(refused.value).startswith(f"position “{text}”: {wrong}")


def test_six_dice_a_side_are_not_too_many() -> None:
    assert len(GAME.position(f"{SIX_EMPTY[:-8]}/r1r1r1r1r1r1./b1b1b1b1b1b1. r").moves()) > 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "it does not begin with a cell from A1 to G7"),
        ("H1-G1", "it does not begin with a cell from A1 to G7"),
        ("A8-A7", "it does not begin with a cell from A1 to G7"),
        ("a1-a2", "it does not begin with a cell from A1 to G7"),
        ("-A1", "it does not begin with a cell from A1 to G7"),
        ("A1", "expected a cell and a step or a hop, such as A1-B2"),
        ("A1B2", "cannot read “B2”"),
        ("A1-H1", "cannot read “-H1”"),
        ("A1-B2-C3", "cannot read “-C3”"),
        ("A1-B2*D2", "cannot read “*D2”"),
        ("A1-B2=3", "cannot read “=3”"),
        ("A1*A3=7-A4", "cannot read “=7-A4”"),
        ("A1*A3=-A4", "cannot read “=-A4”"),
        ("A1*A3=٢-A4", "cannot read “=٢-A4”"),
        ("A1*A3 -A4", "cannot read “ -A4”"),
        ("A1=2-A2", "cannot read “=2-A2”"),
    ],
)
def test_a_bad_move_is_told_where(text: str, wrong: str) -> None:
    with pytest.raises(BadMove) as refused:
        GAME.move(text, GAME.start())
    assert str(refused.value).startswith(f"move “{text}”: {wrong}")


def test_a_move_may_stand_among_spaces() -> None:
    assert str(GAME.move(" A1-B2\n", GAME.start())) == "A1-B2"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("A1-B2", "A1-B2"),
        ("A5*C7=2-D6", "A5*C7=2-D6"),
        ("D2*B4=2*D6-D5", "D2*B4=2*D6-D5"),
        ("F2*D2=3*D4*D6=4*F4=5-G4", "F2…G4=5"),
        ("C7*E7*G5*E3-F3", "C7…F3"),
        ("E2*C2*A4=5*A6=6", "E2…A6=6"),
    ],
)
def test_3_8_many_hops_are_called_by_their_end_and_what_the_die_shows(
    text: str, short: str
) -> None:
    assert notation.shortened(text) == short
    brief = GAME.brief(notation.Move(0, 0, 1, text))
    assert (text if brief is None else brief.message.format(**brief.facts)) == short
