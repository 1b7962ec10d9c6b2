"""Devices of the tests: whoever is lent one finds nothing of whoever had it before."""

import json

import pytest

from browser.devices import MOST_TABS, PLACE, Devices
from browser.everyone import barriers
from browser.screens import KEPT as PAINTED
from browser.screens import WAITING

KIND = {"locale": "en-GB", "service_workers": "block"}
LIKED = {"pace": "now"}
KEEP = """() => {
  localStorage.setItem("mine", 1);
  sessionStorage.setItem("mine", 1);
  document.cookie = "mine=1";
}"""
KEPT = "() => [{ ...localStorage }, { ...sessionStorage }, document.cookie, innerWidth]"


@pytest.fixture
def lent(devices, house):
    """Return what lends a device that only the tests of this file have."""
    return lambda: devices.lent(house.url, LIKED, {**KIND, "timezone_id": "Asia/Tokyo"})


def test_a_tab_is_lent_again_and_has_nothing_of_its_last_page(lent):
    with lent() as context:
        tab, size = context.pages[0], context.pages[0].viewport_size
        tab.goto("/")
        tab.evaluate(KEEP)
        tab.set_viewport_size({"width": 360, "height": 640})
        context.new_page().goto("/me")
    with lent() as context:
        assert context.pages == [tab]
        tab.goto(WAITING)
        kept = {PLACE: json.dumps(LIKED)}
        assert tab.evaluate(KEPT) == [kept, {}, "", size["width"]]
        assert context.cookies() == []


@pytest.mark.parametrize(
    "do",
    [
        lambda tab: tab.add_init_script("window.mine = 1"),
        lambda tab: tab.emulate_media(media="print"),
        lambda tab: tab.on("request", lambda request: request.url),
        lambda tab: tab.route("**/me", lambda route: route.abort()),
    ],
    ids=["script", "media", "listener", "route"],
)
def test_a_tab_to_which_something_was_done_that_lasts_is_not_lent_again(lent, do):
    with lent() as context:
        tab = context.pages[0]
        do(tab)
    assert tab.is_closed()
    with lent() as context:
        assert context.pages != [tab]


def test_only_so_many_tabs_wait(browser, house):
    devices, used = Devices(browser), []
    for number in range(MOST_TABS + 2):
        with devices.lent(house.url, LIKED, {**KIND, "user_agent": f"Browser {number}"}) as context:
            used.append(context)
    assert sum(len(context.pages) for context in used) == MOST_TABS
    for context in used:
        context.close()


PALE = {"color": "#888"}


@pytest.mark.parametrize("where", [".primary", ".lead"], ids=["on a colour", "on a gradient"])
def test_axe_sees_the_colours_of_a_page_that_is_not_painted(screens, house, where):
    page = screens(house).page
    page.goto("/")
    assert barriers(page) == []
    page.evaluate(
        "([where, look]) => Object.assign(document.querySelector(where).style, look)", [where, PALE]
    )
    assert [rule for rule, _ in barriers(page)] == ["color-contrast"]
    unseen = page.evaluate("getComputedStyle(document.documentElement).opacity")
    assert unseen == ("1" if PAINTED else "0")
