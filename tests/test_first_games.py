"""The first games: every task can be done, and not by just anything."""

from dataclasses import fields

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.games import Game
from ludotheque.position import CHANCE
from ludotheque.rulebook import ANY, WIN, lesson, rulebook
from ludotheque.words import languages
from parts import having

GAMES = having("first game")
LESSONS = [
    (game, lang) for game in GAMES for lang in languages() if lesson(game, lang).lang == lang
]
TASKS = [
    pytest.param(game, task, id=f"{game.slug}-{lang}-{task.number}")
    for game, lang in LESSONS
    for task in lesson(game, lang).tasks
]
lessons = pytest.mark.parametrize(
    ("game", "lang"), LESSONS, ids=[f"{game.slug}-{lang}" for game, lang in LESSONS]
)
tasks = pytest.mark.parametrize(("game", "task"), TASKS)


@lessons
def test_it_has_six_to_ten_tasks_and_a_greeting(game, lang):
    found = lesson(game, lang)
    assert found.greeting.startswith("# ")
    assert len(found.greeting.split("\n\n")) == 2
    assert 6 <= len(found.tasks) <= 10
    assert [task.number for task in found.tasks] == [str(n + 1) for n in range(len(found.tasks))]


@lessons
def test_the_greeting_counts_the_exercises(game, lang):
    found = lesson(game, lang)
    count = {
        8: {"en": "Eight", "fr": "Huit"},
        9: {"en": "Nine", "fr": "Neuf"},
        10: {"en": "Ten", "fr": "Dix"},
    }
    words = {"en": " short exercises and you’ll know", "fr": " petits exercices, et vous saurez"}
    assert f"\n\n{count[len(found.tasks)][lang]}{words[lang]}" in found.greeting


@lessons
def test_tasks_are_the_same_in_every_language_but_for_their_words(game, lang):
    def facts(task):
        return task.number, task.position, task.options, task.rule, task.accept

    assert list(map(facts, lesson(game, lang).tasks)) == list(map(facts, lesson(game, "en").tasks))
    if lang != "en":
        for here, there in zip(lesson(game, lang).tasks, lesson(game, "en").tasks, strict=True):
            assert here.prose != there.prose
            assert here.hint != there.hint
            assert here.praise != there.praise


@lessons
def test_tasks_follow_the_order_of_the_rulebook_and_end_with_a_win(game, lang):
    found = lesson(game, lang).tasks
    rules = [task.rule for task in found if task.rule]
    assert rules == sorted(rules)
    book = str(rulebook(game, lang).parts)
    assert all(f"**{rule}**" in book for rule in rules)
    assert found[-1].accept == (WIN,)


@tasks
def test_a_task_can_be_done_and_its_solutions_are_legal(game, task):
    position = task.start(game)
    assert str(position) == task.position
    assert position.to_move == 0
    assert any(task.solved_by(game, str(move)) for move in position.moves())
    if task.accept not in ((ANY,), (WIN,)):
        for move in task.accept:
            assert str(game.move(move, position)) == move
            assert task.solved_by(game, move)


@tasks
def test_a_task_refuses_something_unless_it_takes_anything_or_the_rules_leave_no_choice(game, task):
    moves = task.start(game).moves()
    refused = [move for move in moves if not task.solved_by(game, str(move))]
    if task.accept == (ANY,):
        assert not refused
        assert len(moves) > 1
    else:
        assert refused or (len(moves) == 1 and game.duty(task.start(game), 0))


@tasks
def test_a_winning_task_is_solved_by_wins_and_by_nothing_else(game, task):
    position = task.start(game)
    for move in position.moves():
        end = position.after(move)
        won = end.to_move is not CHANCE and end.outcome() is not None
        if task.accept == (WIN,):
            assert task.solved_by(game, str(move)) == (won and end.outcome().winners == (0,))
        else:
            assert not won


@tasks
def test_a_task_speaks_in_short_whole_sentences(game, task):  # noqa: ARG001 - as the others
    for words in (task.prose, task.hint, task.praise):
        assert words.endswith((".", "!", "?", ".)"))
        assert "\n" not in words
        assert len(words) < 330


def test_an_illegal_move_solves_nothing_and_is_refused_with_its_reason():
    for game in GAMES:
        with pytest.raises(LudothequeError):
            lesson(game, "en").tasks[0].solved_by(game, "nonsense")


def in_folder(place):
    """Return a game whose folder is *place*."""

    class Elsewhere(Game):
        folder = place

    return Elsewhere(**{part.name: getattr(GAMES[0], part.name) for part in fields(Game)})


def test_a_game_without_a_first_game_has_no_lesson_and_one_without_french_has_the_english(tmp_path):
    game = in_folder(tmp_path)
    assert lesson(game, "fr") is None
    text = (GAMES[0].folder / "first-game.en.md").read_text(encoding="utf-8")
    (tmp_path / "first-game.en.md").write_text(text, encoding="utf-8")
    assert lesson(game, "fr") == lesson(GAMES[0], "en")


def test_a_game_without_a_rulebook_is_told_so(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"rules\.en\.md is missing"):
        rulebook(in_folder(tmp_path), "fr")


def test_a_line_that_is_no_fact_is_named(tmp_path):
    (tmp_path / "first-game.en.md").write_text("Do.\n\n```task 1\nposed: x\n```\n", "utf-8")
    with pytest.raises(ValueError, match="task 1: 'posed: x' is not one of position, options"):
        lesson(in_folder(tmp_path), "en")
