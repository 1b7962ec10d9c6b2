"""What is seen, heard and felt at the table: cards in the hand, sounds, names, room to touch."""

import pytest
from playwright.sync_api import expect

from browser.screens import by_keys, by_mouse
from browser.test_house import check
from ludotheque.games import shelf, take
from ludotheque.words import Words
from rounds import everyone_moves
from test_reasons import COMPELLED

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


def resign(screen):
    """Give the game up once everyone has moved, and wait for its end."""
    everyone_moves(screen.page.url.rpartition("/")[2], screen.ask)
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
    screen.later(turn)
    assert screen.moves()[before] == choice["move"]
    assert screen.faults == []


@pytest.mark.parametrize(
    ("locale", "told", "then"),
    [
        (
            "en-GB",
            "Red card +: the red turtle goes forward one square, from 2 to 3.",
            "Touch it again to play it.",
        ),
        (
            "fr-FR",
            "Carte rouge +\u00a0: la tortue rouge avance d’une case, de 2 à 3.",
            "Touchez de nouveau pour jouer.",
        ),
    ],
)
def test_a_raised_card_says_what_it_would_do(screens, house, locale, told, then):
    """Below the board and aloud, until it is let go."""
    screen, choice = at_the_race(screens, house, locale=locale)
    page, caption = screen.page, screen.page.locator("#caption")
    before, said = caption.text_content(), len(heard(screen))
    by_keys(page, f'[data-spot="{choice["touches"][0]}"]')
    expect(caption).to_contain_text(told)
    (sentence,) = heard(screen)[said:]
    assert sentence == f"{caption.text_content()} {then}"
    page.keyboard.press("Escape")
    expect(caption).to_have_text(before)
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
    screen.later(turn)
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
        """() => document.getElementById("toasts").insertAdjacentHTML(
            "beforeend", "<p class='toast'>One that never ends by itself</p>")"""
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
    marked = [name if "Beginner" in name else f"{name} (guest)" for name in at_the_table]
    expect(page.locator("#players")).to_have_text(" · ".join(marked))
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


PILE = "./rgby/./p/./././././. 1 pg r++,g+,b-,y+,p-|g+,b+,y-,p++,*- -"
"""A race in which the first card carries others onto another, which takes many words."""


def test_a_caption_is_read_whole_on_a_small_phone_and_measured_anew_when_it_is_turned(
    screens, house
):
    small = {**PHONE, "viewport": {"width": 360, "height": 640}}
    screen = screens(house, locale="fr-FR", **small)
    friends = [{"person": "Maximiliane-Wilhelmine"}, {"person": "Ben"}]
    screen.open("race", friends, start=PILE, beginner=0)
    page, caption = screen.page, screen.page.locator("#caption")
    page.locator("#lift").tap()
    assert screen.wait()
    page.locator('[data-spot="hand-1-0"]').tap()
    play, raised = page.locator(".play-held"), page.locator("#hand .held")
    for size in ((640, 360), (360, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(
            """() => {
              const play = document.querySelector(".play-held");
              const card = document.querySelector("#hand .held");
              const left = card.offsetLeft + card.offsetWidth / 2;
              return Math.abs(parseFloat(play.style.left) - left) < 1;
            }"""
        )
    expect(raised).to_have_count(1)
    play.tap()
    expect(caption).to_contain_text("Maximiliane-Wilhelmine")
    cut = "e => e.scrollHeight > e.clientHeight + 1"
    words = caption.locator("span")
    assert not words.evaluate(cut)
    expect(page.locator("#caption.cut")).to_have_count(0)
    page.set_viewport_size({"width": 280, "height": 568})
    page.locator("#caption.cut").wait_for()
    assert words.evaluate(cut)
    caption.tap()
    assert not words.evaluate(cut)
    expect(words).to_be_in_viewport(ratio=1)
    screen.keep("caption-whole", whole=False)
    caption.press("Enter")
    assert words.evaluate(cut)
    check(screen, "caption-cut")
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator("#caption.cut")).to_have_count(0)
    assert not words.evaluate(cut)
    assert screen.faults == []


# For those who cannot see it.

LISTENERS = [("en-GB", "en"), ("fr-FR", "fr")]
HELD_UP = """() => {
  window.fallen = [];
  let tabbed = false;  // past the end of the page, where a browser's own things are
  addEventListener("keydown", ({ key }) => {
    tabbed = key === "Tab";
    setTimeout(() => { tabbed &&= document.activeElement === document.body; });
  }, true);
  addEventListener("focusin", () => { tabbed = false; }, true);
  const look = () => {
    const { activeElement, body } = document;
    if (activeElement === body && !tabbed) window.fallen.push(body.dataset.step);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Looks at every frame whether the focus has fallen to the page."""


def heard(screen):
    """Return what was said aloud so far, one sentence after another."""
    return screen.page.locator("#spoken p").all_inner_texts()


def command(screen, key):
    """Return what a command says that is given by its key."""
    before = len(heard(screen))
    screen.page.keyboard.press(key)
    return heard(screen)[before:]


@pytest.mark.parametrize(("locale", "lang"), LISTENERS)
def test_a_listener_is_told_what_lies_there_what_is_theirs_and_what_they_can_do(
    screens, house, locale, lang
):
    say = Words(lang).say
    screen = screens(house, locale=locale)
    screen.open("tortuga", ["me", {"level": 1}], start=COMPELLED, beginner=0)
    assert screen.wait()
    page = screen.page
    duty = screen.seen()["picture"]["duty"]["message"]
    assert heard(screen).count(duty) == 1
    page.locator("#reading button").first.focus()
    expect(page.locator("#reading")).to_be_in_viewport()
    check(screen, f"table-reading-{lang}")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#board [tabindex='0']").focus()
    # Orca leaves letters and arrows to the page only in certain roles, of which this is one.
    expect(page.locator("#board [role=toolbar] :focus")).to_have_count(1)
    (own,) = command(screen, "p")
    assert heard(screen).count(own) == 2
    (board,) = command(screen, "b")
    (moves,) = command(screen, "w")
    picture = screen.seen()["picture"]
    red, blue = (names(screen)[symbol] for symbol in ("turtle/red", "turtle/blue"))
    assert own.count(red) == sum(piece["symbol"] == "turtle/red" for piece in picture["pieces"])
    assert blue in board
    assert blue not in own
    assert board.count(".") == len(picture["pieces"])
    assert moves.startswith(duty)
    for choice in picture["choices"]:
        assert say("{place}: {what}", place=choice["touches"][0], what=red) in moves
    # What is picked up tells where it may go.
    before = len(heard(screen))
    by_keys(page, f'[data-spot="{picture["choices"][0]["touches"][0]}"]')
    (picked,) = heard(screen)[before:]
    assert say("Possible: {places}", places=picture["choices"][0]["touches"][1]) in picked
    assert heard(screen).count(duty) == 1
    assert screen.faults == []


def names(screen):
    """Return what each piece is called aloud."""
    return screen.page.evaluate(
        "() => JSON.parse(document.getElementById('table-data').textContent).names"
    )


def test_a_hand_is_read_without_its_secret_and_each_of_its_cards_can_be_played(screens, house):
    screen, _ = at_the_race(screens, house)
    page = screen.page
    page.locator("#hand .in-hand").first.focus()
    (own,) = command(screen, "p")
    labels = page.locator("#hand button").evaluate_all(
        "buttons => buttons.map((button) => button.getAttribute('aria-label'))"
    )
    assert all(label in own for label in labels)
    assert names(screen)["tile/purple"] not in own
    (moves,) = command(screen, "w")
    assert moves.count("Can be played") == 5
    watching = screens(house)
    watching.page.goto(page.url)
    watching.page.locator("#board [tabindex='0']").focus()
    assert command(watching, "p") == ["You are watching: nothing here is yours."]


@pytest.mark.parametrize("game", ["hops", "race", "tortuga"])
def test_the_focus_never_falls_to_the_page(screens, house, game):
    screen = screens(house)
    screen.open(game, ["me", {"level": 1}])
    screen.wait()
    page = screen.page
    page.locator("#board [tabindex='0']").focus()
    page.evaluate(HELD_UP)
    for step in ("first", "second", "third"):
        page.evaluate("step => { document.body.dataset.step = step; }", step)
        if screen.wait():
            screen.play(by_keys)
    if screen.wait() and page.locator("[data-deed=undo]").is_visible():
        page.evaluate("document.body.dataset.step = 'taken back'")
        turn = screen.turn
        page.locator("[data-deed=undo]").press("Enter")
        screen.later(turn)
    page.evaluate("document.body.dataset.step = 'settings'")
    page.locator("#open-settings").press("Enter")
    page.keyboard.press("Escape")
    page.evaluate("document.body.dataset.step = 'resigned'")
    page.locator("[data-deed=resign]").press("Enter")
    page.get_by_role("button", name="Yes").press("Enter")
    page.locator("#ending").wait_for()
    expect(page.locator("#board :focus")).to_have_count(1)
    page.evaluate("document.body.dataset.step = 'again'")
    page.locator("#again").press("Enter")
    page.locator("#ending").wait_for(state="hidden")
    expect(page.locator("#board :focus")).to_have_count(1)
    assert page.evaluate("window.fallen") == []
    assert screen.faults == []


def test_links_and_buttons_of_the_shelf_name_their_game(screens, house):
    screen = screens(house)
    screen.page.goto("/")
    screen.page.locator(".ways").first.wait_for()
    shown = screen.page.locator(".shelf :is(a, .ways button, .more button)")
    called = [line.get_attribute("aria-label") for line in shown.all()]
    assert None not in called
    assert len(set(called)) == len(called)
    for game in shelf():
        assert screen.page.get_by_role("link", name=f"Rules: {take(game).title}").count() == 1


def test_arrows_browse_the_moves_where_they_mean_nothing_else(screens, house):
    screen = screens(house)
    screen.open("tortuga", ["me", {"person": "Ann"}])
    for _ in range(2):
        screen.wait()
        screen.play(by_mouse)
    page = screen.page
    screen.wait()
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#past")).to_be_hidden()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#past-which")).to_have_text("Move 1 of 2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#past")).to_be_hidden()
