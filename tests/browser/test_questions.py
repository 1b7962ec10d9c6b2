"""What a move leaves open is asked on the board: about which piece, with what each answer does."""

import pytest
from playwright.sync_api import expect

from browser.rooms import JOKER
from browser.screens import by_mouse
from waiting import wait_until

CHAIN = "4/5/So4/3o3/6/5/1N2 S"
"""From c1 a turtle hops over two neutral ones, to c3 and to e4."""
FORK = "4/5/So1S2/3o3/6/5/1N2 S"
"""From c3 the way goes on over a friend, or over another neutral turtle."""
AT_THE_GOAL = "4/5/6/4So1/6/5/1N2 S"


def apart(page, one, other):
    """Return whether two things on the screen do not cover each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    return (
        a["x"] + a["width"] <= b["x"]
        or b["x"] + b["width"] <= a["x"]
        or a["y"] + a["height"] <= b["y"]
        or b["y"] + b["height"] <= a["y"]
    )


def ringed(page):
    """Return the places that a ring is drawn around."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".rings circle")].map((ring) => {
          const at = ring.getBoundingClientRect();
          const middle = [at.x + at.width / 2, at.y + at.height / 2];
          return document.elementFromPoint(...middle).getAttribute("data-spot");
        })"""
    )


@pytest.mark.parametrize(
    ("locale", "first", "second", "answers"),
    [
        (
            "en-GB",
            "The turtle on c2: whose shall it be? (1 of 2)",
            "The turtle on d4: whose shall it be? (2 of 2)",
            ["yours", "theirs"],
        ),
        (
            "fr-FR",
            "La tortue en c2 : à qui sera-t-elle ? (1 sur 2)",
            "La tortue en d4 : à qui sera-t-elle ? (2 sur 2)",
            ["à vous", "à l’adversaire"],
        ),
    ],
)
def test_a_chain_asks_about_each_piece_by_its_name(screens, house, locale, first, second, answers):
    screen = screens(house, locale=locale)
    screen.open("tortuga", ["me", {"person": "Ann"}], start=CHAIN, beginner=0)
    assert screen.wait()
    page = screen.page
    title, options = page.locator("#bubble-title"), page.locator("#bubble .options button")
    by_mouse(page, '[data-spot="c1"]')
    for landing, over, question, answer in zip(
        ("c3", "e4"), ("c2", "d4"), (first, second), (0, 1), strict=True
    ):
        by_mouse(page, f'[data-spot="{landing}"]')
        expect(title).to_have_text(question)
        expect(options).to_have_text(answers)
        assert ringed(page) == [over]
        # What the answer does is told where it ends the move, and no hop that is not chosen yet.
        told = {"c3": "c1 \N{EN DASH} c3", "e4": "d4"}[landing]
        expect(page.locator("#caption.hint")).to_contain_text(told)
        assert apart(page, "#bubble", '[data-spot="d7"]')
        assert apart(page, "#bubble", f'[data-spot="{over}"]')
        screen.keep(f"question-{locale}-{over}")
        options.nth(answer).click()
    page.wait_for_function("() => document.querySelectorAll('#moves-told li').length === 1")
    assert screen.moves() == ["c1+c3~e4"]
    expect(page.locator(".rings circle")).to_have_count(0)
    assert screen.faults == []


def test_where_ways_ask_differently_one_is_told_how_many_there_may_be(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}], start=FORK, beginner=0)
    assert screen.wait()
    for spot in ("c1", "c3"):
        by_mouse(screen.page, f'[data-spot="{spot}"]')
    expect(screen.page.locator("#bubble-title")).to_have_text(
        "The turtle on c2: whose shall it be? (1 of 1\N{EN DASH}2)"
    )
    assert screen.faults == []


def test_a_question_beside_the_goal_leaves_the_goal_in_sight(screens, house):
    screen = screens(house, viewport={"width": 360, "height": 640})
    screen.open("tortuga", ["me", {"person": "Ann"}], start=AT_THE_GOAL, beginner=0)
    assert screen.wait()
    page = screen.page
    for spot in ("d5", "d7"):
        by_mouse(page, f'[data-spot="{spot}"]')
    page.locator("#bubble").wait_for()
    assert ringed(page) == ["d6"]
    assert all(apart(page, "#bubble", f'[data-spot="{spot}"]') for spot in ("d6", "d7"))
    assert screen.faults == []


def test_a_value_is_asked_only_where_there_are_several(screens, house):
    screen = screens(house)
    start = "r5r6...r1./......./......./......./......./......./b6....b2. r"
    screen.open("hops", ["me", {"person": "Ann"}], start=start, beginner=0)
    assert screen.wait()
    page = screen.page
    for spot in ("A1", "B4"):
        by_mouse(page, f'[data-spot="{spot}"]')
    expect(page.locator("#bubble-title")).to_have_text(
        "The die that comes to B4: what shall it show?"
    )
    expect(page.locator("#bubble .options button")).to_have_text(["5, as now", "up to 6"])
    page.keyboard.press("Escape")
    for spot in ("A1", "B1"):
        by_mouse(page, f'[data-spot="{spot}"]')
    page.wait_for_function("() => document.querySelectorAll('#moves-told li').length === 1")
    assert screen.moves() == ["A1-B1"]
    assert screen.faults == []


def ask_for_a_turtle(screen, card):
    """Play a *card* that asks for one."""
    screen.open("race", ["me", {"level": 1}], start=JOKER, beginner=0)
    assert screen.wait()
    choices = screen.seen()["picture"]["choices"]
    touches = next(choice["touches"] for choice in choices if choice["move"].startswith(card))
    by_mouse(screen.page, f'[data-spot="{touches[0]}"]')
    screen.page.locator("#bubble").wait_for()


@pytest.mark.parametrize(
    ("locale", "question"),
    [
        ("en-GB", "card (rainbow, \N{MINUS SIGN}): for which piece?"),
        (
            "fr-FR",
            "carte (arc-en-ciel, \N{MINUS SIGN})\N{NO-BREAK SPACE}: pour quelle pièce\u202f?",
        ),
    ],
)
def test_what_goes_back_is_called_by_a_sign_that_is_read_aloud(screens, house, locale, question):
    screen = screens(house, locale=locale)
    ask_for_a_turtle(screen, "*-")
    assert screen.page.locator("#bubble-title").text_content() == question


def test_a_question_stays_clear_of_its_pieces_when_the_phone_is_turned(screens, house):
    screen = screens(house, viewport={"width": 844, "height": 390})
    ask_for_a_turtle(screen, "*+")
    page = screen.page
    for width, height in ((1366, 768), (768, 1024), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        screen.keep(f"question-race-{width}x{height}", whole=False)
        # It makes room with the next frame after the board has.
        wait_until(
            lambda: all(apart(page, "#bubble", f'[data-spot="{spot}"]') for spot in "139"),
            lambda size=(width, height): size,
        )


def test_a_card_that_asks_for_a_turtle_says_which_card_it_is(screens, house):
    screen = screens(house, viewport={"width": 360, "height": 640})
    ask_for_a_turtle(screen, "*+")
    expect(screen.page.locator("#bubble-title")).to_have_text("card (rainbow, +): for which piece?")
    expect(
        screen.page.locator("#bubble").get_by_role("button", name="turtle (red)")
    ).to_be_visible()
    bubble, bed = (
        screen.page.locator(thing).bounding_box() for thing in ("#bubble", '[data-spot="9"]')
    )
    assert bubble["y"] > bed["y"] + 0.85 * bed["height"], "the lettuce is in sight"
    screen.keep("question-race")
    assert screen.faults == []


BRANCHES = "4/S1ooN/1SN3/2SSoo1/2oS1S/S3N/S3 S"
"""From c2 a turtle must hop over the foe on c3 to c4, and on: over d5 to e5, or over b4 to a4."""


def test_half_way_the_board_shows_what_has_been_played_and_no_more(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}], start=BRANCHES, beginner=0)
    assert screen.wait()
    page = screen.page

    def lies(spot):
        return page.locator(f'[data-spot="{spot}"]').get_attribute("aria-label")

    expect(page.locator("#caption")).to_contain_text("You must hop")
    before = {spot: lies(spot) for spot in ("c2", "c3", "c4", "d5", "d6", "e5")}
    by_mouse(page, '[data-spot="c2"]')
    by_mouse(page, '[data-spot="c4"]')
    wait_until(lambda: "red" in lies("c4"))
    assert "red" not in lies("c2")
    wait_until(lambda: lies("c3") != before["c3"])  # the foe that was hopped lies on its back
    expect(page.locator("#caption")).to_have_text("So far: c2 \N{EN DASH} c4")
    by_mouse(page, '[data-spot="e5"]')
    page.locator("#bubble").wait_for()
    wait_until(lambda: "red" in lies("e5"))
    expect(page.locator("#caption")).to_have_text("So far: c2 \N{EN DASH} c4 \N{EN DASH} e5")
    # What is asked about is not settled, and the hop that may follow is not drawn.
    assert lies("d5") == before["d5"]
    assert page.locator("#board .ghosts use").count() == 1
    # Who lets go has everything where it was.
    page.keyboard.press("Escape")
    wait_until(lambda: {spot: lies(spot) for spot in before} == before)
    expect(page.locator("#caption")).to_contain_text("You must hop")
    assert screen.faults == []
