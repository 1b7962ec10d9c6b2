"""Static site for devices: its files, offered to those who want to keep them."""

import gzip
from pathlib import Path
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadOption
from ludotheque.page.device import ABOUT, LISTING, NAMED, SERVED, About

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".xz": "application/x-xz",
    ".zip": "application/zip",
}
"""What is offered, by the end of its name; nothing else is."""


class Found(NamedTuple):
    """A file of the site."""

    body: bytes
    packed: bytes
    """The same, compressed by gzip."""
    kind: str
    lasting: bool
    """Whether it has another name whenever it changes."""


class Device:
    """A site as `ludotheque site FOLDER --house ../` has written it, all of it in memory.

    Whoever asks costs the house nothing but the sending, and what is written to the folder
    meanwhile does not mix with it.
    """

    def __init__(self, folder: Path) -> None:
        """Read *folder*, which takes seconds, or raise BadOption where there is no site in it."""
        try:
            text = (folder / ABOUT).read_text("utf-8")
            paths = (folder / LISTING).read_text("utf-8").splitlines()
        except OSError as problem:
            raise BadOption(
                N_("{folder}: no site is there; `ludotheque site` writes one"), folder=folder
            ) from problem
        self.about = About.from_json(text)
        """What the site says of itself."""
        if self.about.house != SERVED:
            raise BadOption(
                N_(
                    "{folder}: this site was not made for a served house: write it with"
                    " `ludotheque site {folder} --house {house}`"
                ),
                folder=folder,
                house=SERVED,
            )
        try:
            self._files = {
                path: _read(folder, path) for path in paths if path.endswith(tuple(KINDS))
            }
        except OSError as problem:
            raise BadOption(
                N_("{folder}: a file of the site is missing: write it again"), folder=folder
            ) from problem

    def find(self, path: str) -> Found | None:
        """Return the file at *path* below the folder, a folder's index if it is one; or None."""
        return self._files.get(f"{path}index.html" if not path or path.endswith("/") else path)


def _read(folder: Path, path: str) -> Found:
    body = (folder / path).read_bytes()
    kind = KINDS["." + path.rpartition(".")[2]]
    return Found(body, gzip.compress(body, 6, mtime=0), kind, path.startswith(NAMED))
