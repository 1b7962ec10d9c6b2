"""First games as pages show them: their tasks, each with its picture."""

from dataclasses import asdict
from functools import cache
from typing import Any

from ludotheque.errors import N_, NoSuchPage
from ludotheque.games import AnyGame, take
from ludotheque.pictures import task_picture
from ludotheque.rulebook import Lesson, Task, lesson
from ludotheque.words import Words


@cache
def lesson_of(slug: str, lang: str) -> Lesson:
    """Return the first game of a game, or raise NoSuchPage."""
    found = lesson(take(slug), lang)
    if found is None:
        raise NoSuchPage(N_("there is no such page"))
    return found


def task_of(slug: str, lang: str, number: str) -> Task:
    """Return a task of a first game, or raise NoSuchPage."""
    for task in lesson_of(slug, lang).tasks:
        if task.number == number:
            return task
    raise NoSuchPage(N_("there is no such page"))


def goals(game: AnyGame) -> tuple[str, ...]:
    """Return the places that the learner, who has the first seat, is to come to."""
    return game.aim(game.settle({}), 0).spots if game.aim is not None else ()


@cache
def tasks(slug: str, lang: str) -> list[dict[str, Any]]:
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
