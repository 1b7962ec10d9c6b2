"""Download responses: a record under a name that says which game it was."""

from unicodedata import normalize
from urllib.parse import quote

from fastapi import Response


def to_download(text: str, kind: str, name: str) -> Response:
    """Return *text* as a file called *name*; to old programs, as near to it as ASCII comes."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(text, media_type=kind, headers={"content-disposition": disposition})
