"""The games of a contest as one Parquet file, for those who study many."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from ludotheque.arena.contest import Contest
from ludotheque.arena.folder import Folder
from ludotheque.arena.game import Played

FILE: Final = "results.parquet"
AT_ONCE: Final = 1000
"""The games whose records are in memory together."""


def available() -> bool:
    """Return whether what writes Parquet is installed."""
    return find_spec("pyarrow") is not None


def write(folder: Folder, contest: Contest, games: Sequence[Played]) -> None:
    """Write *games*, all of which the *folder* keeps, with their records; it needs pyarrow."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    schema = arrow.schema(
        {
            "number": arrow.int32(),
            "round": arrow.int32(),
            "players": arrow.list_(arrow.string()),
            "table": arrow.list_(arrow.int32()),
            "seating": arrow.list_(arrow.int8()),
            "shares": arrow.list_(arrow.float64()),
            "reason": arrow.string(),
            "plies": arrow.int32(),
            "fault": arrow.string(),
            "seconds": arrow.list_(arrow.float64()),
            "luck": arrow.list_(arrow.float64()),
            "record": arrow.string(),
        }
    )
    draft = folder.path / f".{FILE}.new"
    with parquet.ParquetWriter(draft, schema, compression="zstd") as file:
        for begin in range(0, len(games), AT_ONCE):
            rows = [_row(folder, contest, one) for one in games[begin : begin + AT_ONCE]]
            file.write_table(arrow.Table.from_pylist(rows, schema=schema))
    draft.replace(folder.path / FILE)


def _row(folder: Folder, contest: Contest, played: Played) -> dict[str, Any]:
    fault = played.fault
    return {
        "number": played.number + 1,
        "round": played.round + 1,
        "players": [contest.names[who] for who in played.meeting],
        "table": list(played.meeting),
        "seating": list(played.seating),
        "shares": list(played.shares),
        "reason": played.reason,
        "plies": played.plies,
        "fault": fault and f"{contest.names[fault.by]}: {fault.kind}: {fault.why}",
        "seconds": list(played.seconds),
        "luck": list(played.luck) or None,
        "record": folder.record(played.number),
    }
