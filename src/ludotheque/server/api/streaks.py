"""Endpoints of runs against the clock: puzzles ever harder, judged and timed by the house.

What is kept of a run is kept here: the page shows a clock, and this one counts.
"""

import secrets
from dataclasses import replace
from typing import Final

from fastapi import APIRouter, Request, Response

from ludotheque.errors import N_, NotAllowed
from ludotheque.games import take
from ludotheque.server.access.identity import Visitor
from ludotheque.server.api.dependencies import (
    Slug,
    Someone,
    TheAnswers,
    TheRateLimits,
    TheStore,
    in_thread,
)
from ludotheque.server.api.puzzles import check_rate, kept, sent
from ludotheque.server.live.answering import Answers
from ludotheque.server.live.room import now
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.puzzles import RunAnswer, Running
from ludotheque.store import Store, Streak
from ludotheque.study.puzzles import Puzzle, run
from ludotheque.study.puzzles.attempt import Attempt, Verdict
from ludotheque.study.puzzles.judging import asked, leads, shown_after
from ludotheque.words import Words

router = APIRouter(tags=["study"])

GRACE: Final = 3_000
"""The milliseconds that an answer may have been on its way when the time was up."""
RUN_BYTES: Final = 9


@router.post("/api/games/{slug}/streak", response_model=Running)
async def begun(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    someone: Someone,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> Response:
    """Begin a run, in place of any other of yours: its time runs from now."""
    await check_rate(request, rate_limits, someone)
    game = take(slug)
    name = secrets.token_urlsafe(RUN_BYTES)
    puzzle = await in_thread(run.asked, game, name, 0)
    if puzzle is None:
        raise NotAllowed(N_("there are no puzzles of this game yet"))
    await in_thread(store.streaks.begin, someone.id, game.slug, name, now())
    streak = await _found(store, someone, game.slug)
    if streak.run != name:
        raise NotAllowed(N_("this run has gone on, or is over"))
    told = await answers.run(_told, streak, puzzle, words_for(request))
    return sent(request, told)


@router.post("/api/games/{slug}/streak/answer", response_model=Running)
async def answered(
    request: Request,
    answers: TheAnswers,
    slug: Slug,
    given: RunAnswer,
    someone: Someone,
    store: TheStore,
    rate_limits: TheRateLimits,
) -> Response:
    """Judge an answer of a run, and return what is asked next."""
    await check_rate(request, rate_limits, someone)
    game, words = take(slug), words_for(request)
    before = await _found(store, someone, game.slug)
    puzzle = await in_thread(run.asked, game, before.run, before.turn)
    stands = (before.run, before.turn, before.made) == (given.run, given.turn, len(given.made))
    if not stands or puzzle is None or before.wrong >= run.MISSES:
        raise NotAllowed(N_("this run has gone on, or is over"))
    if _late(before):
        return sent(request, _over(before))
    attempt = Attempt(puzzle, tuple(given.made))
    if not leads(attempt):
        raise NotAllowed(N_("these moves do not lead to the solution"))
    move = await answers.run(attempt.read, given.answer)
    verdict = attempt.answer(move)
    after = _after(before, verdict)
    if not await in_thread(store.streaks.go_on, someone.id, game.slug, before, after):
        raise NotAllowed(N_("this run has gone on, or is over"))
    if after.turn != before.turn:
        await kept(store, someone, puzzle, solved=verdict.right)
    after = replace(after, best=max(after.best, after.right))
    return sent(request, await _next(answers, attempt, move, verdict, after, words))


async def _found(store: Store, someone: Visitor, game: str) -> Streak:
    found = await in_thread(store.streaks.find, someone.id, game)
    if found is None:
        raise NotAllowed(N_("this run has gone on, or is over"))
    return found


def _late(streak: Streak) -> bool:
    return now() - streak.began > run.SECONDS * 1_000 + GRACE


def _after(before: Streak, verdict: Verdict) -> Streak:
    """Return where a run stands after an answer: a puzzle ends when it is solved or missed."""
    if not verdict.right:
        return replace(before, turn=before.turn + 1, made=0, wrong=before.wrong + 1)
    if verdict.next.solved:
        return replace(before, turn=before.turn + 1, made=0, right=before.right + 1)
    return replace(before, made=len(verdict.next.made))


async def _next(
    answers: Answers, attempt: Attempt, move: str, verdict: Verdict, after: Streak, words: Words
) -> Running:
    """Return what comes after an answer: more of the same puzzle, the next one, or the end."""
    if after.made:
        pictures = await answers.run(shown_after, attempt, move, verdict, words)
        told = _running(after, answered=True)
        return replace(told, made=verdict.next.made, pictures=pictures)
    puzzle = await in_thread(run.asked, attempt.puzzle.taken, after.run, after.turn)
    if puzzle is None or after.wrong >= run.MISSES:
        return _over(after, answered=verdict.right)
    return await answers.run(_told, after, puzzle, words, answered=verdict.right)


def _told(streak: Streak, puzzle: Puzzle, words: Words, *, answered: bool | None = None) -> Running:
    return replace(_running(streak, answered=answered), asked=asked(puzzle, words))


def _over(streak: Streak, *, answered: bool | None = None) -> Running:
    return replace(_running(streak, answered=answered), over=True)


def _running(streak: Streak, *, answered: bool | None) -> Running:
    return Running(
        run=streak.run,
        turn=streak.turn,
        left=max(0, streak.began + run.SECONDS * 1_000 - now()),
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
