"""The house but its tables: found, read, used and kept by everyone, on any device."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser.everyone import barriers
from browser.screens import held_back
from ludotheque.games import shelf, take
from ludotheque.page.sentences import AT_SHELF

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
    "locale": "fr-FR",
}
DESK = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
DEVICES = {"phone": PHONE, "desk": DESK}
PASSWORD = "three dull green turtles"  # noqa: S105 - of nobody
FIRST_LOAD = 47_000
"""The most bytes, compressed, of a first visit."""

PAGES = {
    "shelf": "/",
    "me": "/me",
    "recover": "/recover",
    "offline": "/offline",
    "replay": "/replay",
    "screen": "/screen",
} | {
    f"{name}-{game}": f"/{name}/{game}"
    for name in ("rules", "learn", "best", "editor", "study")
    for game in shelf()
}


def opened(screen, path):
    """Open a page, and wait until it has fetched all that it needs.

    Where the computer looks on by itself, for a minute, it is stopped once it has found something.
    """
    page = screen.page
    page.goto(path)
    if page.locator("#engine").count():
        page.locator("#lines li").first.wait_for()
        page.locator("#engine-stop").click()
    page.wait_for_load_state("networkidle")
    return page


def check(screen, name):
    """Check that a screen can be used by everyone, and keep a picture of it."""
    page = screen.page
    screen.keep(name)
    # Contrast is not measured before a ramp of colours: take its end nearest to the letters.
    dark = page.evaluate("getComputedStyle(document.body).colorScheme === 'dark'")
    worst = "var(--paper)" if dark else "var(--paper-deep)"
    page.evaluate("colour => { document.body.style.background = colour; }", worst)
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
    assert screen.faults == []


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_can_be_used_by_everyone(house, screens, name, device):
    screen = screens(house, **DEVICES[device])
    page = opened(screen, PAGES[name])
    assert page.locator("html").get_attribute("lang") == ("fr" if device == "phone" else "en")
    check(screen, f"{name}-{device}")


@pytest.mark.parametrize("device", DEVICES)
def test_the_dialogs_of_the_shelf_can_be_used_by_everyone(house, screens, device):
    screen = screens(house, **DEVICES[device])
    page = opened(screen, "/")
    box = page.locator(".box").nth(1)
    for way in ("here", "invite", "other"):
        box.locator(f".label [data-way={way}]").click()
        expect(page.locator("#arrange")).to_be_visible()
        check(screen, f"{way}-{device}")
        page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    check(screen, f"settings-{device}")


@pytest.mark.parametrize("game", shelf())
def test_a_stranger_plays_after_one_click(house, screens, game):
    screen = screens(house, **DESK)
    page = opened(screen, "/")
    page.locator(f"[data-game={game}] .ways [data-way=now]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table[data-turn]")
    assert page.locator("#lobby").is_hidden()
    assert page.locator("#players > *").count() >= 2
    page.goto("/")
    expect(page.locator("#continue a")).to_have_count(1)
    assert screen.faults == []


def test_a_game_on_one_screen_is_played_by_those_who_are_named(house, screens):
    screen = screens(house, **PHONE)
    page = opened(screen, "/")
    page.locator(".box").first.locator("[data-way=here]").click()
    page.locator("#arrange[open]").wait_for()
    for field, name in zip(page.locator("#arrange .called").all(), ("Ana", "Bob"), strict=True):
        field.fill(name)
    page.locator("#arrange .primary").click()
    page.wait_for_url("**/t/*")
    for name in ("Ana", "Bob"):
        expect(page.locator("#players")).to_contain_text(name)
    page.goto("/")
    expect(page.locator("#continue .turn.mine")).to_have_text("À vous de jouer")
    expect(page).to_have_title(re.compile(r"^\(1\) "))


def test_a_table_for_anyone_is_seen_by_others_on_their_shelf(house, screens):
    mine, theirs = screens(house, **DESK), screens(house, **PHONE)
    page = opened(mine, "/")
    page.locator(".box").first.locator(".label [data-way=other]").click()
    page.locator("#arrange .who").nth(1).select_option("anyone")
    page.locator("#arrange .primary").click()
    page.wait_for_url("**/t/*")
    address = page.url.rpartition("/")[2]
    page.goto("/")
    expect(page.locator("#continue .turn")).to_have_text("Waits for players")
    other = opened(theirs, "/")
    expect(other.locator(f'#open-tables a[href="/t/{address}"]')).to_have_count(1)


@pytest.mark.parametrize("game", shelf())
def test_a_table_of_ones_own_has_the_usual_rules_unless_others_are_chosen(house, screens, game):
    screen = screens(house, **DESK)
    page = opened(screen, "/")
    page.locator(f"[data-game={game}] .label [data-way=other]").click()
    page.locator("#arrange .primary").click()
    page.wait_for_url("**/t/*")
    terms = screen.ask("GET", f"/api/tables/{page.url.rpartition('/')[2]}")["table"]["terms"]
    assert terms["options"] == dict(take(game).settle({}))


def test_a_guest_keeps_name_and_games_and_comes_back_from_elsewhere(house, screens):
    here, elsewhere = screens(house, **DESK), screens(house, **PHONE)
    page = opened(here, "/")
    page.locator(".box").first.locator(".ways [data-way=now]").click()
    page.wait_for_url("**/t/*")
    opened(here, "/me")
    form = page.locator("form[data-to='/api/me/password']")
    form.locator("[name=name]").fill("Ada of the House")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button").click()
    expect(page.locator("h1")).to_contain_text("Ada of the House")
    page.locator("form[data-to='/api/me/recovery'] button").click()
    expect(page.locator(".keep").first).to_contain_text("/recover#")
    link = page.locator(".keep").first.text_content()
    page.locator("form[data-to='/api/me/tokens'] [name=label]").fill("my program")
    page.locator("form[data-to='/api/me/tokens'] button").click()
    expect(page.locator("#tokens")).to_contain_text("my program")
    check(here, "me-account-desk")

    other = opened(elsewhere, "/me")
    form = other.locator("form[data-to='/api/login']")
    form.locator("[name=name]").fill("Ada of the House")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button").click()
    expect(other.locator("h1")).to_contain_text("Ada of the House")
    expect(other.locator(".past-games > li")).to_have_count(1)
    check(elsewhere, "me-account-phone")
    opened(elsewhere, "/people/Ada of the House")
    check(elsewhere, "person-phone")

    opened(elsewhere, link)
    other.locator("[name=password]").fill(PASSWORD + " again")
    other.locator("main button").click()
    expect(other.locator("h1")).to_contain_text("Ada of the House")
    opened(here, "/me")
    expect(page.locator("h1")).not_to_contain_text("Ada")


def test_a_wrong_password_is_said_and_changes_nothing(house, screens):
    screen = screens(house, **DESK)
    page = opened(screen, "/me")
    form = page.locator("form[data-to='/api/login']")
    form.locator("[name=name]").fill("Nobody")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button").click()
    screen.hears("wrong")


def test_language_and_light_are_chosen_once(house, screens):
    screen = screens(house, **DESK)
    page = opened(screen, "/")
    page.locator("#open-settings").click()
    page.locator("#settings [name=theme]").select_option("dark")
    page.locator("#settings [name=lang]").select_option("fr")
    page.wait_for_selector("html[lang=fr]")
    opened(screen, "/me")
    html = page.locator("html")
    assert html.get_attribute("lang") == "fr"
    assert html.get_attribute("data-theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_without_scripts_rules_can_be_read_and_the_language_changed(house, screens):
    screen = screens(house, java_script_enabled=False)
    page = screen.page
    page.goto("/")
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("[data-way=now].primary").first).to_be_hidden()
    page.locator("footer a[lang=fr]").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator(".more a").nth(1).click()
    expect(page).to_have_url(re.compile("/rules/"))
    expect(page.locator("main figure img, main figure svg").first).to_be_visible()


def delayed(page, path, module):
    """Open a page whose *module* stays away; return what lets it come."""
    come = held_back(page, f"**/{module}")
    with page.expect_request(f"**/{module}"):
        page.goto(path, wait_until="commit")
    return come


def test_a_switch_that_is_touched_before_the_modules_have_come_turns_when_they_have(house, screens):
    page = screens(house, new=True).page
    come = delayed(page, "/study/tortuga", "pages/position.js")
    page.locator("#engine").click()
    expect(page.locator("#engine")).to_have_attribute("aria-checked", "true")
    come()
    expect(page.locator("#engine")).to_have_attribute("aria-checked", "false")


def test_a_form_that_is_sent_before_the_modules_have_come_is_sent_by_them(house, screens):
    page = screens(house, new=True).page
    come = delayed(page, "/me", "pages/me.js")
    form = page.locator("form[data-to='/api/login']")
    form.locator("[name=name]").fill("Nobody")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button").click()
    with page.expect_response("**/api/login"):
        come()


def test_a_first_visit_is_small(house, screens):
    screen = screens(house, new=True, **PHONE)
    sizes = []
    screen.page.on(
        "requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"])
    )
    opened(screen, "/")
    assert 0 < sum(sizes) <= FIRST_LOAD


def test_the_shelf_says_only_what_came_with_it(house, screens):
    """It carries few sentences; its modules, also those fetched later, need no other."""
    screen = screens(house, **DESK)
    page = opened(screen, "/")
    box = page.locator(".box").first
    with page.expect_response("**/shelf/arranging.js"):
        box.locator("[data-way=invite]").click()
    expect(page.locator("#arrange")).to_be_visible()
    files = page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => name)"
        ".filter((name) => name.endsWith('.js'))"
    )
    said = {
        name
        for file in files
        for name in re.findall(r'\bsay\("([a-z-]+)"', page.request.get(file).text())
    }
    assert len(said) > 20
    assert said <= set(AT_SHELF)
    assert screen.faults == []


def test_a_house_that_cannot_be_reached_says_so_honestly(house, screens):
    screen = screens(house, service_workers="allow", **PHONE)
    page = opened(screen, "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    screen.context.set_offline(True)
    page.goto("/me")
    expect(page.locator("h1")).to_have_text("Pas de connexion")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily.length") > 0
    screen.context.set_offline(False)
    page.goto("/me")
    expect(page.locator("h1")).not_to_have_text("Pas de connexion")


def test_the_manifest_is_one_that_the_browser_takes(house, screens):
    screen = screens(house, **DESK)
    page = opened(screen, "/")
    session = screen.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert json.loads(told["data"])["start_url"] == "/"
