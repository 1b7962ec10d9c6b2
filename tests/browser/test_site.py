"""The whole house in the browser: visited once, then the network is switched off."""

import json
import re
import shutil
from contextlib import contextmanager
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import expect

from browser import sites
from browser.everyone import barriers
from browser.rooms import BLUNDER
from browser.screens import LOOK_MS, MIDDLE, by_finger, by_mouse
from browser.test_puzzles import AN_HOUR, end_time, in_run, play, stop_time
from ludotheque.games import shelf, take
from ludotheque.match import from_json, verify
from ludotheque.study.puzzles import run

GAMES = list(shelf())
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1366, "height": 768}}
PATIENCE_MS = 240_000
MINE = """() => {
    const { mine, status } = document.getElementById("table")?.dataset ?? {};
    return mine === "true" || (status === "over" && !document.getElementById("ending").hidden);
}"""
"""Whether the reader may move, or sees how the game ended."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return sites.once(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="module")
def site(folder):
    with sites.served(folder) as site:
        yield site


@pytest.fixture(scope="module")
def known(browser, site):
    """Keep a device that has been at the shelf before, and at a table."""

    def learn(page):
        page.goto("en/index.html")
        kept(page)
        page.goto("en/table.html?id=none")
        remembered(page)

    known = sites.Known(browser, site.url, learn)
    yield known
    known.close()


@contextmanager
def visited(known, site, lang="en", kind=DESKTOP):
    """Give the shelf on a device that knows the site, and from then on has no network."""
    with known.visit(kind) as screen:
        screen.context.set_offline(True)
        before = len(site.asked)
        screen.page.goto(f"{lang}/index.html")
        screen.page.locator(".box .ways:not([hidden])").first.wait_for()
        yield screen
        # Whether there is a newer edition the browser itself asks, past the network of the page.
        assert set(site.asked[before:]) <= {f"{sites.PLACE}sw.js"}
        assert screen.noted == []


@contextmanager
def arrived(browser, site, lang="en", kind=DESKTOP):
    """Give the shelf on a device that knows nothing of the site, in the language that it speaks."""
    screen = sites.newcomer(browser, site.url, lang, kind)
    try:
        screen.page.goto(site.url)
        screen.page.wait_for_url(f"**/{lang}/index.html")
        screen.page.locator(".box .ways:not([hidden])").first.wait_for()
        yield screen
        assert screen.noted == []
    finally:
        screen.context.close()


def kept(page):
    """Wait until the page is shown by the worker that keeps the site."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", polling=LOOK_MS)


def mine(page):
    """Wait until it is one's turn, or the game is over; return whether it is one's turn."""
    page.wait_for_function(MINE, polling=LOOK_MS)
    return page.locator("#table").get_attribute("data-mine") == "true"


def move(page):
    """Type the first move there is, and wait until it is made."""
    turn = page.locator("#table").get_attribute("data-turn")
    choice = page.locator("#moves option").first.get_attribute("value")
    page.locator("#move").fill(choice)
    page.locator("#typed button").click()
    page.wait_for_function(
        "(turn) => document.getElementById('table').dataset.turn !== turn",
        arg=turn,
        polling=LOOK_MS,
    )


def house_of(page):
    """Return the Worker in which the house of this page lives."""
    (worker,) = [each for each in page.workers if "local/worker.js" in each.url]
    return worker


def give_up(page):
    page.locator('[data-deed="resign"]').click()
    page.locator('#sure [value="yes"]').click()
    page.locator("#ending").wait_for()


def record_on(page):
    """Save the record on the page of a replay, and return it."""
    page.locator("#as-json").wait_for()
    with page.expect_download() as saving:
        page.locator("#as-json").click()
    return from_json(saving.value.path().read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_level_and_its_record(known, site, game):
    """From the first move to the end, whenever that comes: the level plays as it likes."""
    with visited(known, site, "fr", PHONE) as screen:
        page = screen.page
        begun = []
        page.on("worker", lambda worker: begun.append(worker.url))
        box = page.locator(f'.box[data-game="{game}"]')
        # It makes an end of whoever plays the first move there is, and thinks for a moment only.
        box.locator("select[name=level]").select_option("5")
        box.locator("button.primary").click()
        for _ in range(2):
            if mine(page):  # a race may be over sooner: nobody knows how it is dealt
                move(page)
        # Python was begun where it is needed, and not on the shelf before.
        assert len(begun) == 1
        going = mine(page)
        turn = page.locator("#table").get_attribute("data-turn")
        page.reload()
        assert mine(page) == going
        assert page.locator("#table").get_attribute("data-turn") == turn
        assert barriers(page) == []
        while mine(page):
            move(page)
        expect(page.locator("#ending-title")).not_to_be_empty()
        page.locator("#replay").click()
        record = record_on(page)
        assert record.setup.game.slug == game
        assert record.result is not None
        assert verify(record).draws >= 0
        assert record.seed is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_a_position_is_played_to_its_end(known, site, game):
    with visited(known, site) as screen:
        page = screen.page
        page.goto(f"en/editor/{game}.html?position={quote(MIDDLE[game])}")
        page.locator("#play-here").wait_for()
        page.locator("#play").click()
        while mine(page):
            move(page)
        expect(page.locator("#ending-title")).not_to_be_empty()


def test_side_by_side_with_a_clock_and_hidden_hands(known, site):
    with visited(known, site, kind=PHONE) as screen:
        page = screen.page
        page.locator('.box[data-game="race"] [data-way=here]').click()
        page.locator("select[name=clock]").select_option(index=1)
        page.locator("#arrange-open").click()
        for _ in range(3):
            page.locator("#lift").click()
            assert mine(page)
            move(page)
        page.locator("#cover").wait_for()
        expect(page.locator("#players .clock").first).not_to_be_empty()
        page.locator("#lift").click()
        assert mine(page)
        give_up(page)


def test_a_house_that_ends_begins_anew_and_loses_no_move(known, site):
    with visited(known, site) as screen:
        page = screen.page
        page.locator(f'.box[data-game="{GAMES[-1]}"] button.primary').click()
        assert mine(page)
        move(page)
        assert mine(page)
        told = page.locator("#moves-told li").count()
        with page.expect_worker():
            house_of(page).evaluate("self.close()")
        page.locator("#link-lost").wait_for(state="hidden")
        assert mine(page)
        assert page.locator("#moves-told li").count() == told
        move(page)
        assert mine(page)
        remembered(page)


def told_meanwhile(page):
    """Note from now on what the page says of the house being made ready."""
    page.evaluate(
        """() => {
            const line = document.getElementById("waking");
            globalThis.told = [];
            new MutationObserver(() => told.push(line.textContent))
                .observe(line, { childList: true, subtree: true });
        }"""
    )


def test_a_house_that_breaks_down_is_not_said_to_be_impossible(known, site):
    with visited(known, site) as screen:
        page = screen.page
        page.locator(f'.box[data-game="{GAMES[-1]}"] button.primary').click()
        assert mine(page)
        told_meanwhile(page)
        with page.expect_worker():
            house_of(page).evaluate("self.postMessage({ fault: 'broken on purpose' })")
        page.locator("#link-lost").wait_for(state="hidden")
        move(page)
        assert not [text for text in page.evaluate("told") if "could not be set up" in text]
        # It is noted all the same, once.
        assert len(screen.noted) == 1
        assert "broken on purpose" in screen.noted.pop()
        remembered(page)


def test_a_wish_that_cannot_be_granted_is_refused_in_words(known, site):
    with visited(known, site) as screen:
        page = screen.page
        page.goto("en/table.html#wish=rubbish")
        expect(page.locator("#no-table")).to_contain_text("the link is broken")
        expect(page.locator("#table")).to_be_hidden()
        assert barriers(page) == []
        page.locator("#no-table a").click()
        page.wait_for_url("**/index.html")


NEVER_LATE = """
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...facts) => ms >= 20_000 ? 0 : later(act, ms, ...facts);
"""
"""Lets a page wait for what happens alone, however long that takes here."""


def test_on_a_first_visit_what_a_game_needs_comes_before_what_is_kept(browser, folder):
    with sites.served(folder) as site:
        screen = sites.newcomer(browser, site.url, "en", DESKTOP)
        page = screen.page
        page.add_init_script(NEVER_LATE)
        wish = {"id": "k", "game": GAMES[0], "chairs": ["me", {"level": 1}]}
        page.goto(f"en/table.html#{urlencode({'wish': json.dumps(wish)})}")
        assert mine(page)
        kept(page)
        keeper = site.asked.index(f"{sites.PLACE}sw.js")
        needed = [path for path in site.asked if path.startswith(f"{sites.PLACE}python/")]
        assert needed
        assert max(site.asked.index(path) for path in needed) < keeper
        assert screen.noted == []
        screen.context.close()


MEMORY = "memory of ludotheque {}"
REMEMBERED = """async (name) => {
    const cache = (await caches.has(name)) && await caches.open(name);
    const [kept] = cache ? await cache.matchAll() : [];
    return Number(kept?.headers.get("x-memory") ?? 0);
}"""
"""How many bytes of memory are kept, 0 if none."""
FROM_FILES = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.zip.xz'))"
MILLION = 1_000_000


def remembered(page, place=sites.PLACE):
    """Wait until the memory of Python is kept, for the site at that *place*."""
    page.wait_for_function(
        f"async ([name, least]) => await ({REMEMBERED})(name) > least",
        arg=[MEMORY.format(place), MILLION],
        polling=LOOK_MS,
    )


def test_python_goes_on_from_its_memory_and_heals_where_that_is_broken(browser, site):
    with arrived(browser, site) as screen:
        page = screen.page
        kept(page)
        screen.context.set_offline(True)
        before = len(site.asked)
        page.locator(f'.box[data-game="{GAMES[0]}"] button.primary').click()
        assert mine(page)
        move(page)
        assert mine(page)
        assert house_of(page).evaluate(FROM_FILES)
        remembered(page)
        page.reload()
        assert mine(page)
        assert not house_of(page).evaluate(FROM_FILES)
        move(page)
        page.evaluate(
            """async (name) => {
                const cache = await caches.open(name);
                const [key] = await cache.keys();
                await cache.put(key, new Response("rubbish!", { headers: { "x-memory": "8" } }));
            }""",
            MEMORY.format(sites.PLACE),
        )
        page.reload()
        assert mine(page)
        assert house_of(page).evaluate(FROM_FILES)
        move(page)
        assert mine(page)
        remembered(page)
        assert set(site.asked[before:]) <= {f"{sites.PLACE}sw.js"}


def test_first_games_rules_puzzles_and_boards_to_study_on(known, site):
    with visited(known, site) as screen:
        page, game = screen.page, GAMES[-1]
        page.goto(f"en/learn/{game}.html")
        page.locator("#hint").click()
        expect(page.locator("#verdict")).not_to_be_empty()
        page.goto(f"en/rules/{game}.html")
        shown = page.locator("figure img").first
        shown.scroll_into_view_if_needed()
        page.wait_for_function(
            "(img) => img.complete && img.naturalWidth > 0", arg=shown.element_handle()
        )
        page.goto(f"en/puzzles/{game}/day.html")
        page.locator("#give-up").click()
        expect(page.locator("#after")).to_be_visible()
        page.goto(f"en/study/{game}.html?position={quote(MIDDLE[game])}")
        page.locator("#lines li").first.wait_for()


def test_a_game_is_reviewed_and_studied(known, site):
    with visited(known, site, "fr") as screen:
        page, game = screen.page, GAMES[-1]
        page.goto(f"fr/editor/{game}.html?position={quote(MIDDLE[game])}")
        page.locator("#play").click()
        while mine(page):
            move(page)
        page.locator("#review").click()
        page.locator("#review-table tbody tr").first.wait_for()
        expect(page.locator("#review-progress")).to_be_hidden(timeout=PATIENCE_MS)
        page.locator("#study").click()
        page.locator("#moves li").first.wait_for()


CLEARED = """async () => {
    for (const { name } of await indexedDB.databases()) {
        const request = indexedDB.deleteDatabase(name);
        await new Promise((done, failed) => {
            request.onsuccess = done;
            request.onerror = failed;
        });
    }
}"""


def test_whoever_clears_what_the_browser_keeps_is_told_and_plays_anew(known, site):
    """The log was closed under the house, which opens it again: nobody waits for an answer."""
    with visited(known, site) as screen:
        page = screen.page
        page.locator(".box button.primary").first.click()
        assert mine(page)
        page.evaluate(CLEARED)
        choice = page.locator("#moves option").first.get_attribute("value")
        page.locator("#move").fill(choice)
        page.locator("#typed button").click()
        screen.hears("there is no such table")
        page.goto("en/index.html")
        page.locator(".box button.primary").first.click()
        assert mine(page)
        move(page)


NO_PUZZLES = {
    "one.html": "there is no such puzzle",
    "one.html?id=00000000": "there is no such puzzle",
    "../hops.html?theme=rubbish": "has the theme “rubbish”",
}


def test_an_address_without_a_puzzle_is_refused_in_words(known, site):
    with visited(known, site, kind=PHONE) as screen:
        page = screen.page
        for address, told in NO_PUZZLES.items():
            page.goto(f"en/puzzles/hops/{address}")
            expect(page.locator("#no-puzzle h1")).to_contain_text(told)
            expect(page.locator("#puzzle-room")).to_be_hidden()
        assert barriers(page) == []
        page.locator("#no-puzzle a").click()
        page.wait_for_url("**/puzzles.html")


ASKED = """async ([method, path, body]) => {
    const { src } = document.querySelector("script[src*='js/pages/']");
    const { ask } = await import(new URL("../lib/api.js", src).href);
    return ask(method, path, body ?? undefined);
}"""


def ask(page, method, path, body=None):
    """Ask the house of this page, as its modules do."""
    return page.evaluate(ASKED, [method, path, body])


def test_a_rated_puzzle_counts_on_this_device_and_is_found_again(known, site):
    with visited(known, site, "fr", PHONE) as screen:
        page, game = screen.page, GAMES[0]
        page.goto(f"fr/puzzles/{game}/rated.html")
        facts = page.locator("#facts")
        expect(facts).to_contain_text("Votre premier problème classé")
        asked = page.locator("#question").text_content()
        page.reload()
        expect(page.locator("#question")).to_have_text(asked)
        assert barriers(page) == []
        page.locator("#hint").click()
        expect(facts).to_contain_text("(\N{MINUS SIGN}")
        points = re.search(r"\d+", facts.text_content())[0]
        page.locator("#give-up").click()
        page.locator("#next").click()
        expect(facts).to_contain_text("difficulté")
        expect(facts).to_contain_text(points)
        page.goto("fr/puzzles.html")
        expect(page.locator(f'.trove[data-game="{game}"]')).to_contain_text(f"Classement {points}")
        assert barriers(page) == []
        page.goto("fr/me.html")
        expect(page.locator("#solvers tr")).to_contain_text(points)
        assert barriers(page) == []


NOTES = """async ([base, name, text]) => {
    const done = (request) => new Promise((found) => {
        request.onsuccess = () => found(request.result);
    });
    const deal = (await done(indexedDB.open(base))).transaction("facts", "readwrite");
    const facts = deal.objectStore("facts");
    if (text !== null) await done(facts.put(text, name));
    return done(facts.get(name));
}"""


def kept_note(page, name, note=None):
    """Return what this browser keeps under a name beside its tables, once it keeps *note* there."""
    text = None if note is None else json.dumps(note)
    return json.loads(page.evaluate(NOTES, [f"ludotheque {sites.PLACE}", name, text]))


def test_a_run_against_the_clock_and_its_best(known, site):
    with visited(known, site, kind=PHONE) as screen:
        page, game = screen.page, take(GAMES[0])
        stop_time(page)
        page.goto(f"en/puzzles/{game.slug}/streak.html")
        page.locator("#begin").click()
        expect(page.locator("#question")).not_to_be_empty()
        state = kept_note(page, f"run {game.slug}")
        # No answer is late then, however slow the machine is.
        kept_note(page, f"run {game.slug}", state | {"began": state["began"] + AN_HOUR})
        with in_run(state["run"]):
            puzzle = run.asked(game, state["run"], 0)
            path, made = f"/api/games/{game.slug}/puzzles/{puzzle.id}", ()
            choices = ask(page, "GET", path)["puzzle"]["picture"]["choices"]
            while True:
                play(screen, by_finger, choices, puzzle.line[len(made)])
                made = puzzle.line[: len(made) + 2]
                if len(made) >= len(puzzle.line):
                    break
                body = {"position": puzzle.position, "options": dict(puzzle.options)}
                body["moves"] = list(made)
                moment = ask(page, "POST", f"/api/games/{game.slug}/moment", body)
                choices = moment["picture"]["choices"]
            expect(page.locator("#right")).to_have_text("1")
        end_time(page)
        expect(page.locator("#finish-told")).to_have_text("Your best run so far!")
        assert barriers(page) == []
        page.goto("en/puzzles.html")
        expect(page.locator(f'.trove[data-game="{game.slug}"]')).to_contain_text("Best: 1")


def test_one_s_own_mistake_is_put_right(known, site):
    with visited(known, site) as screen:
        page, game = screen.page, "tortuga"
        page.goto(f"en/puzzles/{game}/own.html")
        expect(page.locator("#nothing")).to_contain_text("There is nothing to put right yet")
        expect(page.locator("#puzzle-room")).to_be_hidden()
        chairs = ["me", {"person": "Ben"}]
        wish = {"id": "k", "game": game, "chairs": chairs, "start": BLUNDER, "beginner": 0}
        page.goto(f"en/table.html#{urlencode({'wish': json.dumps(wish)})}")
        for text in ("a4^c6", "d2-d1"):
            assert mine(page)
            page.locator("#move").fill(text)
            page.locator("#typed button").click()
            page.locator(f'#moves-told li:has-text("{text}")').wait_for()
        page.locator("#review").click()
        page.locator("#own-link").click()
        page.locator("#question:not(:empty)").wait_for()
        page.reload()
        expect(page.locator("#question")).to_contain_text("Here you played a4^c6")
        # Once that is said, the page also knows where the mistake was made.
        expect(page.locator("#facts")).to_contain_text("Mistake 1 of 1")
        place = page.locator("#whole-game").get_attribute("href")
        table = re.search(r"table=([^&]+)", place)[1]
        asked = ask(page, "GET", f"/api/me/mistakes/{table}/1/1")
        choices = asked["puzzle"]["picture"]["choices"]
        play(screen, by_mouse, choices, "e6-d7")
        expect(page.locator("#verdict")).to_contain_text("is a good move")
        assert barriers(page) == []
        page.locator("#whole-game").click()
        expect(page.locator("#verdict-told strong")).to_have_text("Blunder")


def test_one_s_own_games_are_listed_and_kept_in_a_file(known, site):
    with visited(known, site) as screen:
        page = screen.page
        page.locator(f'.box[data-game="{GAMES[0]}"] button.primary').click()
        assert mine(page)
        page.locator(".brand").click()
        page.locator("#continue a").wait_for()
        page.locator(".me-link").click()
        page.locator("#own-name").fill("Zoé")
        page.locator("#name-form button").click()
        expect(page.locator(".me-link")).to_contain_text("Zoé")
        expect(page.locator("#mine > li")).to_have_count(1)
        with page.expect_download() as saving:
            page.locator("#export").click()
        assert saving.value.path().read_bytes()[:2] == b"PK"
        assert barriers(page) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_not_there_is_not_offered(browser, site, lang):
    """Every link of every page leads to a page: that is written, too, or the site is not built."""
    with arrived(browser, site, lang) as screen:
        page = screen.page
        assert barriers(page) == []
        assert page.locator("[data-way=invite]").count() == 0
        expect(page.locator(".halls")).to_contain_text("ludotheque serve")


def test_a_newer_edition_waits_until_it_is_asked_for(browser, folder, tmp_path_factory):
    place = shutil.copytree(folder, tmp_path_factory.mktemp("place"), dirs_exist_ok=True)
    newer = sites.made(tmp_path_factory.getbasetemp(), "https://play.example.org")
    with sites.served(place) as site, arrived(browser, site) as screen:
        page = screen.page
        kept(page)
        page.locator(f'.box[data-game="{GAMES[0]}"] button.primary').click()
        assert mine(page)
        newer.write(place)
        page.reload()
        again = page.get_by_role("button", name="Load again")
        again.wait_for()
        # The game goes on with the files that it began with.
        assert mine(page)
        shelf = "fetch('index.html').then((answer) => answer.text())"
        assert "play.example.org" not in page.evaluate(shelf)
        with page.expect_navigation():
            again.click()
        assert mine(page)
        page.locator(".brand").click()
        expect(page.locator(".halls")).to_contain_text("play.example.org")


def test_nothing_may_be_loaded_from_elsewhere(folder):
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        policy = re.search(r'content-security-policy" content="([^"]+)"', text)[1]
        assert "'wasm-unsafe-eval'" in policy.replace("&#39;", "'")
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy.replace("&#39;", "'")
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
