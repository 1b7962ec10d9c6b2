"""Judging of answers to puzzles: what is right, what is said of it, and what is shown."""

from collections.abc import Sequence
from functools import cache

from ludotheque.draw import svg
from ludotheque.errors import N_, NoSuchPage
from ludotheque.games import AnyGame, take
from ludotheque.pictures import Picture, reason_of
from ludotheque.study.puzzles import seen
from ludotheque.study.puzzles.attempt import Attempt, Verdict
from ludotheque.study.puzzles.messages import Asked, Looked
from ludotheque.study.puzzles.puzzle import Puzzle, Task, shipped
from ludotheque.words import Words


@cache
def by_id(slug: str) -> dict[str, tuple[int, Puzzle]]:
    """Return the puzzles of a game with their numbers, by their ids."""
    return {puzzle.id: (n, puzzle) for n, puzzle in enumerate(shipped(take(slug)), 1)}


def puzzle_of(game: AnyGame, puzzle_id: str) -> Puzzle:
    """Return a puzzle by its id, or raise NoSuchPage."""
    found = by_id(game.slug).get(puzzle_id)
    if found is None:
        raise NoSuchPage(N_("there is no such puzzle"))
    return found[1]


def asked(puzzle: Puzzle, words: Words) -> Asked:
    """Return *puzzle* as it is asked."""
    number, _ = by_id(puzzle.game)[puzzle.id]
    return Asked(
        id=puzzle.id,
        number=number,
        total=len(shipped(puzzle.taken)),
        difficulty=puzzle.difficulty,
        puzzle=seen.asked(Attempt(puzzle), words),
    )


def puzzle_drawn(puzzle: Puzzle, title: str) -> str:
    """Return a puzzle as SVG, as whoever is asked sees it."""
    scene = puzzle.taken.scene(puzzle.view(), puzzle.seat, None)
    return svg(scene, title=title)


def leads(attempt: Attempt) -> bool:
    """Return whether the moves of an attempt are those of the solution, and a move is asked for."""
    made, line = attempt.made, attempt.puzzle.line
    return len(made) < len(line) and len(made) % 2 == 0 and line[: len(made)] == made


def judged(
    attempt: Attempt, move: str, verdict: Verdict, words: Words
) -> tuple[str, tuple[Picture, ...], seen.SolutionSeen | None]:
    """Return what is said of an answer, what is shown of it, and the solution if it is solved."""
    puzzle = attempt.puzzle
    pictures = shown_after(attempt, move, verdict, words)
    if not verdict.right:
        return _regretted(attempt, move, words), pictures, None
    if verdict.next.solved:
        return words.say("Solved!"), pictures, seen.solved(puzzle, words)
    return words.say("Right. And now?"), pictures, None


def _regretted(attempt: Attempt, move: str, words: Words) -> str:
    """Return that it is not that, kindly, and how good it is where that is known."""
    name = (
        seen.called(attempt.puzzle, move, words)
        if attempt.puzzle.task is Task.SECRET
        else seen.called_now(attempt, move, words)
    )
    told = words.say("Not {move}: try again.", move=name)
    return " ".join(filter(None, (told, seen.falls_short(attempt, move, words))))


def shown_after(attempt: Attempt, move: str, verdict: Verdict, words: Words) -> tuple[Picture, ...]:
    """Return the pictures after an answer and after the reply to it."""
    if attempt.puzzle.task is Task.SECRET:
        return ()
    after = seen.after(attempt, move, words)
    pictures = () if after is None else (after,)
    return (*pictures, seen.now(verdict.next, words)) if verdict.reply else pictures


def explained(attempt: Attempt, answer: str, words: Words) -> tuple[seen.LineShown, ...]:
    """Return what a wrong answer gave away, each sentence proved."""
    move = attempt.read(answer)
    return () if move == attempt.wanted else seen.claimed(attempt, move, words)


def looked(
    puzzle: Puzzle, made: Sequence[str], tries: Sequence[str], touches: Sequence[str], words: Words
) -> Looked:
    """Return what would be seen after each of *tries*, and why *touches* are no move of *puzzle*.

    *made* are the moves so far; whether anything is right has no part in it.
    """
    attempt = Attempt(puzzle, tuple(made))
    reason = None
    if touches:
        reason = reason_of(puzzle.taken, attempt.now, puzzle.seat, touches, words)
    previews = tuple(seen.after(attempt, text, words) for text in tries)
    return Looked(previews=previews, reason=reason)
