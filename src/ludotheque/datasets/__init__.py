"""Datasets of self-play: what was seen, what was thought of it, how it ended, in files.

`Plan` says what is to be played, `make` plays it into a folder in several processes, `Dataset`
reads it; `ludotheque.datasets.pytorch` hands it to PyTorch. docs/datasets.md describes the files
byte by byte. It needs numpy, which the `research` extra installs.
"""

from ludotheque.datasets.make import Progress, make
from ludotheque.datasets.plan import Plan
from ludotheque.datasets.reader import PARTS, Batch, Dataset

__all__ = ["PARTS", "Batch", "Dataset", "Plan", "Progress", "make"]
