"""The game that docs/adding-a-game.md builds, on the page: nothing it does not have is missed."""

import re

import pytest
from playwright.sync_api import expect

from browser.screens import by_finger, by_mouse
from fourth import build, variables
from ludotheque.words import Words
from server.house import House

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def fourth(tmp_path_factory):
    """Open a copy of the house with a fourth game on its shelf."""
    folder = tmp_path_factory.mktemp("fourth")
    build(folder)
    with House(folder, variables=variables(folder)).running() as house:
        yield house
        assert house.faults() == []


@pytest.mark.parametrize(
    ("lang", "touch", "device"),
    [("en", by_mouse, {"locale": "en-GB"}), ("fr", by_finger, {"locale": "fr-FR", **PHONE})],
    ids=["en", "fr"],
)
def test_it_is_taken_off_the_shelf_read_up_played_to_the_end_and_studied(
    screens, fourth, lang, touch, device
):
    screen, say = screens(fourth, **device), Words(lang).say
    page = screen.page
    page.goto("/")
    box = page.locator('[data-game="straws"]')
    expect(box.locator("img")).to_have_js_property("complete", value=True)
    screen.keep(f"fourth-shelf-{lang}")
    assert box.get_by_role("link", name=say("First game")).count() == 0
    box.get_by_role("link", name=say("Rules")).click()
    expect(page.locator("article.rulebook")).to_have_attribute("lang", "en")
    note = say("These rules have not been translated yet: here they are in English.")
    assert page.get_by_text(note).is_visible() == (lang != "en")
    page.go_back()
    box.locator('.primary[data-way="now"]').click()
    page.wait_for_url("**/t/*")
    screen.id = re.search(r"/t/([\w-]+)", page.url)[1]
    screen.wait()
    screen.keep(f"fourth-table-{lang}")
    expect(page.locator("#aim")).to_be_hidden()  # it tells none
    while screen.wait():
        screen.play(touch, screen.seen()["picture"]["choices"][0])
    assert screen.seen()["table"]["match"]["outcome"]["reason"] == "last-straw"
    expect(page.locator("#ending-reason")).to_contain_text("the last straw has been taken")
    assert page.locator("#moves-told li").count() == len(screen.moves())
    screen.keep(f"fourth-ending-{lang}")
    page.locator("#replay").click()
    page.locator('[data-step="on"]').click()
    page.locator("#study").click()
    page.wait_for_url("**/study/straws*")
    expect(page).to_have_title(say("{game}: study a position", game="Straws"))
    assert page.locator("#palette").count() == 0
    expect(page.locator("#engine-slow")).to_be_visible()  # no kernel knows it
    page.locator("#lines li").first.wait_for()
    screen.keep(f"fourth-study-{lang}")
    assert screen.faults == []
