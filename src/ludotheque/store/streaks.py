"""Runs of puzzles against the clock: how far each person's present one has come, and the best."""

from typing import Final

from sqlalchemy import select, update

from ludotheque.store.database import Database
from ludotheque.store.schema import PUZZLE_STREAKS
from ludotheque.study.puzzles.streak import Streak


class Streaks:
    """One run a person and game. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, person_id: str, game: str) -> Streak | None:
        """Return the run that a person has begun last, None if none was."""
        mine = select(*_STREAK).where(
            PUZZLE_STREAKS.c.person_id == person_id, PUZZLE_STREAKS.c.game == game
        )
        row = self._database.read(lambda c: c.execute(mine).one_or_none())
        return None if row is None else Streak(*row)

    def begin(self, person_id: str, game: str, run: str, now: int) -> None:
        """Begin a run in place of any other; the best stays."""
        begun = {"run": run, "began": now, "turn": 0, "made": 0, "right": 0, "wrong": 0}
        mine = self._database.insert(PUZZLE_STREAKS).values(
            person_id=person_id, game=game, best=0, **begun
        )
        mine = mine.on_conflict_do_update(
            index_elements=[PUZZLE_STREAKS.c.person_id, PUZZLE_STREAKS.c.game], set_=begun
        )
        self._database.write(lambda c: c.execute(mine))

    def go_on(self, person_id: str, game: str, before: Streak, after: Streak) -> bool:
        """Let a run that stands as *before* stand as *after*; False if it stands elsewhere.

        So every question is answered once, whatever is sent twice or at the same time.
        """
        its = (
            update(PUZZLE_STREAKS)
            .where(
                PUZZLE_STREAKS.c.person_id == person_id,
                PUZZLE_STREAKS.c.game == game,
                PUZZLE_STREAKS.c.run == before.run,
                PUZZLE_STREAKS.c.turn == before.turn,
                PUZZLE_STREAKS.c.made == before.made,
                PUZZLE_STREAKS.c.wrong == before.wrong,
            )
            .values(
                best=after.best,
                turn=after.turn,
                made=after.made,
                right=after.right,
                wrong=after.wrong,
            )
        )
        return self._database.write(lambda c: c.execute(its).rowcount == 1)


_STREAK: Final = [PUZZLE_STREAKS.c[name] for name in Streak.__dataclass_fields__]
