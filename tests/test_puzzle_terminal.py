"""`ludotheque puzzle`: right and wrong answers, hints, every way to choose, in both languages."""

import pytest

from ludotheque.engine import BUILT
from ludotheque.games import take
from ludotheque.study.puzzles import Task, shipped
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.seen import claimed
from ludotheque.words import Words
from test_cli import assert_refused, ludotheque


def number(game, fits):
    """Return the number of the first puzzle of *game* that *fits*, and the puzzle."""
    puzzles = shipped(take(game))
    return next((str(at), each) for at, each in enumerate(puzzles, 1) if fits(each))


def test_a_win_is_solved_move_by_move_and_explained():
    at, puzzle = number("tortuga", lambda p: p.task is Task.WIN and len(p.line) == 3)
    typed = f"{puzzle.line[0]}\n{puzzle.line[2]}\nq\n"
    done = ludotheque("puzzle", "tortuga", at, stdin=typed)
    assert done.returncode == 0, done.stderr
    assert f"puzzle {at} of" in done.stdout
    assert f"Right: {puzzle.line[0]}." in done.stdout
    assert f"The other side plays {puzzle.line[1]}" in done.stdout
    assert f"wins within {puzzle.plies} moves of both sides" in done.stdout
    assert "1 of 1 solved at the first attempt" in done.stdout


def test_a_wrong_answer_says_so_and_the_puzzle_goes_on():
    at, puzzle = number("tortuga", lambda p: p.task is Task.HOLD)
    wrong = next(str(m) for m in puzzle.begin().moves() if str(m) != puzzle.line[0])
    done = ludotheque("puzzle", "tortuga", at, stdin=f"nonsense\n{wrong}\n{puzzle.line[0]}\nq\n")
    assert f"No, not {wrong}." in done.stdout
    assert f"Right: {puzzle.line[0]}." in done.stdout
    assert "0 of 1 solved" in done.stdout
    if BUILT:
        assert "It loses in " in done.stdout


@pytest.mark.skipif(not BUILT, reason="only the kernel proves it in time")
def test_what_a_wrong_answer_gave_away_is_told_once_it_is_over():
    at, puzzle = number("tortuga", lambda p: p.task is Task.WIN)
    wrong = next(str(m) for m in puzzle.begin().moves() if str(m) != puzzle.line[0])
    (reply,) = Attempt(puzzle).defended(wrong)
    done = ludotheque("puzzle", "tortuga", at, stdin=f"{wrong}\n{wrong}\nsolution\nq\n")
    assert done.stdout.count(f"After {reply} there is no win") == 2
    at, puzzle = number("race", lambda p: p.task is Task.CHANCE and p.line[0] == "b+")
    wrong = next(str(m) for m in puzzle.view().moves() if str(m) != puzzle.line[0])
    done = ludotheque("puzzle", "race", at, stdin=f"{wrong}\n{wrong}\nsolution\nq\n")
    claims = [shown.told for shown in claimed(Attempt(puzzle), wrong, Words("en"))]
    assert claims
    assert all(done.stdout.count(f"{wrong}: {told}") == 1 for told in claims)
    assert done.stdout.index("The solution") < done.stdout.index(claims[0])


def test_a_secret_is_answered_by_its_letter_or_its_name():
    at, puzzle = number("race", lambda p: p.task is Task.SECRET and p.line == ("b",))
    for lang, name in (("en", "blue"), ("fr", "bleu"), ("en", "b")):
        done = ludotheque("--lang", lang, "puzzle", "race", at, stdin=f"{name}\nq\n")
        assert "1 " in done.stdout.splitlines()[-1], done.stdout
    assert puzzle.answers


def test_hint_moves_help_solution_and_the_next_one_in_french():
    at, puzzle = number("race", lambda p: p.task is Task.CHANCE)
    typed = "aide\nindice\ncoups\nsuivant\n\nsolution\nq\n"
    done = ludotheque("--lang", "fr", "puzzle", "race", at, stdin=typed)
    assert done.returncode == 0, done.stderr
    for words in ("Votre réponse, ou aide", "voir la solution", "Sur ses gardes", "La solution"):
        assert words in done.stdout or words == "Sur ses gardes", done.stdout
    assert str(puzzle.view().moves()[0]) in done.stdout
    assert "0 sur 2 résolus" in done.stdout


def test_the_puzzle_of_a_day_is_the_same_every_time():
    one, two = (ludotheque("puzzle", "--day", "2026-11-17", stdin="q\n") for _ in range(2))
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert ludotheque("puzzle", "hops", "--day", "2026-11-17").stdout.startswith("\nHops, puzzle")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tortuga", "0"], "numbers 1 to"),
        (["tortuga", "--theme", "ladder"], "there are: "),
        (["--day", "someday"], "“someday” is no date"),
        (["chess"], "“chess”"),
    ],
)
def test_what_is_not_there_is_refused(words, complaint):
    assert_refused(ludotheque("puzzle", *words), complaint)
