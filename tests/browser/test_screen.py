"""The big screen: a room watches, nobody's hand is shown, and it looks after itself."""

import re

import pytest
from playwright.sync_api import expect

from browser.everyone import barriers
from browser.screens import MIDDLE, by_mouse
from browser.test_layout import SIZES
from ports import free_port
from rounds import everyone_moves
from server.house import House

WALL = {"viewport": {"width": 1920, "height": 1080}}
LONG = [{"person": f"Maximiliane-Wilhelmine {n}"} for n in range(1, 6)]
FIVE_METRES = 1 / 28
"""Of the height of a wide screen: the least for letters that are read from five metres."""

SHOWN = "#board, .plate, .name, #status, .join svg, .caption"
BEYOND = """(shown) => [...document.querySelectorAll(shown)]
  .filter((e) => e.getClientRects().length)
  .filter((e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    const outside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    return outside || e.scrollHeight > e.clientHeight + 4 || e.scrollWidth > e.clientWidth + 4;
  })
  .map((e) => `${e.className.baseVal ?? e.className}: ${e.textContent.slice(0, 40)}`)
  .concat([...document.querySelectorAll(".plate")].flatMap((e) => {
    const plate = e.getBoundingClientRect();
    const code = document.querySelector(".join")?.getBoundingClientRect();
    const beside = !code || plate.right <= code.left + 1 || plate.left >= code.right - 1;
    return beside || plate.bottom <= code.top + 1 ? [] : ["below the code"];
  }))"""


TALK = """async (words) => {
  document.getElementById("caption").textContent = words;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


@pytest.fixture(scope="module")
def public_house(tmp_path_factory):
    """Open a house that knows its address, to which phones are led."""
    port = free_port()
    variables = {"LUDOTHEQUE_ORIGINS": f"http://127.0.0.1:{port}"}
    folder = tmp_path_factory.mktemp("house")
    with House(folder, port=port, variables=variables).running() as house:
        yield house


def letters(page, place):
    """Return the height of the letters there, as a share of that of a wide screen."""
    size = (
        "e => parseFloat(getComputedStyle(e).fontSize) / Math.min(innerHeight, innerWidth / 16 * 9)"
    )
    return page.locator(place).first.evaluate(size)


def backs(page):
    """Return what lies before each seat, by the number of the seat."""
    lying = page.locator("#board [data-piece^=hand-] use").evaluate_all(
        "uses => uses.map((use) => [use.parentNode.dataset.piece, use.getAttribute('href')])"
    )
    assert {href for _, href in lying} == {"#card-back"}
    seats = [re.match(r"hand-(\d)", name)[1] for name, _ in lying]
    return {seat: seats.count(seat) for seat in seats}


def test_a_watcher_sees_the_backs_of_every_hand(screens, house):
    host, watcher = screens(house), screens(house)
    host.open("race", [{"person": "Ann"}, {"person": "Ben"}, {"person": "Cleo"}])
    watcher.page.goto(f"/t/{host.id}")
    watcher.page.locator("#board [data-piece^=hand-]").first.wait_for()
    assert backs(watcher.page) == {"1": 5, "2": 5, "3": 5}
    watcher.keep("watching-race")


def test_long_names_are_read_whole_at_a_table(screens, house):
    """From their beginning to their end, which may be all that tells them apart."""
    host, watcher = screens(house), screens(house)
    host.open("race", LONG, clock="30m")
    watcher.page.goto(f"/t/{host.id}")
    expect(watcher.page.locator(".plate .clock").last).to_be_visible()
    for width, height in SIZES:
        watcher.page.set_viewport_size({"width": width, "height": height})
        assert watcher.page.evaluate(BEYOND, "#board, .name") == [], (width, height)


def test_names_clocks_and_words_are_large_and_fit(screens, public_house):
    host = screens(public_house, **WALL, locale="fr-FR")
    host.open("race", LONG, clock="30m")
    host.begun()
    host.page.goto(f"/t/{host.id}/screen")
    page = host.page
    expect(page.locator(".plate.to-move")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Maximiliane-Wilhelmine")
    expect(page.locator(".plate .clock").first).to_be_visible()
    # The host plays, and yet nobody in the room sees a hand.
    assert backs(page) == dict.fromkeys("12345", 5)
    expect(page.locator(".join")).to_contain_text("Venez à cette table")
    said = "Maximiliane-Wilhelmine 1 : " + "la tortue rouge avance de deux cases. " * 2
    for width, height in ((1920, 1080), (1366, 768), (1280, 1024), (1080, 1920)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TALK, said)
        assert page.evaluate(BEYOND, SHOWN) == [], (width, height)
        host.keep(f"screen-race-5-{width}x{height}", whole=False)
        if width > height:
            for place in (".name", ".clock", "#status", "#caption"):
                assert letters(page, place) >= FIVE_METRES, (width, height, place)
    assert host.faults == []


def test_the_house_shows_its_public_games_in_turn_and_comes_back_after_a_restart(screens, tmp_path):
    with House(tmp_path).running() as house:
        host, wall = screens(house), screens(house, **WALL)
        page = wall.page
        page.add_init_script(
            "window.awake = 0; Object.defineProperty(navigator, 'wakeLock',"
            " { value: { request: async (kind) => { window.awake += kind === 'screen'; } } })"
        )
        page.goto("/")
        page.get_by_role("link", name="Show them on a big screen").click()
        page.wait_for_url("**/screen")
        expect(page.get_by_role("heading", name="Take a game off the shelf")).to_be_visible()
        assert page.evaluate("window.awake") == 1
        wall.keep("screen-waiting", whole=False)
        assert barriers(page) == []
        page.goto("/screen?each=1")
        pairs = {"hops": ("Ann", "Ben"), "tortuga": ("Cleo", "Dora")}
        tables = {}
        for game, names in pairs.items():
            chairs = [{"person": name} for name in names]
            tables[game] = host.open(game, chairs, public=True, start=MIDDLE[game], beginner=0)
        for names in [*pairs.values(), *pairs.values()]:
            expect(page.locator("#players")).to_contain_text(names[0])
            assert page.evaluate("window.awake") == 1, "the page was not loaded again"
        page.goto(f"/t/{tables['tortuga']}/screen")
        expect(page.locator("#status")).to_have_text("Cleo to move")
        house.stop()
        expect(page.locator("#link-lost")).to_be_visible()
        house.start().wait()
        expect(page.locator("#link-lost")).to_be_hidden()
        assert host.wait()
        host.play(by_mouse)
        expect(page.locator("#status")).to_have_text("Dora to move")
        expect(page.locator("#caption")).to_contain_text("Cleo: ")
        wall.keep("screen-tortuga", whole=False)
        assert wall.faults == []


def test_a_game_that_is_over_makes_room_for_the_next_or_for_waiting(screens, tmp_path):
    with House(tmp_path).running() as house:
        host, wall = screens(house), screens(house, **WALL, locale="fr-FR")
        host.open("hops", [{"person": "Ann"}, {"person": "Ben"}], public=True, beginner=0)
        wall.page.goto("/screen?each=2")
        expect(wall.page.locator("#status")).to_have_text("À Ann de jouer")
        everyone_moves(host.id, host.ask)
        # Whose turn it is on the host's own page resigns.
        expect(host.page.locator("#moves-told li")).to_have_count(2)
        host.page.get_by_role("button", name="Resign").click()
        host.page.get_by_role("button", name="Yes").click()
        expect(wall.page.locator("#status")).to_have_text("Ben a gagné")
        wall.keep("screen-over", whole=False)
        host.open("hops", ["me", "open"], public=True)
        expect(wall.page.locator("#open")).to_contain_text("Hops")
        expect(wall.page.locator("#showing")).to_be_hidden()
        assert wall.faults == []


def test_a_table_leads_to_its_screen_where_there_is_one_to_be_lit(screens, house):
    host = screens(house, viewport={"width": 1366, "height": 768})
    host.open("hops", ["me", "invited"])
    link = host.page.get_by_role("link", name="Show this table on a big screen")
    with host.context.expect_page() as opened:
        link.click()
    expect(opened.value.locator("#status")).to_have_text("Waiting for players")
    host.page.set_viewport_size({"width": 390, "height": 844})
    expect(link).to_be_hidden()


def test_a_running_screen_is_loaded_anew_when_the_house_has_another_edition(screens, house):
    page = screens(house, new=True, **WALL).page
    page.clock.install()
    page.goto("/screen")
    page.evaluate("window.loaded = true")
    with page.expect_response("**/sw.js"):
        page.clock.run_for(61_000)
    assert page.evaluate("window.loaded")
    page.route("**/sw.js", lambda route: route.fulfill(body='const EDITION = "another";'))
    with page.expect_event("load"):
        page.clock.run_for(61_000)
    assert page.evaluate("window.loaded") is None
