"""Run against the clock as a value: where it stands, what an answer changes, what is told of it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ludotheque.errors import N_, NotAllowed
from ludotheque.games import AnyGame
from ludotheque.study.puzzles import run
from ludotheque.study.puzzles.attempt import Attempt, Verdict
from ludotheque.study.puzzles.judging import asked, leads, shown_after
from ludotheque.study.puzzles.messages import Running
from ludotheque.study.puzzles.puzzle import Puzzle
from ludotheque.words import Words

GRACE: Final = 3_000
"""The milliseconds that an answer may have been on its way when the time was up."""

NAME_BYTES: Final = 9
"""The randomness of a run's name: nobody guesses which puzzles will be asked."""


@dataclass(frozen=True)
class Streak:
    """A run, and the best that there was."""

    best: int
    """The most puzzles that a run has solved, this one included."""
    run: str
    """Its id, from which its puzzles are drawn."""
    began: int
    turn: int
    """The number of the puzzle that is asked, from 0."""
    made: int
    """How many moves of its solution have been made."""
    right: int
    wrong: int


@dataclass(frozen=True)
class Leg:
    """An answer of a run, and where the run stands after it."""

    attempt: Attempt
    move: str
    verdict: Verdict
    after: Streak


def gone_on() -> NotAllowed:
    """Return the refusal of what comes too late, or twice."""
    return NotAllowed(N_("this run has gone on, or is over"))


def new_name() -> str:
    """Return the name of a run that is about to begin."""
    return secrets.token_urlsafe(NAME_BYTES)


def first_asked(game: AnyGame, name: str) -> Puzzle:
    """Return the first puzzle of the run of that *name*, or raise NotAllowed if there is none."""
    found = run.asked(game, name, 0)
    if found is None:
        raise NotAllowed(N_("there are no puzzles of this game yet"))
    return found


def asked_now(game: AnyGame, streak: Streak, name: str, turn: int, made: int) -> Puzzle:
    """Return the puzzle to which an answer is given; raise NotAllowed if the run stands elsewhere.

    *name*, *turn* and *made* say where the run stood for whoever answers.
    """
    puzzle = run.asked(game, streak.run, streak.turn)
    stands = (streak.run, streak.turn, streak.made) == (name, turn, made)
    if not stands or puzzle is None or streak.wrong >= run.MISSES:
        raise gone_on()
    return puzzle


def is_late(streak: Streak, now: int) -> bool:
    """Return whether an answer that comes *now* comes after the end."""
    return now - streak.began > run.SECONDS * 1_000 + GRACE


def judged(before: Streak, puzzle: Puzzle, made: Sequence[str], answer: str) -> Leg:
    """Return what comes of an answer to *puzzle* after the moves *made*, or raise NotAllowed."""
    attempt = Attempt(puzzle, tuple(made))
    if not leads(attempt):
        raise NotAllowed(N_("these moves do not lead to the solution"))
    move = attempt.read(answer)
    verdict = attempt.answer(move)
    return Leg(attempt, move, verdict, _after(before, verdict))


def _after(before: Streak, verdict: Verdict) -> Streak:
    """Return where a run stands after an answer: a puzzle ends when it is solved or missed."""
    if not verdict.right:
        return replace(before, turn=before.turn + 1, made=0, wrong=before.wrong + 1)
    if verdict.next.solved:
        right = before.right + 1
        best = max(before.best, right)
        return replace(before, turn=before.turn + 1, made=0, right=right, best=best)
    return replace(before, made=len(verdict.next.made))


def told(leg: Leg, now: int, words: Words) -> Running:
    """Return what comes after an answer: more of the same puzzle, the next one, or the end."""
    after, verdict = leg.after, leg.verdict
    if after.made:
        pictures = shown_after(leg.attempt, leg.move, verdict, words)
        state = _running(after, now, answered=True)
        return replace(state, made=verdict.next.made, pictures=pictures)
    puzzle = run.asked(leg.attempt.puzzle.taken, after.run, after.turn)
    if puzzle is None or after.wrong >= run.MISSES:
        return over(after, now, answered=verdict.right)
    return asking(after, puzzle, now, words, answered=verdict.right)


def asking(
    streak: Streak, puzzle: Puzzle, now: int, words: Words, *, answered: bool | None = None
) -> Running:
    """Return a run in which *puzzle* is asked next."""
    return replace(_running(streak, now, answered=answered), asked=asked(puzzle, words))


def over(streak: Streak, now: int, *, answered: bool | None = None) -> Running:
    """Return a run that is over."""
    return replace(_running(streak, now, answered=answered), over=True)


def _running(streak: Streak, now: int, *, answered: bool | None) -> Running:
    return Running(
        run=streak.run,
        turn=streak.turn,
        left=max(0, streak.began + run.SECONDS * 1_000 - now),
        right=streak.right,
        wrong=streak.wrong,
        misses=run.MISSES,
        over=False,
        best=streak.best,
        answered=answered,
        made=(),
        pictures=(),
        asked=None,
    )
