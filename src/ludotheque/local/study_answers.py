"""Answers to whoever studies: analyses and reviews, line by line, and trees of moves."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from time import monotonic
from typing import Any, Final

from ludotheque.engine import Analyst, Limits, Line, a_moment
from ludotheque.engine.kernel import has_secret_search, has_thinker
from ludotheque.engine.memory import LIVE_HASH_MB
from ludotheque.errors import N_, LudothequeError, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.local import reviews
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.encoding import encode
from ludotheque.local.house import House
from ludotheque.local.routes import route
from ludotheque.local.table_answers import played, table_at
from ludotheque.match import verifying, whole
from ludotheque.page.player_names import player_names
from ludotheque.page.records import check_over, read_record
from ludotheque.page.studies import found
from ludotheque.page.trees import check_whole, tree_base, tree_kept
from ludotheque.study import Node, Review, keeping, reviewing
from ludotheque.study.good_lines import good_lines
from ludotheque.study.looking import LookedAt, looked_at
from ludotheque.study.seen import Showing
from ludotheque.study.tree_seen import seeing
from ludotheque.tables.outgoing import Queued, Refused, Reviewed
from ludotheque.tables.played import Played
from ludotheque.tables.protocol import NDJSON
from ludotheque.words import Words

# Everything else that the page asks waits for the end of a slice, and Study has its view of the
# computer on by itself: a move or a review that comes meanwhile is still answered at once.
LONGEST_SLICE: Final = 0.4
FIRST_SLICE: Final = 0.2
GROWTH: Final = 1.3
"""The seconds for which is looked before anything else is heard, and how they grow."""
AN_ANALYSIS: Final = 60.0
"""The seconds after which it has seen enough."""


@route("GET", "/api/games/{slug}/analysis")
async def analysis(_house: House, asked: Asked) -> Answer:
    """Return the best moves in a position, as far as a moment's thought finds them."""
    game = take(asked.parts["slug"])
    return answered(good_lines(game, game.position(asked.position, **asked.options), asked.words))


@route("POST", "/api/games/{slug}/analysis")
async def look(_house: House, asked: Asked) -> Answer:
    """Look at a position deeper and deeper, and tell what is found, until nobody listens."""
    game, body = take(asked.parts["slug"]), asked.body
    start = game.position(body["position"], **body.get("options", {}))
    everything = body.get("everything", False)
    looked = looked_at(game, start, body.get("moves", []), everything=everything)
    return _in_lines(_looking(game, looked, body.get("lines", 1), asked.words), asked.words)


async def _looking(
    game: AnyGame, looked: LookedAt, count: int, words: Words
) -> AsyncIterator[object]:
    yield Queued(ahead=0)
    analyst = Analyst(game, table_mb=LIVE_HASH_MB, remembering=True)
    began, best, speed, lines = monotonic(), -1, 0, list[Line]()
    for limits in _slices(game):
        lines = analyst.lines(
            looked.view, looked.past, limits=limits, lines=count, whole=looked.whole
        )
        nodes = max((line.nodes for line in lines), default=0)
        depth = max((line.depth for line in lines), default=0)
        speed = round(nodes / max(limits.seconds or monotonic() - began, 1e-3))
        if depth > best:
            best = depth
            yield found(game, looked.position, lines, words, speed=speed, complete=False)
        await asyncio.sleep(0)
    yield found(game, looked.position, lines, words, speed=speed, complete=True)


def _slices(game: AnyGame) -> Iterator[Limits]:
    """Yield how far to look, again and again: in between others have their turn."""
    if not (has_thinker(game) or has_secret_search(game)):
        yield Limits(nodes=a_moment(game))
        return
    seconds, spent = FIRST_SLICE, 0.0
    while spent < AN_ANALYSIS:
        yield Limits(seconds=seconds)
        spent += seconds
        seconds = min(LONGEST_SLICE, seconds * GROWTH)


@route("POST", "/api/review")
async def review_brought(_house: House, asked: Asked) -> Answer:
    """Look over a game whose record someone brings; tell what is found as it is found."""
    record = read_record(str(asked.body.get("record", "")))
    check_over(record)
    whole(verifying(record))
    return _in_lines(_reviewing(Played(record, None, {}), asked.words), asked.words)


@route("POST", "/api/tables/{table_id}/review/{number}")
async def review_of_table(house: House, asked: Asked) -> Answer:
    """Look over a game that was played to its end at a table; what was found is kept."""
    table_id, number = asked.parts["table_id"], int(asked.parts["number"])
    game = await played(house, table_id, number)
    check_over(game.record)
    kept = await reviews.find(house.notes, table_id, number)
    known = None if kept is None else kept.review(game.record.setup.game)
    table = await table_at(house, table_id, number)
    keep = partial(reviews.keep, house.notes, table_id, table)
    return _in_lines(_reviewing(game, asked.words, known, keep), asked.words)


async def _nowhere(_review: Review) -> None:
    """Keep nothing of a game that was brought: it was not played here."""


async def _reviewing(
    game: Played,
    words: Words,
    known: Review | None = None,
    keep: Callable[[Review], Awaitable[None]] = _nowhere,
) -> AsyncIterator[object]:
    """Yield what is told of the review of a game, as it is made, or at once if it is *known*."""
    showing = Showing(player_names(game.record.setup.players, game.levels, words), words)
    if known is not None:
        yield Reviewed(review=showing.new(known), complete=True)
        return
    yield Queued(ahead=0)
    steps = reviewing(game.record)
    complete = False
    while not complete:
        try:
            review = next(steps)
        except StopIteration as end:
            review = end.value
            # Whoever is told that it is complete finds their mistakes.
            await keep(review)
        complete = review.complete
        yield Reviewed(review=showing.new(review), complete=complete)


def _in_lines(messages: AsyncIterator[object], words: Words) -> Answer:
    """Return messages as an answer that comes line by line; a refusal half-way is the last."""

    async def lines() -> AsyncIterator[str]:
        try:
            async for message in messages:
                yield encode(message)
        except LudothequeError as problem:
            told = words.refusal(problem)
            yield encode(Refused(id=None, code=problem.code, message=told))

    return Answer(kind=NDJSON, lines=lines())


@route("POST", "/api/tree")
async def tree_brought(_house: House, asked: Asked) -> Answer:
    """Check a record that someone brings, and return it as a tree, with what it says."""
    record = read_record(str(asked.body.get("record", "")))
    return _tree(Played(record, None, {}), asked.words)


@route("GET", "/api/tables/{table_id}/tree/{number}")
async def tree_of_table(house: House, asked: Asked) -> Answer:
    """Return a game that was played to its end at a table, as a tree."""
    game = await played(house, asked.parts["table_id"], int(asked.parts["number"]))
    if game.record.result is None:
        raise NotAllowed(N_("this game is still being played"))
    return _tree(game, asked.words)


def _tree(game: Played, words: Words) -> Answer:
    check_whole(game.record)
    players = player_names(game.record.setup.players, game.levels, words)
    return answered(whole(seeing(game.record, words, players)))


@route("POST", "/api/games/{slug}/tree")
async def keep_tree(house: House, asked: Asked) -> Answer:
    """Return a tree as a record, to be kept as a file or passed on by a link."""
    body, game = asked.body, take(asked.parts["slug"])
    base = tree_base(
        game,
        body.get("record"),
        body.get("position"),
        body.get("options", {}),
        house.now(),
        asked.words,
    )
    nodes = [_node(node) for node in body["nodes"]]
    return answered(tree_kept(whole(keeping(base, nodes))))


def _node(plain: dict[str, Any]) -> Node:
    return Node(
        parent=plain.get("parent"),
        move=plain.get("move", ""),
        chance=plain.get("chance", False),
        sign=plain.get("sign", ""),
        comment=" ".join(plain.get("comment", "").split()),
        marks=tuple(map(tuple, plain.get("marks", []))),
    )
