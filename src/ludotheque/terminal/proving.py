"""Proving puzzles again, on the screen: all that are shipped, or those in files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from ludotheque.arena.workers import as_done
from ludotheque.errors import N_, BadText, LudothequeError
from ludotheque.games import AnyGame
from ludotheque.study.puzzles.proving import Disproved, prove
from ludotheque.study.puzzles.puzzle import Puzzle, from_line, shipped
from ludotheque.terminal.ask import INTERRUPTED, Desk, Left

FALSE = 1
"""The exit code where a puzzle is not what it says."""


def prove_puzzles(
    desk: Desk, games: Sequence[AnyGame], files: Sequence[Path], workers: int
) -> None:
    """Prove the shipped puzzles of *games*, or those in *files*; raise Left where any is false."""
    puzzles = (
        [puzzle for file in files for puzzle in _read(file, games[0])]
        if files
        else [puzzle for game in games for puzzle in shipped(game)]
    )
    false = 0
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=desk.console,
        disable=not desk.console.is_terminal,
    )
    task = bar.add_task("", total=len(puzzles))
    try:
        with bar:
            for number, why in _proved(puzzles, workers):
                bar.advance(task)
                if why is not None:
                    false += 1
                    desk.tell(f"{puzzles[number].game} {puzzles[number].id}: {why}")
    except KeyboardInterrupt:
        raise Left(INTERRUPTED) from None
    if false:
        desk.say("{n} of {total} puzzles are not what they say.", n=false, total=len(puzzles))
        raise Left(FALSE)
    desk.say("{n} puzzles are proved.", n=len(puzzles))


def _read(file: Path, game: AnyGame) -> Iterator[Puzzle]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadText(
            N_("{file}: cannot be read ({why})"), file=file, why=error.strerror
        ) from error
    yield from (from_line(line, game.slug) for line in lines)


def _proved(puzzles: Sequence[Puzzle], workers: int) -> Iterator[tuple[int, str | None]]:
    if workers == 1 or len(puzzles) < 2:
        yield from enumerate(map(_why_not, puzzles))
    else:
        yield from as_done(_why_not, puzzles, workers)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return why *puzzle* is not what it says, None if it is."""
    try:
        prove(puzzle)
    except (Disproved, LudothequeError) as fault:
        return str(fault)
    return None
