"""Games played into a folder in several processes; stopped at any moment, it goes on from there."""

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludotheque.arena.workers import in_order
from ludotheque.datasets.plan import MANIFEST, Plan, read_manifest
from ludotheque.datasets.play import play
from ludotheque.datasets.shards import (
    UNFINISHED,
    arrays_of,
    read_arrays,
    shard_file,
    write_shard,
)
from ludotheque.errors import N_, BadOption


class Progress(NamedTuple):
    """How far it is."""

    games: int
    """That are in the files by now."""
    rows: int
    """That have been added in this run."""


def make(
    plan: Plan, folder: Path, workers: int, tell: Callable[[Progress], None] = lambda _: None
) -> Progress:
    """Play what is missing of *plan* in *folder*, by that many processes; *tell* how far it is.

    The folder is made if it is not there. It may hold the beginning of the same plan, or of one
    with fewer games; of any other it is refused, BadOption. A shard is written when all its games
    are over, so that whatever ends this run, the next one finds whole shards and plays the others.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _alone_in(folder):
        _claim(plan, folder)
        for left in folder.glob(f".*{UNFINISHED}"):
            left.unlink()
        missing = [shard for shard in range(plan.shards) if not _is_whole(plan, folder, shard)]
        done = Progress(plan.games - sum(len(plan.numbers(shard)) for shard in missing), 0)
        tell(done)
        if not missing:
            return done
        work = partial(fill, plan, folder)
        crew = min(workers, len(missing))
        # One does it here: a script needs no guard against being imported by its own workers.
        results = in_order(work, missing, crew) if crew > 1 else map(work, missing)
        for games, rows in results:
            done = Progress(done.games + games, done.rows + rows)
            tell(done)
    return done


def fill(plan: Plan, folder: Path, shard: int) -> tuple[int, int]:
    """Play the games of a shard and write it; return how many games and rows it has."""
    played = [play(plan, number) for number in plan.numbers(shard)]
    write_shard(shard_file(folder, shard), arrays_of(plan, played))
    return len(played), sum(len(game.rows) for game in played)


def _is_whole(plan: Plan, folder: Path, shard: int) -> bool:
    """Return whether the shard is there with all its games: it grows if the plan has."""
    file = shard_file(folder, shard)
    if not file.exists():
        return False
    return len(read_arrays(file, "shares")["shares"]) == len(plan.numbers(shard))


def _claim(plan: Plan, folder: Path) -> None:
    """Write down what the folder holds, or raise BadOption if that is something else."""
    terms, file = plan.manifest(), folder / MANIFEST
    if file.exists():
        held = read_manifest(folder)
        for name, value in terms.items():
            if name == "games" and held.get(name, 0) <= value:
                continue
            if held.get(name) != value:
                raise BadOption(
                    N_("{folder} holds another dataset: its {name} is {held}, not {wanted}"),
                    folder=folder,
                    name=name,
                    held=held.get(name),
                    wanted=value,
                )
    elif any(folder.glob("shard-*.npz")):
        raise BadOption(N_("{folder} holds shards but no {file}"), folder=folder, file=MANIFEST)
    unfinished = folder / f".{MANIFEST}{UNFINISHED}"
    with unfinished.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(terms, indent=2) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(file)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep every other run away from *folder*."""
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            raise BadOption(N_("{folder}: another run is at work there"), folder=folder) from taken
        yield
