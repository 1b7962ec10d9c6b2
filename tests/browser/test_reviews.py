"""A game looked over in a real browser: graph, marks, sentences, arrows, and lines to be played."""

import itertools
import json

import pytest
from playwright.sync_api import expect

from browser.everyone import barriers
from browser.rooms import blundered, ended, opened, reviewed
from browser.test_study import played
from ludotheque.draw.palette import TINTS
from ludotheque.match import to_json
from rounds import everyone_moves

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
DESK = {"viewport": {"width": 1366, "height": 768}}
TURTLES = {
    "rgb({}, {}, {})".format(*bytes.fromhex(TINTS[name].base[1:]))
    for name in ("red", "green", "blue", "yellow", "purple")
}
NOTHING = {"moves": [], "points": [], "accuracies": [100, 100], "counted": ["", ""]}
NOTHING |= {
    "colours": ["#cf4a33", "#3576b8"],
    "turning_points": [],
    "luck": [],
    "summary": "Well played.",
}


def told(*lines):
    """Return the body of an answer of these lines."""
    return "".join(f"{json.dumps(line)}\n" for line in lines)


@pytest.mark.parametrize(
    ("device", "called", "better", "allowed", "found"),
    [
        (
            {**DESK, "locale": "en-GB"},
            "Blunder",
            "e6-d7 was better.",
            "The move played allows a win at once: d2-d1.",
            "1 move could have been better.",
        ),
        (
            {**PHONE, "locale": "fr-FR", "color_scheme": "dark"},
            "Gaffe",
            "e6-d7 était meilleur.",
            "d2-d1",
            "1 coup aurait pu être meilleur.",
        ),
    ],
    ids=["desk-en", "phone-fr"],
)
def test_a_blunder_is_marked_told_and_proved_on_the_board(
    house, screens, device, called, better, allowed, found
):
    screen = screens(house, **device)
    page = screen.page
    reviewed(screen, blundered())
    expect(page.locator("#review-status")).to_have_text(found)
    expect(page.locator("#moves [aria-current] .mark")).to_contain_text("??")
    expect(page.locator("#verdict-told strong")).to_have_text(called)
    proofs = page.locator("#verdict .proof")
    expect(proofs.nth(0)).to_have_text(better)
    expect(proofs.nth(1)).to_contain_text(allowed)
    expect(page.locator("#board .shown-arrow.better .arrow-head")).to_have_count(1)
    expect(page.locator("#board .shown-arrow.worse .arrow-head")).to_have_count(1)
    expect(page.locator("#graph .blunder")).to_have_count(1)
    expect(page.locator("#graph .curve")).to_have_count(1)
    expect(page.locator("#review-rows td").nth(1)).to_contain_text("100")
    screen.keep(f"review-{called}", whole=False)
    assert barriers(page) == []
    # The line instead of it is played from before it, and the game comes back.
    proofs.nth(0).click()
    expect(proofs.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#told")).to_contain_text("d7")
    expect(page.locator("#board .shown-arrow")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#told")).to_contain_text("d1")
    expect(page.locator("#verdict .proof")).to_have_count(0)
    assert page.locator("#graph").get_attribute("aria-valuenow") == "2"
    assert screen.faults == []


def test_the_graph_is_walked_by_keys_and_told_in_words(house, screens):
    screen = screens(house)
    page = screen.page
    opened(screen, blundered())
    page.locator("#review-begin").focus()
    page.keyboard.press("Enter")
    graph = page.locator("#graph")
    expect(graph).to_be_focused()
    expect(page.locator("#graph-told")).to_contain_text("Turning point")
    page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute(
        "aria-valuetext", "Move 1 of 2. Ann 0%. Benedict the Great 100%. Blunder"
    )
    expect(page.locator("#moves li:first-child [aria-current]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute(
        "aria-valuetext", "Move 0 of 2. Ann 100%. Benedict the Great 0%"
    )
    page.keyboard.press("n")
    expect(graph).to_have_attribute("aria-valuenow", "1")
    expect(page.locator('[data-mistake="next"]')).to_be_disabled()
    page.keyboard.press("End")
    page.keyboard.press("p")
    expect(graph).to_have_attribute("aria-valuenow", "1")
    # The position before the mistake is studied, and the way back leads to it.
    page.locator("#verdict-study").press("Enter")
    expect(page.locator("#board .target.active").first).to_be_attached()
    page.locator(".way-back").click()
    expect(page.locator("#verdict-told strong")).to_have_text("Blunder")
    assert screen.faults == []


def test_a_race_has_a_curve_a_seat(house, screens):
    screen = screens(house)
    reviewed(screen, to_json(played("race", 4)))
    expect(screen.page.locator("#graph .curve")).to_have_count(4)
    # No colour might be taken for a turtle's: lines differ, and so do their numbers and words.
    drawn = screen.page.locator("#graph .curve").evaluate_all(
        "all => all.map((o) => [getComputedStyle(o).stroke, o.getAttribute('stroke-dasharray')])"
    )
    assert len({dashes for _, dashes in drawn}) == 4
    assert not {colour for colour, _ in drawn} & TURTLES
    numbers = screen.page.locator("#graph .ends text")
    assert sorted(numbers.all_text_contents()) == ["1", "2", "3", "4"]
    feet = sorted(number.bounding_box()["y"] for number in numbers.all())
    assert all(above + 8 < below for above, below in itertools.pairwise(feet))
    rows = screen.page.locator("#review-rows th")
    expect(rows.nth(1)).to_contain_text("2")
    expect(rows.nth(1).get_by_role("img", name="dashed line")).to_be_visible()
    expect(screen.page.locator("#review-rows tr")).to_have_count(4)
    expect(screen.page.locator("#luck-rows li")).to_have_count(4)
    expect(screen.page.locator("#luck-rows li").first).to_contain_text("choices cost")
    assert screen.faults == []


def test_on_a_phone_on_its_side_a_second_sentence_is_in_sight(house, screens):
    """The first is what was better; the second says why, and nothing showed that it was there."""
    screen = screens(house, viewport={"width": 844, "height": 390}, has_touch=True, locale="fr-FR")
    reviewed(screen, to_json(played("race", 5)))
    expect(screen.page.locator("#verdict-lines li").nth(1)).to_be_visible()
    seen = screen.page.evaluate(
        """() => {
          const room = document.getElementById("verdict");
          const end = room.getBoundingClientRect().bottom;
          const faded = Number.parseFloat(getComputedStyle(room).paddingBottom);
          const second = document.querySelectorAll("#verdict-lines li")[1];
          return end - faded - second.getBoundingClientRect().top;
        }"""
    )
    assert seen > 30, "at least a line of it"


def test_the_end_of_a_table_leads_to_its_review_which_is_kept(house, screens):
    screen = screens(house)
    page = screen.page
    table = screen.open("tortuga", [{"person": "Ana"}, {"person": "Ben"}])
    everyone_moves(table, screen.ask)
    screen.ask("POST", f"/api/tables/{table}/deeds", {"type": "resign", "id": "r", "seat": 1})
    page.locator("#ending #review").click()
    page.wait_for_url(f"**/t/{table}/replay/1?review=1")
    expect(page.locator("#review-table")).to_be_visible()
    expect(page.locator("#review-stop")).to_be_hidden()
    # More than one line would not be JSON.
    assert screen.ask("POST", f"/api/tables/{table}/review/1")["complete"], "all of it at once"
    page.reload()
    expect(page.locator("#review-table")).to_be_visible()
    assert screen.faults == []


def test_a_review_that_waits_can_be_stopped_and_begun_again(house, screens):
    screen = screens(house)
    page = screen.page
    page.route("**/api/review", lambda _: None)  # nobody ever answers
    opened(screen, blundered())
    page.locator("#review-begin").click()
    expect(page.locator("#review-progress")).to_be_visible()
    page.locator("#review-stop").click()
    expect(page.locator("#review-status")).to_have_text("Stopped: 0 of 2 moves were looked at.")
    expect(page.locator("#slider")).to_be_visible()
    page.unroute("**/api/review")
    page.locator("#review-begin").click()
    expect(page.locator("#graph .blunder")).to_have_count(1)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([{"type": "review", "review": NOTHING, "complete": True}], "No mistakes"),
        (
            [
                {"type": "queued", "ahead": 2},
                {"type": "refused", "id": None, "code": "error", "message": "Alas."},
            ],
            "This game cannot be reviewed: Alas.",
        ),
        ([{"type": "queued", "ahead": 0}], "The house cannot be reached"),
    ],
    ids=["none", "refused", "broken-off"],
)
def test_whatever_comes_of_it_is_said(house, screens, lines, sentence):
    screen = screens(house)
    answer = {"body": told(*lines), "content_type": "application/x-ndjson"}
    screen.page.route("**/api/review", lambda route: route.fulfill(**answer))
    opened(screen, blundered())
    screen.page.locator("#review-begin").click()
    expect(screen.page.locator("#review-status")).to_contain_text(sentence)
    assert screen.faults == []


def test_a_game_that_is_not_over_is_not_offered_a_review(house, screens):
    screen = screens(house)
    opened(screen, blundered(moves=1))
    expect(screen.page.locator("#reason")).to_have_text("It can be reviewed once it is over.")
    expect(screen.page.locator("#review")).to_be_hidden()


def test_a_game_in_which_nobody_has_moved_is_not_offered_a_review(house, screens):
    """It was, and refused."""
    screen = screens(house)
    page = screen.page
    ended(screen, "race")
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#ending #review")).to_be_hidden()
    page.locator("#ending #replay").click()
    expect(page.locator("#result")).to_have_text("Nobody has won")
    expect(page.locator("#review")).to_be_hidden()


def test_neither_shelf_nor_table_loads_what_reviews_are_made_of(house, screens):
    screen = screens(house)
    asked = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.goto("/")
    screen.open("tortuga", ["me", {"level": 1}])
    screen.begun()
    assert not [url for url in asked if "/study/" in url or "review" in url]
