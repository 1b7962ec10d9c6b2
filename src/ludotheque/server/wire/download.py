"""Files to keep: a record under a name that says which game it was."""

import re
from datetime import UTC, datetime
from typing import Final
from unicodedata import normalize
from urllib.parse import quote

from fastapi import Response

from ludotheque.match import Record

LONGEST_PART: Final = 24
"""The most characters of one player in a file's name."""


def record_name(record: Record, ending: str) -> str:
    """Return a name made of the game, its players and its day, without spaces and signs."""
    day = datetime.fromtimestamp(record.setup.began / 1000, UTC).date().isoformat()
    parts = [record.setup.game.slug, *record.setup.players]
    words = (re.sub(r"\W+", "-", part).strip("-")[:LONGEST_PART] for part in parts)
    return "-".join([*filter(None, words), day]) + f".{ending}"


def to_download(text: str, kind: str, name: str) -> Response:
    """Return *text* as a file called *name*; to old programs, as near to it as ASCII comes."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(text, media_type=kind, headers={"content-disposition": disposition})
