"""Rulings of Hops (docs/rulings.md, 3): each test carries the number of the one that it states."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludotheque.errors import BadOption, IllegalMove
from ludotheque.games.hops import GAME, paths
from ludotheque.games.hops.board import CELLS, NUMBER
from ludotheque.games.hops.rules import OPTIONS, Hops
from ludotheque.position import Outcome, perft
from rulings import perft_counts

Diagram = Callable[..., Hops]
"""The fixture of `conftest`."""

CORNERS = "r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 r"
EDGES = ".r1.b1.r1./b1.....b1/......./r1.....r1/......./b1.....b1/.r1.b1.r1. r"


def texts(position: Hops) -> list[str]:
    return [str(move) for move in position.moves()]


def ends(position: Hops, origin: str) -> set[tuple[str, int]]:
    """Return where the die on *origin* can come to rest, and what it then shows."""
    return {
        (CELLS[move.cell], move.value) for move in position.moves() if CELLS[move.origin] == origin
    }


def refusal(text: str, position: Hops) -> str:
    with pytest.raises(IllegalMove) as refused:
        GAME.move(text, position)
    return str(refused.value)


# Start


@pytest.mark.parametrize(("start", "text"), [("corners", CORNERS), ("edges", EDGES)])
def test_3_start_stands_on_every_second_rim_cell_and_red_begins(start: str, text: str) -> None:
    position = GAME.start(start=start)
    assert str(position) == text
    assert position.to_move == 0
    assert position.outcome() is None


def test_3_start_is_corners_unless_the_table_says_otherwise() -> None:
    assert GAME.start() == GAME.start(start="corners", to_and_fro="whole-move")
    with pytest.raises(BadOption, match="corners, edges"):
        GAME.start(start="middle")


@pytest.mark.parametrize(("options", "counts"), perft_counts("3"))
def test_3_perft(options: dict[str, str], counts: tuple[int, ...]) -> None:
    position = GAME.start(**options)
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


# Steps and hops


def test_3_1_a_die_steps_to_any_free_neighbour(diagram: Diagram) -> None:
    position = diagram("D4r1 A7b1")
    assert texts(position) == [
        "D4-C3", "D4-C4", "D4-C5", "D4-D3", "D4-D5", "D4-E3", "D4-E4", "D4-E5",
    ]  # fmt: skip
    assert texts(diagram("A1r1 G7b1")) == ["A1-A2", "A1-B1", "A1-B2"]


def test_3_1_a_die_does_not_step_onto_another(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b1 A3b1 B1r1 C1r1")
    assert "A1-B2" in texts(position)
    assert refusal("A1-A2", position) == "move “A1-A2”: A2 is taken"
    assert refusal("A1-B1", position) == "move “A1-B1”: B1 is taken"


def test_3_1_a_step_goes_one_cell(diagram: Diagram) -> None:
    position = diagram("A1r1 G7b1")
    assert refusal("A1-A3", position) == "move “A1-A3”: A3 is not a neighbour of A1"
    assert refusal("A1-A1", position) == "move “A1-A1”: A1 is not a neighbour of A1"


def test_3_1_only_the_dice_of_the_side_to_move_move(diagram: Diagram) -> None:
    position = diagram("A1r1 G7b1", "b")
    assert texts(position) == ["G7-F6", "G7-F7", "G7-G6"]
    assert refusal("A1-A2", position) == "move “A1-A2”: there is no die of yours on A1"
    assert refusal("D4-D5", position) == "move “D4-D5”: there is no die of yours on D4"


def test_3_2_a_hop_is_followed_by_one_step(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b5")
    assert texts(position) == ["A1*A3-A4", "A1-B1", "A1-B2", "A1*A3-B3", "A1*A3-B4"]


@pytest.mark.parametrize("hopped", ["r1", "b1", "r6", "b4"])
def test_3_3_a_hop_goes_over_either_colour_and_any_value(diagram: Diagram, hopped: str) -> None:
    position = diagram(f"A1r1 A2{hopped} G1r1 G7b1")
    assert "A1*A3-A4" in texts(position)


@pytest.mark.parametrize("landing", ["B2", "B4", "B6", "D2", "D6", "F2", "F4", "F6"])
def test_3_3_a_hop_goes_in_any_of_eight_directions(diagram: Diagram, landing: str) -> None:
    over = CELLS[(NUMBER["D4"] + NUMBER[landing]) // 2]
    position = diagram(f"D4r1 {over}b5")
    assert {text.split("-")[0] for text in texts(position) if "*" in text} == {f"D4*{landing}"}


def test_3_3_a_hop_needs_a_die_and_a_free_cell_behind_it(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b1 A3b1 C1r1 G7b1")
    assert not any("*" in text for text in texts(position) if text.startswith("A1"))
    assert refusal("A1*A3-A4", position) == "move “A1*A3-A4”: A3 is taken"
    assert refusal("A1*C3-D3", position) == ("move “A1*C3-D3”: there is no die on B2 to hop over")
    assert refusal("A1*A2-B3", position) == (
        "move “A1*A2-B3”: A2 is not two cells from A1 in a straight line"
    )
    assert refusal("A1*B3-B4", position) == (
        "move “A1*B3-B4”: B3 is not two cells from A1 in a straight line"
    )


def test_3_3_hops_turn_and_stop_where_the_player_likes(diagram: Diagram) -> None:
    """Figure 4: D2 comes to D6 by bent hops and steps to D5."""
    position = diagram("D2r1 C3b6 C5r6 G1r1 G7b1")
    assert str(GAME.move("D2*B4*D6-D5", position)) == "D2*B4*D6-D5"
    assert str(GAME.move("D2*B4-A4", position)) == "D2*B4-A4"
    assert str(GAME.move("D2-D3", position)) == "D2-D3"


def test_3_3_nothing_is_captured_and_no_other_die_changes(diagram: Diagram) -> None:
    position = diagram("D2r1 C3b1 C5r2 G1r1 G7b1")
    after = position.after(GAME.move("D2*B4=2*D6-D5", position))
    assert after == diagram("D5r2 C3b1 C5r2 G1r1 G7b1", "b")


def test_3_3_the_origin_counts_as_free(diagram: Diagram) -> None:
    """The die goes round D3 B3 B5, and on from where it stood."""
    position = diagram("D3r1 D2b5 C3b1 B4b5 C4b5 G7r1")
    assert "D3*B3=2*B5*D3*D1-E1" in texts(position)


# The step that ends a chain


def test_3_4_the_step_after_hops_is_compulsory(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b1 G1r1")
    assert refusal("A1*A3", position) == "move “A1*A3”: a step must follow the last hop (3.4)"


def test_3_4_a_chain_with_no_free_neighbour_may_not_end(diagram: Diagram) -> None:
    position = diagram("C3r1 B2b5 A2b5 B1b5 A3b5 G7r1")
    assert "C3*A1*C1-D1" in texts(position)
    assert not any("*A1-" in text for text in texts(position))
    shut_in = diagram("C3r1 B2b5 A2b5 B1b5 A3b5 C1b5 G7r1")
    assert not any("*A1" in text for text in texts(shut_in))
    assert refusal("C3*A1", shut_in).endswith("a step must follow the last hop (3.4)")


def test_3_4_the_hop_that_completes_the_sixes_wins_without_a_step(diagram: Diagram) -> None:
    position = diagram("C3r5 B2b6 A2b6 B1b6 A3b6 C1b5 G7r6")
    assert "C3*A1=6" in texts(position)
    after = position.after(GAME.move("C3*A1=6", position))
    assert after.outcome() == Outcome((1.0, 0.0), "sixes")
    assert after.to_move is None
    assert after.moves() == ()


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
def test_3_4_nothing_follows_a_winning_hop(diagram: Diagram, to_and_fro: str) -> None:
    position = diagram("A1r5 A2b6 A4b1 A6b5 G7r6", to_and_fro=to_and_fro)
    assert {cell for cell, value in ends(position, "A1") if value == 6} == {"A3", "A7"}
    assert refusal("A1*A3=6-B4", position) == (
        "move “A1*A3=6-B4”: the hop to A3 wins, so the move ends there (3.4)"
    )
    assert refusal("A1*A3=6*A5-B5", position) == (
        "move “A1*A3=6*A5-B5”: the hop to A3 wins, so the move ends there (3.4)"
    )
    assert "A1*A3*A5-B5" in texts(position)


def test_3_4_a_six_that_does_not_complete_the_sixes_goes_on(diagram: Diagram) -> None:
    position = diagram("A1r5 A2b6 G7r5 G1b1")
    assert "A1*A3=6-A4" in texts(position)
    assert refusal("A1*A3=6", position).endswith("a step must follow the last hop (3.4)")


# To and fro


def test_3_5_no_die_hops_back_at_once(diagram: Diagram) -> None:
    """Figure 4b."""
    position = diagram("D2r1 D3b1 G7r1")
    assert refusal("D2*D4=2*D2-C1", position) == (
        "move “D2*D4=2*D2-C1”: the hop from D4 to D2 undoes an earlier one (3.5)"
    )
    assert ("C1", 2) not in ends(position, "D2")


RING = "D1r1 D2b5 C3b1 B4b5 C4b5 G7r1"
"""D1 hops to D3, round D3 B3 B5, and could come back over D2."""


BACK = "D1*D3*B3=2*B5*D3*D1-E1"


@pytest.mark.parametrize("options", [{}, {"to_and_fro": "whole-move"}])
def test_3_5_no_die_hops_back_in_one_and_the_same_move(
    diagram: Diagram, options: dict[str, str]
) -> None:
    position = diagram(RING, **options)
    assert GAME.move("D1*D3*B3=2*B5*D3-E3", position)
    assert refusal(BACK, position) == (
        f"move “{BACK}”: the hop from D3 to D1 undoes an earlier one (3.5)"
    )
    assert ("E1", 2) not in ends(position, "D1")


def test_3_5_a_table_may_allow_hopping_back_later(diagram: Diagram) -> None:
    position = diagram(RING, to_and_fro="immediate")
    assert str(GAME.move(BACK, position)) == BACK


def test_3_5_the_same_way_twice_is_not_to_and_fro(diagram: Diagram) -> None:
    """Round the ring once for a 2, and once more for a 3."""
    dice = "A1r1 A2b1 B3b6 C2b2 B1b6 G7r1"
    for to_and_fro in OPTIONS["to_and_fro"]:
        position = diagram(dice, to_and_fro=to_and_fro)
        assert GAME.move("A1*A3=2*C3*C1=3*A1*A3*C3*C1*A1*A3-A4", position).value == 3


# Values


def hopping_over(diagram: Diagram, value: int, hopped: int) -> set[int]:
    position = diagram(f"A1r{value} A2b{hopped} G1r1 G7b1")
    return {value for cell, value in ends(position, "A1") if cell == "A4"}


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("hopped", range(1, 7))
def test_3_6_a_hop_may_change_the_value_by_one(diagram: Diagram, value: int, hopped: int) -> None:
    may_become = {
        0: {value - 1, value, value + 1} & {1, 2, 3, 4, 5, 6},
        1: {value, hopped},
    }.get(abs(value - hopped), {value})
    assert hopping_over(diagram, value, hopped) == may_become


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A1*A3=4-A4", "over the 2 on A2, 2 cannot become 4 (3.6)"),
        ("A1*A3=2-A4", "over the 2 on A2, 2 cannot become 2 (3.6)"),
        ("A1*C1=3-D1", "over the 4 on B1, 2 cannot become 3 (3.6)"),
    ],
)
def test_3_6_other_changes_are_refused(diagram: Diagram, text: str, reason: str) -> None:
    position = diagram("A1r2 A2b2 B1b4 G1r1")
    assert refusal(text, position) == f"move “{text}”: {reason}"


def test_3_6_a_step_changes_no_value(diagram: Diagram) -> None:
    assert {value for _, value in ends(diagram("A1r3 G7b3 G6b4"), "A1")} == {3}


# One move an end


def played(seed: int, plies: int, **options: str) -> list[Hops]:
    """Return the positions of a game of random moves."""
    rng = Random(seed)
    positions = [GAME.start(2, **options)]
    while len(positions) < plies and positions[-1].to_move is not None:
        positions.append(positions[-1].after(rng.choice(positions[-1].moves())))
    return positions


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
@pytest.mark.parametrize("start", OPTIONS["start"])
def test_3_7_no_move_leaves_the_position_unchanged(start: str, to_and_fro: str) -> None:
    for position in played(7, 150, start=start, to_and_fro=to_and_fro):
        for move in position.moves():
            assert position.after(move).cells != position.cells


def test_3_7_a_die_may_come_home_only_to_win(diagram: Diagram) -> None:
    position = diagram("A1r5 A2b1 B3b1 C2b1 B1b5 G7r6")
    assert "A1*A3*C3*C1*A1=6" in texts(position)
    assert refusal("A1*A3*C3*C1*A1", position).endswith("a step must follow the last hop (3.4)")


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
def test_3_8_moves_come_in_order_each_end_once(to_and_fro: str) -> None:
    for position in played(8, 150, to_and_fro=to_and_fro):
        keys = [(move.origin, move.cell, move.value) for move in position.moves()]
        assert keys == sorted(set(keys))


def test_3_8_the_shortest_path_is_written_and_the_first_of_equals(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b5 B1b5 B2b5 B3b5 C2b5 G7r1")
    assert str(GAME.move("A1*A3*C3-D4", position)) == "A1*C3-D4"
    assert str(GAME.move("A1*C1*C3*A3-A4", position)) == "A1*A3-A4"
    two_ways = diagram("A1r1 A2b5 B1b5 B3b5 C2b5 G7r1")
    assert str(GAME.move("A1*C1*C3-D4", two_ways)) == "A1*A3*C3-D4"


def test_3_8_a_value_kept_comes_before_a_value_changed(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b1 A4b2 G7r1")
    assert str(GAME.move("A1*A3=2*A5-A6", position)) == "A1*A3*A5=2-A6"


def test_3_8_both_paths_of_one_move_are_equal(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b5 B1b5 B3b5 C2b5 G7r1")
    one, other = (GAME.move(text, position) for text in ("A1*C1*C3-D4", "A1*A3*C3-D4"))
    assert one == other
    assert hash(one) == hash(other)
    assert one in position.moves()


# End


def test_3_figure_5(diagram: Diagram) -> None:
    position = diagram("F2r2 E2b3 D3r6 D5b4 E5b5 G7r1")
    text = "F2*D2=3*D4*D6=4*F4=5-G4"
    move = GAME.move(text, position)
    assert str(move) == text
    after = position.after(move)
    assert after == diagram("G4r5 E2b3 D3r6 D5b4 E5b5 G7r1", "b")
    assert after.outcome() is None


def test_3_figure_6_wins(diagram: Diagram) -> None:
    position = diagram("A1r6 A5b5 B1b2 B3b4 C7r6 D2b1 D5r6 E2r4 E6b3 F2r6 F5b6 G3r6")
    move = GAME.move("E2*C2*A4=5*A6=6", position)
    assert str(move) == "E2*C2*A4=5*A6=6"
    assert position.after(move).outcome() == Outcome((1.0, 0.0), "sixes")


def test_3_end_needs_every_die_of_a_side(diagram: Diagram) -> None:
    assert diagram("A1r6 A7r6 G7b1", "b").outcome() == Outcome((1.0, 0.0), "sixes")
    assert diagram("A1r6 A7r5 G7b1", "b").outcome() is None
    assert diagram("A1r1 G7b6 G1b6", "r").outcome() == Outcome((0.0, 1.0), "sixes")


def test_3_end_looks_first_at_the_side_that_has_just_moved(diagram: Diagram) -> None:
    assert diagram("A1r6 G7b6", "b").outcome() == Outcome((1.0, 0.0), "sixes")
    assert diagram("A1r6 G7b6", "r").outcome() == Outcome((0.0, 1.0), "sixes")


def test_3_end_nothing_is_played_after_it(diagram: Diagram) -> None:
    position = diagram("A1r6 G7b1", "b")
    assert position.moves() == ()
    assert position.to_move is None
    assert refusal("G7-F7", position) == "move “G7-F7”: the game is over"


def test_3_end_a_player_without_dice_has_not_won(diagram: Diagram) -> None:
    position = diagram("G7b1", "b")
    assert position.outcome() is None
    assert texts(position) == ["G7-F6", "G7-F7", "G7-G6"]


@pytest.mark.parametrize("dice", ["G7b1", "", "A1r1 A2b1 B1b1 B2b1 A3b1 C1b1 C3b1"])
def test_3_end_a_diagram_without_a_move_is_a_draw(diagram: Diagram, dice: str) -> None:
    position = diagram(dice)
    assert position.moves() == ()
    assert position.to_move is None
    assert position.outcome() == Outcome((0.5, 0.5), "blocked")


def test_3_end_a_die_shut_in_may_still_hop(diagram: Diagram) -> None:
    position = diagram("A1r1 A2b5 B1b5 B2b5 A3b5 C1b5")
    assert position.outcome() is None
    assert "A1*C3-D3" in texts(position)


# The game as a whole


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
def test_3_the_colours_play_by_the_same_rules(to_and_fro: str) -> None:
    swap = str.maketrans("rb", "br")
    for position in played(9, 60, to_and_fro=to_and_fro):
        swapped = GAME.position(str(position).translate(swap), to_and_fro=to_and_fro)
        assert swapped.moves() == position.moves()


@pytest.mark.parametrize("to_and_fro", OPTIONS["to_and_fro"])
def test_3_the_board_looks_the_same_in_a_mirror(to_and_fro: str) -> None:
    def mirrored(cell: int) -> int:
        return cell % 7 * 7 + cell // 7

    for position in played(10, 60, to_and_fro=to_and_fro):
        cells = bytes(position.cells[mirrored(cell)] for cell in range(49))
        ends = {(move.origin, move.cell, move.value) for move in position.moves()}
        assert ends == {
            (mirrored(move.origin), mirrored(move.cell), move.value)
            for move in Hops(cells, position.turn, position.variant).moves()
        }


def test_3_whole_move_allows_nothing_that_immediate_forbids() -> None:
    for position in played(11, 120):
        gentler = GAME.position(str(position), to_and_fro="immediate")
        allowed = {(move.origin, move.cell, move.value) for move in gentler.moves()}
        assert allowed >= {(move.origin, move.cell, move.value) for move in position.moves()}


CROWDS = {
    "...b1.../r6r3r3r5b6../r6..r3.../.b4.b3.../.b2.b5.../......./....... r": 358,
    "r1b5...../.b6b4b6r4r6r4/r1r6...../.....b2b6/......./......./....... r": 267,
    "...b4.../..r5b1.../....r2../r5b1.r1.../.r5...../b3b1.b3.../....r1.. r": 312,
}
"""Boards with very many paths, found by climbing from board to board, each with its moves."""


@pytest.mark.parametrize("crowd", CROWDS)
def test_3_5_a_crowd_costs_few_looks(crowd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Followed one by one, the paths across these crowds are millions."""
    looks = []
    gentle = paths.reach

    def counted(*die: Any) -> dict[paths.Place, paths.Path]:
        looks.append(die)
        return gentle(*die)

    monkeypatch.setattr(paths, "reach", counted)
    assert len(GAME.position(crowd).moves()) == CROWDS[crowd]
    assert len(looks) <= 250
