"""Self-play into files, on the screen: a bar while it is played, and what there is when it is over.

What it needs beside the base install is imported only when it is called: without it the other
commands work, and this one says what is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from ludotheque.errors import N_, BadOption
from ludotheque.games import take
from ludotheque.match import new_seed
from ludotheque.terminal.ask import INTERRUPTED, Desk, Left
from ludotheque.terminal.evening import tell_if_slow

if TYPE_CHECKING:
    from ludotheque.datasets import Plan, Progress


@dataclass(frozen=True, kw_only=True)
class Making:
    """What is wanted, as it was typed; None leaves it as it is or as it usually is."""

    game: str
    player: str
    games: int
    folder: Path
    workers: int
    options: Mapping[str, str]
    seats: int | None = None
    seed: str | None = None
    opening: int | None = None
    wander: float | None = None

    def run(self, desk: Desk) -> None:
        """Play what is missing, and say what there is. Ctrl-C ends it where it stands: Left."""
        try:
            from ludotheque.datasets import Progress, make  # noqa: PLC0415 - see the module
        except ImportError as missing:
            raise BadOption(
                N_("{library} is missing: install ludotheque[research] to make datasets"),
                library=missing.name,
            ) from missing
        plan = self._plan()
        tell_if_slow(desk, (self.player,))
        done = Progress(0, 0)

        def note(news: "Progress") -> None:
            nonlocal done
            done = news
            bar.update(task, completed=news.games, rows=news.rows)

        bar = Bar(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rows]}", markup=False),
            TimeRemainingColumn(),
            console=desk.console,
            disable=not desk.console.is_terminal,
        )
        task = bar.add_task("", total=plan.games, rows=0)
        try:
            with bar:
                make(plan, self.folder, self.workers, note)
        except KeyboardInterrupt:
            desk.say(
                "Stopped after {n} of {total} games; the same command carries on.",
                n=done.games,
                total=plan.games,
            )
            raise Left(INTERRUPTED) from None
        desk.say(
            "{games} games are in {folder}; {rows} decisions were added.",
            games=done.games,
            folder=self.folder,
            rows=done.rows,
        )

    def _plan(self) -> "Plan":
        """Return the plan; what was not typed is as in the folder, if it holds a dataset."""
        from ludotheque.datasets.plan import MANIFEST, Plan, read_manifest  # noqa: PLC0415

        usual: dict[str, Any] = {
            "opening": Plan.opening,
            "wander": Plan.wander,
            "seats": take(self.game).seats[0],
        }
        held = read_manifest(self.folder) if (self.folder / MANIFEST).exists() else usual
        return Plan(
            game=self.game,
            player=self.player,
            games=self.games,
            seed=self.seed or held.get("seed") or new_seed(),
            seats=held["seats"] if self.seats is None else self.seats,
            options=self.options,
            opening=held["opening"] if self.opening is None else self.opening,
            wander=held["wander"] if self.wander is None else self.wander,
        )
