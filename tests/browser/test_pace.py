"""Moves in a burst are shown one after another; here the page's clock is wound by hand."""

import json

import pytest
from playwright.sync_api import expect

from browser.screens import GLANCE_MS, by_mouse
from waiting import wait_until

RACE = "././p/gb/y/r/./././. 1 rgb r+,g+,b-,y+,p-|g+,b+,y-,p++,*-|r-,b+,y+,*+,^+ -"
"""No turtle comes back to the start within a round: every card of the first hand can be played."""
LEAST_MS = 1_000
"""At the usual pace no sentence about a move is gone sooner."""
COMPANY = ("me", {"level": 1}, {"level": 1})
HURRY = {
    "en-GB": "Tap or Esc to skip ahead",
    "fr-FR": "Touchez ou Échap pour passer",
}


def at_race(screens, house, chairs=COMPANY, *, terms=None, **device):
    """Return someone who is to move in a race of three, on a page whose clock stands still."""
    screen = screens(house, new=True, **{"pace": "normal", **device})
    listen(screen)
    screen.page.clock.install()
    screen.open("race", list(chairs), start=RACE, beginner=0, **(terms or {}))
    screen.page.locator("#lift:visible, [data-mine=true] #hand").first.wait_for()
    screen.stop_clock()
    return screen


def listen(screen):
    """Note which acts the page is told of."""
    screen.heard = []

    def hear(frame):
        said = json.loads(frame)
        screen.heard.append(said["seq"] if said["type"] == "step" else None)

    screen.page.on("websocket", lambda socket: socket.on("framereceived", hear))


def play(screen, *, heard=True):
    """Play the first card, and wait until the page was told of all the answers."""
    choice, before = screen.seen()["picture"]["choices"][0], len(screen.moves())
    for thing in choice["touches"] * 2:
        by_mouse(screen.page, screen.place(thing))
    wait_until(lambda: len(screen.moves()) > before and not thinking(screen))
    if heard:
        wait_until(lambda: screen.seen()["table"]["seq"] in screen.heard)


def thinking(screen):
    """Return whether a computer is to move."""
    table = screen.seen()["table"]
    return table["chairs"][table["seating"][table["match"]["to_move"]]]["computer"]


def captions(screen):
    """Return what the page has said about moves that were made, to those who listen to it."""
    names = tuple(screen.page.locator(".plate .name").all_inner_texts())
    return [
        line
        for line in screen.page.locator("#spoken p").all_inner_texts()
        if line.startswith(names)
    ]


def mine(screen, yes):
    expect(screen.page.locator("#table")).to_have_attribute("data-mine", str(yes).lower())


@pytest.mark.parametrize("locale", HURRY)
def test_computers_are_shown_one_after_another(screens, house, locale):
    screen = at_race(screens, house, locale=locale)
    page, caption = screen.page, screen.page.locator("#caption")
    names = page.locator(".plate .name").all_inner_texts()
    play(screen)
    expect(caption).to_contain_text(names[0])
    expect(page.locator("#status")).to_have_text(HURRY[locale])
    assert len(captions(screen)) == 1
    page.clock.run_for(GLANCE_MS)
    expect(caption).to_contain_text(names[1])
    expect(caption.locator(".icon")).to_have_count(1)
    first = caption.inner_text()
    page.clock.run_for(LEAST_MS)
    mine(screen, yes=False)
    assert caption.inner_text() == first
    expect(page.locator("#hand .playable")).to_have_count(0)
    screen.wind(until=lambda: screen.may_move)
    told = captions(screen)
    assert caption.inner_text() == told[-1]
    assert len(told) == len({*told}) == 3
    assert told[1] == first
    assert screen.faults == []


@pytest.mark.parametrize("hurries", ["tap", "key"])
def test_a_tap_or_a_key_hurries_and_nothing_is_left_out(screens, house, hurries):
    screen = at_race(screens, house, terms={"clock": "10m"})
    page = screen.page
    play(screen)
    expect(page.locator("#status")).to_have_text(HURRY["en-GB"])
    mine(screen, yes=False)
    left = page.locator(".plate.yours .clock").inner_text()
    page.clock.run_for(LEAST_MS)
    # The house has done thinking about what is still to be shown: the reader's own time runs.
    expect(page.locator(".plate.yours .clock")).not_to_have_text(left)
    mine(screen, yes=False)
    if hurries == "tap":
        page.locator("#caption").click()
    else:
        page.keyboard.press("Escape")
    mine(screen, yes=True)
    assert len(captions(screen)) == 3
    assert page.locator("#caption").inner_text() == captions(screen)[-1]
    assert screen.faults == []


def test_the_last_round_is_shown_again_from_what_was_heard(screens, house):
    screen = at_race(screens, house)
    page = screen.page
    again = page.get_by_role("button", name="Show me the last round")
    expect(again).to_be_hidden()
    play(screen)
    page.keyboard.press("Escape")
    mine(screen, yes=True)
    told, asked = captions(screen), []
    now = page.locator("#board .pieces").inner_html()
    page.on("request", lambda request: asked.append(request.url))
    again.click()
    expect(page.locator("#past")).to_contain_text("The last round")
    mine(screen, yes=False)
    assert page.locator("#board .pieces").inner_html() != now
    for words in told[1:]:
        screen.wind(until=lambda words=words: page.locator("#caption").inner_text() == words)
    page.locator('[data-step="now"]').click()
    mine(screen, yes=True)
    expect(page.locator("#past")).to_be_hidden()
    assert page.locator("#board .pieces").inner_html() == now
    assert captions(screen) == [*told, *told[1:]]
    assert asked == []
    assert screen.faults == []


def test_the_screen_is_passed_on_once_all_was_shown(screens, house):
    screen = at_race(screens, house, [{"person": "Ann"}, {"level": 1}, {"person": "Ben"}])
    page = screen.page
    page.get_by_role("button", name="Lift the cover").click()
    mine(screen, yes=True)
    play(screen)
    expect(page.locator("#caption")).to_contain_text("Ann: ")
    page.clock.run_for(GLANCE_MS)
    expect(page.locator("#caption")).to_contain_text("Hatchling")
    expect(page.locator("#cover")).to_be_hidden()
    screen.wind(until=lambda: "Ben" in page.locator("#cover").inner_text())
    expect(page.locator("#hand button")).to_have_count(0)
    page.get_by_role("button", name="Lift the cover").click()
    mine(screen, yes=True)
    # Ben looks at what Ann has done, and not at what she holds.
    page.get_by_role("button", name="Show me the last round").click()
    page.clock.run_for(GLANCE_MS)
    expect(page.locator("#caption")).to_contain_text("Ann: ")
    own = page.locator("#hand .in-hand use").evaluate_all("all => all.map((e) => e.outerHTML)")
    assert len(own) == 5
    faces = page.locator('#board [data-piece^="hand-"] use').evaluate_all(
        "all => all.map((use) => use.getAttribute('href'))"
    )
    assert {*faces} == {"#card-back"}
    assert screen.faults == []


def test_who_comes_back_is_shown_what_there_is(screens, house):
    screen = screens(house, pace="slow", new=True)
    page, lines = screen.page, []

    def pass_on(line):
        lines.append(line)
        there, first = line.connect_to_server(), len(lines) == 1

        def say(text):
            there.send(text)
            if first and '"move"' in text:
                line.close(code=1012)

        line.on_message(say)

    page.route_web_socket("**/socket*", pass_on)
    page.clock.install()
    screen.open("race", list(COMPANY), start=RACE, beginner=0)
    mine(screen, yes=True)
    screen.stop_clock()
    play(screen, heard=False)
    screen.wind(until=lambda: len(lines) == 2)
    mine(screen, yes=True)
    assert len(captions(screen)) == 3
    assert screen.faults == []


def test_the_pace_is_chosen_and_kept_like_other_settings(screens, house):
    screen = at_race(screens, house)
    page = screen.page
    page.locator("#open-settings").click()
    page.get_by_label("Moves of the others").select_option(label="All at once")
    page.get_by_role("button", name="Done").click()
    page.reload()
    mine(screen, yes=True)
    play(screen)
    mine(screen, yes=True)
    assert len(captions(screen)) == 3
    assert screen.faults == []
