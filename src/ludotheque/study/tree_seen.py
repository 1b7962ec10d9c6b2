"""A tree as a page shows it, in one reader's language: moves in words, and what is said of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludotheque.match import Record, Steps, to_json, verifying
from ludotheque.pictures.telling import briefly, sentences
from ludotheque.position import Position, Seat
from ludotheque.study.tree import Tree, positions_of, tree_of
from ludotheque.words import Words


@dataclass(frozen=True, slots=True)
class NodeSeen:
    """A moment of a tree: the move that led there, and what is said of it."""

    parent: int | None
    """The number of the node before it; null for the start, which is the first."""
    move: str
    seat: Seat | None
    """Who made the move; null for chance, and for the start."""
    brief: str
    """The move in a few words."""
    told: tuple[str, ...]
    """The move in sentences."""
    played: bool
    """Whether it is of a game's line of play, which stays as it was."""
    sign: str
    comment: str
    marks: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TreeSeen:
    """A record as a tree: the line of play, and what is said of it."""

    game: str
    options: Mapping[str, str]
    position: str
    """Where it begins."""
    players: tuple[str, ...]
    """By seat."""
    record: str
    """The game without what is said of it, as JSON: to be sent back with the tree that is kept."""
    nodes: tuple[NodeSeen, ...]
    """Each behind the one that it follows; of those that follow the same, the first is the line."""


def seeing(record: Record, words: Words, players: Sequence[str]) -> Steps[TreeSeen]:
    """Make what a page shows of *record*, a move a step; raise BadRecord where it is wrong."""
    report = yield from verifying(record)
    setup, match = record.setup, report.match
    tree = tree_of(match, record.notes)
    nodes = []
    positions = []
    for position in positions_of(setup.game, setup.opening, tree):
        positions.append(position)
        nodes.append(_seen(tree, positions, record, words))
        yield
    return TreeSeen(
        game=setup.game.slug,
        options=dict(setup.options),
        position=str(setup.opening),
        players=tuple(players),
        record=to_json(replace(record, notes=())),
        nodes=tuple(nodes),
    )


def _seen(tree: Tree, positions: Sequence[Position[Any]], record: Record, words: Words) -> NodeSeen:
    """Return the last of the nodes whose *positions* are known."""
    node = tree[len(positions) - 1]
    seat, brief = None, ""
    told: tuple[str, ...] = ()
    if node.parent is not None:
        game, before = record.setup.game, positions[node.parent]
        move = game.move(node.move, before)
        seat = before.to_move if isinstance(before.to_move, int) else None
        brief = briefly(game, move, words)
        told = () if seat is None else sentences(game, before, move, words)
    return NodeSeen(
        parent=node.parent,
        move=node.move,
        seat=seat,
        brief=brief,
        told=told,
        played=node.played,
        sign=node.sign,
        comment=node.comment,
        marks=node.marks,
    )
