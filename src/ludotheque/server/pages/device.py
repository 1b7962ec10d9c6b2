"""Page and files of the house for devices without a network: where it is kept or forgotten."""

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from ludotheque.errors import N_, NoSuchPage
from ludotheque.page.device import PLACE, POLICY
from ludotheque.server.api.dependencies import Known
from ludotheque.server.pages.files import ASK_AGAIN, FOR_GOOD
from ludotheque.server.pages.rendering import device_of, page

router = APIRouter(include_in_schema=False)

CSP: Final = f"{POLICY}; frame-ancestors 'none'"
"""As every answer of the house is told, but that WebAssembly runs here."""
PIECE: Final = 65_536
"""The bytes that are sent before it is seen whether anyone takes them in."""


@router.get("/device")
async def device_page(request: Request, known: Known) -> Response:
    """Let a reader keep the house on this device, or forget it again."""
    device = device_of(request)
    return page(
        request,
        "device.html",
        known,
        megabytes=None if device is None else max(1, round(device.about.size / 1_000_000)),
    )


@router.get(PLACE + "{path:path}")
async def device_file(request: Request, path: str) -> Response:
    """Return a file of the house for devices."""
    device = device_of(request)
    found = None if device is None else device.find(path)
    if device is None or found is None:
        raise NoSuchPage(N_("there is no such page"))
    headers = {
        "cache-control": FOR_GOOD if found.lasting else ASK_AGAIN,
        "content-security-policy": CSP,
        # Weak: the same file has two forms, compressed and not.
        "etag": f'W/"{device.about.edition}"',
        "vary": "Accept-Encoding",
    }
    # Devices ask for the worker whenever they are there: most often nothing is new.
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    body = found.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = found.packed
        headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(body))
    return StreamingResponse(_pieces(body), media_type=found.kind, headers=headers)


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    """Yield *body* in pieces: over a slow line each has its time, which the whole would exceed."""
    for at in range(0, len(body), PIECE):
        yield body[at : at + PIECE]
