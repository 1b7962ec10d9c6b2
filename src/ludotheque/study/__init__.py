"""The study: what there is to learn from a game that was played.

`review` judges every move by what its mover could know; `reviewing` does so in steps, for whoever
shows the graph as it fills.
"""

from ludotheque.study.graph import graph
from ludotheque.study.json_form import from_json, to_json
from ludotheque.study.judged import Judged, Label, Point, Review, label_of
from ludotheque.study.review import nodes_for, review, reviewing

__all__ = [
    "Judged",
    "Label",
    "Point",
    "Review",
    "from_json",
    "graph",
    "label_of",
    "nodes_for",
    "review",
    "reviewing",
    "to_json",
]
