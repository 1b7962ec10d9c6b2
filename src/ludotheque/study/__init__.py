"""The study: what there is to learn from a game that was played."""

from ludotheque.study.judged import Judged, Label, Point, Review, label_of

__all__ = ["Judged", "Label", "Point", "Review", "label_of"]
