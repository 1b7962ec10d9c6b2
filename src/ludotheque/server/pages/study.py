"""Study pages: rules, first games, replays, boards set up by hand."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from ludotheque.draw import symbol_box, symbol_id
from ludotheque.engine import LEVELS
from ludotheque.games import AnyGame, take
from ludotheque.page.books import book
from ludotheque.page.symbol_names import symbol_names
from ludotheque.pictures import task_picture
from ludotheque.rulebook import Task, is_taught, markdown
from ludotheque.server.api.dependencies import (
    Choices,
    Known,
    Slug,
    TableId,
    TheAnswers,
    TheRooms,
    in_thread,
    read_choices,
)
from ludotheque.server.api.study import Setting, lesson_of, set_up_by_hand
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.messages import LONGEST_TEXT
from ludotheque.study.puzzles import has_puzzles
from ludotheque.words import Words

router = APIRouter()


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
        data={
            "game": game.slug,
            "goals": _goals(game),
            "symbols": symbol_names(words),
            "tasks": await answers.run(_tasks, game.slug, words.lang),
        },
    )


def _goals(game: AnyGame) -> tuple[str, ...]:
    """Return the places that the learner, who has the first seat, is to come to."""
    return game.aim(game.settle({}), 0).spots if game.aim is not None else ()


@cache
def _tasks(slug: str, lang: str) -> list[dict[str, Any]]:
    """Return what the page needs of each task."""
    return [_task(take(slug), task, Words(lang)) for task in lesson_of(slug, lang).tasks]


def _task(game: AnyGame, task: Task, words: Words) -> dict[str, Any]:
    position = task.start(game)
    return {
        "number": task.number,
        "rule": task.rule,
        "hint": task.hint,
        "answer": task.answer(game),
        "options": dict(task.options),
        "seats": position.seats,
        "seat": position.to_move,
        "picture": asdict(task_picture(game, task, words)),
    }


@router.get("/replay")
async def replay_page(request: Request, known: Known) -> Response:
    """Let someone open a record."""
    return page(request, "replay.html", known, data={"source": None, "table": None, "number": None})


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
    source = f"/api/tables/{table_id}/replay/{number}"
    data = {"source": source, "table": table_id, "number": number}
    return page(request, "replay.html", known, data=data)


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
    options = dict(game.settle(read_choices(option)))
    setting = Setting(position=position or None, options=options)
    setup = await answers.run(set_up_by_hand, game, setting, words)
    refused = setup.problem
    if setup.picture is None:
        setup = await answers.run(set_up_by_hand, game, Setting(options=options), words)
    return page(
        request,
        "editor.html",
        known,
        title=words.say(game.title),
        game=game.slug,
        options=_options(game, options, words),
        seats=list(game.seats),
        levels=[words.say(level.name) for level in LEVELS],
        palette=_palette(game, symbol_names(words)),
        data={
            "game": game.slug,
            "editable": game.editing is not None,
            "symbols": symbol_names(words),
            "seat_names": [words.say(name) for name in game.seat_names],
            "options": options,
            "setup": setup.model_dump(),
            "refused": refused,
        },
    )


def _options(game: AnyGame, chosen: Mapping[str, str], words: Words) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "title": words.say(game.called(name)),
            "values": {value: words.say(game.called(name, value)) for value in values},
            "chosen": chosen[name],
        }
        for name, values in game.options.items()
    ]


def _palette(game: AnyGame, names: Mapping[str, str]) -> list[list[dict[str, str]]]:
    """Return the symbols that can be put somewhere, row by row; none if nothing can be."""
    if game.editing is None:
        return []
    return [
        [
            {
                "symbol": symbol,
                "href": f"#{symbol_id(symbol)}",
                "box": symbol_box(symbol),
                "name": names[symbol],
            }
            for symbol in row
        ]
        for row in game.editing.palette
    ]
