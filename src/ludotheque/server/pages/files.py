"""Static files: served as they are, compressed once, kept for good."""

import gzip
import json
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from ludotheque.errors import N_, NoSuchPage
from ludotheque.games import take
from ludotheque.page.art import lid
from ludotheque.page.manifest import manifest
from ludotheque.page.render import STATIC, static, version
from ludotheque.server.api.dependencies import Slug
from ludotheque.server.pages.rendering import page
from ludotheque.server.wire.compression import packed
from ludotheque.server.wire.errors import words_for

router = APIRouter(include_in_schema=False)

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""What is served, by the end of its name; nothing else is."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
FOR_AN_HOUR: Final = "public, max-age=3600"
ASK_AGAIN: Final = "no-cache"


@cache
def _files() -> dict[str, tuple[bytes, bytes]]:
    """Return every static file by its path, as it is and compressed."""
    found = {}
    for file in STATIC.rglob("*"):
        if file.suffix in KINDS:
            body = file.read_bytes()
            found[file.relative_to(STATIC).as_posix()] = body, gzip.compress(body, 9, mtime=0)
    return found


@router.get("/static/{edition}/{path:path}")
async def static_file(request: Request, edition: str, path: str) -> Response:
    """Return a static file; under the name of another edition it must not be kept."""
    if path not in _files():
        raise NoSuchPage(N_("there is no such page"))
    body, zipped = _files()[path]
    keep = FOR_GOOD if edition == version() else ASK_AGAIN
    kind = KINDS["." + path.rpartition(".")[2]]
    return packed(request, body, kind, {"cache-control": keep}, zipped)


@router.get("/art/{slug}.svg")
async def art(
    request: Request,
    slug: Slug,
    edition: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Return the picture on the box of a game."""
    picture = lid(take(slug).slug, words_for(request).lang)
    keep = FOR_GOOD if edition == version() else FOR_AN_HOUR
    headers = {"cache-control": keep, "vary": "Accept-Language, Cookie"}
    return packed(request, picture.encode(), KINDS[".svg"], headers)


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """Return the mark of the house for browsers that look in the old place."""
    body, _ = _files()["icons/icon-192.png"]
    return packed(request, body, KINDS[".png"], {"cache-control": FOR_AN_HOUR})


@router.get("/manifest.webmanifest")
async def manifest_file(request: Request) -> Response:
    """Return what a device needs to know to put the house among its programs."""
    words = words_for(request)
    told = manifest(words, start="/", scope="/", place=static)
    headers = {"cache-control": ASK_AGAIN, "vary": "Accept-Language, Cookie"}
    body = json.dumps(told, ensure_ascii=False).encode()
    return packed(request, body, "application/manifest+json", headers)


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """Return the service worker, with the edition of the files that it keeps for lonely hours."""
    body, _ = _files()["js/worker.js"]
    kept = [
        static(path)
        for path in (
            "css/house.css",
            "css/furniture.css",
            "css/print.css",
            "js/lib/connection.js",
            "js/lib/device.js",
            "js/lib/dom.js",
            "js/lib/early.js",
            "js/lib/focus.js",
            "js/lib/house.js",
            "js/lib/kept.js",
            "js/lib/wishes.js",
            "js/lib/words.js",
            "js/pages/offline.js",
            "js/table/onward.js",
            "icons/icon.svg",
            "icons/turtle-on-its-back.svg",
        )
    ]
    head = f"const EDITION = {json.dumps(version())};\nconst KEPT = {json.dumps(kept)};\n"
    return packed(request, head.encode() + body, KINDS[".js"], {"cache-control": ASK_AGAIN})


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Return what the service worker shows when the house cannot be reached."""
    return page(request, "offline.html")
