"""Builder of a static site: every page, every file, and the worker that keeps them offline."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final
from urllib.parse import parse_qs, urlsplit

from ludotheque.draw import SYMBOLS, symbol_defs
from ludotheque.games import take
from ludotheque.games.options import read_options
from ludotheque.page.art import lid
from ludotheque.page.device import ABOUT, NAMED, POLICY, SERVED, About
from ludotheque.page.manifest import manifest
from ludotheque.page.render import STATIC, Local, language_names, render, static
from ludotheque.pictures import drawn
from ludotheque.site.addresses import language_asked, page_file, relinked, way
from ludotheque.site.bundle import SCRIPT, Compiled
from ludotheque.site.folder import fill
from ludotheque.site.pages import Written, pages
from ludotheque.words import SOURCE, Words, languages

PYODIDE: Final = (SCRIPT, "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide that a browser needs as they are."""
LIBRARY: Final = "python_stdlib.zip"
LOCK: Final = "pyodide-lock.json"
PLAIN: Final = (".css", ".js", ".svg", ".png")
OFFLINE: Final = "js/local/offline.js"
"""What the worker that keeps the files is made of."""
FAR: Final = (
    "css/device",
    "css/screen",
    OFFLINE,
    "js/pages/brought",
    "js/pages/device",
    "js/pages/me",
    "js/pages/offline",
    "js/pages/screen",
    "js/screen/",
    "js/worker",
)
"""What only a served house has use for, or has another place on a site."""
REMOTE: Final = "js/lib/connection.js"
LOCALLY: Final = b'// @ts-check\nexport * from "../local/connection.js";\n'
"""What stands in the place of the way to a server: the way to the house in the browser."""
WORKER: Final = "sw.js"
"""The worker that keeps the others; it stands at the top, because it keeps what lies below it."""


class Site:
    """A static site, to be written into a folder.

    *made* is what `compiled` has made with that *pyodide*: the same for every kind of site.
    """

    def __init__(
        self, pyodide: Path, made: Compiled, kernel: Path | None = None, house: str | None = None
    ) -> None:
        self._pyodide = pyodide
        self._house = house
        self.files: dict[str, bytes] = {}
        """All that is written, by its path from the top of the site."""
        self._sizes: dict[str, int] = {}
        self._symbols = static("symbols.svg").lstrip("/")
        self._place_static()
        self._python = self._place_python(made, kernel)
        self._pages = {
            page_file(page.path, lang): (page, lang)
            for lang in languages()
            for page in pages(Words(lang))
        }
        for file, (page, lang) in self._pages.items():
            self._place_page(file, page, Words(lang))
        self._place_entrance()
        self._place_worker()

    def write(self, folder: Path) -> None:
        """Write all of it in place of the site that was there; see `fill`."""
        fill(folder, self.files)

    def told(self, words: Words) -> Iterator[str]:
        """Yield in words how large the site is, compressed as servers do, and what it lacks."""
        sizes = self.sizes()
        yield words.say(
            "{count} files, {size} kB compressed; the shelf is there after {first} kB.",
            count=len(sizes),
            size=round(sum(sizes.values()) / 1000),
            first=round(sum(sizes[path] for path in self.first) / 1000),
        )
        if "kernel" not in self._python:
            yield words.say(
                "Without the kernel (--kernel) the computer thinks in Python there:"
                " slower, and less far."
            )

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file has, compressed as servers do."""
        for path in self.files.keys() - self._sizes.keys():
            self._sizes[path] = len(gzip.compress(self.files[path], 9))
        return dict(self._sizes)

    @property
    def first(self) -> set[str]:
        """What a browser loads before the shelf can be used, in the first language."""
        page = page_file("/", SOURCE)
        asked = {page, "index.html"}
        for path in (page, "index.html"):
            found = re.findall(r'(?:href|src)="([^"#]+)"', self.files[path].decode())
            asked |= {normpath(join(dirname(path), unescape(each))) for each in found}
        modules = {path for path in asked if path.endswith(".js")}
        while modules:
            text = self.files[module := modules.pop()].decode()
            ways = re.findall(r'^(?:import|export) .*from "(\.[^"]+)";$', text, re.MULTILINE)
            new = {normpath(join(dirname(module), each)) for each in ways} - asked
            asked |= new
            modules |= new
        return {path for path in asked if path in self.files and not path.endswith(".html")} | {
            page
        }

    def _place_static(self) -> None:
        for file in sorted(STATIC.rglob("*")):
            path = file.relative_to(STATIC).as_posix()
            if file.suffix in PLAIN and not path.startswith(FAR):
                self.files[static(path).lstrip("/")] = file.read_bytes()
        self.files[static(REMOTE).lstrip("/")] = LOCALLY
        defs = symbol_defs(SYMBOLS, boxed=True)
        symbols = f'<svg xmlns="http://www.w3.org/2000/svg">{defs}</svg>'
        self.files[self._symbols] = symbols.encode()

    def _place_python(self, made: Compiled, kernel: Path | None) -> Mapping[str, str]:
        """Place Python, the house and the kernel; return where each lies."""
        bodies = {name: (self._pyodide / name).read_bytes() for name in PYODIDE}
        bodies[LIBRARY] = made.library
        whole = json.loads((self._pyodide / LOCK).read_text("utf-8"))
        # None of the packages that Pyodide could fetch from elsewhere is used, or known here.
        bodies[LOCK] = json.dumps({**whole, "packages": {}}).encode()
        folder = f"python/{_digest(*bodies.values())}"
        for name, body in bodies.items():
            self.files[f"{folder}/{name}"] = body
        places = {"pyodide": f"{folder}/{SCRIPT}", "stdlib": f"{folder}/{LIBRARY}"}
        places["package"] = self._placed("python/house", ".zip.xz", made.house)
        if kernel is not None:
            places["kernel"] = self._placed("python/kernel", ".wasm", kernel.read_bytes())
        return {**places, "symbols": self._symbols}

    def _placed(self, name: str, ending: str, body: bytes) -> str:
        """Place a file under a name that changes with it, and return that."""
        path = f"{name}-{_digest(body)}{ending}"
        self.files[path] = body
        return path

    def _place_page(self, file: str, page: Written, words: Words) -> None:
        local = Local(
            root=way("", file),
            pages=way(f"{words.lang}/", file),
            policy=POLICY,
            facts={"files": {name: way(path, file) for name, path in self._python.items()}},
            house=way("../", file) if self._house == SERVED else self._house,
            served=self._house == SERVED,
        )
        html = render(page.template, words, here=page.path, local=local, **page.facts)
        self.files[file] = relinked(html, file, lambda path: self._found(path, words)).encode()

    def _found(self, address: str, words: Words) -> str:
        """Return the file of an address of the served house; place it, if it is a picture."""
        there = urlsplit(address)
        parts = there.path.strip("/").split("/")
        match parts:
            case ["static", *_]:
                return there.path.lstrip("/")
            case ["api", "symbols.svg"]:
                return self._symbols
            case ["api", "games", slug, "picture.svg"]:
                return self._figure(slug, there.query)
            case ["art", name]:
                path, slug = f"{words.lang}/art/{name}", name.removesuffix(".svg")
                self.files[path] = lid(slug, words.lang).encode()
                return path
            case ["manifest.webmanifest"]:
                path = f"{words.lang}/manifest.webmanifest"
                icons = lambda icon: way(static(icon).lstrip("/"), path)  # noqa: E731 - used once
                told = manifest(words, start="index.html", scope="../", place=icons)
                self.files[path] = json.dumps(told, ensure_ascii=False).encode()
                return path
        found = page_file(there.path, language_asked(address) or words.lang)
        if found not in self._pages:
            # Nothing is offered that is not there.
            raise ValueError(f"{address} leads nowhere")
        chosen = language_asked(address) is None and there.query
        return f"{found}?{there.query}" if chosen else found

    def _figure(self, slug: str, query: str) -> str:
        game, asked = take(slug), parse_qs(query)
        start = game.position(asked["position"][0], **read_options(asked.get("option", []), ":"))
        moves, arrows, crossed = (asked.get(name, []) for name in ("move", "arrow", "crossed"))
        # What it shows is told beside it in the reader's language: one picture is enough for all.
        shown = drawn(game, start, moves, arrows, crossed, game.title)
        return self._placed(f"figures/{slug}", ".svg", shown.encode())

    def _place_entrance(self) -> None:
        """Place the page that leads to the shelf in the reader's language."""
        words = Words(SOURCE)
        html = render("entrance.html", words, policy=POLICY, names=language_names())
        shelves = {f"/{lang}/": page_file("/", lang) for lang in languages()}
        find = lambda path: shelves.get(path) or self._found(path, words)  # noqa: E731 - used once
        self.files["index.html"] = relinked(html, "index.html", find).encode()

    def _place_worker(self) -> None:
        """Place the worker that keeps every file for lonely hours."""
        body = (STATIC / OFFLINE).read_bytes()
        edition = _digest(*(path.encode() + each for path, each in sorted(self.files.items())))
        named = [path for path in sorted(self.files) if path.startswith(NAMED)]
        sizes = self.sizes()
        told = {
            "EDITION": edition,
            "PAGES": {path: sizes[path] for path in sorted({*self.files} - {*named})},
            "NAMED": {path: sizes[path] for path in named},
        }
        head = "".join(f"const {name} = {json.dumps(fact)};\n" for name, fact in told.items())
        self.files[WORKER] = head.encode() + body
        about = About(edition, sum(sizes.values()), self._house)
        self.files[ABOUT] = about.to_json().encode()


def _digest(*parts: bytes) -> str:
    """Return a short name of what a file holds."""
    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:12]
