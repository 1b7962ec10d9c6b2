"""Who plays is read whole: names and where everyone sits, beside scores, tallies and tiles."""

import pytest
from playwright.sync_api import expect

from browser.screens import MIDDLE, by_mouse
from browser.test_layout import SIZES

CUT = """() => [...document.querySelectorAll(".plate .name, .plate .place > :not(.guest)")]
  .filter((words) => words.getClientRects().length > 0)
  .flatMap((words) => {
    const { width, height, bottom } = words.getBoundingClientRect();
    const line = words.closest(".place")?.getBoundingClientRect();
    const cut = words.scrollWidth > words.clientWidth + 1
      || words.scrollHeight > words.clientHeight + 2
      || (line && bottom > line.bottom + 2);
    return cut ? [`${words.textContent}: ${width} by ${height}`] : [];
  })"""
"""What of it is cut, or out of sight."""
FIRST_HOME = "./././p/./gb/y/r/./. 1 rgb r++,g+,b-,y+,p-|g+,b+,y-,p++,*-|r-,b+,y+,*+,^+ -"
"""A race that the first card of the first hand wins."""


def cut(screen, name):
    """Return what is cut of the plates, at each size of a screen."""
    found = {}
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        if faults := screen.page.evaluate(CUT):
            found[width, height] = faults
        screen.keep(f"plates-{name}-{width}x{height}", whole=False)
    return found


@pytest.mark.parametrize("game", ["hops", "tortuga"])
def test_with_a_score_everyone_still_sees_who_sits_where(screens, house, game):
    """Of whoever is a guest that is said last, where there is room for it."""
    ann, ben = screens(house, locale="fr-FR"), screens(house, locale="fr-FR")
    ann.open(game, ["me", "invited"], start=MIDDLE[game])
    ben.page.goto(ann.link())
    ben.page.locator("#lobby .primary").first.click()
    ben.begun()
    ben.page.locator('[data-deed="resign"]').click()
    ben.page.locator('#sure [value="yes"]').click()
    for person in (ann, ben):
        person.page.locator("#again").click()
    ann.begun()
    expect(ann.page.locator(".plate .score").first).to_be_visible()
    expect(ann.page.locator(".plate .guest")).to_have_text("· invité")
    assert cut(ann, f"score-{game}") == {}
    assert ann.faults == ben.faults == []


def test_at_the_end_of_a_race_names_have_room_beside_tiles(screens, house):
    screen = screens(house, viewport={"width": 1366, "height": 768})
    screen.open("race", ["me", {"level": 2}, {"level": 2}], start=FIRST_HOME, beginner=0)
    assert screen.wait()
    expect(screen.page.locator(".plate.yours .place")).to_have_text("Seat 1, you")
    by_mouse(screen.page, "#hand .playable >> nth=0")
    by_mouse(screen.page, ".play-held")
    expect(screen.page.locator(".plate > .icon")).to_have_count(3)
    expect(screen.page.locator(".plate .won").first).to_be_visible()
    assert cut(screen, "end-race") == {}
    assert screen.faults == []
