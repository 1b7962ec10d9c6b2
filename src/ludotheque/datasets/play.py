"""One game of self-play: in the kernel where it and the player can, else by the rules in Python."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ludotheque.datasets.numbered import play_by_numbers
from ludotheque.datasets.plan import Plan
from ludotheque.datasets.played import Played, Row, actions_of, weights_of
from ludotheque.engine import Player, Weighed, player, weighed
from ludotheque.engine.course import weigher
from ludotheque.games.coding import Coding, choices
from ludotheque.match import Match, Record, Referee, to_line
from ludotheque.position import Seat


def play(plan: Plan, number: int) -> Played:
    """Return game *number* of the plan; the same each time, unless its player goes by the clock."""
    thinkers = [_thinker(plan, number, seat) for seat in range(plan.seats)]
    weighers = [way for thinker in thinkers if (way := weigher(thinker, plan.taken)) is not None]
    if len(weighers) == len(thinkers):
        return play_by_numbers(plan, number, weighers)
    return play_by_rules(plan, number, thinkers)


def play_by_rules(plan: Plan, number: int, thinkers: Sequence[Player]) -> Played:
    """Return the game that *thinkers* play before a referee, whoever they are."""
    seed = plan.secret(f"deal/{number}")
    referee, rng = Referee(seed), Random(plan.secret(f"chance/{number}"))
    match = referee.begin(plan.taken, plan.names, began=0, options=plan.options)
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
    record = to_line(Record.of(match, seed))
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
        every = 0.0
        for weight in weights.values():
            every += weight  # one by one, as the kernel does: `sum` is more exact from 3.12 on
        # Whoever has strayed from all that was looked at is not told how to go on.
        if len(legal) > 1 and every > 0:
            yield Row(
                observation=bytes(coding.observe(view, seat, begun)),
                seat=seat,
                ply=ply,
                actions=actions_of(legal),
                policy=weights_of(weight / every for weight in weights.values()),
                chosen=action,
                expected=thought.share,
            )
        begun = (*begun, action)
