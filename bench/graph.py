"""How soon a review shows its first graph, from a press of its button in a real Chromium.

Run `PYTHONPATH=tools python bench/graph.py`, as `make bench` does: of a game of each kind at the
house's own effort, and how long the whole review took there.
"""

import os
import time

from chromium import chromium
from playwright.sync_api import Page, sync_playwright
from processes import house

from ludotheque.games import take
from ludotheque.match import to_json
from study import AIMS, played

AIM = 1.0
"""The seconds that we want the first graph to take."""


def pressed(page: Page, record: str) -> tuple[float, float]:
    """Return the seconds to the first graph of a game, and to the last."""
    page.goto("/replay")
    file = {"name": "game.json", "mimeType": "text/plain", "buffer": record.encode()}
    page.locator("#file").set_input_files(file)
    page.locator("#replay").wait_for()
    began = time.perf_counter()
    page.locator("#review-begin").click()
    page.locator("#graph .curve").first.wait_for(state="attached")
    first = time.perf_counter() - began
    page.locator("#review-progress").wait_for(state="hidden")
    return first, time.perf_counter() - began


def main() -> None:
    """Print a line a game."""
    path = chromium()
    if path is None:
        print("no Chromium is here: the first graph is not timed")
        return
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
    print(f"{'graph of':12}{'first, s':>10}{'aim':>6}{'whole, s':>10}")
    with house() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        for slug, players, moves, _ in AIMS:
            record = to_json(played(take(slug), players, moves))
            page = browser.new_page(base_url=f"http://127.0.0.1:{server.port}")
            page.set_default_timeout(300_000)
            first, whole = pressed(page, record)
            print(f"{slug:12}{first:>10.2f}{AIM:>6.0f}{whole:>10.1f}", flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
