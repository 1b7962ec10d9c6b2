"""Draw the pictures of the documents: one a game, a review, the page with play, analysis, puzzle.

The boards are drawn by the same code that draws every other picture; pages are photographed in a
Chromium, and left as they are where there is none.
"""

import base64
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from chromium import chromium
from playwright.sync_api import Page, ViewportSize, sync_playwright

from ludotheque.draw import ThemeName, svg
from ludotheque.games import take
from ludotheque.match import Record, Referee
from ludotheque.server.browse import free_port
from ludotheque.study import graph, review
from ludotheque.study.puzzles import shipped

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"

POSITIONS = {
    "hops": "...b4..r5/...r6.../.r3....b6/b3....../.b2.r2..r1/.b1...b5./....r4.. r",
    "race": "././././b/p/./yrg/./. 1 ygr "
    "r+,g-,b+,p++,*+|r+,b-,y-,p-,p-|r+,b-,*+,^+,^++ g+,g+,g+,b++,b+,b+,y++,y+,y+,*+,*+,^+",
    "tortuga": "4/S4/2oNN1/SNN3N/1SS2N/S3N/1oSS S",
}
"""For each game in the README a position in the middle of play, shown as the first seat sees it."""

REVIEWED = """
    d2-d3 b5^d5 d3-d4 d5xd3 c2xe3~c4 c5xc3 b1-b2 c3xa1 e2+c3+c5 d6xb4 d3xd5+b5 c6xa4 c4^c6 b4-c4
    d1^b1+b3 c4xa2xc2 c1xc3+e4 e5xe3 d4+f4 f5xf3 e4-e5 e6xe4 c5-d6 d7xd5 c6-d7
"""
"""The game that docs/study.md goes over: a keen computer and one that is still learning."""

PHOTOGRAPHED: Final = "tortuga"
CALLED: Final[dict[str, ThemeName]] = {"drawn": "light", "drawn-print": "print"}
STUDIED = ("d2-d3", "d6-d5", "c2-c3")
"""The line on the picture of the analysis board, beside which something else is tried."""
MOVES = 8
"""As many has the game on the picture of the page."""
SIZE: ViewportSize = {"width": 1280, "height": 800}
QUALITY = 82
PATIENCE = 240.0
"""The seconds within which whatever is waited for has happened, however busy the machine is."""


def drawn(slug: str) -> str:
    """Return the picture of a game as its README shows it."""
    game = take(slug)
    view = game.position(POSITIONS[slug]).seen_by(0)
    return svg(game.scene(view, 0, None), title=game.title)


def called() -> dict[str, str]:
    """Return the pictures of docs/library.md by their files: what one call draws, in two themes."""
    start = take(PHOTOGRAPHED).start()
    move = start.move("d2-d3")
    after = start.after(move)
    return {
        f"{name}.svg": after.svg(
            size=400, last=move, arrows=["b5^d5"], highlights=["d4"], theme=theme
        )
        for name, theme in CALLED.items()
    }


def reviewed() -> str:
    """Return the graph of the game of docs/study.md."""
    referee = Referee("0" * 64)
    match = referee.begin(take(PHOTOGRAPHED), ["Ada", "Ben"], began=0)
    for number, move in enumerate(REVIEWED.split()):
        match = referee.play(match, number % 2, move, at=0)
    return graph(review(Record.of(match, referee.seed)))


def photographed(browser_path: str, act: Callable[[Page], None]) -> bytes:
    """Return a picture of the page after *act*."""
    port = free_port("127.0.0.1", 8_100)
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        house = ["serve", "--port", str(port), "--database", f"sqlite:///{folder}/house.db"]
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "ludotheque", *house],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(address)
            browser = tools.chromium.launch(
                executable_path=browser_path, args=["--no-sandbox"], timeout=PATIENCE * 1_000
            )
            page = browser.new_page(base_url=address, viewport=SIZE, reduced_motion="reduce")
            page.set_default_timeout(PATIENCE * 1_000)
            act(page)
            shot = page.context.new_cdp_session(page).send(
                "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
            )
            browser.close()
        finally:
            process.terminate()
            process.wait()
    return base64.b64decode(shot["data"])


def play_some(page: Page) -> None:
    """Play the first moves of a game, and touch a piece."""
    page.goto("/healthz")
    chairs = [{"person": "Ada"}, {"person": "Ben"}]
    terms = {"game": PHOTOGRAPHED, "chairs": chairs, "public": False, "rated": False}
    table = f"/api/tables/{ask(page, 'POST', '/api/tables', terms)['id']}"
    for turn in range(MOVES):
        seen = ask(page, "GET", f"{table}/moves")
        move = ask(page, "GET", f"{table}/hint?seat={turn % 2}")["move"]
        deed = {"type": "move", "id": f"m{turn}", "turn": seen["turn"], "move": move}
        ask(page, "POST", f"{table}/deeds", deed)
    page.goto(table.replace("/api/tables", "/t"))
    page.locator("#board .target.active").first.click()
    page.locator("#board .light.held").wait_for()


def study_some(page: Page) -> None:
    """Try a move beside another, say something of it, and let the computer look."""
    page.goto(f"/study/{PHOTOGRAPHED}?" + "&".join(f"move={move}" for move in STUDIED))
    page.locator("#moves .move").nth(len(STUDIED) - 1).wait_for()
    step_back(page)
    page.locator("#lines li:nth-child(3)").wait_for()
    beside = page.locator(f"#lines li:not(:has-text('{STUDIED[-1]}')) button")
    beside.first.click()
    page.locator("#moves .aside").wait_for()
    page.locator('[data-sign="!?"]').click()
    page.locator("#comment").fill("Looks towards the corner, and may still go either way.")
    step_back(page)
    page.locator("#engine-stop:has-text('again')").wait_for()


def step_back(page: Page) -> None:
    """Go back to before the last move of the line, and wait until the page is there.

    The computer’s lines of the moment before stand there until then, and may be complete.
    """
    page.locator('[data-step="back"]').click()
    page.get_by_text(f"Move {len(STUDIED) - 1}", exact=True).wait_for()


def solve_one(page: Page) -> None:
    """Answer a puzzle wrongly, then give it up: the page says all that there is to say."""
    puzzle = next(each for each in shipped(take(PHOTOGRAPHED)) if "bait" in each.themes)
    base = f"/api/games/{PHOTOGRAPHED}/puzzles/{puzzle.id}"
    page.goto(f"/puzzles/{PHOTOGRAPHED}/{puzzle.id}")
    choices = ask(page, "GET", base)["puzzle"]["picture"]["choices"]
    wrong = next(c for c in choices if c["move"] != puzzle.line[0] and len(c["touches"]) == 2)
    for spot in wrong["touches"]:
        page.locator(f'#board [data-spot="{spot}"]').click()
    page.locator("#verdict.wrong").wait_for()
    # What the wrong answer gave away is told last.
    with page.expect_response("**/why"):
        page.locator("#give-up").click()
    page.locator("#after-lines li").first.wait_for()


def ask(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what the house answers to this browser."""
    answer: dict[str, Any] = page.evaluate(
        """async ([method, path, body]) => {
          const headers = body === null ? {} : { "content-type": "application/json" };
          const answer = await fetch(path, { method, headers, body });
          if (!answer.ok) throw new Error(await answer.text());
          return await answer.json();
        }""",
        [method, path, None if body is None else json.dumps(body)],
    )
    return answer


def wait_for(address: str) -> None:
    """Wait until the house is open."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=5).close()  # noqa: S310 - our own
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for slug in POSITIONS:
        (FOLDER / f"{slug}.svg").write_text(drawn(slug), encoding="utf-8")
        sys.stdout.write(f"docs/pictures/{slug}.svg\n")
    (FOLDER / "review.svg").write_text(reviewed(), encoding="utf-8")
    for name, picture in called().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
    browser = chromium()
    if browser is None:
        sys.stdout.write("no Chromium: the pictures of pages stay as they are\n")
    else:
        acts = {"page": play_some, "analysis": study_some, "puzzle": solve_one}
        for name, act in acts.items():
            file = FOLDER / f"{name}.webp"
            file.write_bytes(photographed(browser, act))
            sys.stdout.write(f"docs/pictures/{file.name}: {file.stat().st_size} bytes\n")
