"""A touch that cannot be a move is answered, and nothing jumps."""

import pytest
from playwright.sync_api import expect

from browser.screens import by_mouse
from test_reasons import COMPELLED

WAITS = "rgbyp/././././././././. 1 rb r+,r+,g-,*+,^+|b+,b-,y+,p++,*- -"


def spot(name):
    return f'[data-spot="{name}"]'


def tap(page, name):
    """Touch a place from which nothing can be done."""
    page.locator(spot(name)).click(force=True)


def drag(page, *spots):
    """Drag from one place to another by mouse."""
    boxes = [page.locator(spot(name)).bounding_box() for name in spots]
    for number, box in enumerate(boxes):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


@pytest.mark.parametrize(
    ("locale", "must", "theirs", "turn"),
    [
        ("en-GB", "You must hop over a foe: d3", "is blue, and you play red", "Ann to move"),
        ("fr-FR", "Vous devez sauter une adversaire : d3", "est bleue, et vous jouez", "À Ann de"),
    ],
)
def test_what_cannot_move_says_why(screens, house, locale, must, theirs, turn):
    ann, screen = screens(house), screens(house, locale=locale)
    screen.open("tortuga", ["me", "invited"], start=COMPELLED, beginner=0)
    ann.ask("PATCH", "/api/me", {"name": "Ann"})
    ann.come(screen.link())
    assert screen.wait()
    page, caption = screen.page, screen.page.locator("#caption")
    tap(page, "b2")
    expect(caption).to_contain_text(must)
    expect(caption.locator("a")).to_have_attribute("href", "/rules/tortuga#rule-1.5")
    expect(page.locator(".rings circle")).to_have_count(1)
    expect(page.locator("#spoken")).to_contain_text(must)
    screen.keep(f"astray-{locale}")
    # Dragged, it stays, and says the same as touched.
    drag(page, "d4", "d5")
    expect(caption).to_contain_text(theirs)
    drag(page, "b2", "b3")
    expect(caption).to_contain_text(must)
    drag(page, "d3", "d2")
    expect(caption.locator("a")).to_have_attribute("href", "/rules/tortuga#rule-1.1")
    # A place where nothing is needs no answer, and whoever goes on is not reminded.
    tap(page, "a1")
    expect(caption.locator("a")).to_have_attribute("href", "/rules/tortuga#rule-1.1")
    by_mouse(page, spot("d3"))
    expect(caption.locator("a")).to_have_attribute("href", "/rules/tortuga#rule-1.5")
    expect(page.locator(".rings circle")).to_have_count(0)
    by_mouse(page, spot("d5"))
    page.wait_for_function("() => document.querySelectorAll('#moves-told li').length === 1")
    tap(page, "f5")
    expect(caption).to_contain_text(turn)
    assert screen.moves() == ["d3xd5"]
    assert screen.faults == []


def test_two_quick_touches_are_one(screens, house):
    screen = screens(house)
    screen.open(
        "race", ["me", {"person": "Ann"}], start=WAITS, beginner=0, options={"tiles": "open"}
    )
    page = screen.page
    page.locator("#lift").click()
    assert screen.wait()
    page.locator(spot("hand-1-0")).dblclick()
    expect(page.locator("#hand .held")).to_have_count(1)
    assert screen.moves() == []
    tap(page, "hand-1-2")
    expect(page.locator("#caption")).to_contain_text("This card must wait")
    page.locator(spot("hand-1-0")).click()
    drag(page, "hand-1-2", "1")
    expect(page.locator("#caption")).to_contain_text("This card must wait")
    screen.open("tortuga", ["me", {"person": "Ann"}], beginner=0)
    assert screen.wait()
    page.locator(spot("d2")).dblclick()
    expect(page.locator(".light.held")).to_have_count(1)
    by_mouse(page, spot("d3"))
    page.wait_for_function("() => document.querySelectorAll('#moves-told li').length === 1")
    assert screen.faults == []


def test_a_learner_is_told_why(screens, house):
    screen = screens(house)
    page = screen.page
    page.goto("/learn/tortuga")
    page.locator(".target.active").first.wait_for(state="attached")
    tap(page, "b5")
    expect(page.locator("#verdict")).to_have_text("The turtle on b5 is blue, and you play red.")
    assert screen.faults == []
