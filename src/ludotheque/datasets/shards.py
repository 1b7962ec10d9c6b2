"""A shard: some games in one file, which is there whole or not at all."""

import io
import os
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ludotheque.datasets.plan import Plan
from ludotheque.datasets.played import Played
from ludotheque.errors import N_, BadText, absent

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise absent(error, "research") from None

Arrays = dict[str, NDArray[Any]]

UNFINISHED: Final = ".unfinished"
"""How the name of a file ends that is still being written."""

EFFORT: Final = 5
"""How hard zlib tries: 6, as numpy has it, takes up to 1.7 times as long to save 2 to 5 %."""

FIELDS: Final = {
    "observations": np.uint8,
    "games": np.uint32,
    "seats": np.uint8,
    "plies": np.uint16,
    "offsets": np.uint32,
    "actions": np.uint16,
    "policies": np.float32,
    "chosen": np.uint16,
    "expected": np.float32,
    "shares": np.float32,
    "records": np.uint8,
}
"""The arrays of a shard; docs/datasets.md says what is in each."""


def shard_file(folder: Path, shard: int) -> Path:
    """Return where that shard is kept."""
    return folder / f"shard-{shard:06}.npz"


def arrays_of(plan: Plan, played: Sequence[Played]) -> Arrays:
    """Return the games as arrays."""
    rows = [(game.number, row) for game in played for row in game.rows]
    seen = b"".join(row.observation for _, row in rows)
    found: dict[str, Any] = {
        "observations": np.frombuffer(seen, np.uint8).reshape(len(rows), *plan.coding.shape),
        "games": [number for number, _ in rows],
        "seats": [row.seat for _, row in rows],
        "plies": [row.ply for _, row in rows],
        "offsets": np.cumsum([0, *(len(row.actions) for _, row in rows)]),
        "actions": np.frombuffer(b"".join(row.actions for _, row in rows), np.uint16),
        "policies": np.frombuffer(b"".join(row.policy for _, row in rows), np.float32),
        "chosen": [row.chosen for _, row in rows],
        "expected": [np.nan if row.expected is None else row.expected for _, row in rows],
        "shares": [game.shares for game in played],
        "records": np.frombuffer("".join(f"{game.record}\n" for game in played).encode(), np.uint8),
    }
    return {name: np.asarray(found[name], kind) for name, kind in FIELDS.items()}


def joined(parts: Sequence[Arrays]) -> Arrays:
    """Return the arrays of all the games whose arrays the *parts* are, in that order."""
    whole = {name: np.concatenate([part[name] for part in parts]) for name in FIELDS}
    lengths = [np.diff(part["offsets"]) for part in parts]
    whole["offsets"] = np.cumsum(np.concatenate([[0], *lengths]), dtype=FIELDS["offsets"])
    return whole


def packed(arrays: Arrays) -> bytes:
    """Return the file that a shard is."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=EFFORT) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
    return stream.getvalue()


def write_shard(file: Path, shard: bytes) -> None:
    """Put a shard into its place, whole: whoever looks finds the old one or the new one."""
    unfinished = file.with_name(f".{file.name}{UNFINISHED}")
    with unfinished.open("wb") as stream:
        stream.write(shard)
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(file)


def read_arrays(file: Path, *names: str) -> Arrays:
    """Return those arrays of a shard, by default all; raise BadText if it is none."""
    try:
        # Opened here, so that it is closed here too where it is no shard.
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as found:
            return {name: found[name] for name in names or FIELDS}
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        zipfile.BadZipFile,
        zlib.error,
    ) as broken:
        raise BadText(N_("{file}: cannot be read"), file=file) from broken
