"""A move planned while another thinks: laid down, taken back, played in turn, or dropped."""

import json

import pytest
from playwright.sync_api import expect

from browser.screens import by_keys, by_mouse
from browser.test_astray import drag, spot, tap
from browser.test_house import check

ASKS = "4/1S3/6/4oN1/6/5/4 S"
"""From d6 a turtle can hop over a neutral one, to d4."""
WORDS = {
    "en-GB": {
        "lifted": "Not your turn yet. Touch where the piece on d6 is to go next.",
        "laid": "Planned: d6 to d5, if it is possible then. Touch it again to take it back.",
        "let-go": "The plan is taken back.",
        "impossible": "What you planned, d7 to d2, is not possible now.",
        "setting": "Plan my next move while another is thinking",
    },
    "fr-FR": {
        "lifted": "Ce n’est pas encore à vous. Touchez où la pièce en d6 doit aller ensuite.",
        "laid": "Prévu : de d6 à d5, si c’est possible alors. Touchez à nouveau pour l’annuler.",
        "let-go": "Le coup prévu est annulé.",
        "impossible": "Votre coup prévu, de d7 à d2, n’est pas possible maintenant.",
        "setting": "Prévoir mon prochain coup pendant que l’autre réfléchit",
    },
}


def apart(screens, house, game="tortuga", **how):
    """Return someone who waits, at their own screen, and Ann, who is to move at hers."""
    device = {name: how.pop(name) for name in ("locale", "viewport") if name in how}
    screen, ann = screens(house, **device), screens(house)
    note_sent(screen)
    ann.ask("PATCH", "/api/me", {"name": "Ann"})
    screen.open(game, ["me", "invited"], **{"beginner": 1, **how})
    ann.come(screen.link())
    assert ann.wait()
    screen.begun()
    screen.page.locator("#board .piece").first.wait_for(state="attached")
    return screen, ann


def note_sent(screen):
    """Note which moves the page sends."""
    screen.sent = []

    def send(frame):
        said = json.loads(frame)
        if said["type"] == "move":
            screen.sent.append(said["move"])

    screen.page.on("websocket", lambda socket: socket.on("framesent", send))


def plays(screen, *spots):
    """Make a move, and wait until the house has it."""
    turn = screen.turn
    for name in spots:
        by_mouse(screen.page, spot(name))
    screen.later(turn)


def told(screen, number):
    """Wait until so many moves are told."""
    expect(screen.page.locator("#moves-told button")).to_have_count(number)


@pytest.mark.parametrize("locale", WORDS)
def test_a_plan_is_seen_and_heard_and_played_when_the_turn_comes(screens, house, locale):
    screen, ann = apart(screens, house, locale=locale)
    page, words = screen.page, WORDS[locale]
    spoken, caption = page.locator("#spoken"), page.locator("#caption")
    by_keys(page, spot("d6"))
    expect(caption).to_have_text(words["lifted"])
    expect(page.locator(spot("d6"))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(spot("d5"))).to_have_attribute("aria-disabled", "false")
    by_keys(page, spot("d5"))
    expect(caption).to_have_text(words["laid"])
    for sentence in (words["lifted"], words["laid"]):
        expect(spoken.get_by_text(sentence)).to_have_count(1)
    expect(page.locator(".planned > *")).to_have_count(3)
    page.keyboard.press("w")
    expect(spoken.get_by_text(words["laid"])).to_have_count(2)
    assert page.locator("#aim").evaluate("e => e.scrollWidth <= e.clientWidth")
    check(screen, f"plan-{locale}")
    assert screen.sent == []
    plays(ann, "d2", "d3")
    told(screen, 2)
    told(ann, 2)
    assert screen.sent == ["d6-d5"]
    assert ann.moves() == ["d2-d3", "d6-d5"]
    expect(page.locator(".planned > *")).to_have_count(0)
    # What cannot be done is dropped, and the turn is still there to be used.
    drag(page, "d7", "d2")
    plays(ann, "e2", "e3")
    told(screen, 3)
    expect(caption).to_contain_text(words["impossible"])
    expect(spoken).to_contain_text(words["impossible"])
    assert screen.may_move
    plays(screen, "c5", "c4")
    assert screen.sent == ["d6-d5", "c5-c4"]
    assert screen.faults == []


@pytest.mark.parametrize("locale", WORDS)
def test_a_plan_is_taken_back(screens, house, locale):
    screen, ann = apart(screens, house, locale=locale)
    page, planned = screen.page, screen.page.locator(".planned > *")
    ways = {
        "the piece": lambda: tap(page, "d6"),
        "the place": lambda: tap(page, "d5"),
        "elsewhere": lambda: tap(page, "a1"),
        "beside": lambda: page.locator("#board").click(position={"x": 2, "y": 2}),
        "escape": lambda: page.keyboard.press("Escape"),
    }
    for number, (way, take_back) in enumerate(ways.items(), start=1):
        page.locator(spot("d6")).click()
        page.locator(spot("d5")).click()
        expect(planned, way).to_have_count(3)
        take_back()
        expect(planned, way).to_have_count(0)
        expect(page.locator("#spoken").get_by_text(WORDS[locale]["let-go"])).to_have_count(number)
    # Another piece of one's own is a new plan.
    for name in ("d6", "d5", "c5", "c4"):
        page.locator(spot(name)).click()
    plays(ann, "d2", "d3")
    told(screen, 2)
    assert screen.sent == ["c5-c4"]
    # Whoever looks back plays nothing unseen.
    for name in ("d6", "d5"):
        page.locator(spot(name)).click()
    page.locator("[data-step=first]").click()
    expect(page.locator("#past")).to_be_visible()
    expect(planned).to_have_count(0)
    plays(ann, "e2", "e3")
    page.locator("#to-now").click()
    assert screen.wait()
    assert screen.sent == ["c5-c4"]
    assert screen.faults == []


def test_what_a_plan_leaves_open_is_asked(screens, house):
    screen, ann = apart(screens, house, start=ASKS)
    page = screen.page
    for name in ("d6", "d4"):
        by_mouse(page, spot(name))
    plays(ann, "b2", "b3")
    expect(page.locator("#bubble-title")).to_contain_text("The turtle on d5: whose shall it be?")
    assert screen.sent == []
    page.locator("#bubble .options button").first.click()
    told(screen, 2)
    assert screen.sent == ["d6+d4"]
    assert screen.faults == []


def test_a_piece_picked_up_before_the_turn_is_still_in_the_hand_then(screens, house):
    screen, ann = apart(screens, house, "hops")
    page = screen.page
    seen = screen.seen()
    symbols = page.evaluate(
        "seat => JSON.parse(document.getElementById('table-data').textContent).seat_symbols[seat]",
        seen["seat"],
    )
    own = [piece["spot"] for piece in seen["picture"]["pieces"] if piece["symbol"] in symbols]
    by_mouse(page, spot(own[0]))
    ann.play(by_mouse, ann.seen()["picture"]["choices"][0])
    assert screen.wait()
    expect(page.locator(".light.held")).to_have_count(1)
    expect(page.locator(".light.next").first).to_be_attached()
    assert screen.sent == []
    assert screen.faults == []


def test_nobody_plans_who_does_not_want_to_or_where_something_is_hidden(screens, house):
    screen, _ = apart(screens, house)
    page, caption = screen.page, screen.page.locator("#caption")
    page.locator("#open-settings").click()
    page.get_by_label(WORDS["en-GB"]["setting"]).uncheck()
    page.get_by_role("button", name="Done").click()
    page.reload()
    page.locator("#board .piece").first.wait_for(state="attached")
    tap(page, "d6")
    expect(caption).to_have_text("Ann to move")
    drag(page, "d6", "d5")
    expect(page.locator(".planned > *")).to_have_count(0)
    assert page.locator(spot("d6")).get_attribute("aria-disabled") == "true"
    screen, _ = apart(screens, house, "race")
    screen.page.locator("#hand .in-hand").first.click(force=True)
    expect(screen.page.locator("#caption")).to_have_text("Ann to move")
    assert screen.faults == []
