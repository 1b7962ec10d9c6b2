"""Answers in runs against the clock, judged and timed as the served house does."""

import json
from dataclasses import asdict
from typing import Final

from ludotheque.errors import N_, Unreadable
from ludotheque.games import AnyGame, take
from ludotheque.local.asked import Answer, Asked, answered
from ludotheque.local.attempts import keep
from ludotheque.local.house import House
from ludotheque.local.notes import changed
from ludotheque.local.routes import route
from ludotheque.study.puzzles import streak
from ludotheque.study.puzzles.streak import Streak

NOTE: Final = "run"
"""What the names of these notes begin with; `js/local/lists.js` reads them, too."""


@route("POST", "/api/games/{slug}/streak")
async def begun(house: House, asked: Asked) -> Answer:
    """Begin a run in place of any other: its time runs from now."""
    game, name = take(asked.parts["slug"]), streak.new_name()
    puzzle = streak.first_asked(game, name)

    def anew(note: str | None) -> tuple[str, Streak]:
        best = 0 if note is None else _read(note).best
        run = Streak(best=best, run=name, began=house.now(), turn=0, made=0, right=0, wrong=0)
        return _text(run), run

    run = await changed(house.notes, _note(game), anew)
    return answered(streak.asking(run, puzzle, house.now(), asked.words))


@route("POST", "/api/games/{slug}/streak/answer")
async def answer(house: House, asked: Asked) -> Answer:
    """Judge an answer of a run, and return what is asked next."""
    game, body = take(asked.parts["slug"]), asked.body
    given, made = body.get("answer"), tuple(body.get("made", ()))
    if not isinstance(given, str):
        raise Unreadable(N_("the request cannot be read"))
    note = await house.notes.find(_note(game))
    if note is None:
        raise streak.gone_on()
    before = _read(note)
    puzzle = streak.asked_now(game, before, body.get("run", ""), body.get("turn", 0), len(made))
    if streak.is_late(before, house.now()):
        return answered(streak.over(before, house.now()))
    leg = streak.judged(before, puzzle, made, given)
    if not await house.notes.replace(_note(game), note, _text(leg.after)):
        raise streak.gone_on()
    if leg.after.turn != before.turn:
        await keep(house, puzzle, solved=leg.verdict.right)
    return answered(streak.told(leg, house.now(), asked.words))


async def best_run(house: House, game: AnyGame) -> int:
    """Return how many puzzles the best run has solved here, 0 if there was none."""
    note = await house.notes.find(_note(game))
    return 0 if note is None else _read(note).best


def _note(game: AnyGame) -> str:
    return f"{NOTE} {game.slug}"


def _read(note: str) -> Streak:
    return Streak(**json.loads(note))


def _text(run: Streak) -> str:
    return json.dumps(asdict(run))
