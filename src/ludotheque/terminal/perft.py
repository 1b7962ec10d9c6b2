"""Perft on the screen: a line for each depth, or one for each first move, as it is counted."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludotheque.engine import kernel
from ludotheque.engine.branches import branches
from ludotheque.games import AnyGame
from ludotheque.position import Position
from ludotheque.terminal.ask import INTERRUPTED, Desk, Left

BRIEF = 0.1
"""The seconds below which a rate says more about the start than about the counting."""


class Count(NamedTuple):
    """How many sequences there are, and how long it took to count them."""

    sequences: int
    seconds: float

    @property
    def rate(self) -> int | None:
        """The sequences counted per second; None where it went too fast to say."""
        return round(self.sequences / self.seconds) if self.seconds >= BRIEF else None


@dataclass(frozen=True)
class Perft:
    """What is counted, and whether by the kernel or, where it cannot or is not to, in Python."""

    game: AnyGame
    position: Position[Any]
    in_python: bool = False
    """Python is asked for, even where the kernel could count."""

    @property
    def by_kernel(self) -> bool:
        """Whether the kernel counts."""
        return not self.in_python and kernel.has_twin(self.game)

    def show_depths(self, desk: Desk, depth: int) -> None:
        """Print the count for each number of moves up to *depth*. Ctrl-C: Left."""
        words, say = desk.words, desk.words.say
        self._tell_who(desk)
        heads = (say("Moves"), say("Sequences"), say("Seconds"), say("Per second"))
        desk.tell(_row(*heads))
        for plies in range(depth + 1):
            count = self._count(desk, plies)
            seconds = words.number(count.seconds, 2)
            rate = "" if count.rate is None else words.grouped(count.rate)
            row = _row(str(plies), words.grouped(count.sequences), seconds, rate)
            desk.tell(row.rstrip())

    def show_divided(self, desk: Desk, depth: int) -> None:
        """Print the count of *depth* moves, at least 1, by first move, then the sum. Ctrl-C: Left.

        Moves and counts are written as chess programs write them, in every language alike: people
        compare two such lists to find the move below which two programs disagree.
        """
        self._tell_who(desk)
        count = self._count(desk, depth, divided=True)
        desk.tell("")
        desk.say("Total: {count}", count=count.sequences)
        if count.rate is not None:
            desk.say(
                "{seconds} s, {rate} sequences per second",
                seconds=desk.words.number(count.seconds, 2),
                rate=desk.words.grouped(count.rate),
            )

    def _tell_who(self, desk: Desk) -> None:
        if self.by_kernel:
            desk.say("Counting with the kernel.")
        elif self.in_python:
            desk.say("Counting in pure Python.")
        elif kernel.BUILT:
            desk.say("Counting in pure Python: the kernel does not know this game.")
        else:
            desk.say("Counting in pure Python: this house was built without its kernel.")

    def _count(self, desk: Desk, depth: int, *, divided: bool = False) -> Count:
        """Count move by move, with a bar where someone watches; *divided*, print each."""
        if depth == 0:
            return Count(1, 0.0)
        bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[sequences]}", markup=False),
            TimeRemainingColumn(),
            console=desk.console,
            transient=True,
            disable=not desk.console.is_terminal,
        )
        task = bar.add_task("", total=len(self.position.moves()), sequences="0")
        counted = branches(self.game, self.position, depth, by_kernel=self.by_kernel)
        found, spent, began = 0, 0.0, time.perf_counter()
        try:
            with bar:
                for move, count in counted:
                    spent += time.perf_counter() - began
                    found += count
                    bar.update(task, advance=1, sequences=desk.words.grouped(found))
                    if divided:
                        desk.tell(f"{move}: {count}")
                    began = time.perf_counter()  # Showing it is not counting.
        except KeyboardInterrupt:
            raise Left(INTERRUPTED) from None
        return Count(found, spent)


def _row(depth: str, sequences: str, seconds: str, rate: str) -> str:
    return f"{depth:>5}{sequences:>18}{seconds:>11}{rate:>18}"
