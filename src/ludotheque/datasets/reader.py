"""Reader of a dataset: rows by number, in parts that share no game, in a shuffled order.

A `Dataset` opens its files only to read from them and keeps none open, so that it can be given to
other processes, each of which then reads for itself.
"""

from collections import OrderedDict
from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.datasets.plan import read_manifest
from ludotheque.datasets.shards import FIELDS, Arrays, read_arrays, shard_file
from ludotheque.errors import N_, BadOption, BadText
from ludotheque.match import Record, from_json

Rows = NDArray[np.int64]

PARTS: Final = ("all", "train", "validation")
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
"""Odd, and near the golden section of 2^64: multiples of it lie evenly."""
_NOT_READ: Final = {"plies", "chosen", "records"}
"""What is in a shard but in no batch."""


class Batch(NamedTuple):
    """Some rows, each array with one entry a row."""

    observations: NDArray[np.uint8]
    """As the game's `Coding` says."""
    masks: NDArray[np.bool_]
    """For each action whether it was legal."""
    policies: NDArray[np.float32]
    """For each action its weight; they add up to 1, and are 0 where the mask is."""
    values: NDArray[np.float32]
    """The reward that the seat got in the end, from -1, as environments give it."""
    expected: NDArray[np.float32]
    """The reward that the player expected then, NaN where it said nothing."""


class Dataset:
    """The rows of a dataset, of as many shards as are there."""

    def __init__(self, folder: Path | str, *, keep: int | None = None) -> None:
        """Open what *folder* holds, keeping so many shards in memory; None: all that were read."""
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.actions: int = self.manifest["actions"]
        self.shape: tuple[int, ...] = tuple(self.manifest["shape"])
        self._keep = keep
        self._shards: OrderedDict[int, Arrays] = OrderedDict()
        files = takewhile(Path.exists, (shard_file(self.folder, shard) for shard in count()))
        games = [read_arrays(file, "games")["games"] for file in files]
        if not games:
            raise BadText(N_("{folder} holds no games yet"), folder=self.folder)
        self._games: NDArray[np.uint32] = np.concatenate(games)
        self._ends: NDArray[np.int64] = np.cumsum([len(each) for each in games])

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._games)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_shards": OrderedDict()}

    def rows(self, part: str = "all", validation: float = 0.1) -> Rows:
        """Return the numbers of the rows in *part*: `train`, `validation` or `all`.

        About the share *validation* of the games is kept for validation: which ones depends on
        their numbers alone, and the rows of one game are never in both.
        """
        if part not in PARTS:
            raise BadOption(
                N_("there is no part “{part}”; the parts are: {parts}"),
                part=part,
                parts=", ".join(PARTS),
            )
        if not 0 <= validation <= 1:
            raise BadOption(N_("a share is between 0 and 1, not {share}"), share=validation)
        if part == "all":
            return np.arange(len(self))
        place = self._games.astype(np.uint64) * _SPREAD
        apart = place < np.uint64(min(validation * 2.0**64, 2.0**64 - 2048))
        return np.flatnonzero(apart if part == "validation" else ~apart)

    def order(self, rows: Rows, seed: int, *, window: int | None = None) -> Rows:
        """Return *rows* shuffled.

        With a *window* the shards are shuffled, and the rows of so many at a time mixed: for
        datasets that do not fit into memory, read with `keep` as large.
        """
        rng = np.random.default_rng(seed)
        if window is None:
            return rng.permutation(rows)
        if window < 1:
            raise BadOption(N_("a window has at least 1 shard, not {window}"), window=window)
        shard_of = np.searchsorted(self._ends, rows, side="right")
        shards = rng.permutation(len(self._ends))
        parts = [
            rng.permutation(rows[np.isin(shard_of, shards[at : at + window])])
            for at in range(0, len(shards), window)
        ]
        return np.concatenate(parts)

    def read(self, rows: Rows) -> Batch:
        """Return those rows, in that order."""
        given = np.asarray(rows)
        if given.size and given.dtype.kind not in "iu":
            raise BadOption(N_("rows are whole numbers, not {kind}"), kind=given.dtype)
        wanted = given.astype(np.int64)
        for row in wanted[(wanted < 0) | (wanted >= len(self))][:1]:
            raise BadOption(N_("there is no row {row} in {folder}"), row=row, folder=self.folder)
        batch = Batch(
            np.zeros((len(wanted), *self.shape), np.uint8),
            np.zeros((len(wanted), self.actions), np.bool_),
            np.zeros((len(wanted), self.actions), np.float32),
            np.zeros(len(wanted), np.float32),
            np.zeros(len(wanted), np.float32),
        )
        shard_of = np.searchsorted(self._ends, wanted, side="right")
        for shard in np.unique(shard_of):
            places = np.flatnonzero(shard_of == shard)
            start = self._ends[shard - 1] if shard else 0
            self._fill(batch, places, self._shard(int(shard)), wanted[places] - start)
        return batch

    def batches(
        self,
        size: int,
        part: str = "all",
        *,
        seed: int = 0,
        validation: float = 0.1,
        window: int | None = None,
    ) -> Iterator[Batch]:
        """Return all rows of *part*, each once, shuffled by *seed*, so many at a time."""
        if size < 1:
            raise BadOption(N_("a batch has at least 1 row, not {size}"), size=size)
        order = self.order(self.rows(part, validation), seed, window=window)
        return (self.read(order[at : at + size]) for at in range(0, len(order), size))

    def record(self, game: int) -> Record:
        """Return the record of a game, to be shown, replayed or checked."""
        shard, place = divmod(game, self.manifest["games_a_shard"])
        lines: list[bytes] = []
        if 0 <= shard < len(self._ends):
            kept = read_arrays(shard_file(self.folder, shard), "records")["records"]
            lines = kept.tobytes().splitlines()
        if place >= len(lines):
            raise BadOption(
                N_("there is no game {game} in {folder}"), game=game, folder=self.folder
            )
        return from_json(lines[place].decode())

    def _shard(self, shard: int) -> Arrays:
        """Return the arrays of a shard, from memory if they are there."""
        if shard in self._shards:
            self._shards.move_to_end(shard)
        else:
            self._shards[shard] = read_arrays(
                shard_file(self.folder, shard), *(name for name in FIELDS if name not in _NOT_READ)
            )
            while self._keep is not None and len(self._shards) > max(1, self._keep):
                self._shards.popitem(last=False)
        return self._shards[shard]

    def _fill(self, batch: Batch, places: Rows, arrays: Arrays, rows: Rows) -> None:
        """Put *rows* of a shard at those *places* of *batch*."""
        seats = self.manifest["seats"]
        games, offsets = arrays["games"][rows], arrays["offsets"].astype(np.int64)
        first = games // self.manifest["games_a_shard"] * self.manifest["games_a_shard"]
        shares = arrays["shares"][games - first, arrays["seats"][rows]]
        batch.observations[places] = arrays["observations"][rows]
        batch.values[places] = shares * seats - 1
        batch.expected[places] = arrays["expected"][rows] * seats - 1
        lengths = offsets[rows + 1] - offsets[rows]
        # Every legal action of every row, as one list of pairs.
        row_of = np.repeat(places, lengths)
        begins = np.repeat(offsets[rows] - np.cumsum(lengths) + lengths, lengths)
        at = begins + np.arange(int(lengths.sum()))
        batch.masks[row_of, arrays["actions"][at]] = True
        batch.policies[row_of, arrays["actions"][at]] = arrays["policies"][at]
