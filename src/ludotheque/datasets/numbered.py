"""One game of self-play in the kernel: the same game as `play` plays in Python, to the byte."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random

from ludotheque.datasets.plan import Plan
from ludotheque.datasets.played import Played, Row, actions_of, weights_of
from ludotheque.engine.course import CHANCE, Course, Weigher, lent_course
from ludotheque.match import Record, drawn_by_ruling, to_line
from ludotheque.match.deal import seed_hash, ticket
from ludotheque.match.events import Drew, Event, Moved
from ludotheque.match.setup import Setup
from ludotheque.position import Outcome


def play_by_numbers(plan: Plan, number: int, weighers: Sequence[Weigher]) -> Played:
    """Return game *number* of the plan, in which each seat weighs its moves by their numbers."""
    game, seed = plan.taken, plan.secret(f"deal/{number}")
    setup = Setup(
        game=game,
        options=game.settle(plan.options),
        players=plan.names,
        move_limit=game.move_limit,
        began=0,
        seed_hash=seed_hash(seed),
    )
    rng = Random(plan.secret(f"chance/{number}"))
    left, rows, events = rng.randint(0, plan.opening), list[Row](), list[Event]()
    ply, outcome = 0, None
    with lent_course(game, str(setup.opening), setup.options) as course:
        draws = _deal(course, seed, 0, events)
        while outcome is None:
            seat = course.to_move
            assert seat is not None  # noqa: S101 - the game goes on
            if left > 0:
                left, chosen = left - 1, rng.choice(range(course.count()))
            else:
                thought = weighers[seat](course)
                strays = rng.random() < plan.wander
                chosen = rng.choice(range(course.count())) if strays else thought.move
                for seen, actions, policy, action in course.rows(thought.weights, chosen):
                    legal, weights = actions_of(actions), weights_of(policy)
                    rows.append(Row(seen, seat, ply, legal, weights, action, thought.share))
            events.append(Moved(0, seat, course.text(chosen)))
            course.play(chosen)
            ply += 1
            outcome = _outcome(course, setup, ply)
            if outcome is None:
                draws = _deal(course, seed, draws, events)
    record = Record(setup, tuple(events), outcome, seed)
    return Played(number, tuple(rows), outcome.shares, to_line(record))


def _deal(course: Course, seed: str, draws: int, events: list[Event]) -> int:
    """Let chance do all that it has to do now, as the referee would; return its draws so far."""
    while course.to_move == CHANCE:
        stretches = list(accumulate(course.odds()))
        chosen = bisect_right(stretches, ticket(seed, draws, stretches[-1]))
        events.append(Drew(0, course.text(chosen)))
        course.play(chosen)
        draws += 1
    return draws


def _outcome(course: Course, setup: Setup, moves: int) -> Outcome | None:
    """Return how the game has ended, by its rules or by the rulings of a match."""
    seats = len(setup.players)
    if (ended := course.outcome()) is not None:
        winners, reason = ended
        return Outcome.win(seats, *winners, reason=reason)
    return drawn_by_ruling(
        seats,
        repetition=setup.game.repetition,
        limit=setup.move_limit,
        met=course.times_met(),
        moves=moves,
    )
