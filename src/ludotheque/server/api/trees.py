"""Tree endpoints: a record as a tree of moves and notes, and a tree kept as a record."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ludotheque.games import take
from ludotheque.match.notes import LONGEST_COMMENT, MOST_MARKS
from ludotheque.page.player_names import player_names
from ludotheque.page.records import MOST_BYTES
from ludotheque.page.trees import TreeKept, check_whole, tree_base, tree_kept
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import REFUSALS, Slug, TheAnswers, TheRateLimits
from ludotheque.server.api.whole_games import GameAtTable, GameBrought, WholeGame, WholeGameRoute
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.room import now
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import GameText, Incoming
from ludotheque.server.wire.models import Chosen
from ludotheque.server.wire.outgoing import encoded
from ludotheque.study import Node, keeping
from ludotheque.study.tree_seen import TreeSeen, seeing
from ludotheque.tables.played import Played

router = APIRouter(tags=["study"], responses=REFUSALS, route_class=WholeGameRoute)

MOST_NODES: Final = 8_000
"""Of a tree; what is brought is limited in bytes besides."""

PlaceName = Annotated[str, Field(min_length=1, max_length=20)]


class NodeBrought(Incoming):
    """A moment of a tree: the move that led there, and what is said of it."""

    parent: Annotated[int, Field(ge=0, lt=MOST_NODES)] | None = None
    """The number of the node before it; null for the start alone, which is the first."""
    move: Annotated[str, Field(max_length=200)] = ""
    chance: bool = False
    sign: Literal["", "!", "?", "!!", "??", "!?", "?!"] = ""
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""
    marks: Annotated[
        list[Annotated[list[PlaceName], Field(min_length=1, max_length=MOST_MARKS)]],
        Field(max_length=MOST_MARKS),
    ] = Field(default_factory=list)

    @property
    def node(self) -> Node:
        """The same as a value; a comment is one line."""
        return Node(
            parent=self.parent,
            move=self.move,
            chance=self.chance,
            sign=self.sign,
            comment=" ".join(self.comment.split()),
            marks=tuple(map(tuple, self.marks)),
        )


class TreeBrought(WholeGame):
    """A tree that is to be kept: the game that it is about, or where it begins."""

    most_parts = 6 * MOST_NODES

    record: Annotated[str, Field(min_length=1, max_length=MOST_BYTES)] | None = None
    """The game; without one, nothing was played, and all was tried from the position."""
    position: GameText | None = None
    options: Chosen = Field(default_factory=dict)
    nodes: Annotated[list[NodeBrought], Field(min_length=1, max_length=MOST_NODES)]


@router.post("/api/tree", response_model=TreeSeen)
async def tree_brought(request: Request, answers: TheAnswers, game: GameBrought) -> Response:
    """Check a record that someone brings, and return it as a tree, with what it says."""
    return await _answered(request, answers, game)


@router.get("/api/tables/{table_id}/tree/{number}", response_model=TreeSeen)
async def tree_of_table(request: Request, answers: TheAnswers, game: GameAtTable) -> Response:
    """Return a game that was played to its end at a table, as a tree."""
    return await _answered(request, answers, game)


async def _answered(request: Request, answers: Answers, game: Played) -> Response:
    record, words = game.record, words_for(request)
    check_whole(record)
    players = player_names(record.setup.players, game.levels, words)
    seen = await answers.in_steps(seeing(record, words, players))
    return await answers.run(_packed, request, seen)


def _packed(request: Request, seen: TreeSeen) -> Response:
    return packed(request, encoded(seen), "application/json", {"vary": "Cookie, Accept-Language"})


@router.post("/api/games/{slug}/tree")
async def keep_tree(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    brought: TreeBrought,
    rate_limits: TheRateLimits,
) -> TreeKept:
    """Return a tree as a record, to be kept as a file or passed on by a link."""
    await rate_limits.check("replay", client_address(request))
    game, words = take(slug), words_for(request)
    nodes = await answers.run(_nodes, brought)
    base = await answers.run(
        tree_base, game, brought.record, brought.position, brought.options, now(), words
    )
    record = await answers.in_steps(keeping(base, nodes))
    return await answers.run(tree_kept, record)


def _nodes(brought: TreeBrought) -> list[Node]:
    return [node.node for node in brought.nodes]
