"""The house on devices: the files of a static site, offered to those who want to keep them."""

import gzip
from pathlib import Path
from threading import Lock
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
    """Compressed by gzip."""
    kind: str
    lasting: bool
    """Whether it has another name whenever it changes."""


class Device:
    """A folder as `ludotheque site FOLDER --house ../` writes it. Its methods block."""

    def __init__(self, folder: Path) -> None:
        """Look at *folder*, or raise BadOption where there is no such site in it."""
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
        self._folder = folder
        self._files = frozenset(path for path in paths if path.endswith(tuple(KINDS)))
        self._packed: dict[str, bytes] = {}
        self._packing = Lock()

    def find(self, path: str) -> Found | None:
        """Return the file at *path* below the folder, a folder's index if it is one; or None.

        What has been asked for once stays in memory, compressed.
        """
        name = f"{path}index.html" if not path or path.endswith("/") else path
        if name not in self._files:
            return None
        with self._packing:
            if name not in self._packed:
                self._packed[name] = gzip.compress((self._folder / name).read_bytes(), 9, mtime=0)
        kind = KINDS["." + name.rpartition(".")[2]]
        return Found(self._packed[name], kind, name.startswith(NAMED))
