"""The way of a move, as docs/architecture.md draws it, is the way that a move goes."""

import json
import re
import threading
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect

import ludotheque
from server.doors import open_doors
from waiting import PATIENCE

PACKAGE = Path(ludotheque.__file__).parent
BESIDE = PACKAGE / "server" / "live" / "scheduler.py"
"""What is called from here is no part of a move: it happens at any moment."""


def drawn():
    """Return the rows of the walk that are the house's: their files, in which something is done."""
    page = (PACKAGE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = page.partition("## The way of a move")[2].partition("\n## ")[0]
    rows = [
        re.findall(r"`([\w/]+\.py)`", files)
        for files in re.findall(r"^\| \d+ \|([^|]*)", walk, re.MULTILINE)
    ]
    # A file of values alone is filled by others: nothing in it is called.
    done = [[name for name in row if "def " in (PACKAGE / name).read_text("utf-8")] for row in rows]
    return [row for row in done if row]


@contextmanager
def followed():
    """Give the files in which something is called, one after another, while a switch is on."""
    trail, on = [], threading.Event()

    def note(frame, event, _fact):
        if event != "call" or not on.is_set():
            return
        file, caller = Path(frame.f_code.co_filename), frame
        if PACKAGE in file.parents:
            while caller is not None:
                if caller.f_code.co_filename == str(BESIDE):
                    return
                caller = caller.f_back
            trail.append(file.relative_to(PACKAGE).as_posix())

    before = threading.getprofile()
    threading.setprofile(note)
    try:
        yield trail, on
    finally:
        threading.setprofile(before)


def told(line):
    """Return the type of the next message, but for who is there: that is told at any moment."""
    while (kind := json.loads(line.recv(PATIENCE))["type"]) == "presence":
        pass
    return kind


def moved(folder):
    """Return the files that a move of Tortuga goes through in the house, from socket to socket."""
    chairs = ["me", {"person": "Ben"}]
    with followed() as (trail, on), open_doors(folder) as doors, doors.visitor() as visitor:
        terms = {"game": "tortuga", "chairs": chairs, "rated": False, "beginner": 0}
        table = visitor.post("/api/tables", json=terms).json()["id"]
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        address = f"{doors.url.replace('http', 'ws')}/api/tables/{table}/socket?picture=true"
        how = {"proxy": None, "additional_headers": {"cookie": cookies}}
        with connect(address, origin=doors.url, **how) as line:
            assert told(line) == "welcome"
            on.set()
            line.send('{"type": "move", "id": "1", "turn": 1, "move": "d2-d3", "seat": 0}')
            assert [told(line), told(line)] == ["step", "done"]
            on.clear()
    return trail


def test_a_move_goes_through_every_file_that_is_drawn_in_that_order(tmp_path):
    trail, rows = moved(tmp_path), drawn()
    assert len(rows) > 20
    reached = 0
    for row in rows:
        for name in row:
            assert name in trail[reached:], f"{name} is not called after {trail[reached]}"
        reached = max(trail.index(name, reached) for name in row)
