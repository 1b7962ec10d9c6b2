"""Compression of answers for clients that accept it."""

import gzip
from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

SMALL: Final = 1_000
"""The bytes below which nothing is gained by packing."""


def packed(
    request: Request,
    body: bytes,
    kind: str,
    headers: Mapping[str, str],
    zipped: bytes | None = None,
) -> Response:
    """Return *body* as an answer, compressed for whoever can read that."""
    vary = ", ".join(filter(None, (headers.get("vary"), "Accept-Encoding")))
    told = {**headers, "vary": vary}
    if len(body) >= SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        told["content-encoding"] = "gzip"
        body = zipped or gzip.compress(body, 6)
    return Response(body, media_type=kind, headers=told)
