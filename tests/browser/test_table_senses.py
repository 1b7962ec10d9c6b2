"""What is seen, heard and felt at the table: cards in the hand, sounds, names, room to touch."""

import pytest
from playwright.sync_api import expect

from browser.screens import by_mouse
from browser.test_house import check

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FINGER = 44
"""The pixels that a finger needs."""
RACE = "././rp/./gb/./y/././. 1 pg r+,g+,b-,y+,p-|g+,b+,y-,p++,*- -"
"""A race in which every card of the first hand is played by itself, without a question."""

COUNT_SOUNDS = """() => {
  window.sounds = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.sounds += 1;
    return start.apply(this, when);
  };
}"""
COUNT_FLIGHTS = """() => {
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.matches(".flying")) window.flights += 1;
    return animate.apply(this, how);
  };
}"""


def at_the_race(screens, house, **device):
    """Return someone who is to play a card, and the first that they can play."""
    screen = screens(house, **device)
    screen.open("race", ["me", {"level": 1}], start=RACE, beginner=0)
    assert screen.wait()
    return screen, screen.seen()["picture"]["choices"][0]


def later(screen, turn):
    """Wait until the game has gone on."""
    screen.page.wait_for_function(
        "turn => document.getElementById('table').dataset.turn !== turn", arg=turn
    )


def resign(screen):
    """Give the game up, and wait for its end."""
    screen.page.get_by_role("button", name="Resign").click()
    screen.page.get_by_role("button", name="Yes").click()
    screen.page.locator("#ending").wait_for()


def test_a_raised_card_says_how_it_is_played(screens, house):
    screen, choice = at_the_race(screens, house, **PHONE)
    page, turn, before = screen.page, screen.turn, len(screen.moves())
    page.locator(f'[data-spot="{choice["touches"][0]}"]').tap()
    play = page.locator("#hand").get_by_role("button", name="Play", exact=True)
    box = play.bounding_box()
    assert min(box["width"], box["height"]) >= FINGER
    play.tap()
    later(screen, turn)
    assert screen.moves()[before] == choice["move"]
    assert screen.faults == []


def test_a_card_dragged_to_the_board_is_played_and_one_let_go_is_not(screens, house):
    screen, choice = at_the_race(screens, house)
    page, turn = screen.page, screen.turn
    before = len(screen.moves())
    box = page.locator(f'[data-spot="{choice["touches"][0]}"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for up in (30, 200):
        assert screen.turn == turn
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - up, steps=5)
        page.mouse.up()
    later(screen, turn)
    assert screen.moves()[before] == choice["move"]
    assert screen.faults == []


def test_a_card_flies_to_the_discards(screens, house):
    screen, choice = at_the_race(screens, house, reduced_motion="no-preference")
    screen.page.evaluate(COUNT_FLIGHTS)
    screen.play(by_mouse, choice)
    screen.page.wait_for_function("() => window.flights > 0")
    expect(screen.page.locator(".flying")).to_have_count(0)
    assert screen.faults == []


def test_sounds_are_heard_only_by_those_who_want_them(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    screen.wait()
    page = screen.page
    page.evaluate(COUNT_SOUNDS)
    screen.play(by_mouse)
    assert page.evaluate("window.sounds") == 0
    page.locator("#open-settings").click()
    page.get_by_label("Sounds").check()
    page.get_by_role("button", name="Done").click()
    screen.wait()
    screen.play(by_mouse)
    page.wait_for_function("() => window.sounds > 0")
    assert screen.faults == []


def test_the_end_says_who_gave_up_and_who_has_won(screens, house):
    screen = screens(house, **PHONE)
    screen.open("race", ["me", {"level": 1}, {"level": 1}])
    screen.wait()
    names = screen.page.locator(".plate .name")
    assert sorted(names.all_inner_texts())[1:] == ["Hatchling #1", "Hatchling #2"]
    screen.page.evaluate(
        "document.getElementById('toasts').append('One that never ends by itself')"
    )
    resign(screen)
    page = screen.page
    expect(page.locator("#ending-reason")).to_have_text("You have resigned")
    expect(page.locator("#toasts")).to_be_empty()
    expect(page.locator(".plate.winner .won:visible")).to_have_count(2)
    expect(page.locator(".plate > .icon")).to_have_count(3)
    assert "#tile-back" not in page.locator(".plate > .icon use").evaluate_all(
        "uses => uses.map((use) => use.getAttribute('href'))"
    )
    assert screen.faults == []


@pytest.mark.parametrize("device", [{}, {**PHONE, "color_scheme": "dark"}], ids=["day", "night"])
def test_a_replay_names_players_as_the_table_did_and_shows_the_readers_side(screens, house, device):
    screen = screens(house, **device)
    screen.open("tortuga", ["me", {"level": 2}])
    screen.wait()
    at_the_table = screen.page.locator(".plate .name").all_inner_texts()
    seat = screen.seen()["seat"]
    resign(screen)
    page = screen.page
    expect(page.locator("#ending-title")).to_have_text("Beginner (2) has won")
    page.locator("#replay").click()
    expect(page.locator("#players")).to_have_text(" · ".join(at_the_table))
    expect(page.locator("#reason")).to_contain_text("Guest")
    turned = page.locator("#board .turned").get_attribute("transform") or ""
    assert ("rotate(180" in turned) == (seat == 1)
    check(screen, f"table-replay-{'night' if device else 'day'}")
    page.goto("/me")
    expect(page.locator(".past-games .result")).to_have_text("Lost")
    expect(page.locator(".past-games .where")).to_contain_text("Beginner (2)")


def test_whoever_comes_finds_a_chair_without_scrolling_and_then_the_board(screens, house):
    ann, ben = screens(house, **PHONE), screens(house, **PHONE)
    ann.open("race", ["me", "open"])
    ben.page.goto(ann.page.url)
    sit = ben.page.get_by_role("button", name="Sit down")
    sit.wait_for()
    box = sit.bounding_box()
    assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    ben.page.evaluate("scrollTo(0, 9999)")
    sit.click()
    ben.begun()
    ben.page.wait_for_function("() => scrollY === 0")
    expect(ben.page.locator("#board")).to_be_in_viewport(ratio=0.9)


def test_a_finger_finds_the_squares_of_a_track_and_nothing_moves_under_it(screens, house):
    screen, choice = at_the_race(screens, house, **PHONE)
    page = screen.page
    for square in page.locator("#board .target").all()[:10]:
        assert square.bounding_box()["height"] >= FINGER
    tray = page.locator("#deeds")
    before = tray.bounding_box()["y"]
    page.locator(f'[data-spot="{choice["touches"][0]}"]').tap()
    assert tray.bounding_box()["y"] == before
    hand, cards = page.locator("#hand"), page.locator("#hand .in-hand")
    lowest = max(card.bounding_box()["y"] + card.bounding_box()["height"] for card in cards.all())
    assert lowest <= tray.bounding_box()["y"]
    assert hand.bounding_box()["width"] <= PHONE["viewport"]["width"]
