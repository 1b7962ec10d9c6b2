"""A disk that loses what was not brought to it: what a cut of the power leaves of some files.

`disk.c` writes down what a process does to the files of a folder. Here it is done again up to some
moment. What was synced by then is there; of what was not, each write is there, or is not, or
is there in part, sector by sector, in no order; and a name that was made or taken away since its
folder was synced may be there or not, but no later one where an earlier one is missing.
"""

import os
import shutil
import struct
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from servers import missing

HEAD = struct.Struct("=IIQQ")
SECTOR = 512
FOLDER = "."


class Change(NamedTuple):
    """Something done to a file: opened anew, written, truncated, synced, unlinked; or a mark."""

    kind: str
    name: str
    offset: int = 0
    data: bytes = b""


@dataclass
class File:
    """A file by what is surely on the disk, and what may be."""

    kept: bytearray = field(default_factory=bytearray)
    loose: list[Change] = field(default_factory=list)

    def sync(self):
        for change in self.loose:
            apply(self.kept, change)
        self.loose.clear()

    def left(self, rng):
        """Return what is there after a cut; without *rng*, nothing that was not synced."""
        content = bytearray(self.kept)
        for change in self.loose if rng else ():
            for part in torn(change, rng):
                apply(content, part)
        return bytes(content)


def apply(content, change):
    """Write or truncate."""
    if change.kind == "T":
        del content[change.offset :]
    content.extend(bytes(max(0, change.offset - len(content))))
    content[change.offset : change.offset + len(change.data)] = change.data


def torn(change, rng):
    """Return the parts of a change that have come to the disk before the cut."""
    fate = rng.choice(["all", "none", "some"])
    if fate == "none":
        return []
    if fate == "all" or change.kind == "T":
        return [change]
    starts = range(0, len(change.data), SECTOR)
    return [
        Change("W", change.name, change.offset + start, change.data[start : start + SECTOR])
        for start in starts
        if rng.random() < 0.5
    ]


class Disk:
    """The files of a folder."""

    def __init__(self, files):
        self._files = {name: File(bytearray(content)) for name, content in files.items()}
        self._kept = dict(self._files)
        """By name, as the folder is on the disk."""
        self._loose = []
        """The changes of names that may not be on the disk."""

    def do(self, change):
        """Take in the next change."""
        name = change.name
        match change.kind:
            case "O":
                self._files[name] = File()
                self._loose.append((name, self._files[name]))
            case "U":
                self._files.pop(name, None)
                self._loose.append((name, None))
            case "S" if name == FOLDER:
                _rename(self._kept, self._loose)
                self._loose.clear()
            case "S":
                self._files[name].sync()
            case "W" | "T":
                self._files[name].loose.append(change)

    def left(self, rng=None):
        """Return the content of every file after a cut, by name; without *rng* the least."""
        kept = dict(self._kept)
        _rename(kept, self._loose[: rng.randint(0, len(self._loose)) if rng else 0])
        return {name: file.left(rng) for name, file in kept.items()}


def _rename(names, changes):
    for name, file in changes:
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file


def read_trace(path):
    """Return the changes and the marks of a trace, in order."""
    trace, changes, at = Path(path).read_bytes(), [], 0
    while at < len(trace):
        kind, length, offset, size = HEAD.unpack_from(trace, at)
        at += HEAD.size
        name = trace[at : at + length].decode()
        data = trace[at + length : at + length + size]
        at += length + size
        changes.append(Change(chr(kind), name, offset, data))
    return changes


def mark(path, text):
    """Append a mark to a trace: what is said by now must be true after every later cut."""
    name = text.encode()
    with Path(path).open("ab", buffering=0) as trace:
        trace.write(HEAD.pack(ord("M"), len(name), 0, 0) + name)


def content(folder, *names):
    """Return what is in the files of those names, where they are there."""
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()}


def lay(folder, files):
    """Make *folder* hold just those files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


@cache
def library(folder):
    """Return the path of the preloaded library, compiled into *folder*."""
    compiler = os.environ.get("CC") or shutil.which("cc") or missing("a C compiler")
    made = Path(folder) / "disk.so"
    words = ["-O1", "-shared", "-fPIC", "-o", made, Path(__file__).with_name("disk.c"), "-ldl"]
    subprocess.run([compiler, *words], check=True)
    return made


def watched(folder, trace, build):
    """Return the environment in which a process's changes to *folder* are written to *trace*."""
    return {
        "LD_PRELOAD": str(library(build)),
        "DISK_FOLDER": str(folder),
        "DISK_TRACE": str(trace),
    }
