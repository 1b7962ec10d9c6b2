"""Tree endpoints: a record as a tree of moves and notes, and a tree kept as a record."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ludotheque.errors import N_, BadRecord, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.match import Record, Setup, to_json, to_text
from ludotheque.match.events import MOVES
from ludotheque.match.notes import LONGEST_COMMENT, MOST_MARKS
from ludotheque.server.access.guard import client_address
from ludotheque.server.api.dependencies import Slug, TheAnswers, TheRateLimits
from ludotheque.server.api.whole_games import MOST_BYTES, GameAtTable, GameBrought, read_record
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.room import now
from ludotheque.server.live.subscription import Played
from ludotheque.server.player_names import player_names
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.download import record_name
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import GameText, Incoming
from ludotheque.server.wire.models import Chosen, Outgoing
from ludotheque.server.wire.outgoing import encoded
from ludotheque.study import Node, keeping
from ludotheque.study.tree_seen import TreeSeen, seeing
from ludotheque.words import Words

router = APIRouter(tags=["study"])

MOST_NODES: Final = 8_000
"""Of a tree; what is brought is limited in bytes besides."""
HIDDEN: Final = N_("part of this game is hidden: it can be studied once the game is over")

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


class TreeBrought(Incoming):
    """A tree that is to be kept: the game that it is about, or where it begins."""

    record: Annotated[str, Field(min_length=1, max_length=MOST_BYTES)] | None = None
    """The game; without one, nothing was played, and all was tried from the position."""
    position: GameText | None = None
    options: Chosen = Field(default_factory=dict)
    nodes: Annotated[list[NodeBrought], Field(min_length=1, max_length=MOST_NODES)]


class TreeKept(Outgoing):
    """A tree as a record, in both forms."""

    name: str
    """Of a file, without its ending."""
    json_form: str
    text_form: str


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
    if any(isinstance(event, MOVES) and event.move is None for event in record.events):
        raise NotAllowed(HIDDEN)
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
    base, nodes = await answers.run(_base, take(slug), brought, words_for(request))
    record = await answers.in_steps(keeping(base, nodes))
    return await answers.run(_kept, record)


def _base(game: AnyGame, brought: TreeBrought, words: Words) -> tuple[Record, list[Node]]:
    """Return the record that a tree is about, and its nodes.

    A position's record is one in which nothing was played.
    """
    nodes = [node.node for node in brought.nodes]
    if brought.record is None:
        return Record(_setup(game, brought.position, brought.options, words), ()), nodes
    base = read_record(brought.record)
    if base.setup.game.slug != game.slug:
        raise BadRecord(N_("setup.game: the tree is of another game"))
    return base, nodes


def _setup(game: AnyGame, text: str | None, options: Mapping[str, str], words: Words) -> Setup:
    settled = game.settle(options)
    start = game.position(text, **settled) if text else game.start(None, **settled)
    seats = [words.say(name) for name in game.seat_names[: start.seats]]
    return Setup(
        game=game,
        options=settled,
        players=tuple(seats),
        start=str(start),
        clock=None,
        move_limit=None,
        began=now(),
        seed_hash=None,
    )


def _kept(record: Record) -> TreeKept:
    """Return both forms of a record, or raise BadRecord where they could not be opened again."""
    name, _, _ = record_name(record, "json").rpartition(".")
    kept = TreeKept(name=name, json_form=to_json(record), text_form=to_text(record))
    if max(len(form.encode()) for form in (kept.json_form, kept.text_form)) > MOST_BYTES:
        raise BadRecord(N_("the record would be too large to be opened again"))
    return kept
