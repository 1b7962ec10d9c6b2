"""Endpoints of runs against the clock: puzzles ever harder, judged and timed by the house.

What is kept of a run is kept here: the page shows a clock, and this one counts.
"""

from fastapi import APIRouter, Request, Response

from ludotheque.games import take
from ludotheque.server.access.identity import Visitor
from ludotheque.server.api.dependencies import (
    REFUSALS,
    Slug,
    Someone,
    TheAnswers,
    TheRateLimits,
    TheStore,
    in_thread,
)
from ludotheque.server.api.puzzles import check_rate, kept, sent
from ludotheque.server.live.room import now
from ludotheque.server.wire.errors import words_for
from ludotheque.server.wire.puzzles import RunAnswer, Running
from ludotheque.store import Store
from ludotheque.study.puzzles import streak
from ludotheque.study.puzzles.streak import Streak

router = APIRouter(tags=["study"], responses=REFUSALS)


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
    name = streak.new_name()
    puzzle = await in_thread(streak.first_asked, game, name)
    await in_thread(store.streaks.begin, someone.id, game.slug, name, now())
    run = await _found(store, someone, game.slug)
    if run.run != name:
        raise streak.gone_on()
    told = await answers.run(streak.asking, run, puzzle, now(), words_for(request))
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
    game, words, made = take(slug), words_for(request), tuple(given.made)
    before = await _found(store, someone, game.slug)
    puzzle = await in_thread(streak.asked_now, game, before, given.run, given.turn, len(made))
    if streak.is_late(before, now()):
        return sent(request, streak.over(before, now()))
    leg = await answers.run(streak.judged, before, puzzle, made, given.answer)
    if not await in_thread(store.streaks.go_on, someone.id, game.slug, before, leg.after):
        raise streak.gone_on()
    if leg.after.turn != before.turn:
        await kept(store, someone, puzzle, solved=leg.verdict.right)
    return sent(request, await answers.run(streak.told, leg, now(), words))


async def _found(store: Store, someone: Visitor, game: str) -> Streak:
    found = await in_thread(store.streaks.find, someone.id, game)
    if found is None:
        raise streak.gone_on()
    return found
