"""The study: what there is to learn from a game that was played.

`review` judges every move by what its mover could know; `reviewing` does so in steps, for whoever
shows the graph as it fills. A tree is a game with all that is tried and said beside it, and an
analysis board where it is played on.
"""

from ludotheque.study.board import AnalysisBoard, Moment
from ludotheque.study.graph import graph
from ludotheque.study.json_form import from_json, to_json
from ludotheque.study.judged import Judged, Label, Point, Review, label_of
from ludotheque.study.review import nodes_for, review, reviewing
from ludotheque.study.tree import Node, Tree, keeping, notes_of, tree_of

__all__ = [
    "AnalysisBoard",
    "Judged",
    "Label",
    "Moment",
    "Node",
    "Point",
    "Review",
    "Tree",
    "from_json",
    "graph",
    "keeping",
    "label_of",
    "nodes_for",
    "notes_of",
    "review",
    "reviewing",
    "to_json",
    "tree_of",
]
