"""Attempts at the puzzles of one browser, and the rating that follows from those that count.

That is this device's own: it never meets the rating that somebody has at a served house.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Final

from ludotheque.errors import NotAllowed
from ludotheque.games import AnyGame
from ludotheque.local.house import ME, House
from ludotheque.local.notes import changed
from ludotheque.study.puzzles import Puzzle
from ludotheque.study.puzzles.choosing import fitting, of_the_day
from ludotheque.study.puzzles.judging import by_id
from ludotheque.study.puzzles.messages import Offered, RatingMoved
from ludotheque.study.puzzles.rating import Solver, met, predicted

NOTE: Final = "puzzles"
"""What the names of these notes begin with; `js/local/lists.js` reads them, too."""


@dataclass(frozen=True, slots=True)
class SolverShown:
    """What lists show of the puzzles of a game that somebody has tried."""

    points: int
    counted: int
    """How many have counted: the points are worth nothing before."""
    solved: int


@dataclass(frozen=True)
class Attempts:
    """The attempts at the puzzles of a game."""

    solver: Solver
    tried: Mapping[str, bool | None] = field(default_factory=dict)
    """Whether the first attempt at each has solved it; None while one that counts waits."""
    day: tuple[str, bool] | None = None
    """The last day whose puzzle was tried, and whether it was solved."""

    @classmethod
    def read(cls, game: AnyGame, text: str | None) -> "Attempts":
        """Return the attempts of a note, none where there is no note."""
        if text is None:
            return cls(Solver(game.slug))
        plain = json.loads(text)
        day = None if plain["day"] is None else (plain["day"][0], plain["day"][1])
        return cls(Solver(game.slug, *plain["solver"]), plain["tried"], day)

    @property
    def text(self) -> str:
        """What is kept of them: with what lists show, for who shows it before Python is there."""
        solver, known = self.solver, by_id(self.solver.game)
        solved = sum(bool(done) for name, done in self.tried.items() if name in known)
        return json.dumps(
            {
                "solver": [solver.mu, solver.sigma, solver.puzzles],
                "tried": dict(self.tried),
                "day": self.day,
                "shown": asdict(SolverShown(solver.points, solver.puzzles, solved)),
            }
        )

    @property
    def waiting(self) -> str | None:
        """The puzzle that counts and has not been answered yet."""
        return next((name for name, solved in self.tried.items() if solved is None), None)

    @property
    def done(self) -> frozenset[str]:
        """What was tried and answered."""
        return frozenset(name for name, solved in self.tried.items() if solved is not None)

    def offered(self, game: AnyGame) -> "Attempts":
        """Return them with a puzzle that waits, to count, unless all were tried."""
        if self.waiting in by_id(game.slug):
            return self
        # What is no longer shipped cannot be answered any more.
        tried = {name: solved for name, solved in self.tried.items() if solved is not None}
        chosen = fitting(game, self.solver.points, tried, f"{ME} {len(tried)}")
        return replace(self, tried=tried if chosen is None else {**tried, chosen.id: None})

    def kept(
        self, name: str, difficulty: int, *, solved: bool, day: str | None
    ) -> tuple["Attempts", RatingMoved | None]:
        """Return them after an attempt, and what it has changed: the first one counts.

        *day* is the one whose puzzle it is, if it is that of a day. What was tried before that day
        is done on it, too, as it was then.
        """
        first = self.tried.get(name)
        if first is not None:
            return (self if day is None else replace(self, day=(day, first))), None
        after = replace(self, tried={**self.tried, name: solved})
        if day is not None:
            after = replace(after, day=(day, solved))
        if name not in self.tried:
            return after, None
        solver, _ = met(self.solver, predicted(difficulty), solved=solved)
        moved = RatingMoved(before=self.solver.points, after=solver.points, puzzle=difficulty)
        return replace(after, solver=solver), moved


async def attempts(house: House, game: AnyGame) -> Attempts:
    """Return the attempts at the puzzles of a game."""
    return Attempts.read(game, await house.notes.find(f"{NOTE} {game.slug}"))


async def offer(house: House, game: AnyGame) -> Offered:
    """Offer the puzzle that counts next: it stays the same until it is answered."""

    def chosen(note: str | None) -> tuple[str, Attempts]:
        found = Attempts.read(game, note).offered(game)
        return found.text, found

    found = await changed(house.notes, f"{NOTE} {game.slug}", chosen)
    return Offered(id=found.waiting, points=found.solver.points, puzzles=found.solver.puzzles)


async def keep(house: House, puzzle: Puzzle, *, solved: bool) -> RatingMoved | None:
    """Keep what came of an attempt at a puzzle, and return what that has changed.

    Where the browser keeps nothing, nothing counts, and every answer is judged all the same.
    """
    game = puzzle.taken
    today = today_of(house)
    day = today.isoformat() if of_the_day(today, game).id == puzzle.id else None
    with suppress(NotAllowed):
        return await _keep(house, game, puzzle.id, puzzle.difficulty, solved=solved, day=day)
    return None


async def keep_own(house: House, game: AnyGame, place: str, *, solved: bool) -> None:
    """Keep what came of an attempt at a mistake of one's own, which never counts."""
    with suppress(NotAllowed):
        await _keep(house, game, place, 0, solved=solved, day=None)


async def _keep(
    house: House, game: AnyGame, name: str, difficulty: int, *, solved: bool, day: str | None
) -> RatingMoved | None:
    def noted(note: str | None) -> tuple[str, RatingMoved | None]:
        before = Attempts.read(game, note)
        after, moved = before.kept(name, difficulty, solved=solved, day=day)
        return after.text, moved

    return await changed(house.notes, f"{NOTE} {game.slug}", noted)


def today_of(house: House) -> date:
    """Return the day, which begins everywhere at once: in UTC."""
    return datetime.fromtimestamp(house.now() / 1000, UTC).date()
