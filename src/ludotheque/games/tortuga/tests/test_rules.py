"""Tortuga, ruling by ruling."""

import pytest

from ludotheque.engine import kernel
from ludotheque.games.tortuga import GAME
from ludotheque.games.tortuga.board import CELLS, NORTH, NUMBER, SOUTH, WAYS
from ludotheque.position import Outcome, perft
from rulings import perft_counts


def board(turn="S", **turtles):
    """Return the text of a diagram: `board(d2="S", d3="N")`."""
    heights = zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    columns = (
        "".join(turtles.get(f"{column}{number + 1}", "1") for number in range(height))
        for column, height in heights
    )
    return f"{'/'.join(_runs(column) for column in columns)} {turn}"


def _runs(column):
    for length in range(7, 1, -1):
        column = column.replace("1" * length, str(length))
    return column


def moves(text, **options):
    return {str(move) for move in GAME.position(text, **options).moves()}


def after(text, *played, **options):
    position = GAME.position(text, **options)
    for move in played:
        position = position.after(GAME.move(move, position))
    return position


def names(side, cell):
    return {CELLS[way.next] for way in WAYS[side][NUMBER[cell]]}


def test_1_board_has_37_cells_in_columns_of_4_5_6_7_6_5_4():
    assert len(CELLS) == 37
    assert [sum(name[0] == column for name in CELLS) for column in "abcdefg"] == [
        4,
        5,
        6,
        7,
        6,
        5,
        4,
    ]


def test_1_board_three_ways_forward_and_their_mirror_image():
    assert names(SOUTH, "d3") == {"d4", "c3", "e3"}
    assert names(SOUTH, "b2") == {"b3", "c3", "a2"}
    assert names(SOUTH, "f2") == {"f3", "g2", "e3"}
    assert names(NORTH, "d5") == {"d4", "c4", "e4"}
    assert names(NORTH, "b4") == {"b3", "c4", "a3"}
    assert names(SOUTH, "d7") == names(NORTH, "d1") == set()
    assert names(SOUTH, "a4") == {"b5"}


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("camp", "4/S3N/SS2NN/SS3NN/SS2NN/S3N/4 S"),
        ("coast", "S2N/S3N/S4N/SS3NN/S4N/S3N/S2N S"),
    ],
)
def test_1_start_of_each_option_and_south_begins(start, text):
    assert str(GAME.start(start=start)) == text
    assert GAME.start(start=start).to_move == 0


@pytest.mark.parametrize(("options", "counts"), perft_counts("1"))
def test_1_perft(options, counts):
    """The last count would take Python half a minute: the kernel, held to these rules, has it."""
    position = GAME.start(**options)
    assert tuple(perft(position, depth) for depth in range(1, len(counts))) == counts[:-1]
    if kernel.BUILT:
        assert kernel.twin_of(GAME, position).perft(len(counts)) == counts[-1]
    else:
        assert perft(position, len(counts)) == counts[-1]


def test_1_1_a_step_goes_one_cell_forward_onto_an_empty_cell():
    assert moves(board(d3="S")) == {"d3-d4", "d3-c3", "d3-e3"}
    assert moves(board(d5="N", turn="N")) == {"d5-d4", "d5-c4", "d5-e4"}


def test_1_2_a_hop_goes_over_a_friend_a_foe_or_a_neutral_onto_the_cell_behind():
    assert "d3^d5" in moves(board(d3="S", d4="S"))
    assert moves(board(d3="S", d4="N")) == {"d3xd5"}
    assert moves(board(d3="S", c3="o")) >= {"d3+b3", "d3~b3"}


def test_1_2_no_hop_over_two_turtles_nor_past_the_edge():
    assert not any("^" in move for move in moves(board(d3="S", d4="S", d5="o", c3="N", b3="S")))
    assert moves(board(d6="S", d7="N")) == {"d6-c6", "d6-e6"}


def test_1_3_a_chain_goes_on_until_no_hop_is_left():
    text = board(d1="S", d2="S", d4="S")
    assert "d1^d3^d5" in moves(text)
    assert "d1^d3" not in moves(text)


def test_1_3_the_player_picks_freely_among_branches_even_a_shorter_one():
    text = board(d1="S", d2="o", d4="o", c3="o", d6="o")
    assert {"d1+d3+b3", "d1+d3+d5+d7"} <= moves(text)


BRANCHES = board(d1="S", d2="o", d4="o", c3="o", d6="o", e6="N")
"""From d3 a turtle may go on to b3, where it is stuck, or to d5 and d7."""


def test_1_3_option_longest_leaves_only_the_longest_chains_of_the_turtle():
    free, longest = moves(BRANCHES), moves(BRANCHES, chain="longest")
    assert "d1+d3+b3" in free
    assert "d1+d3+b3" not in longest
    assert "d1+d3+d5+d7" in free & longest
    assert "d1-c1" in longest, "a step is no chain, and no hop over a neutral is compulsory"


def test_1_3_option_longest_looks_at_each_turtle_by_itself():
    text = board(d1="S", d2="o", d4="o", g1="S", g2="o")
    assert "g1+g3" in moves(text, chain="longest")


def test_1_3_option_longest_looks_only_at_chains_that_capture_when_one_must():
    text = board(d2="S", d3="N", c2="o", b3="o")
    assert {len(move) for move in moves(board(d2="S", c2="o", b3="o")) if "+" in move} == {8}
    assert moves(text, chain="longest") == {"d2xd4"}


def test_1_3_option_longest_counts_the_neutrals_before_a_foe():
    text = board(d1="S", c1="N", d2="o", d4="N", g1="S")
    assert moves(text) == {"d1xb1", "d1+d3xd5", "d1~d3xd5"}
    assert moves(text, chain="longest") == {"d1+d3xd5", "d1~d3xd5"}


def test_1_4_a_move_never_hops_both_friends_and_foes():
    assert moves(board(d1="S", d2="N", d4="S")) == {"d1xd3"}
    assert "d1^d3" in moves(board(d1="S", d2="S", d4="N", e1="o"))


def test_1_4_neutrals_mix_with_either():
    assert "d1xd3+d5" in moves(board(d1="S", d2="N", d4="o"))
    assert "d1^d3~d5" in moves(board(d1="S", d2="S", d4="o"))


def test_1_4_a_chain_that_began_on_neutrals_is_open_to_friends_and_to_foes():
    text = board(d1="S", d2="o", d4="S", c3="N")
    assert {"d1+d3^d5", "d1+d3xb3"} <= moves(text)


def test_1_5_a_foe_that_can_be_hopped_first_must_be():
    assert moves(board(d3="S", d4="N", a1="S", g1="S")) == {"d3xd5"}


def test_1_5_a_chain_that_begins_on_a_friend_or_neutral_never_compels():
    text = board(d1="S", d2="o", d4="N")
    assert "d1+d3xd5" in moves(text)
    assert "d1-c1" in moves(text)


TWO_CAPTURERS = board(d1="S", d2="o", d4="N", g1="S", g2="N")
"""From g1 a foe can be hopped first, from d1 only after a neutral."""


@pytest.mark.parametrize("capture", GAME.options["capture"])
def test_1_5_where_a_foe_must_be_hopped_a_chain_that_begins_on_neutrals_will_do(capture):
    assert moves(TWO_CAPTURERS, capture=capture) == {"g1xg3", "d1+d3xd5", "d1~d3xd5"}
    assert "c1+c3xe4" in moves("4/5/So4/3N3/6/SN3/4 S", capture=capture)


def test_1_5_the_turtle_that_compels_may_itself_begin_on_a_neutral():
    text = board(d1="S", d2="o", d4="N", c1="N", e1="o")
    assert moves(text) == {"d1xb1", "d1+d3xd5", "d1~d3xd5"}


def test_1_5_neutrals_alone_and_friends_satisfy_nothing():
    compelling = {"g1": "S", "g2": "N"}
    assert moves(board(d1="S", d2="o", d4="o", **compelling)) == {"g1xg3"}
    assert moves(board(d1="S", d2="o", d4="S", **compelling)) == {"g1xg3"}
    assert moves(board(d1="S", d2="S", **compelling)) == {"g1xg3"}


def test_1_5_after_neutrals_only_the_branch_with_a_foe_is_left():
    text = board(d1="S", d2="o", d4="S", c3="N", e3="o", g1="S", g2="N")
    assert {"d1+d3^d5", "d1+d3+f3"} <= moves(text.replace("SN2 S", "4 S"))
    assert moves(text) == {"g1xg3", "d1+d3xb3", "d1~d3xb3"}


def test_1_5_option_anywhere_lets_a_later_foe_compel():
    text = board(d1="S", d2="o", d4="N", g1="S")
    assert {"g1-g2", "d1+d3xd5"} <= moves(text)
    assert moves(text, capture="anywhere") == {"d1+d3xd5", "d1~d3xd5"}


def test_1_6_a_friend_stays_a_foe_falls_a_neutral_takes_the_side_chosen():
    assert str(after(board(d3="S", d4="S"), "d3^d5")) == board("N", d4="S", d5="S")
    assert str(after(board(d3="S", d4="N"), "d3xd5")) == board("N", d4="o", d5="S")
    assert str(after(board(d3="S", d4="o"), "d3+d5")) == board("N", d4="S", d5="S")
    assert str(after(board(d3="S", d4="o"), "d3~d5")) == board("N", d4="N", d5="S")
    assert str(after(board("N", d5="N", d4="o"), "d5+d3")) == board("S", d4="N", d3="N")


def test_1_6_the_choice_is_made_anew_for_each_neutral():
    text = board(d1="S", d2="o", d4="o")
    assert {"d1+d3+d5", "d1+d3~d5", "d1~d3+d5", "d1~d3~d5"} <= moves(text)


def test_1_6_a_neutral_turtle_cannot_move():
    assert moves(board(d3="o", a1="S")) == {"a1-a2", "a1-b2"}


def test_1_7_different_paths_to_the_same_position_are_different_moves():
    text = board(d1="S", c1="S", c2="S", e1="S", e2="S")
    assert {"d1^b1^d3", "d1^f1^d3"} <= moves(text)
    assert after(text, "d1^b1^d3") == after(text, "d1^f1^d3")


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [(board(c6="S", a1="N"), "c6-d7", 0), (board("N", c1="N", a1="S"), "c1-d1", 1)],
)
def test_1_end_a_turtle_on_the_far_corner_wins(text, move, winner):
    end = after(text, move)
    assert end.outcome() == Outcome.win(2, winner, reason="corner")
    assert end.to_move is None
    assert end.moves() == ()


def test_1_end_looks_first_at_the_side_that_has_just_moved():
    assert GAME.position("4/5/6/N5S/6/5/4 N").outcome() == Outcome.win(2, 0, reason="corner")
    assert GAME.position("4/5/6/N5S/6/5/4 S").outcome() == Outcome.win(2, 1, reason="corner")


def test_1_end_the_third_repetition_is_the_match_s_to_count():
    assert GAME.repetition == 3


def test_1_end_option_goal_camp_wins_on_any_start_cell_of_the_opponent():
    text = board(b4="S", a1="N")
    assert after(text, "b4-b5").outcome() is None
    assert after(text, "b4-b5", goal="camp").outcome() == Outcome.win(2, 0, reason="camp")


def test_1_8_a_turtle_given_away_in_the_camp_has_arrived_too():
    text = board("N", d7="N", d6="o", a1="S")
    assert after(text, "d7~d5", goal="camp").outcome() == Outcome.win(2, 0, reason="camp")
    assert after(text, "d7+d5", goal="camp").outcome() is None
    assert after(text, "d7~d5").outcome() is None


def test_1_8_whoever_gives_and_arrives_in_one_move_has_just_moved_and_wins():
    text = "4/5/So1N2/7/6/5/4 S"
    assert after(text, "c1~c3xc5", goal="camp").outcome() == Outcome.win(2, 0, reason="camp")


def test_1_end_the_camp_is_that_of_the_chosen_start():
    text = board(a3="S", d4="N")
    assert after(text, "a3-a4", goal="camp").outcome() is None
    assert after(text, "a3-a4", goal="camp", start="coast").outcome() is not None


def test_1_end_whoever_cannot_move_loses():
    stuck = GAME.position(board(d6="S", d7="N", c6="N", e6="N"))
    assert stuck.outcome() == Outcome.win(2, 1, reason="stuck")
    assert stuck.to_move is None
