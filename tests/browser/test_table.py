"""Whole games at the table in a real browser, by everything that people play with."""

import pytest
from playwright.sync_api import expect

from browser.everyone import barriers
from browser.screens import MIDDLE, by_finger, by_keys, by_mouse
from rounds import everyone_moves

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
COMPANY = {"hops": 1, "race": 2, "tortuga": 1}
"""How many computers play along."""
LONGEST = {"hops": MIDDLE["hops"]}
"""Of which a whole game has forty to sixty moves; what is touched stays the same to the last."""


def play_to_the_end(screen, touch):
    while screen.wait():
        screen.play(touch)


@pytest.mark.parametrize("game", sorted(COMPANY))
@pytest.mark.parametrize(
    ("way", "touch", "start", "device"),
    [
        ("mouse", by_mouse, LONGEST, {}),
        ("finger", by_finger, MIDDLE, PHONE),
        ("keys", by_keys, MIDDLE, {"locale": "fr-FR"}),
    ],
    ids=["mouse", "finger", "keys"],
)
def test_a_game_can_be_played_to_its_end(screens, house, game, way, touch, start, device):
    """By mouse the whole of it, but of the longest; by finger and by keys from its middle on."""
    screen = screens(house, **device)
    chairs = ["me", *[{"level": 1}] * COMPANY[game]]
    screen.open(game, chairs, start=start.get(game), beginner=0)
    assert screen.wait()
    screen.keep(f"table-{game}-{way}")
    play_to_the_end(screen, touch)
    assert screen.seen()["table"]["match"]["outcome"] is not None
    assert screen.page.locator("#ending-reason").inner_text() != ""
    assert screen.page.locator("#moves-told li").count() == len(screen.moves())
    screen.keep(f"ending-{game}-{way}")
    assert screen.faults == []


def test_whoever_has_lost_finds_a_gentler_opponent_and_no_stronger_one(screens, house):
    screen = screens(house)
    screen.open("hops", ["me", {"level": 2}], clock="30m")
    screen.wait()
    everyone_moves(screen.id, screen.ask)
    screen.page.get_by_role("button", name="Resign").click()
    screen.page.get_by_role("button", name="Yes").click()
    offers = screen.page.locator("#ending-next")
    expect(offers.get_by_role("link", name="Learn it in a first game")).to_have_attribute(
        "href", "/learn/hops"
    )
    expect(offers.get_by_role("button", name="Stronger")).to_have_count(0)
    screen.keep("ending-next")
    first = screen.page.url
    offers.get_by_role("button", name="Gentler: Hatchling (1)").click()
    screen.page.wait_for_url(lambda url: url != first)
    screen.id = screen.page.url.rpartition("/")[2]
    screen.begun()
    table = screen.seen()["table"]
    assert [chair["computer"] for chair in table["chairs"]] == [None, "level:1"]
    assert table["terms"]["clock"] == "30m"
    assert screen.faults == []


def test_against_people_nobody_is_sent_elsewhere(screens, house):
    screen = screens(house)
    screen.open("hops", ["me", {"person": "Ann"}])
    screen.wait()
    screen.page.get_by_role("button", name="Resign").click()
    screen.page.get_by_role("button", name="Yes").click()
    screen.page.locator("#ending").wait_for()
    expect(screen.page.locator("#ending-next")).to_be_hidden()


def test_the_deal_can_be_checked_with_one_click(screens, house):
    screen = screens(house)
    screen.open("race", ["me", {"level": 1}])
    screen.wait()
    screen.page.get_by_role("button", name="Resign").click()
    screen.page.get_by_role("button", name="Yes").click()
    screen.page.get_by_role("button", name="Check the deal").click()
    screen.page.get_by_text("the deal was honest").wait_for()
    tiles = screen.page.locator('[data-piece^="tile-"] use')
    assert "#tile-back" not in [tile.get_attribute("href") for tile in tiles.all()]
    assert screen.faults == []


def test_a_refused_move_goes_back_with_the_reason(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    screen.wait()
    before = screen.turn
    screen.page.locator("#move").fill("d1-d7")
    screen.page.keyboard.press("Enter")
    screen.hears("d1-d7")
    assert screen.wait()
    assert screen.turn == before
    assert screen.moves() == []


def test_typed_moves_undo_and_looking_back(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"level": 1}])
    screen.wait()
    page = screen.page
    mine = screen.seen()["picture"]["choices"][0]["move"]
    page.locator("#move").fill(mine)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#moves-told li').length >= 2")
    screen.wait()
    page.locator('[data-step="first"]').click()
    page.locator("#past").wait_for()
    assert page.locator(".board .target.active").count() == 0
    page.get_by_role("button", name="Back to now").first.click()
    screen.wait()
    count = len(screen.moves())
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("n => document.querySelectorAll('#moves-told li').length < n", arg=count)
    assert screen.faults == []


@pytest.mark.parametrize("rated", [False, True])
def test_a_hint_is_offered_where_the_house_gives_one(screens, house, rated):
    screen = screens(house)
    screen.open("hops", ["me", {"level": 1}], beginner=0, rated=rated)
    screen.wait()
    hint = screen.page.locator('[data-deed="hint"]')
    expect(hint).to_be_visible(visible=not rated)
    if not rated:
        hint.click()
        expect(screen.page.locator("#caption.hint")).to_contain_text("You could try this")
    assert screen.faults == []


def test_two_tabs_stay_in_step(screens, house):
    screen = screens(house)
    screen.open("hops", ["me", {"person": "Ben"}])
    screen.wait()
    other = screen.tab()
    other.goto(screen.page.url)
    other.wait_for_function("() => document.getElementById('table').dataset.mine === 'true'")
    screen.play(by_mouse)
    turn = screen.turn
    other.wait_for_function(
        "turn => document.getElementById('table').dataset.turn === turn", arg=turn
    )
    assert other.locator("#moves-told li").count() == 1
    assert screen.faults == []


def test_a_piece_travels_along_its_path(screens, house):
    screen = screens(house, reduced_motion="no-preference")
    screen.open("tortuga", ["me", {"person": "Ann"}])
    screen.wait()
    screen.page.evaluate(
        """() => {
          window.travelled = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            if (this.matches(".piece")) window.travelled += 1;
            return animate.apply(this, how);
          };
        }"""
    )
    screen.play(by_mouse)
    assert screen.page.evaluate("window.travelled") > 0


def test_what_stays_where_it_lies_is_not_drawn_anew(screens, house):
    """As a browser does with whatever is put into a page, or told once more what it shows."""
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    screen.wait()
    screen.page.evaluate(
        """() => {
          window.anew = 0;
          new MutationObserver((changes) => {
            anew += changes.length;
          }).observe(document.querySelector("#board .pieces"), {
            attributeFilter: ["href"], childList: true, subtree: true,
          });
        }"""
    )
    choices = screen.seen()["picture"]["choices"]
    screen.play(by_mouse, next(choice for choice in choices if "-" in choice["move"]))
    assert screen.wait()
    assert screen.page.evaluate("anew") == 0


def test_dragging_a_piece_moves_it(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    screen.wait()
    choices = screen.seen()["picture"]["choices"]
    step = next(choice for choice in choices if "-" in choice["move"])
    turn = screen.turn
    boxes = [
        screen.page.locator(f'[data-spot="{spot}"]').bounding_box() for spot in step["touches"]
    ]
    (x1, y1), (x2, y2) = ((b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes)
    screen.page.mouse.move(x1, y1)
    screen.page.mouse.down()
    screen.page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, steps=4)
    screen.page.mouse.move(x2, y2, steps=4)
    screen.page.mouse.up()
    screen.later(turn)
    assert screen.moves() == [step["move"]]


@pytest.mark.parametrize("device", [{}, {**PHONE, "color_scheme": "dark"}], ids=["day", "night"])
@pytest.mark.parametrize(
    ("game", "chairs"),
    [
        ("tortuga", ["me", "invited"]),
        ("tortuga", ["me", {"level": 1}]),
        ("hops", ["me", {"level": 1}]),
        ("race", ["me", {"level": 1}, {"level": 1}]),
        ("race", [{"person": "Ann"}, {"person": "Ben"}]),
    ],
    ids=["lobby", "tortuga", "hops", "race", "cover"],
)
def test_everyone_can_use_the_table(screens, house, game, chairs, device):
    screen = screens(house, **device)
    screen.open(game, chairs)
    screen.page.locator("#status:not(:empty)").wait_for()
    if "me" in chairs and "invited" not in chairs:
        screen.wait()
    assert barriers(screen.page) == []
    width = screen.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "the page is wider than the screen"
    assert screen.faults == []


def test_two_who_play_in_turn_have_a_column_each_and_clocks_start_with_their_first_moves(
    screens, house
):
    screen = screens(house)
    people = [{"person": "Ann"}, {"person": "Ben"}]
    screen.open("tortuga", people, start=MIDDLE["tortuga"], beginner=0, clock="10m~1h")
    faces = screen.page.locator(".plate .clock")
    waits = screen.page.locator(".plate .clock.waits")
    for seat in (0, 1):
        assert screen.wait()
        expect(waits).to_have_count(1)
        expect(faces.nth(seat)).to_have_class("clock waits")
        assert faces.all_inner_texts() == ["10:00", "10:00"]
        screen.play(by_mouse)
    assert screen.wait()
    expect(waits).to_have_count(0)
    expect(faces.nth(0)).not_to_have_text("10:00")
    screen.play(by_mouse)
    moves = screen.moves()
    listed = screen.page.locator("#moves-told li")
    expect(listed.locator(".move")).to_have_text(moves)
    expect(screen.page.locator("#story .heads span")).to_have_text(["Ann", "Ben"])
    boxes = [item.bounding_box() for item in listed.all()]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"]
    assert boxes[0]["x"] == boxes[2]["x"] < boxes[1]["x"]
    screen.keep("moves-in-columns")
    assert screen.faults == []
