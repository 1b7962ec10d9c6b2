"""How soon the house without a server plays: `PYTHONPATH=tools python bench/local.py`.

In a real Chromium, on loopback: the shelf, the first move of a game on a first visit, and on a
later one. Beside each stands how long a bare Pyodide takes to answer in the same run, and how often
that goes into it: the ratio is what holds elsewhere. Of several rounds the best counts. Needs what
`make site` is made of.
"""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from chromium import chromium
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from ludotheque.site.build import Site
from ludotheque.site.bundle import compiled

BUILD: Final = Path(__file__).parents[1] / "build"
PYODIDE: Final = BUILD / "pyodide" / "node_modules" / "pyodide"
KERNEL: Final = BUILD / "wasm" / "kernel.wasm"
ROUNDS: Final = 3
PATIENCE_MS: Final = 600_000
SHELF, FIRST, LATER, BARE = "the shelf", "first visit", "later visit", "bare Pyodide"
AIMS: Final = {SHELF: 1.0, FIRST: 5.0, LATER: 2.0}
"""The seconds that we want each to take on a quiet machine."""
PHASES: Final = {
    "begun": "the table’s page and its modules",
    "fetched": "Pyodide’s scripts",
    "python": "WebAssembly compiled, Python started",
    "house": "the house unpacked and imported",
    "ready": "the table opened, shown and ready for a move",
}
"""What happens between the click and the first move, by the marks at which each part is over."""
MARKS: Final = """() => [["begun", performance.timeOrigin],
  ...performance.getEntriesByType("mark")
    .map(({ name, startTime }) => [name, performance.timeOrigin + startTime])]"""
"""When the Worker began, and what it has marked since, in milliseconds since 1970."""
BARE_PAGE: Final = '<!doctype html><script type="module" src="page.js"></script>'
BARE_SCRIPT: Final = """
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = () => { document.title = "ready"; };
"""
BARE_WORKER: Final = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide();
self.postMessage(python.runPython("6 * 7"));
"""


class _Files(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Visit(NamedTuple):
    """The seconds of a visit."""

    shelf: float
    """Until a game can be taken off the shelf."""
    move: float
    """From the click that opens a game until its first move can be made."""
    parts: dict[str, float]
    """What each part of that took, as in `PHASES`."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder for the block; give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@contextmanager
def person(playwright: Playwright, path: str, profile: Path) -> Iterator[BrowserContext]:
    """Open a browser that keeps what it keeps in *profile*, as people's do."""
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=path, args=arguments, locale="en", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def bare(page: Page, address: str) -> float:
    """Return the seconds until a bare Pyodide has answered."""
    began = time.perf_counter()
    page.goto(f"{address}bare/")
    page.wait_for_function("document.title === 'ready'")
    return time.perf_counter() - began


def visit(page: Page, address: str) -> Visit:
    """Take the first game off the shelf, and play a move."""
    began = time.perf_counter()
    page.goto(f"{address}site/en/index.html")
    page.locator(".box .ways:not([hidden])").first.wait_for()
    shelf = time.perf_counter() - began
    page.locator(".box select[name=side]").first.select_option("0")
    clicked = time.time() * 1_000
    began = time.perf_counter()
    page.locator(".box button.primary").first.click()
    page.wait_for_selector("#table[data-mine=true]")
    move = time.perf_counter() - began
    marks = dict(mark for worker in page.workers for mark in worker.evaluate(MARKS))
    ends = {name: (at - clicked) / 1_000 for name, at in marks.items()} | {"ready": move}
    parts, before = {}, 0.0
    for name in PHASES:
        parts[name], before = ends[name] - before, ends[name]
    return Visit(shelf, move, parts)


def settled(page: Page) -> None:
    """Wait until the site is kept, and Python's memory."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_function(
        """async () => {
            const [name] = (await caches.keys()).filter((name) => name.startsWith("memory of"));
            return name && (await (await caches.open(name)).keys()).length === 1;
        }"""
    )


def measured(
    playwright: Playwright, path: str, address: str
) -> Iterator[tuple[str, float | Visit]]:
    """Yield what a round measures, of a browser that has never been here, and that has."""
    with tempfile.TemporaryDirectory() as profile:
        with person(playwright, path, Path(profile)) as context:
            page = context.new_page()
            yield FIRST, visit(page, address)
            settled(page)
        with person(playwright, path, Path(profile)) as context:
            yield LATER, visit(context.new_page(), address)
    with (
        tempfile.TemporaryDirectory() as profile,
        person(playwright, path, Path(profile)) as context,
    ):
        yield BARE, bare(context.new_page(), address)


def prepare(folder: Path) -> None:
    """Write the site into *folder*, and beside it a page that starts a bare Pyodide."""
    Site(PYODIDE, compiled(PYODIDE), KERNEL).write(folder / "site")
    bare = folder / "bare"
    bare.mkdir()
    (bare / "pyodide").symlink_to(PYODIDE)
    for name, text in (
        ("index.html", BARE_PAGE),
        ("page.js", BARE_SCRIPT),
        ("worker.js", BARE_WORKER),
    ):
        (bare / name).write_text(text, encoding="utf-8")


def tell(visits: dict[str, list[Visit]], bare: float) -> None:
    """Print the best of all rounds."""
    best = {name: min(found, key=lambda each: each.move) for name, found in visits.items()}
    shelf = min(each.shelf for each in visits[FIRST])
    print(f"{'':<48}{'seconds':>8}{'aim':>6}{'of a bare Pyodide':>20}")
    print(f"{BARE:<48}{bare:>8.2f}")
    print(f"{SHELF:<48}{shelf:>8.2f}{AIMS[SHELF]:>6.1f}{shelf / bare:>20.2f}")
    for name, each in best.items():
        what = f"{name}: from the click to the first move"
        print(f"{what:<48}{each.move:>8.2f}{AIMS[name]:>6.1f}{each.move / bare:>20.2f}")
        for phase, seconds in each.parts.items():
            print(f"  {PHASES[phase]:<46}{seconds:>8.2f}{'':>6}{seconds / bare:>20.2f}")


def main() -> None:
    """Measure some rounds, and print what was best."""
    path = chromium()
    if path is None or not PYODIDE.exists() or not KERNEL.exists():
        sys.exit("bench/local.py: it takes a Chromium, Pyodide and `make wasm`")
    visits: dict[str, list[Visit]] = {FIRST: [], LATER: []}
    bares = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        prepare(Path(place))
        with served(Path(place)) as address:
            for _ in range(ROUNDS):
                for name, found in measured(playwright, path, address):
                    if isinstance(found, Visit):
                        visits[name].append(found)
                    else:
                        bares.append(found)
    tell(visits, min(bares))


if __name__ == "__main__":
    main()
