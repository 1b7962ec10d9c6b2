"""A tree of moves: what was played or tried from a position, and what is said of each moment.

It is what an analysis board shows and what the notes of a record say, in one flat list: every node
names the one that it follows, and comes after it. Of the nodes that follow the same one, the first
is the line, and the others are variations. A tree becomes notes and notes become a tree; nothing of
either is lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludotheque.errors import N_, BadRecord
from ludotheque.games import AnyGame
from ludotheque.match import Match, Record, Steps, from_json, to_json, verifying
from ludotheque.match.match import Ply
from ludotheque.match.notes import DEEPEST, NOTHING, Note, Notes, Tried, Variation
from ludotheque.position import CHANCE, Position

START = 0
"""The number of the node that every tree begins with: no move has led there."""


@dataclass(frozen=True, slots=True)
class Node:
    """A moment of a tree: the move that led there, and what is said of it."""

    parent: int | None = None
    """The number of the node before it; None for the start."""
    move: str = ""
    chance: bool = False
    """Whether the move is chance's."""
    played: bool = False
    """Whether it is of a game's line of play, which nothing can change any more."""
    sign: str = ""
    comment: str = ""
    marks: tuple[tuple[str, ...], ...] = ()

    @property
    def note(self) -> Note:
        """What is said of it, without what could come next."""
        return Note(self.comment, self.marks, (), self.sign)


Tree = tuple[Node, ...]
"""Nodes, each behind the one that it follows; the first is the start."""


def keeping(record: Record, nodes: Sequence[Node]) -> Steps[Record]:
    """Make *record* say what the tree of *nodes* does, and nothing else, an event or a note a step.

    Raise BadRecord where the record is wrong, where a move of the tree cannot be made, and where
    it is larger than what can be read again.
    """
    report = yield from verifying(record)
    noted = replace(record, notes=notes_of(with_line(nodes, report.match.plies)))
    yield from verifying(noted)
    return from_json(to_json(noted))


def tree_of(match: Match, notes: Notes = ()) -> Tree:
    """Return the tree of a match's line of play, and of what *notes* say, which can be played."""
    nodes = [Node(played=True)]
    for number, ply in enumerate(match.plies):
        nodes.append(Node(number, str(ply.move), ply.mover is CHANCE, played=True))
    for after, note in notes:
        _add(nodes, after, note)
    return tuple(nodes)


def _add(nodes: list[Node], at: int, note: Note) -> None:
    """Let *note* be said of the node *at*, and what it says could come next follow it."""
    nodes[at] = replace(nodes[at], sign=note.sign, comment=note.comment, marks=note.marks)
    for variation in note.variations:
        last = at
        # The line comes before its variations, also where these are said of an earlier moment.
        added: list[tuple[int, Note]] = []
        for tried in variation:
            nodes.append(Node(last, tried.move, tried.chance))
            last = len(nodes) - 1
            added.append((last, tried.note))
        for number, said in added:
            _add(nodes, number, said)


def notes_of(tree: Tree) -> Notes:
    """Return what *tree* says beside its line of play, or raise BadRecord where it is too deep."""
    below = _followers(tree)
    notes, at, moves = [], START, 0
    while True:
        onwards = [number for number in below[at] if tree[number].played]
        tried = [number for number in below[at] if not tree[number].played]
        note = replace(
            tree[at].note, variations=tuple(_variation(tree, below, first, 1) for first in tried)
        )
        if note:
            notes.append((moves, note))
        if not onwards:
            return tuple(notes)
        at, moves = onwards[0], moves + 1


def _followers(tree: Tree) -> list[list[int]]:
    """Return the numbers of the nodes that follow each."""
    below: list[list[int]] = [[] for _ in tree]
    for number, node in enumerate(tree):
        if node.parent is not None:
            below[node.parent].append(number)
    return below


def _variation(tree: Tree, below: list[list[int]], first: int, depth: int) -> Variation:
    """Return the line that begins with the node *first*, within *depth* variations."""
    if depth > DEEPEST:
        raise BadRecord(N_("variations are nested too deep: at most {most} deep"), most=DEEPEST)
    line: list[Tried] = []
    at: int | None = first
    while at is not None:
        lines = tuple(_variation(tree, below, other, depth + 1) for other in below[at][1:])
        said = replace(tree[at].note, variations=lines)
        line.append(Tried(tree[at].move, tree[at].chance, said or NOTHING))
        at = below[at][0] if below[at] else None
    return tuple(line)


def with_line(nodes: Sequence[Node], plies: Sequence[Ply]) -> Tree:
    """Return *nodes* as the tree of a game with these *plies*: what of them was played, is.

    Raise BadRecord unless every node follows one before it, and the first alone follows none.
    """
    for number, node in enumerate(nodes):
        if (node.parent is None) != (number == START) or not (node.parent or 0) < max(number, 1):
            raise BadRecord(N_("node {number} follows no node before it"), number=number)
    tree = [replace(node, played=number == START) for number, node in enumerate(nodes)]
    below = _followers(tuple(tree))
    at = START
    for ply in plies:
        found = (n for n in below[at] if _is(tree[n], ply))
        following = next(found, None)
        if following is None:
            raise BadRecord(N_("the tree has lost a move of the game: {move}"), move=ply.move)
        at = following
        tree[at] = replace(tree[at], played=True)
    return tuple(tree)


def _is(node: Node, ply: Ply) -> bool:
    return node.move == str(ply.move) and node.chance == (ply.mover is CHANCE)


def positions_of(game: AnyGame, start: Position[Any], tree: Tree) -> Iterator[Position[Any]]:
    """Yield the position of every node of a *tree* that can be played from *start*."""
    reached = [start]
    yield start
    for node in tree[1:]:
        assert node.parent is not None  # noqa: S101 - only the first follows none
        before = reached[node.parent]
        reached.append(before.after(game.move(node.move, before)))
        yield reached[-1]
