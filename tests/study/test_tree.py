"""Trees of moves: what a record plays and says, as a flat list, and back again."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from ludotheque.errors import BadRecord
from ludotheque.match import verify, whole
from ludotheque.match.notes import DEEPEST, Note, Tried
from ludotheque.study import Node, keeping, notes_of, tree_of
from ludotheque.study.tree_seen import seeing
from ludotheque.words import Words
from records import a_race, a_short_match
from test_record_notes import noted_records


def kept(record, tree):
    return whole(keeping(replace(record, notes=()), tree))


@settings(max_examples=settings().max_examples * 3 // 5)
@given(noted_records())
def test_a_record_becomes_a_tree_and_the_tree_a_record(record):
    tree = tree_of(verify(record).match, record.notes)
    again = kept(record, tree)
    assert replace(again, notes=()) == replace(record, notes=())
    assert notes_of(tree) == again.notes
    # What is said of the same moment in two ways is said in one from then on.
    assert kept(again, tree_of(verify(again).match, again.notes)) == again
    assert sum(not node.played for node in tree) == sum(
        not node.played for node in tree_of(verify(again).match, again.notes)
    )


def test_the_line_comes_first_and_variations_in_their_order():
    other = (Tried("c1-c2", note=Note("", (), ((Tried("a4-a3"),),))), Tried("d6-d5"))
    record = replace(a_short_match(), notes=((0, Note("so", (), (other, (Tried("e1-e2"),)))),))
    tree = tree_of(verify(record).match, record.notes)
    assert [(node.parent, node.move, node.played) for node in tree] == [
        (None, "", True),
        (0, "d2-d3", True),
        (0, "c1-c2", False),
        (2, "d6-d5", False),
        (2, "a4-a3", False),
        (0, "e1-e2", False),
    ]
    assert tree[0].comment == "so"


def test_moves_of_chance_are_nodes_of_their_own_and_every_move_has_words():
    record = a_race()
    seen = whole(seeing(record, Words("fr"), record.setup.players))
    chance = [node for node in seen.nodes[1:] if node.seat is None]
    assert len(chance) == verify(record).draws
    assert all(node.told for node in seen.nodes[1:] if node.seat is not None)
    assert all(node.brief and node.played for node in seen.nodes[1:])


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([Node(), Node()], "node 1 follows no node before it"),
        ([Node(0, "d2-d3")], "node 0 follows no node before it"),
        ([Node(), Node(1, "d2-d3")], "node 1 follows no node before it"),
        ([Node(), Node(2, "d2-d3"), Node(0, "d2-d3")], "node 1 follows no node before it"),
        ([Node(), Node(0, "c2-c3")], "the tree has lost a move of the game: d2-d3"),
        ([Node(), Node(0, "d2-d3"), Node(0, "d2-d4")], "move “d2-d4” is not legal"),
        ([Node(), Node(0, "d2-d3", sign="!!!")], "is none of"),
    ],
)
def test_what_is_no_tree_of_the_game_is_refused(nodes, said):
    with pytest.raises(BadRecord, match="^.*" + said.replace("(", r"\(")):
        kept(a_short_match(), nodes)


def test_a_tree_within_trees_without_end_is_refused():
    nodes = [Node(), Node(0, "d2-d3")]
    last = 0
    for depth in range(DEEPEST + 1):
        nodes += [Node(last, f"first-{depth}"), Node(last, f"second-{depth}")]
        last = len(nodes) - 1
    with pytest.raises(BadRecord, match="nested too deep"):
        kept(a_short_match(), nodes)
