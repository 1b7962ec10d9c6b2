"""Attempts at puzzles are kept once, ratings follow from those that count, runs are judged once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import delete, func, select

from ludotheque.store import Keeping, Tried
from ludotheque.store.schema import (
    PEOPLE,
    PUZZLE_ATTEMPTS,
    PUZZLE_RATINGS,
    PUZZLE_SOLVERS,
    PUZZLE_STREAKS,
)
from ludotheque.store.tidy import DAY
from ludotheque.study.puzzles.rating import SETTLED, difficulty_of, predicted

KEEPING = Keeping(guests=30, tables=20)
NOW = 1_000 * DAY


@pytest.fixture
def ana(store):
    store.people.guest("ana", "Ana", "en", 1)
    return "ana"


def count(store, kept):
    return store.database.read(lambda c: c.execute(select(func.count()).select_from(kept)).scalar())


def rated(store, who, puzzle, *, solved, difficulty=1200):
    """Be offered a puzzle, and answer it."""
    assert store.puzzles.offer(who, "chess", puzzle, 1) == puzzle
    return store.puzzles.keep(who, "chess", puzzle, difficulty, solved=solved, now=2)


def hardness(store, puzzle):
    its = select(PUZZLE_RATINGS.c.mu).where(PUZZLE_RATINGS.c.puzzle == puzzle)
    return store.database.read(lambda c: c.execute(its).scalar())


def test_the_first_attempt_is_kept_and_no_other(store, ana):
    assert store.puzzles.keep(ana, "chess", "p1", 1200, solved=False, now=1) is None
    assert store.puzzles.keep(ana, "chess", "p1", 1200, solved=True, now=2) is None
    assert store.puzzles.tried(ana, "chess") == {"p1": Tried("p1", rated=False, solved=False)}
    assert store.puzzles.tried(ana, "go") == {}
    assert store.puzzles.solver(ana, "chess").puzzles == 0
    assert count(store, PUZZLE_SOLVERS) == count(store, PUZZLE_RATINGS) == 0


def test_one_puzzle_is_offered_until_it_is_answered(store, ana):
    assert store.puzzles.offer(ana, "chess", "p1", 1) == "p1"
    assert store.puzzles.offer(ana, "chess", "p2", 2) == "p1"
    assert store.puzzles.offer(ana, "go", "p2", 2) == "p2", "of each game one"
    store.puzzles.keep(ana, "chess", "p1", 1200, solved=True, now=3)
    assert store.puzzles.offer(ana, "chess", "p1", 4) is None, "it was tried before"
    assert store.puzzles.offer(ana, "chess", "p2", 4) == "p2"
    store.puzzles.withdraw(ana, "chess", "p2")
    store.puzzles.withdraw(ana, "chess", "p1")
    assert set(store.puzzles.tried(ana, "chess")) == {"p1"}


def test_solving_is_a_win_against_the_puzzle(store, ana):
    before = store.puzzles.solver(ana, "chess")
    assert before.points == 900
    won = rated(store, ana, "p1", solved=True)
    assert (won.before, won.puzzle) == (900, 1200)
    assert won.after == store.puzzles.solver(ana, "chess").points > 900
    lost = rated(store, ana, "p2", solved=False)
    assert lost.before == won.after > lost.after
    assert store.puzzles.solver(ana, "chess").puzzles == 2


def test_what_counts_counts_once_however_often_it_is_sent_at_once(store, ana):
    store.puzzles.offer(ana, "chess", "p1", 1)
    with ThreadPoolExecutor(6) as pool:
        found = list(
            pool.map(
                lambda n: store.puzzles.keep(ana, "chess", "p1", 1200, solved=True, now=n), range(6)
            )
        )
    assert sum(moved is not None for moved in found) == 1
    assert store.puzzles.solver(ana, "chess").puzzles == 1


def test_a_hard_puzzle_lifts_more_than_an_easy_one(store):
    gained = []
    for who, difficulty in (("easy", 800), ("hard", 2000)):
        store.people.guest(who, who, "en", 1)
        gained.append(rated(store, who, who, solved=True, difficulty=difficulty).after)
    assert gained[0] < gained[1]


def test_a_newcomer_moves_no_puzzle(store, ana):
    for number in range(SETTLED):
        rated(store, ana, f"p{number}", solved=False)
        assert hardness(store, f"p{number}") == predicted(1200).mu
    rated(store, ana, "next", solved=False)
    assert hardness(store, "next") > predicted(1200).mu


def test_difficulty_and_mean_are_one_scale():
    assert [difficulty_of(predicted(each).mu) for each in (600, 1500, 2345)] == [600, 1500, 2345]


def test_a_run_goes_on_from_where_it_stands_and_keeps_the_best(store, ana):
    assert store.streaks.find(ana, "chess") is None
    store.streaks.begin(ana, "chess", "run1", 5)
    before = store.streaks.find(ana, "chess")
    after = replace(before, turn=1, right=1, best=1)
    assert store.streaks.go_on(ana, "chess", before, after)
    assert not store.streaks.go_on(ana, "chess", before, after), "it stands elsewhere now"
    assert store.streaks.find(ana, "chess") == after
    store.streaks.begin(ana, "chess", "run2", 9)
    again = store.streaks.find(ana, "chess")
    assert (again.best, again.right, again.run) == (1, 0, "run2")
    assert not store.streaks.go_on(ana, "chess", after, replace(after, turn=2)), "another run"


def test_a_guest_goes_with_all_their_attempts_once_they_try_no_more(store):
    for who, last in (("gone", NOW - 40 * DAY), ("here", NOW - DAY), ("runs", NOW - 40 * DAY)):
        store.people.guest(who, who, "en", NOW - 60 * DAY)
        store.puzzles.offer(who, "chess", "p1", last)
        store.puzzles.keep(who, "chess", "p1", 1200, solved=True, now=last)
    store.streaks.begin("gone", "chess", "run", NOW - 50 * DAY)
    store.streaks.begin("runs", "chess", "run", NOW - DAY)
    assert store.tidy.sweep(NOW, KEEPING, dry_run=True).guests == 1
    assert store.tidy.sweep(NOW, KEEPING).guests == 1
    people = store.database.read(lambda c: set(c.scalars(select(PEOPLE.c.id))))
    assert people == {"here", "runs"}
    for kept in (PUZZLE_ATTEMPTS, PUZZLE_SOLVERS, PUZZLE_STREAKS):
        theirs = select(kept.c.person_id)
        assert "gone" not in store.database.read(lambda c, t=theirs: set(c.scalars(t)))
    assert hardness(store, "p1") is not None, "what puzzles are worth stays"


def test_of_nobody_nothing_is_kept(store):
    store.people.guest("ben", "Ben", "en", 1)
    store.database.write(lambda c: c.execute(delete(PEOPLE)))
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        store.puzzles.keep("ben", "chess", "p1", 1200, solved=True, now=1)
