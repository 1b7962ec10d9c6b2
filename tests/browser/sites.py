"""A static site on a plain web server: below some folder, with no header of its own."""

import fcntl
import os
import pickle
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from browser.devices import begin, put_away
from browser.screens import Screen
from ludotheque.page.device import ABOUT, SERVED
from ludotheque.site.build import Site
from ludotheque.site.bundle import compiled
from servers import missing
from waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "build" / "pyodide" / "node_modules" / "pyodide"
KERNEL = ROOT / "build" / "wasm" / "kernel.wasm"
PLACE = "/some/where/"
"""Where the site lies on its server."""
TOUCHED = {"has_touch": True}
OWN = "cookies,local_storage,indexeddb"
"""What a device keeps for its reader, and not of the site."""
KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}
"""What any web server of today knows and Python's knows only since a while."""


def once(base, house=None):
    """Return a folder with the site, written by whichever process of this run comes first.

    *base* is the folder of this process, beside which lie those of the others. With the *house*
    `SERVED`, it is the site that a served house offers to devices.
    """
    with first(base, {None: "site", SERVED: "device"}[house]) as folder:
        if not (folder / ABOUT).is_file():
            made(base, house).write(folder)
    return folder


def made(base, house=None):
    """Return the site, of what one process of this run has compiled for all; see `once`."""
    for path, name in ((PYODIDE, "Pyodide"), (KERNEL, "the kernel as WebAssembly")):
        if not path.exists():
            missing(name)
    with first(base, "compiled") as kept:
        if not kept.is_file():
            kept.write_bytes(pickle.dumps(compiled(PYODIDE)))
    return Site(PYODIDE, pickle.loads(kept.read_bytes()), KERNEL, house)


@contextmanager
def first(base, name):
    """Give a path that all processes of this run share, to one of them at a time."""
    path = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path


def newcomer(browser, url, lang, kind):
    """Return the screen of a device that knows nothing of *url*, and shows all at once."""
    context = browser.new_context(base_url=url, locale=lang, reduced_motion="reduce", **kind)
    context.set_default_timeout(PATIENCE * 1_000)
    begin(context, {"pace": "now", "speed": "0"})
    return Screen(context)


class Known:
    """A device that knows a site, and is lent to one visit after the other.

    It has the site kept, and Python's memory: to get there takes ten seconds of CPU, and later
    visits of any reader begin there. They find nothing of what was done in the visits before.
    """

    def __init__(self, browser, url, learn):
        """*learn* has the site kept, and the memory, from the page that it is given."""
        self._browser = browser
        self._url = url
        self._learn = learn
        self._context = None

    @contextmanager
    def visit(self, kind):
        """Give a screen as large as that *kind* of device has.

        After a visit that has failed there is another device.
        """
        try:
            if self._context is None:
                new = newcomer(self._browser, self._url, "en", TOUCHED)
                self._context = new.context
                self._learn(new.page)
                put_away(self._context, self._url, OWN)
            screen = Screen(self._context)
            screen.page.set_viewport_size(kind["viewport"])
            yield screen
            screen.leave()
            put_away(self._context, self._url, OWN)
        except BaseException:
            self.close()
            raise

    def close(self):
        """Give it back."""
        if self._context:
            self._context.close()
        self._context = None


class Files(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {**SimpleHTTPRequestHandler.extensions_map, **KINDS}

    def translate_path(self, path):
        inside = path.removeprefix(PLACE) if path.startswith(PLACE) else "nowhere"
        return super().translate_path(f"/{inside}")

    def log_message(self, _form, *_facts):
        self.server.asked.append(self.path)


class Caching(Files):
    """Lets browsers keep every file for a while, as most hosts do."""

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()


class Shortening(Files):
    """Leads from a page to its address without the ending, as some hosts do."""

    def do_GET(self):
        path, mark, query = self.path.partition("?")
        short = path.removesuffix(".html").removesuffix("index")
        if short == path:
            super().do_GET()
            return
        self.send_response(308)
        self.send_header("Location", short + mark + query)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def translate_path(self, path):
        file = super().translate_path(path.partition("?")[0])
        return file if Path(file).exists() else f"{file}.html"


class Served:
    """A site that is served: its address, and what it was asked for."""

    def __init__(self, server):
        self.url = f"http://127.0.0.1:{server.server_port}{PLACE}"
        self.asked = server.asked


@contextmanager
def served(folder, handler=Files):
    """Serve a folder for the block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder))
    server.asked = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield Served(server)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
