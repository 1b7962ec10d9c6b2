"""A dataset for PyTorch: the rows that `Dataset` reads, as tensors."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.datasets.reader import Batch, Dataset, Rows
from ludotheque.errors import absent

try:
    import torch
    from torch.utils.data import DataLoader, Sampler
    from torch.utils.data import Dataset as TorchDataset
except ImportError as error:
    raise absent(error, "train") from None


class Positions(TorchDataset[tuple[Any, ...]]):  # type: ignore[misc] # Any without PyTorch
    """The rows of one part, each a tuple of tensors in the order of `Batch`.

    `DataLoader` may read it in several processes: each opens the files for itself. Asked for a list
    of rows it reads them at once; give the loader `collate` and a batch is never taken apart.
    """

    def __init__(
        self, dataset: Dataset | Path | str, part: str = "train", validation: float = 0.1
    ) -> None:
        self.dataset = dataset if isinstance(dataset, Dataset) else Dataset(dataset)
        self.rows: Rows = self.dataset.rows(part, validation)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.rows)

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        """Return one row."""
        return tuple(array[0] for array in self.__getitems__([index]))

    def __getitems__(self, indices: Sequence[int]) -> tuple[Any, ...]:
        """Return those rows as one batch."""
        return tensors(self.dataset.read(self.rows[np.asarray(indices, np.int64)]))


class Shuffled(Sampler[int]):  # type: ignore[misc] # as above
    """Another order in every epoch: call `set_epoch`, or take each as it comes."""

    def __init__(self, positions: Positions, seed: int = 0, window: int | None = None) -> None:
        self._positions = positions
        self._seed = seed
        self._window = window
        self._epoch = 0

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._positions)

    def set_epoch(self, epoch: int) -> None:
        """Let the next order be that of *epoch*."""
        self._epoch = epoch

    def __iter__(self) -> Iterator[int]:
        """Yield every index once."""
        rows = self._positions.rows
        seed = hash((self._seed, self._epoch)) & (2**63 - 1)
        self._epoch += 1
        order = self._positions.dataset.order(rows, seed, window=self._window)
        yield from np.searchsorted(rows, order).tolist()


def tensors(batch: Batch) -> tuple[Any, ...]:
    """Return the arrays of a batch as tensors that share their memory."""
    return tuple(map(torch.from_numpy, batch))


def collate(batch: Any) -> Any:  # noqa: ANN401 - a loader takes it for a list of rows
    """Return what `Positions` has read, which is a batch already."""
    return batch


def loader(
    dataset: Dataset | Path | str,
    part: str = "train",
    *,
    size: int = 512,
    seed: int = 0,
    validation: float = 0.1,
    window: int | None = None,
    workers: int = 0,
) -> Any:  # noqa: ANN401 - a DataLoader, where PyTorch is installed
    """Return a DataLoader over one part, shuffled anew in each epoch, by that many *workers*."""
    positions = Positions(dataset, part, validation)
    return DataLoader(
        positions,
        batch_size=size,
        sampler=Shuffled(positions, seed, window),
        collate_fn=collate,
        num_workers=workers,
    )
