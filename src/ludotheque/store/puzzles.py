"""Attempts at puzzles, and the ratings of people and puzzles that they change.

How an attempt changes them is in `study/puzzles/rating.py`.

Nobody makes a rating out of empty attempts:
- A puzzle counts once a person, at the first attempt, and only if the house has chosen it: one is
  offered at a time, and stays until it is answered. What was tried before, in whatever way, is
  never offered.
- Who has had fewer than `SETTLED` of them moves no puzzle.
"""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, select, update

from ludotheque.store.database import Database
from ludotheque.store.schema import PEOPLE, PUZZLE_ATTEMPTS, PUZZLE_RATINGS, PUZZLE_SOLVERS
from ludotheque.study.puzzles.messages import RatingMoved
from ludotheque.study.puzzles.rating import Solver, difficulty_of, met, predicted
from ludotheque.study.rating import Belief


@dataclass(frozen=True)
class Tried:
    """What came of the first attempt at a puzzle."""

    puzzle: str
    rated: bool
    solved: bool | None
    """None while one that counts waits for its answer."""


_SOLVER: Final = (
    PUZZLE_SOLVERS.c.game,
    PUZZLE_SOLVERS.c.mu,
    PUZZLE_SOLVERS.c.sigma,
    PUZZLE_SOLVERS.c.puzzles,
)


class Puzzles:
    """Who has tried which puzzles, and what follows from it. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tried(self, person_id: str, game: str) -> dict[str, Tried]:
        """Return the puzzles of *game* that a person has tried, or is offered, by their ids."""
        mine = select(PUZZLE_ATTEMPTS.c.puzzle, PUZZLE_ATTEMPTS.c.rated, PUZZLE_ATTEMPTS.c.solved)
        mine = mine.where(PUZZLE_ATTEMPTS.c.person_id == person_id, PUZZLE_ATTEMPTS.c.game == game)
        return self._database.read(lambda c: {row.puzzle: Tried(*row) for row in c.execute(mine)})

    def solver(self, person_id: str, game: str) -> Solver:
        """Return how well a person solves the puzzles of *game*: a newcomer who has tried none."""
        return self._database.read(lambda c: _solver(c, person_id, game))

    def of(self, person_id: str) -> list[Solver]:
        """Return how well a person solves the puzzles of every game of which some have counted."""
        mine = select(*_SOLVER).where(PUZZLE_SOLVERS.c.person_id == person_id)
        mine = mine.order_by(PUZZLE_SOLVERS.c.game)
        return self._database.read(lambda c: [Solver(*row) for row in c.execute(mine)])

    def waiting(self, person_id: str, game: str) -> str | None:
        """Return the puzzle of *game* that is offered to a person and not answered yet."""
        waits = _waits(person_id, game)
        return self._database.read(lambda c: _first(c, waits))

    def offer(self, person_id: str, game: str, puzzle: str, now: int) -> str | None:
        """Offer *puzzle*, to count, unless another is offered; return which, None if tried before.

        Whoever is offered one has that before them until they have answered it.
        """
        waits = _waits(person_id, game)
        offered = self._row(person_id, game, puzzle, now, rated=True, solved=None)
        offered = offered.returning(PUZZLE_ATTEMPTS.c.puzzle)
        alone = select(PEOPLE.c.id).where(PEOPLE.c.id == person_id).with_for_update()

        def work(connection: Connection) -> str | None:
            # Of two requests of the same person one comes after the other.
            connection.execute(alone)
            return _first(connection, waits) or connection.execute(offered).scalar()

        return self._database.write(work)

    def withdraw(self, person_id: str, game: str, puzzle: str) -> None:
        """Offer *puzzle* no longer, if it has not been answered."""
        its = delete(PUZZLE_ATTEMPTS).where(
            PUZZLE_ATTEMPTS.c.person_id == person_id,
            PUZZLE_ATTEMPTS.c.game == game,
            PUZZLE_ATTEMPTS.c.puzzle == puzzle,
            PUZZLE_ATTEMPTS.c.solved.is_(None),
        )
        self._database.write(lambda c: c.execute(its))

    def keep(
        self, person_id: str, game: str, puzzle: str, difficulty: int, *, solved: bool, now: int
    ) -> RatingMoved | None:
        """Keep what came of a first attempt; of any later one, nothing.

        Return what it has changed, None where it does not count: the puzzle was not offered.
        *difficulty* is what was predicted.
        """
        waits = (
            update(PUZZLE_ATTEMPTS)
            .where(
                PUZZLE_ATTEMPTS.c.person_id == person_id,
                PUZZLE_ATTEMPTS.c.game == game,
                PUZZLE_ATTEMPTS.c.puzzle == puzzle,
                PUZZLE_ATTEMPTS.c.solved.is_(None),
            )
            .values(solved=solved, at=now)
        )
        met = self._row(person_id, game, puzzle, now, rated=False, solved=solved)

        def work(connection: Connection) -> RatingMoved | None:
            if connection.execute(waits).rowcount == 1:
                return self._rate(connection, person_id, game, puzzle, difficulty, solved=solved)
            connection.execute(met)
            return None

        return self._database.write(work)

    def _row(
        self, person_id: str, game: str, puzzle: str, now: int, *, rated: bool, solved: bool | None
    ) -> Any:  # noqa: ANN401 - an INSERT, of either database
        whose = {"person_id": person_id, "game": game, "puzzle": puzzle}
        row = {**whose, "at": now, "rated": rated, "solved": solved}
        return self._database.insert(PUZZLE_ATTEMPTS).values(row).on_conflict_do_nothing()

    def _rate(
        self,
        connection: Connection,
        person_id: str,
        game: str,
        puzzle: str,
        difficulty: int,
        *,
        solved: bool,
    ) -> RatingMoved:
        new, puzzled = Solver(game), predicted(difficulty)
        first = {"person_id": person_id, "game": game, "mu": new.mu, "sigma": new.sigma}
        connection.execute(
            self._database.insert(PUZZLE_SOLVERS)
            .values({**first, "puzzles": 0})
            .on_conflict_do_nothing()
        )
        its_own = {"game": game, "puzzle": puzzle, "mu": puzzled.mu, "sigma": puzzled.sigma}
        connection.execute(
            self._database.insert(PUZZLE_RATINGS)
            .values({**its_own, "attempts": 0})
            .on_conflict_do_nothing()
        )
        # Of a person one attempt counts at a time; a puzzle may be others', too.
        before = _solver(connection, person_id, game, to_change=True)
        its = (PUZZLE_RATINGS.c.game == game) & (PUZZLE_RATINGS.c.puzzle == puzzle)
        hard = connection.execute(select(PUZZLE_RATINGS).where(its).with_for_update()).one()
        after, moved = met(before, Belief(hard.mu, hard.sigma), solved=solved)
        connection.execute(
            update(PUZZLE_SOLVERS)
            .where(PUZZLE_SOLVERS.c.person_id == person_id, PUZZLE_SOLVERS.c.game == game)
            .values(mu=after.mu, sigma=after.sigma, puzzles=after.puzzles)
        )
        connection.execute(
            update(PUZZLE_RATINGS)
            .where(its)
            .values(attempts=hard.attempts + 1, mu=moved.mu, sigma=moved.sigma)
        )
        return RatingMoved(before=before.points, after=after.points, puzzle=difficulty_of(hard.mu))


def _waits(person_id: str, game: str) -> Select[Any]:
    """Return what asks for the puzzles that are offered to a person, the oldest first."""
    return (
        select(PUZZLE_ATTEMPTS.c.puzzle)
        .where(
            PUZZLE_ATTEMPTS.c.person_id == person_id,
            PUZZLE_ATTEMPTS.c.game == game,
            PUZZLE_ATTEMPTS.c.solved.is_(None),
        )
        .order_by(PUZZLE_ATTEMPTS.c.at)
    )


def _first(connection: Connection, waits: Select[Any]) -> str | None:
    found: str | None = connection.execute(waits).scalar()
    return found


def _solver(
    connection: Connection, person_id: str, game: str, *, to_change: bool = False
) -> Solver:
    mine = select(*_SOLVER).where(
        PUZZLE_SOLVERS.c.person_id == person_id, PUZZLE_SOLVERS.c.game == game
    )
    row = connection.execute(mine.with_for_update() if to_change else mine).one_or_none()
    return Solver(game) if row is None else Solver(*row)
