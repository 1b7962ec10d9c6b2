"""Fairness: nobody is helped who plays a rated game of a kind, or solves a puzzle that counts."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ludotheque.errors import N_, NoSuchPage, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.pictures import way_of
from ludotheque.position import Position
from ludotheque.server.api.dependencies import in_thread
from ludotheque.server.live.answering import Answers
from ludotheque.server.wire.outgoing import read_note
from ludotheque.store import Store
from ludotheque.study.puzzles.judging import puzzle_of


async def plays_rated(store: Store, who: str | None, slug: str) -> bool:
    """Return whether that person plays a rated game of the kind *slug*."""
    tables = [] if who is None else await in_thread(store.tables.playing, who)
    return any(table.game == slug and read_note(table.note).rated for table in tables)


async def check_fair(store: Store, who: str | None, slug: str) -> None:
    """Raise NotAllowed if that person plays a rated game of the same kind: it would help there."""
    if await plays_rated(store, who, slug):
        raise NotAllowed(
            N_(
                "you are playing a rated game of this kind: the computer’s advice waits until it is"
                " over"
            )
        )


async def check_unsolved(
    store: Store,
    answers: Answers,
    who: str | None,
    game: AnyGame,
    met: Callable[[], Iterable[Position[Any]]],
) -> None:
    """Raise NotAllowed if any position of *met* belongs to the puzzle that counts next for someone.

    It is offered to them, and they have not answered it yet.
    """
    offered = None if who is None else await in_thread(store.puzzles.waiting, who, game.slug)
    if offered is None:
        return
    try:
        puzzle = await in_thread(puzzle_of, game, offered)
    except NoSuchPage:  # What is no longer shipped is not asked any more.
        return
    if await answers.run(lambda: any(map(puzzle.comes_by, met()))):
        raise NotAllowed(
            N_(
                "this is a rated puzzle that you have not solved yet: the computer’s advice"
                " waits until you have"
            )
        )


def on_the_way(
    game: AnyGame, start: Position[Any], moves: Sequence[str]
) -> Iterable[Position[Any]]:
    """Return the positions that *moves* from *start* lead through, the last included."""
    way = way_of(game, start, moves)
    return [*(step.before for step in way.steps), way.position]
