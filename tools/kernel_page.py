"""A page that holds the kernel as WebAssembly, to test it in a browser and to measure it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from ludotheque.engine.asked import Ask
from ludotheque.page.render import STATIC

KERNEL: Final = Path(__file__).parents[1] / "build" / "wasm" / "kernel.wasm"
"""What `make wasm` builds."""
POLICY: Final = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""As strict as the house is with its pages, but for what WebAssembly needs."""
LOADED: Final = """async () => {
    const { load } = await import("/js/local/kernel.js");
    globalThis.kernel = await load("/kernel.wasm");
    globalThis.spent = 0;
}"""
ASKED: Final = """(request) => {
    const news = [];
    const began = performance.now();
    const reply = kernel.ask(request, (each) => void news.push(each));
    spent += performance.now() - began;
    return [reply, news];
}"""
SPENT: Final = "spent / 1000"
"""The seconds for which the kernel has been asked: without the way to the browser and back."""


class _Files(SimpleHTTPRequestHandler):
    """The page's modules, the kernel, and an empty page."""

    def translate_path(self, path: str) -> str:
        return str(KERNEL) if path == "/kernel.wasm" else super().translate_path(path)

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>The kernel</title>")

    def end_headers(self) -> None:
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served() -> Iterator[str]:
    """Serve the page for the block; give its address."""
    handler = partial(_Files, directory=str(STATIC))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def asking(page: Any, address: str) -> Ask:  # noqa: ANN401 - Playwright's
    """Return what asks the kernel in *page*, which is to be opened at *address*.

    What was found meanwhile is told afterwards: a browser cannot ask Python while it answers.
    """
    page.goto(address)
    page.evaluate(LOADED)

    def ask(request: str, progress: Callable[[str], bool] | None = None) -> str:
        reply, news = page.evaluate(ASKED, request)
        for each in news if progress is not None else ():
            progress(each)
        return str(reply)

    return ask
