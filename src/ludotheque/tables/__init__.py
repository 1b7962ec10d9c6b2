"""A table that people and computers sit at: a lobby, and the games that are played there.

A `Host` decides what may happen, an `Act` keeps it, `follow` folds acts into a `Table`, and `shown`
makes what each reader may know of it. Nothing here reads a clock, a file or a network.
"""

from ludotheque.tables.events import Act
from ludotheque.tables.form import act_text, read_act, read_terms, terms_plain
from ludotheque.tables.host import Host
from ludotheque.tables.names import clean_label, clean_name, folded, skeleton
from ludotheque.tables.step import Deed, Step
from ludotheque.tables.table import Table, follow
from ludotheque.tables.terms import Chair, Sitter, Terms

__all__ = [
    "Act",
    "Chair",
    "Deed",
    "Host",
    "Sitter",
    "Step",
    "Table",
    "Terms",
    "act_text",
    "clean_label",
    "clean_name",
    "folded",
    "follow",
    "read_act",
    "read_terms",
    "skeleton",
    "terms_plain",
]
