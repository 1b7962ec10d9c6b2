"""Generation of a dataset in several processes; stopped at any moment, it goes on from there."""

import fcntl
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from math import ceil
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Self

from ludotheque.arena.workers import as_done
from ludotheque.datasets.plan import MANIFEST, SHARD, Plan, read_manifest
from ludotheque.datasets.play import play
from ludotheque.datasets.shards import (
    UNFINISHED,
    Arrays,
    arrays_of,
    joined,
    packed,
    read_arrays,
    shard_file,
    write_shard,
)
from ludotheque.errors import N_, BadOption

STINT: Final = 0.2
"""The seconds that a process is to play before it hands in: long enough for the way to be nothing,
and short enough for all to end at nearly the same time."""


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
    if folder.exists() and not folder.is_dir():
        raise BadOption(N_("{folder} is a file, not the folder of a dataset"), folder=folder)
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
        portions = _Portions(plan, missing)
        crew = min(workers, sum(len(plan.numbers(shard)) for shard in missing))
        # One does it here: a script needs no guard against being imported by its own workers.
        work = partial(_play, plan)
        stints = (
            (stint for _, stint in as_done(work, portions, crew))
            if crew > 1
            else map(work, portions)
        )
        for games, rows in _written(plan, folder, portions, stints):
            done = Progress(done.games + games, done.rows + rows)
            tell(done)
    return done


class _Whole(NamedTuple):
    """A shard as it is written."""

    file: bytes
    games: int
    rows: int

    @classmethod
    def of(cls, arrays: Arrays) -> Self:
        """Return the shard that has these *arrays*."""
        return cls(packed(arrays), len(arrays["shares"]), len(arrays["games"]))


class _Stint(NamedTuple):
    """Some games of one shard, played in one go."""

    numbers: range
    played: Arrays | _Whole
    seconds: float


def _play(plan: Plan, numbers: range) -> _Stint:
    """Play these games, and pack them if they are a whole shard: that takes as long as some play.

    They are not written here: a worker may outlive its parent, and the parent's lock, by a moment.
    """
    began = monotonic()
    arrays = arrays_of(plan, [play(plan, number) for number in numbers])
    whole = numbers == plan.numbers(numbers.start // SHARD)
    return _Stint(numbers, _Whole.of(arrays) if whole else arrays, monotonic() - began)


class _Portions:
    """The numbers of the games to be played, as many at a time as fill a stint.

    How many that is changes who plays what and when, and nothing in the files.
    """

    def __init__(self, plan: Plan, shards: Iterable[int]) -> None:
        self._plan = plan
        self._shards = shards
        self._size = 1

    def __iter__(self) -> Iterator[range]:
        """Yield them shard by shard."""
        for shard in self._shards:
            left = self._plan.numbers(shard)
            while left:
                now, left = left[: self._size], left[self._size :]
                yield now

    def took(self, games: int, seconds: float) -> None:
        """Learn how long games take; a shard is cut evenly, if it must be."""
        stints_a_shard = round(SHARD / games * seconds / STINT)
        self._size = ceil(SHARD / max(1, stints_a_shard))


def _written(
    plan: Plan, folder: Path, portions: _Portions, stints: Iterable[_Stint]
) -> Iterator[tuple[int, int]]:
    """Write each shard when all its games are over; yield how many games and rows it has."""
    begun: defaultdict[int, dict[int, Arrays]] = defaultdict(dict)
    for numbers, played, seconds in stints:
        portions.took(len(numbers), seconds)
        shard = numbers.start // SHARD
        if isinstance(played, _Whole):
            whole = played
        else:
            parts = begun[shard]
            parts[numbers.start] = played
            if sum(len(part["shares"]) for part in parts.values()) < len(plan.numbers(shard)):
                continue
            whole = _Whole.of(joined([parts[start] for start in sorted(parts)]))
            del begun[shard]
        write_shard(shard_file(folder, shard), whole.file)
        yield whole.games, whole.rows


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
                    N_("{folder} holds another dataset ({name}: {held}, not {wanted})"),
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
            raise BadOption(
                N_("{folder}: another run is already using it"), folder=folder
            ) from taken
        yield
