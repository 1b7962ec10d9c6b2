"""Study pages: rules, first games, replays, boards set up by hand."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ludotheque.errors import N_, NoSuchPage
from ludotheque.games import take
from ludotheque.match import from_json
from ludotheque.page.books import book
from ludotheque.page.editors import editor_facts
from ludotheque.page.lessons import lesson_data, lesson_of
from ludotheque.page.records import record_name, replay_data
from ludotheque.rulebook import is_taught, markdown
from ludotheque.server.api.brought import BroughtId
from ludotheque.server.api.dependencies import (
    Choices,
    Known,
    Slug,
    TableId,
    TheAnswers,
    TheRooms,
    TheStore,
    in_thread,
    read_choices,
)
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import LONGEST_TEXT
from ludotheque.study.puzzles import has_puzzles

router = APIRouter(include_in_schema=False)


@router.get("/rules/{slug}")
async def rules_page(request: Request, answers: TheAnswers, slug: Slug, known: Known) -> Response:
    """Show a rulebook, whose figures can be played."""
    words = words_for(request)
    game = take(slug)
    return page(
        request,
        "rules.html",
        known,
        game=game.slug,
        title=words.say(game.title),
        book=await answers.run(book, game.slug, words.lang),
        learnable=is_taught(game),
        puzzled=await in_thread(has_puzzles, game),
        editable=game.editing is not None,
    )


@router.get("/learn/{slug}")
async def learn_page(request: Request, answers: TheAnswers, slug: Slug, known: Known) -> Response:
    """Show a first game: small tasks, one after another."""
    words = words_for(request)
    game = take(slug)
    found = lesson_of(game.slug, words.lang)
    return page(
        request,
        "learn.html",
        known,
        title=words.say(game.title),
        told_in=found.lang,
        greeting=markdown(found.greeting),
        prose=[markdown(task.prose) for task in found.tasks],
        data=await answers.run(lesson_data, game.slug, words.lang),
    )


@router.get("/replay")
async def replay_page(request: Request, known: Known) -> Response:
    """Let someone open a record."""
    return page(request, "replay.html", known, data=replay_data())


@router.get("/me/games/{game_id}")
async def brought_replay_page(
    request: Request, game_id: BroughtId, known: Known, answers: TheAnswers, store: TheStore
) -> Response:
    """Show a game that the reader has brought from elsewhere."""
    body = None if known is None else await in_thread(store.brought.record, known.id, game_id)
    if body is None:
        raise NoSuchPage(N_("there is no such game"))
    name = record_name(await answers.run(from_json, body), "json")
    return page(request, "replay.html", known, data=replay_data(record=body, name=name))


@router.get("/t/{table_id}/replay/{number}")
async def table_replay_page(
    request: Request,
    table_id: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    known: Known,
    rooms: TheRooms,
) -> Response:
    """Show a game that was played at a table."""
    await rooms.seen(table_id, None)
    return page(request, "replay.html", known, data=replay_data(table_id, number))


@router.get("/editor/{slug}")
async def editor_page(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    known: Known,
    position: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
    option: Choices = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Show a board to be set up by hand, or a position that someone shares."""
    words = words_for(request)
    game = take(slug)
    options = game.settle(read_choices(option))
    facts = await answers.run(editor_facts, game, position or None, options, words)
    return page(request, "editor.html", known, **facts)
