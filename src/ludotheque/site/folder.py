"""Folder of a written site: the files of the last edition make way, and nobody else's ever do."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ludotheque.errors import N_, BadOption
from ludotheque.page.device import LISTING


def fill(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* in place of the site that was there, or raise BadOption and change nothing.

    What the listing does not name is left alone. A run that was interrupted can be repeated.
    """
    before = _listed(folder)
    if before is None and folder.exists() and any(folder.iterdir()):
        raise BadOption(N_("{folder}: there is something else in this folder"), folder=folder)
    ours = before or set()
    for path in files:
        if path not in ours and (folder / path).exists():
            raise BadOption(
                N_("{file}: this file is in the way; the site did not write it"),
                file=folder / path,
            )
    folder.mkdir(parents=True, exist_ok=True)
    # Before anything else, so that a run that is cut short knows what it had begun.
    _list(folder, ours | files.keys())
    for path, body in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    for path in ours - files.keys():
        _remove(folder, folder / path)
    _list(folder, files)


def _listed(folder: Path) -> set[str] | None:
    """Return what was written into the folder; None if nothing ever was."""
    listing = folder / LISTING
    if not listing.is_file():
        return None
    top = folder.resolve()
    paths = listing.read_text("utf-8").splitlines()
    # A listing that somebody has changed leads to no file elsewhere.
    return {path for path in paths if path and (top / path).resolve().is_relative_to(top)}


def _list(folder: Path, paths: Iterable[str]) -> None:
    (folder / LISTING).write_text("".join(f"{path}\n" for path in sorted(paths)), "utf-8")


def _remove(folder: Path, file: Path) -> None:
    """Remove a file, and the folders above it that have become empty."""
    file.unlink(missing_ok=True)
    for above in file.parents:
        if above == folder or not above.is_dir() or any(above.iterdir()):
            return
        above.rmdir()
