"""The house on a device: kept when it is wanted, open when the network goes, brought home after."""

import json
import re
import zipfile
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from browser import sites
from browser.everyone import barriers
from browser.test_site import DESKTOP, PHONE, give_up, mine, move, record_on, remembered
from ludotheque.match import from_json, to_json, verify
from ludotheque.page.device import SERVED
from records import a_race, a_short_match
from server.house import House

OPEN, HIDDEN = "tortuga", "race"
"""A game in which everyone sees everything, and one in which nobody does."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Run a house that offers itself to devices."""
    folder = sites.once(tmp_path_factory.getbasetemp(), SERVED)
    variables = {"LUDOTHEQUE_DEVICE": str(folder)}
    with House(tmp_path_factory.mktemp("house"), variables=variables).running() as house:
        yield house
        assert house.faults() == []


@contextmanager
def device(browser, house, lang="en", **kind):
    """Give a device that knows nothing of the house."""
    screen = sites.newcomer(browser, house.url, lang, kind or DESKTOP)
    try:
        yield screen
        assert screen.faults == []
    finally:
        screen.context.close()


@pytest.fixture(scope="module")
def known(browser, house):
    """Keep a device that has the house kept, and that played there."""

    def learn(page):
        keep(page)
        page.goto("/device/en/table.html?id=none")
        remembered(page, "/device/")

    known = sites.Known(browser, house.url, learn)
    yield known
    known.close()


@contextmanager
def kept(known, kind=DESKTOP):
    """Give a device that has the house kept, and of which the house knows nothing."""
    with known.visit(kind) as screen:
        yield screen
        assert screen.faults == []


def keep(page):
    """Have the house kept, and wait until all of it is there."""
    page.goto("/device")
    page.locator("#keep").click()
    page.locator("#kept").wait_for()


def choices(page):
    """Return the moves that the page offers."""
    return page.locator("#moves option").evaluate_all("all => all.map((each) => each.value)")


def look_at_another(screen):
    """Begin another game in another tab: that is another place to come back to."""
    wish = {"game": HIDDEN, "chairs": ["me", {"level": 1}], "public": False, "rated": False}
    tab = screen.tab()
    tab.goto(f"/t/{screen.ask('POST', '/api/tables', wish)['id']}")
    tab.locator('#table[data-status="playing"]').wait_for()
    tab.close()


def be_someone_else(screen):
    """Lose what the house knew one by: that is told before any game is sent."""
    page = screen.page
    expect(page.locator("#bring-whose")).to_contain_text("a guest whom only this device knows")
    assert barriers(page) == []
    screen.keep("device-games")
    screen.context.clear_cookies()
    page.locator("#bring").click()
    expect(page.locator("#bring-told")).to_contain_text("Nothing has been sent yet")
    expect(page.locator("#bring-whose")).to_contain_text("nobody knows you yet")


def follow(page):
    """Go where the page leads whoever is cut off from a game."""
    page.locator("#link-lost a").click()


@pytest.mark.parametrize(("lang", "kind"), [("en", DESKTOP), ("fr", PHONE)])
def test_the_house_is_kept_when_it_is_wanted_and_forgotten_when_it_is_not(
    browser, house, lang, kind
):
    with device(browser, house, lang, **kind) as screen:
        page = screen.page
        page.goto("/")
        page.locator("#open-settings").click()
        page.locator('#settings a[href="/device"]').click()
        page.locator("#absent").wait_for()
        assert barriers(page) == []
        screen.keep(f"device-absent-{lang}")
        assert page.evaluate("caches.has('ludotheque /device/')") is False
        page.locator("#keep").click()
        page.locator("#kept").wait_for()
        expect(page.locator("#progress")).to_have_js_property("value", 1)
        point = {"en": ".", "fr": ","}[lang]
        expect(page.locator("#amount")).to_have_text(re.compile(rf"(\d\{point}\d).* \1"))
        assert barriers(page) == []
        screen.keep(f"device-kept-{lang}")
        page.reload()
        page.locator("#forget").click()
        page.locator("#absent").wait_for()
        kept = page.evaluate("caches.keys()")
        assert not [name for name in kept if "/device/" in name]


def test_the_network_goes_and_the_game_goes_on_and_comes_home(known):
    with kept(known, PHONE) as screen:
        page = screen.page
        screen.open(OPEN, ["me", {"level": 2}], beginner=0)
        assert mine(page)
        move(page)
        assert mine(page)
        before = choices(page)
        look_at_another(screen)
        screen.context.set_offline(True)
        page.locator("#link-lost a").wait_for()
        screen.keep("device-table-cut-off")
        # Also whoever loads the page again, which is not there, is led on.
        page.reload()
        page.locator("#onward").wait_for()
        assert barriers(page) == []
        screen.keep("device-offline")
        page.locator("#this-game a").click()
        assert mine(page)
        assert choices(page) == before
        move(page)
        assert mine(page)
        address = page.url
        # The shelf, and one's own games, are those of this device.
        page.goto("/")
        page.locator("#continue a").wait_for()
        page.goto("/me")
        expect(page.locator("#mine > li")).to_have_count(1)
        assert barriers(page) == []
        # The same moment leads to the same copy.
        page.goto(f"/t/{screen.id}")
        page.locator("#this-game a").click()
        assert mine(page)
        assert page.url == address
        give_up(page)
        screen.context.set_offline(False)
        page.goto(f"/t/{screen.id}")
        assert mine(page)
        assert choices(page) == before
        page.goto("/me")
        page.locator("#device-games a").first.click()
        be_someone_else(screen)
        page.locator("#bring").click()
        expect(page.locator("#bring-told")).to_contain_text("1 game is among yours now")
        page.locator("#bring").click()
        expect(page.locator("#bring-told")).to_contain_text("1 game was there already")
        page.goto("/me")
        page.locator("#brought .past-games .where").click()
        record = record_on(page)
        assert verify(record).given
        assert record.result.reason == "resigned"
        page.locator("#review-begin").click()
        page.locator("#review-table tbody tr").first.wait_for()


def test_what_only_the_house_knows_waits_there(known):
    with kept(known) as screen:
        page = screen.page
        page.goto("/?lang=fr")
        screen.open(HIDDEN, ["me", {"level": 1}], beginner=0)
        assert mine(page)
        screen.context.set_offline(True)
        expect(page.locator("#link-lost")).to_contain_text("la maison seule le sait")
        follow(page)
        page.wait_for_url("**/device/fr/index.html")
        page.locator(f'.box[data-game="{HIDDEN}"] button.primary').click()
        assert mine(page)
        screen.context.set_offline(False)
        page.goto(f"/t/{screen.id}")
        assert mine(page)


def test_what_takes_others_says_so(browser, house, known):
    with kept(known) as screen, device(browser, house) as friend:
        page = screen.page
        screen.open(OPEN, ["me", "open"], beginner=0)
        friend.page.goto(f"/t/{screen.id}")
        friend.page.get_by_role("button", name="Sit down").click()
        assert mine(page)
        screen.context.set_offline(True)
        expect(page.locator("#link-lost")).to_contain_text("where the others are")
        page.goto(f"/best/{OPEN}")
        expect(page.locator("h1")).to_have_text("No connection")
        page.get_by_role("link", name="Play here").click()
        page.wait_for_url("**/device/en/index.html")


def test_the_same_game_leaves_the_same_record_here_and_there(known):
    """But for times and the seed, which nothing is drawn from in this game."""
    with kept(known) as screen:
        page = screen.page
        chairs = [{"person": "Ana"}, {"person": "Ben"}]
        records = []
        screen.open(OPEN, chairs, beginner=0)
        wish = {"id": "k", "game": OPEN, "chairs": chairs, "beginner": 0}
        for _ in range(2):
            for _ in range(4):
                assert mine(page)
                move(page)
            give_up(page)
            page.locator("#replay").click()
            record_on(page)
            with page.expect_download() as saving:
                page.locator("#as-json").click()
            records.append(saving.value.path().read_text(encoding="utf-8"))
            page.goto(f"/device/en/table.html#{urlencode({'wish': json.dumps(wish)})}")
        for text in records:
            verify(from_json(text))
        changing = r'"(at|began|check|seed|seed_hash)": ?("\w+"|\d+)'
        served, local = (re.sub(changing, "…", text) for text in records)
        assert served == local


@pytest.mark.parametrize(("lang", "kind"), [("en", DESKTOP), ("fr", PHONE)])
def test_a_file_of_all_records_is_brought_and_what_is_wrong_in_it_named(
    browser, house, tmp_path, lang, kind
):
    archive = tmp_path / "ludotheque.zip"
    forged = to_json(a_race()).replace("resigned", "nearest").replace('"move"', '"moves"', 1)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("right.json", to_json(a_short_match()))
        packed.writestr("wrong.json", forged)
        packed.writestr("long.json", "x" * 300_000)
    (tmp_path / "torn.zip").write_bytes(archive.read_bytes()[:200])
    (tmp_path / "race.json").write_text(to_json(a_race()), encoding="utf-8")
    told = {"en": "2 games are among yours now. 3 were not taken:", "fr": "2 parties sont"}[lang]
    with device(browser, house, lang, **kind) as screen:
        page = screen.page
        page.goto("/me")
        files = [archive, tmp_path / "torn.zip", tmp_path / "race.json"]
        page.locator("#bring-files").set_input_files(files)
        page.locator("#bring button").click()
        expect(page.locator("#bring-told")).to_contain_text(told)
        refused = page.locator("#bring-refused li").all_inner_texts()
        assert [line.split("\u00a0:")[0].split(":")[0] for line in refused] == [
            "wrong.json",
            "long.json",
            "torn.zip",
        ]
        assert barriers(page) == []
        screen.keep(f"brought-{lang}")
        # A browser notes every refusal: there is one, of what the page itself cannot judge.
        assert len(screen.noted) == 1
        assert "400" in screen.noted.pop()
        page.reload()
        expect(page.locator("#brought .past-games > li")).to_have_count(2)
        page.on("dialog", lambda dialog: dialog.accept())
        page.locator("[data-forget]").first.click()
        expect(page.locator("#brought .past-games > li")).to_have_count(1)
        page.reload()
        expect(page.locator("#brought .past-games > li")).to_have_count(1)


PROXY = {"content_type": "text/html", "body": "<h1>No</h1>"}
"""How whoever stands before a house answers in its place."""
KEPT = {"status": 201, "json": {"id": "0" * 32, "known": False}}
FULL = "There is no more room for your games: forget some there or, as a guest, choose a password."
UNSENT = "games have not been brought, and are still where they were."


@pytest.mark.parametrize(
    ("answers", "told", "named"),
    [
        (
            [KEPT, None],
            f"1 game is among yours now. The house cannot be reached just now. 3 {UNSENT}",
            [],
        ),
        ([{"status": 200, **PROXY}], f"The house cannot be reached just now. 4 {UNSENT}", []),
        (
            [KEPT, {"status": 413, **PROXY}, KEPT, KEPT],
            "3 games are among yours now. 1 was not taken:",
            ["1.json: The house said no."],
        ),
        (
            [KEPT, {"status": 409, "json": {"code": "games/full", "message": "no room"}}],
            f"1 game is among yours now. {FULL} 3 {UNSENT}",
            [],
        ),
        (
            [KEPT, {"status": 507, "json": {"code": "house/full", "message": "no room"}}],
            f"1 game is among yours now. The house is full just now. 3 {UNSENT}",
            [],
        ),
    ],
)
def test_what_was_not_sent_is_counted_and_nothing_sent_in_vain(
    browser, house, tmp_path, answers, told, named
):
    with device(browser, house) as screen:
        page = screen.page
        choose(page, tmp_path)
        coming = iter(answers)

        def answer(route):
            known = next(coming)
            if known is None:
                route.abort()
            else:
                route.fulfill(**known)

        page.route("**/api/me/games", answer)
        page.locator("#bring-begin").click()
        expect(page.locator("#bring-told")).to_have_text(told)
        assert page.locator("#bring-refused li").all_inner_texts() == named
        assert next(coming, "none") == "none"
        expect(page.locator("#bring-begin")).to_be_focused()
        # A browser notes what is refused and what is cut off.
        screen.noted.clear()


@pytest.mark.parametrize("later", ["Wed, 21 Oct 2037 07:28:00 GMT", "86400"])
def test_whoever_waits_for_the_house_can_stop(browser, house, tmp_path, later):
    with device(browser, house, **PHONE) as screen:
        page = screen.page
        choose(page, tmp_path)
        asked = []

        def answer(route):
            asked.append(route)
            route.fulfill(status=503, headers={"retry-after": later}, **PROXY)

        page.route("**/api/me/games", answer)
        page.locator("#bring-begin").click()
        seconds = later if later.isdecimal() else "5"
        expect(page.locator("#bring-told")).to_contain_text(f"it goes on in {seconds} seconds")
        expect(page.locator("#bring-begin")).to_be_disabled()
        expect(page.locator("#bring-stop")).to_be_focused()
        assert barriers(page) == []
        screen.keep("bring-waits")
        page.locator("#bring-stop").click()
        expect(page.locator("#bring-told")).to_have_text(f"You have stopped it. 4 {UNSENT}")
        expect(page.locator("#bring-begin")).to_be_focused()
        screen.noted.clear()


def test_a_house_that_asks_for_patience_without_end_is_left(browser, house, tmp_path):
    with device(browser, house) as screen:
        page = screen.page
        page.clock.install()
        choose(page, tmp_path)
        screen.stop_clock()
        asked = []

        def answer(route):
            asked.append(route)
            route.fulfill(status=502, **PROXY)

        page.route("**/api/me/games", answer)
        page.locator("#bring-begin").click()
        busy = f"The house has too much to do just now. 4 {UNSENT}"
        screen.wind(lambda: page.locator("#bring-told").inner_text() == busy)
        assert len(asked) == 6
        screen.noted.clear()


def choose(page, folder):
    """Choose four records at one's own place."""
    page.goto("/me")
    for number in range(4):
        (folder / f"{number}.json").write_text("{}", encoding="utf-8")
    page.locator("#bring-files").set_input_files(sorted(folder.glob("*.json")))


def test_what_a_house_offered_before_can_still_be_opened_and_forgotten(browser, tmp_path_factory):
    folder = sites.once(tmp_path_factory.getbasetemp(), SERVED)
    house = House(tmp_path_factory.mktemp("house"), variables={"LUDOTHEQUE_DEVICE": str(folder)})
    with house.running(), device(browser, house) as screen:
        page = screen.page
        keep(page)
        page.goto("/device/en/index.html")
        page.locator(f'.box[data-game="{OPEN}"] button.primary').click()
        assert mine(page)
        page.goto("/healthz")
        house.stop()
        del house.variables["LUDOTHEQUE_DEVICE"]
        house.start().wait()
        for lang, told in (("en", "no longer offers it"), ("fr", "ne l’offre plus")):
            page.goto(f"/me?lang={lang}")
            page.locator('#device-games a[href="/device"]').click()
            expect(page.locator("#kept")).to_contain_text(told)
            assert barriers(page) == []
            screen.keep(f"device-withdrawn-{lang}")
            page.locator(f'#kept a[href="/device/{lang}/me.html"]').click()
            expect(page.locator("#mine > li")).to_have_count(1)
        page.goto("/device")
        page.locator("#forget").click()
        page.locator("#absent").wait_for()
        page.goto("/me")
        expect(page.locator("#device-games")).to_be_visible()
        expect(page.locator("#device-games a")).to_have_count(0)
        # Its newer edition is looked for in vain.
        screen.noted[:] = [line for line in screen.noted if "404" not in line]
        assert house.faults() == []
