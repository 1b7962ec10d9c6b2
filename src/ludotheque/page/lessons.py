"""First games as pages show them: their tasks, each with its picture."""

from functools import cache

from ludotheque.errors import N_, NoSuchPage
from ludotheque.games import AnyGame, take
from ludotheque.page.page_data import LessonData, TaskData
from ludotheque.page.symbol_names import symbol_names
from ludotheque.pictures import task_picture
from ludotheque.pictures.of_position import learner
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


@cache
def lesson_data(slug: str, lang: str) -> LessonData:
    """Return what the modules need to know of a first game."""
    game, words = take(slug), Words(lang)
    return LessonData(
        game=slug,
        # The learner has the first seat.
        goals=game.aim(game.settle({}), 0).spots if game.aim is not None else (),
        symbols=symbol_names(words),
        tasks=tuple(_task(game, task, words) for task in lesson_of(slug, lang).tasks),
    )


def _task(game: AnyGame, task: Task, words: Words) -> TaskData:
    return TaskData(
        number=task.number,
        rule=task.rule,
        hint=task.hint,
        answer=task.answer(game),
        options=dict(task.options),
        seats=task.start(game).seats,
        seat=learner(task.start(game)),
        picture=task_picture(game, task, words),
    )
