"""One game of self-play, and a row for each decision in it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ludotheque.datasets.plan import Plan
from ludotheque.engine import Player, Weighed, player, weighed
from ludotheque.games.coding import Coding, choices
from ludotheque.match import Match, Record, Referee, to_json
from ludotheque.position import Seat


@dataclass(frozen=True)
class Row:
    """A decision: what the seat saw, what was legal, what the player thought, what was done."""

    observation: bytes
    seat: Seat
    ply: int
    """How many moves the seats had made before."""
    actions: tuple[int, ...]
    """All that were legal, in their order."""
    policy: tuple[float, ...]
    """One weight an action; they add up to 1."""
    chosen: int
    expected: float | None
    """The share of the point that the player expected, if it said."""


@dataclass(frozen=True)
class Played:
    """A whole game."""

    number: int
    rows: tuple[Row, ...]
    shares: tuple[float, ...]
    """How it ended: one a seat."""
    record: str
    """The game as JSON in one line."""


def play(plan: Plan, number: int) -> Played:
    """Return game *number* of the plan; the same each time, unless its player goes by the clock."""
    game, seed = plan.taken, plan.secret(f"deal/{number}")
    referee, rng = Referee(seed), Random(plan.secret(f"chance/{number}"))
    names = [f"{plan.player} ({seat + 1})" for seat in range(plan.seats)]
    match = referee.begin(game, names, began=0, options=plan.options)
    thinkers = [_thinker(plan, number, seat) for seat in range(plan.seats)]
    left, ply, rows = rng.randint(0, plan.opening), 0, list[Row]()
    while isinstance(seat := match.to_move, int):
        view = match.seen_by(seat)
        if left > 0:
            left, move = left - 1, rng.choice(view.moves())
        else:
            thought = weighed(thinkers[seat], view, match.past(seat))
            strays = rng.random() < plan.wander
            move = rng.choice(view.moves()) if strays else thought.move
            rows += _rows(plan.coding, match, seat, ply, thought, move)
        match = referee.play(match, seat, str(move), at=0)
        ply += 1
    assert match.outcome is not None  # noqa: S101 - nobody is to move
    record = json.dumps(json.loads(to_json(Record.of(match, seed))), separators=(",", ":"))
    return Played(number, tuple(rows), match.outcome.shares, record)


def _thinker(plan: Plan, number: int, seat: Seat) -> Player:
    thinker = player(plan.player, plan.taken, Random(plan.secret(f"thought/{number}/{seat}")))
    assert thinker is not None  # noqa: S101 - the plan has refused people
    return thinker


def _rows(
    coding: Coding[Any], match: Match, seat: Seat, ply: int, thought: Weighed, move: object
) -> Iterator[Row]:
    """Yield a row for each action of *move* that was a choice.

    Where a move is several actions, the weight of an action is that of all the moves it is in.
    """
    view = match.seen_by(seat)
    spelt = [(coding.codes(view, other), weight) for other, weight in thought.weights]
    begun: tuple[int, ...] = ()
    for action in coding.codes(view, move):
        legal = tuple(choices(coding, view, begun))
        at = len(begun)
        weights = dict.fromkeys(legal, 0.0)
        for codes, weight in spelt:
            if codes[:at] == begun:
                weights[codes[at]] += weight
        every = sum(weights.values())
        # Whoever has strayed from all that was looked at is not told how to go on.
        if len(legal) > 1 and every > 0:
            yield Row(
                observation=bytes(coding.observe(view, seat, begun)),
                seat=seat,
                ply=ply,
                actions=legal,
                policy=tuple(weight / every for weight in weights.values()),
                chosen=action,
                expected=thought.share,
            )
        begun = (*begun, action)
