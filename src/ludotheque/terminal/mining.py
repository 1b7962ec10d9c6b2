"""Mining puzzles, on the screen: a bar while games are dug through, then what there is."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, count
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.arena.workers import as_done
from ludotheque.errors import N_, BadOption
from ludotheque.match.files import kept_in
from ludotheque.match.several import Kept
from ludotheque.study.puzzles.mining import Mine, dig, dig_record
from ludotheque.study.puzzles.puzzle import Puzzle
from ludotheque.study.puzzles.trove import Trove
from ludotheque.terminal.ask import INTERRUPTED, Desk, Left

Place = int | Kept
"""Where to dig: a game by its number, or one that was kept."""


def mine_puzzles(
    desk: Desk, mine: Mine, file: Path, *, wanted: int, workers: int, records: Sequence[Path] = ()
) -> None:
    """Dig until *file* holds as many puzzles as are *wanted*; Ctrl-C keeps what was found: Left.

    *records* are looked through instead of self-play, if there are any.
    """
    trove = Trove.open(file, mine)
    for kept in _kept(records):
        game = kept.record().setup.game.slug
        if game != mine.game:
            raise BadOption(N_("{file} is a game of {game}"), file=kept.name, game=game)
    places = _places(trove, records)
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[dug]}", markup=False),
        TimeElapsedColumn(),
        console=desk.console,
        disable=not desk.console.is_terminal,
    )
    task = bar.add_task("", total=wanted, completed=len(trove.puzzles), dug="")
    dug = 0
    try:
        if len(trove.puzzles) < wanted:
            with bar, closing(_dug(mine, places, workers)) as results:
                for place, found in results:
                    trove.add(found, place.name if isinstance(place, Kept) else place)
                    dug += 1
                    games = desk.words.count("{n} game", "{n} games", dug)
                    bar.update(task, completed=len(trove.puzzles), dug=games)
                    if len(trove.puzzles) >= wanted:
                        break
    except KeyboardInterrupt:
        desk.say(
            "Stopped with {n} puzzles in {file}; the same command carries on.",
            n=len(trove.puzzles),
            file=file,
        )
        raise Left(INTERRUPTED) from None
    desk.say(
        "{n} puzzles are in {file}; {dug} games were looked through.",
        n=len(trove.puzzles),
        file=file,
        dug=dug,
    )


def _places(trove: Trove, records: Sequence[Path]) -> Iterator[Place]:
    if not records:
        yield from count(trove.next)
    yield from (kept for kept in _kept(records) if not trove.has_read(kept.name))


def _kept(records: Sequence[Path]) -> Iterator[Kept]:
    return chain.from_iterable(map(kept_in, records))


def _dug(
    mine: Mine, places: Iterator[Place], workers: int
) -> Generator[tuple[Place, list[Puzzle]], None, None]:
    """Yield each place and what it held; one process does it here, without starting another."""
    work = partial(_dig, mine)
    if workers == 1:
        yield from map(work, places)
        return
    with closing(as_done(work, places, workers)) as results:
        for _, result in results:
            yield result


def _dig(mine: Mine, place: Place) -> tuple[Place, list[Puzzle]]:
    if isinstance(place, Kept):
        return place, dig_record(place.record(), Path(place.name).name)
    return place, dig(mine, place)
